package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/law"
	"anzen/shared/text/pattern"
)

// lawUnit is the statement of section 15 under the name of a law.
type lawUnit struct {
	law     law.Law
	printed string
	content string
	lines   []doc.Line
	// stated is set where a sentence says outright that the law covers the product: it counts
	// beside others that deny a part.
	stated bool
}

// regulations lists the laws that section 15 names as applying: those that begin a pair, a
// line or a table's column, whose content does not deny it.
func (s *sheet) regulations() {
	lines := s.allLines(15)
	var others []lawUnit
	if len(lines) == 0 && !s.ja {
		others = s.lawsElsewhere()
	}
	columns := s.columnsOfAnswers()
	for _, u := range slices.Concat(others, columns) {
		lines = append(lines, u.lines...)
	}
	if len(lines) == 0 {
		return
	}
	a := lawAnswers{yes: map[string]lawUnit{}, no: map[string]bool{}, firm: map[string]bool{}}
	for _, u := range columns {
		a.take(u, false)
		a.firm[u.law.Code] = true
	}
	for i := range s.d.Sections {
		if sec := &s.d.Sections[i]; sec.Number == 15 {
			for _, u := range lawsOfLists(sec) {
				a.take(u, false)
			}
		}
	}
	for _, u := range slices.Concat(blockLaws(lines), proseLaws(lines), others) {
		a.take(u, true)
	}
	text := joined(lines)
	if s.ja {
		for _, u := range affirmedLaws(lines, text) {
			delete(a.no, u.law.Code) // one class that applies counts more than others that do not
			a.take(u, true)
		}
	}
	s.lawsNamed(inOrder(lines, a.order, a.yes), text)
}

// lawsOfLists are the laws of a section that stand in lists, tables and pairs, with what these say of each.
func lawsOfLists(sec *doc.Section) []lawUnit {
	ls := sec.Lines
	out := slices.Concat(columnLaws(sec), stateLists(sec), stateSentences(ls), listedBelow(ls), listsOfStates(ls), listsUnderStates(ls), statesBelow(ls), announcedByStates(ls), lettersOfStates(sec), rowLaws(sec), tickedHazards(ls), compliances(ls))
	for _, p := range sec.Pairs {
		out = append(out, labelLaws(p.Label, p.Value, p.LabelLines)...)
	}
	return out
}

// lawAnswers are what a sheet says of laws, by their codes.
type lawAnswers struct {
	yes   map[string]lawUnit
	no    map[string]bool
	firm  map[string]bool // by a column of answers
	order []string        // of yes
}

// take decides by what the sheet says of a law whether it applies; a fallback does not change what is decided.
func (a *lawAnswers) take(u lawUnit, fallback bool) {
	u = u.byContent()
	code := u.law.Code
	if fallback && (a.firm[code] || a.no[code] && !u.stated && !listsSubstances(u.content) || a.yes[code].printed != "") {
		return
	}
	content := strings.Trim(columnWords.ReplaceAllString(u.content, ""), " :.,;()*")
	if content == "" {
		return
	}
	if code == "US-TSCA" && strings.EqualFold(content, "exempt") {
		content = "listed" // of all ingredients, or needs not be
	}
	if negative(content) || code == "CA-CEPA" && domesticList.MatchString(content) || code != "US-TSCA" && inventoryStatus.MatchString(content) {
		a.no[code] = true
		return
	}
	if _, seen := a.yes[code]; !seen {
		a.yes[code] = u
		a.order = append(a.order, code)
	}
}

// lawsNamed records the laws by the names that the text of the section prints.
func (s *sheet) lawsNamed(units []lawUnit, text string) {
	var names, raw []string
	var source []doc.Line
	found := law.Find(text)
	for _, u := range units {
		if onlyBasis(text, found, u.law.Code) {
			continue
		}
		u.printed = withSubstances(fullName(u, text, found), text)
		if u.law.Code == "US-SARA-311" && !strings.Contains(text, "312") {
			u.law.Ja = "SARA 311"
		}
		if name := s.planningAct(u); name != "" {
			u.law.Ja = name
		}
		if u.law.Code == "US-P65" && strings.Contains(strings.ToLower(text), "california proposition 65") {
			u.printed = u.law.Ja
		}
		names = append(names, lawName(u))
		source = append(source, u.lines...)
		raw = append(raw, u.printed)
	}
	s.add(Value{Section: 15, Key: "laws", Row: NoRow, Kind: Codes, List: names, Raw: strings.Join(raw, " / "), Source: doc.SourcesOf(source), Extractor: "law names", Confidence: 0.85})
}

// columnWords are headings of lists under a law, which state nothing by themselves.
var columnWords = pattern.MustCompile(`(?i)CAS[ -]?(?:No\.?|Number|#)?|Revision Date|Reportable Quantity(?: ?\(RQ\))?|Threshold Planning Quantity(?: ?\(TPQ\))?|%|Subpt\. ?[A-Z]`)

// inOrder sorts the laws by the place of their first mention.
func inOrder(lines []doc.Line, codes []string, units map[string]lawUnit) []lawUnit {
	var out []lawUnit
	seen := map[string]bool{}
	for _, l := range lines {
		for _, m := range law.Find(l.Text) {
			if u, ok := units[m.Law.Code]; ok && !seen[m.Law.Code] {
				seen[m.Law.Code] = true
				out = append(out, u)
			}
		}
	}
	for _, c := range codes {
		if !seen[c] {
			out = append(out, units[c])
		}
	}
	return out
}

// epcra matches a section's number under the act's other name.
var epcra = pattern.MustCompile(`^EPCRA (?:Section )?([0-9/]+)`)

// lawName is the name as printed, or the usual short name of laws with one.
func lawName(u lawUnit) string {
	switch u.law.Code {
	case "US-TSCA", "US-CERCLA", "EU-REACH", "US-SARA-302", "US-SARA-304", "US-SARA-311", "US-SARA-313", "US-SARA-355":
		if number := epcra.FindStringSubmatch(u.printed); number != nil {
			return "EPCRA " + number[1]
		}
		return u.law.Ja
	}
	if u.law.Code == "US-P65" && !strings.Contains(strings.ToLower(u.printed), "prop") {
		return u.law.Ja
	}
	name := strings.ReplaceAll(cleaned(u.printed), " - ", " ")
	if strings.HasSuffix(name, "に関する法") {
		name += "律" // broken over two lines
	}
	if strings.Count(name, "(") > strings.Count(name, ")") {
		name += ")"
	}
	return name
}
