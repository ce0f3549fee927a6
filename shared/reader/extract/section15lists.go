package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// stateHeading matches the heading of a state's list, the state's name in full or shortened: "Mass RTK Substances (>1%) :",
// "N.J. Env. Hazardous Substances (>.1%):".
var stateHeading = pattern.MustCompile(`^((?:` + anyState + `|Mass|Penn|Calif|Conn|Ill|Mich|Minn|Fla|N\. ?J|N\. ?Y|R\. ?I)\.? (?:[A-Z][A-Za-z]+\.? ){0,3}(?:RTK|Right[- ][Tt]o[- ][Kk]now|Hazardous Substances?))(?: (?:Hazardous )?(?:Substances?|List))?(?: ?\([<>=≥.0-9% ]+\))? ?(:?)$`)

// listsUnderStates are the lists of states with a substance on the line below their headings.
func listsUnderStates(lines []doc.Line) []lawUnit {
	var out []lawUnit
	for i, l := range lines[:max(0, len(lines)-1)] {
		m := stateHeading.FindStringSubmatch(strings.TrimLeft(fold.Printed(l.Text), "·• "))
		next := strings.Trim(fold.Printed(lines[i+1].Text), "() ")
		if m == nil || m[2] == "" && len(chem.FindCAS(next)) == 0 || len(law.Find(m[1])) > 0 || strings.HasSuffix(next, ":") || negative(next) {
			continue
		}
		out = append(out, stateLaw(m[1], lines[i:i+1]))
	}
	return out
}

var (
	// rightsToKnow matches the heading of lines with a state each: "State Right to Know:".
	rightsToKnow = pattern.MustCompile(`(?i)^(?:u\.?s\.? )?states? right[- ]to[- ]know(?: (?:regulations?|laws?|acts?|lists?))? ?:?$`)
	// stateLine matches a state with what its list has: "New Jersey: 8052-41-3, 8006-64-2".
	stateLine = pattern.MustCompile(`^([A-Z][a-z]+(?: [A-Z][a-z]+)?) ?: ?(.+)$`)
)

// statesBelow are the lists of the states that stand line by line below the heading of them all.
func statesBelow(lines []doc.Line) []lawUnit {
	var out []lawUnit
	under := false
	for i, l := range lines {
		text := strings.TrimSpace(fold.Printed(l.Text))
		if rightsToKnow.MatchString(text) {
			under = true
			continue
		}
		if !under {
			continue
		}
		m := stateLine.FindStringSubmatch(text)
		if m == nil || usStates[fold.Squeezed(m[1])] == "" {
			under = under && m == nil && len(chem.FindCAS(text)) > 0 // the numbers of the line above go on
			continue
		}
		if !negative(m[2]) {
			out = append(out, stateLaw(m[1]+" Right to Know", lines[i:i+1]))
		}
	}
	return out
}

// ofState matches the announcement of what a state's list has: "THIS PRODUCT CONTAINS THE FOLLOWING CHEMICAL(S) LISTED UNDER
// NEW JERSEY'S RIGHT TO KNOW PROGRAM:".
var ofState = pattern.MustCompile(`(?i)\bcontains the following (?:chemical|ingredient|component|substance)(?:s|\(s\))? (?:listed|regulated) (?:under|in|on|by) (?:the )?(?:state of )?(` + anyState + `)(?:['’]s)? ([a-z' -]{4,60}?)(?: list| program)? ?:$`)

// announcedByStates are the lists of states that an announcement names and a line below it fills.
func announcedByStates(lines []doc.Line) []lawUnit {
	var out []lawUnit
	for i, l := range lines {
		text, below := strings.TrimSpace(fold.Printed(l.Text)), i+1
		if !strings.HasSuffix(text, ":") && below < len(lines) {
			text += " " + strings.TrimSpace(fold.Printed(lines[below].Text))
			below++
		}
		m := ofState.FindStringSubmatch(text)
		if m == nil || below >= len(lines) || negative(lines[below].Text) {
			continue
		}
		out = append(out, stateLaw(m[1]+" "+m[2], lines[i:below]))
	}
	return out
}

// stateLegend matches what letters of a state stand for below a table: "MA- Massachusetts Right to Know List".
var stateLegend = pattern.MustCompile(`\b(CA|CT|FL|IL|LA|MA|MI|MN|NJ|NY|PA|RI|WI) ?[-–=] ?((?:[A-Z][a-z]+)(?: [A-Z][a-z]+)? (?:Right[- ][Tt]o[- ][Kk]now|Hazardous Substances?|Substances?))`)

// lettersOfStates are the lists whose letters a table has beside its substances, by the legend below it.
func lettersOfStates(sec *doc.Section) []lawUnit {
	var out []lawUnit
	for _, t := range sec.Tables {
		last := t.Cols() - 1
		if len(t.Rows) < 2 || last < 1 || !strings.EqualFold(strings.TrimSpace(fold.Printed(t.Rows[0][last].Text())), "State List") {
			continue
		}
		for _, row := range t.Rows[1:] {
			letters := strings.FieldsFunc(row[last].Text(), func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
			for _, m := range stateLegend.FindAllStringSubmatch(fold.Printed(sec.Text()), -1) {
				if slices.Contains(letters, m[1]) {
					out = append(out, stateLaw(m[2], row[last].Lines))
				}
			}
		}
	}
	return out
}

// itemAnswer matches one of several laws in a line, each with its answer: "CWA NPDES: No; TSCA: Yes".
var itemAnswer = pattern.MustCompile(`([A-Z][A-Za-z0-9 ,.()/-]{1,40}): ?(Yes|No)\b`)

// itemAnswers are the laws of a line with an answer each; nil where it has not several.
func itemAnswers(text string, l doc.Line) []lawUnit {
	found := itemAnswer.FindAllStringSubmatch(text, -1)
	if len(found) < 2 || !strings.Contains(text, ";") {
		return nil
	}
	var out []lawUnit
	for _, item := range found {
		for _, m := range law.Find(item[1]) {
			out = append(out, lawUnit{law: m.Law, printed: item[1][m.Start:m.End], content: item[2], lines: []doc.Line{l}})
		}
	}
	return out
}

var (
	// sectionColumn matches the heading of a column with a section of SARA: "S. 302 (EHS)", "TRI Sec 313".
	sectionColumn = pattern.MustCompile(`(?i)\b(?:S|Sec|Section)[. ]{1,2}(302|304|313)\b`)
	// lawColumn matches the heading of a column that names a law in each row.
	lawColumn = pattern.MustCompile(`(?i)^(?:regulations?|regulatory lists?|laws?|lists?)$`)
	// markedYes matches a cell that says that a law has the row's substance.
	markedYes = pattern.MustCompile(`(?i)^(?:yes|x)\b`)
)

// rowLaws are the laws that tables of substances name by row: by a mark below a section's number, or in a column of laws.
func rowLaws(sec *doc.Section) []lawUnit {
	var out []lawUnit
	sara := ""
	for _, t := range sec.Tables {
		if len(t.Rows) < 2 || t.Cols() < 3 {
			continue
		}
		for c := range t.Rows[0] {
			heading := fold.Printed(t.Rows[0][c].Text())
			if lawColumn.MatchString(strings.TrimSpace(heading)) {
				out = append(out, lawsOfRows(t, c)...)
				continue
			}
			m := sectionColumn.FindStringSubmatch(heading)
			if m == nil || len(law.Find(heading)) > 0 {
				continue
			}
			if sara == "" {
				sara = sec.Text()
			}
			l, known := law.ByCode("US-SARA-" + m[1])
			if known && saraNamed.MatchString(sara) && slices.ContainsFunc(t.Rows[1:], func(row []doc.Cell) bool {
				return c < len(row) && markedYes.MatchString(strings.TrimSpace(row[c].Text()))
			}) {
				out = append(out, lawUnit{law: l, printed: l.Ja, content: "listed", lines: t.Rows[0][c].Lines})
			}
		}
	}
	return out
}

// saraNamed matches the act whose sections stand alone in headings.
var saraNamed = pattern.MustCompile(`\b(?:SARA|EPCRA)\b`)

// lawsOfRows are the laws in a column's cells, of the rows that have a substance by its number.
func lawsOfRows(t doc.Table, column int) []lawUnit {
	var out []lawUnit
	for _, row := range t.Rows[1:] {
		if column >= len(row) || !slices.ContainsFunc(row, func(c doc.Cell) bool { return len(chem.FindCAS(c.Text())) > 0 }) {
			continue
		}
		text := fold.Printed(row[column].Text())
		for _, m := range law.Find(text) {
			if !exempted(text, m) && !negativeRE.MatchString(text) {
				out = append(out, lawUnit{law: m.Law, printed: text[m.Start:m.End], content: "listed", lines: row[column].Lines})
			}
		}
	}
	return out
}

// ticked matches a ticked answer: "[X] Yes [ ] No".
var ticked = pattern.MustCompile(`\[ ?[Xx] ?\] ?Yes\b`)

// sections311 matches the sections whose hazard categories are ticked.
var sections311 = pattern.MustCompile(`\b311 ?(?:/|and) ?312\b`)

// tickedHazards is the law on hazard categories where one of a form's boxes is ticked, within a few lines of the sections' numbers.
func tickedHazards(lines []doc.Line) []lawUnit {
	const around = 4 // lines of the form on each side of the sections' numbers
	for i, l := range lines {
		if !sections311.MatchString(l.Text) {
			continue
		}
		if slices.ContainsFunc(lines[max(0, i-around):min(len(lines), i+around+1)], func(near doc.Line) bool { return ticked.MatchString(fold.Printed(near.Text)) }) {
			found, _ := law.ByCode("US-SARA-311")
			return []lawUnit{{law: found, printed: found.Ja, content: "listed", lines: lines[i : i+1]}}
		}
	}
	return nil
}

var (
	// compliesWith matches what a product complies with: "compliant with Directive 2002/95/EC", "complies with RoHS".
	compliesWith = pattern.MustCompile(`(?i)\b(?:product|mixture|material|articles?|components?|[a-z]+s) (?:is |are )?(?:in )?compl(?:y|ies|iant|iance) with (?:the )?(?:requirements of )?(?:the )?(?:E[CU] )?(?:(?:RoHS )?(Directive [0-9]{4}/[0-9]+/E[CU])|(RoHS)\b)`)
	// sheetItself matches the sheet in the place of the product.
	sheetItself = pattern.MustCompile(`(?i)\b(?:m?sds|sheet|document|label)s?\b[^.]*$`)
)

// compliances are the directives on hazardous substances in products, with which a sentence says that the product complies.
func compliances(lines []doc.Line) []lawUnit {
	var out []lawUnit
	for i, l := range lines {
		text := fold.Printed(l.Text)
		if !strings.Contains(strings.ToLower(text), "compl") {
			continue
		}
		if i+1 < len(lines) {
			text += " " + fold.Printed(lines[i+1].Text)
		}
		m := compliesWith.FindStringSubmatchIndex(text)
		if m == nil || m[0] >= len(l.Text) || sheetItself.MatchString(text[:m[0]]) || !strings.Contains(text[:min(len(text), m[1]+120)], "RoHS") {
			continue
		}
		name := "RoHS"
		if m[2] >= 0 {
			name = text[m[2]:m[3]]
		}
		out = append(out, stateLaw(name, lines[i:i+1]))
	}
	return out
}

// actOfPlanning matches the act of which section 313 is one, by its name alone.
var actOfPlanning = pattern.MustCompile(`(?i)Emergency\s+Planning\s+(?:and|&)\s+Community\s+Right[-\s]{1,2}to[-\s]{1,2}Know\s+Act`)

// planningAct is the name by which a sheet that prints no other calls the act of section 313; empty for none.
func (s *sheet) planningAct(u lawUnit) string {
	if u.law.Code != "US-SARA-313" || !strings.HasPrefix(strings.ToLower(u.printed), "section") {
		return ""
	}
	name := ""
	for i := range s.d.Sections {
		text := fold.Printed(joined(s.d.Sections[i].Lines))
		if saraNamed.MatchString(strings.ToUpper(text)) {
			return ""
		}
		if name == "" {
			name = strings.Join(strings.Fields(actOfPlanning.FindString(text)), " ")
		}
	}
	return name
}
