package extract

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	// numberName matches another number of an ingredient, or a dose, in the place of its name: "CAS Number: 0000108-67-8",
	// "203-400-5", ">2500 mg/kg ORAL - RAT".
	numberName = pattern.MustCompile(`(?i)^(?:(?:CAS|EC|EINECS|ELINCS|index)(?: ?(?:no|nr|number|#|reg)\b\.?)?[ :.#]*)?[0-9]{2,12}-[0-9]{2,3}-[0-9](?:-[0-9X])?$|^(?:CAS|EC|EINECS) ?(?:no|nr|number|#)\.?:?$|^[<>≤≥]?[0-9.,]+ ?(?:mg|g|ml)/(?:kg|l)\b`)
	// subHeading matches the numbered heading of a part of section 3.
	subHeading = pattern.MustCompile(`^[·•● ]*3\.[0-9]\.? [A-Z]`)
	// aboutComposition matches a sentence about the composition, and a heading, in the place of a name.
	aboutComposition = pattern.MustCompile(`(?i)^(?:there (?:are|is) no\b|this (?:product|material|mixture) (?:contains|does|has|is)\b|of the supplier and\b|to health and hence\b|components?[ \-–]+chemical names?\b)`)
	// noRest matches what stands below a name and is no part of it: a note, the species of a test.
	noRest = pattern.MustCompile(`(?i)^[^A-Za-z0-9(]|^(?:rat|mouse|rabbit|oral|dermal|inhal)\b|not available`)
	// gluedCAS matches a number right behind the letters of a name: "ORTHO-XYLENE95-47-6".
	gluedCAS = pattern.MustCompile(`([A-Za-z]{3})([0-9]{2,7}-[0-9]{2}-[0-9]\b)`)
)

// withoutNumberNames mends rows whose name is a number of the ingredient: right below a row without a number, it is that
// row's; else the row has no name. Rows that are a sentence about the composition are left out.
func withoutNumberNames(rows []ingredient) []ingredient {
	var out []ingredient
	for _, r := range rows {
		if len(r.cas) == 0 && !r.concentration.Stated() && aboutComposition.MatchString(r.name) || symbolsName.MatchString(r.name) {
			continue
		}
		r = withoutStroke(withWholeNumber(withoutCellBefore(r)))
		if numberName.MatchString(r.name) {
			if len(r.cas) == 0 {
				continue
			}
			r.name = ""
			if n := len(out); n > 0 && len(out[n-1].cas) == 0 && out[n-1].name != "" && !r.concentration.Stated() {
				out[n-1].cas, out[n-1].raw["cas"], out[n-1].source["cas"] = r.cas, r.raw["cas"], r.source["cas"]
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// symbolsName matches the pictograms of an ingredient, or their heading, in the place of its name: a second table of the same ingredients.
var symbolsName = pattern.MustCompile(`(?i)^GHS (?:symbols?|pictograms?|hazard statements?)$|^GHS0[1-9](?:[ ,/\-]+GHS0[1-9])*$`)

var (
	// codesAhead matches pictograms and codes of statements before a name, from a column left of it: "GHS07-GHS08 H317-319-373 Methyltrisilane".
	codesAhead = pattern.MustCompile(`^(?:(?:GHS0[1-9]|[HR][2-4][0-9]{2}[A-Za-z]{0,2})(?:[-+/, ]+(?:GHS0[1-9]|[HR]?[2-4][0-9]{2}[A-Za-z]{0,2}))*[ ,;]+)([A-Za-z0-9(].{2,})$`)
	// shareAhead matches a share before a name: a range, a figure with a sign, a decimal point or a percent sign. "2-4 D" and "2 Ethylhexanol" have none.
	shareAhead = pattern.MustCompile(`^([<>≤≥]=? ?[0-9]+(?:\.[0-9]+)? ?%?|[0-9]+(?:\.[0-9]+)? ?(?:-|–|to) ?[<>]?[0-9]+(?:\.[0-9]+)? ?%?|[0-9]+\.[0-9]+ ?%?|[0-9]+ ?%) +([A-Za-z0-9(][A-Za-z0-9,'()\[\]-]{3,}.*)$`)
)

// withoutCellBefore is a row without what its name has of the cells left of it: codes of statements, or the share, which is the ingredient's
// where it has no other.
func withoutCellBefore(r ingredient) ingredient {
	if m := codesAhead.FindStringSubmatch(r.name); m != nil {
		r.name = m[1]
	}
	m := shareAhead.FindStringSubmatch(r.name)
	if m == nil {
		return r
	}
	share, ok := shareOf(m[1], "%")
	if !ok || !share.Stated() || share.High > 100 || share.LowOp != "" && share.HighOp != "" && share.Low > share.High || strings.IndexFunc(m[2], isLetterRune) < 0 {
		return r
	}
	if r.concentration.Stated() && r.concentration.Quantity != share.Quantity {
		return r
	}
	r.name = m[2]
	if !r.concentration.Stated() {
		r.concentration = share
		r.raw["concentration"], r.source["concentration"] = m[1], r.source["name"]
	}
	return r
}

// digitsBehind matches the first digits of a number at the end of a name.
var digitsBehind = pattern.MustCompile(`^(.*[A-Za-z)]) ([0-9]{1,3})$`)

// withWholeNumber gives a CAS number the first digits that its cell left at the end of the name, where they make its check digit right:
// "Water 7", "732-18-5".
func withWholeNumber(r ingredient) ingredient {
	m := digitsBehind.FindStringSubmatch(r.name)
	if m == nil || len(r.cas) != 1 {
		return r
	}
	if found := chem.FindCAS(r.cas[0]); len(found) == 1 && found[0].Valid {
		return r
	}
	if found := chem.FindCAS(m[2] + r.cas[0]); len(found) == 1 && found[0].Valid {
		r.name, r.cas = m[1], []string{string(found[0].CAS)}
	}
	return r
}

// withoutStroke is a row without the line of its cell, read as a figure, before a Japanese name: the rest is a known name of its CAS
// number, the whole is not.
func withoutStroke(r ingredient) ingredient {
	if len(r.cas) != 1 || r.name == "" || !strings.ContainsRune("1lI|", rune(r.name[0])) {
		return r
	}
	rest := strings.TrimLeft(r.name[1:], " ")
	if strings.IndexFunc(rest, doc.CJK) != 0 {
		return r
	}
	cas := chem.CAS(r.cas[0])
	if whole, _ := chem.SameSubstance(cas, r.name); whole {
		return r
	}
	if same, _ := chem.SameSubstance(cas, rest); same {
		r.name = rest
	}
	return r
}

// namedByOthers names rows that have a CAS number and no name as another way of reading names that number.
func namedByOthers(rows []ingredient, others [][]ingredient) []ingredient {
	for i, r := range rows {
		if r.name != "" || len(r.cas) == 0 {
			continue
		}
		for _, o := range slices.Concat(others...) {
			if wordOf.MatchString(o.name) && !withheldLine.MatchString(o.name) && slices.Equal(o.cas, r.cas) && !numberName.MatchString(o.name) && !aboutComposition.MatchString(o.name) {
				rows[i].name, rows[i].raw["name"], rows[i].source["name"] = o.name, o.raw["name"], o.source["name"]
				break
			}
		}
	}
	return rows
}

// noteMarks are the figures behind names that are marks of notes below the table, with their blanks: "Nickel (Ni) 1", where a
// line of the section begins with "1" and goes on in words.
func noteMarks(rows []ingredient, secs []*doc.Section) map[string]string {
	named := map[string]int{}
	for _, r := range rows {
		if mark := lastWord(r.name); len(mark) == 1 && isDigitRune(rune(mark[0])) {
			named[mark]++
		}
	}
	out := map[string]string{}
	for _, sec := range secs {
		for _, l := range sec.Lines {
			if mark, rest, _ := strings.Cut(fold.Printed(l.Text), " "); named[mark] > 1 && len(rest) > 30 && strings.IndexFunc(rest, isLetterRune) == 0 {
				out[mark] = " " + mark
			}
		}
	}
	return out
}

// lastWord is the last of several words of a text; empty for a single one.
func lastWord(text string) string {
	if at := strings.LastIndexByte(text, ' '); at > 0 {
		return text[at+1:]
	}
	return ""
}

// withoutRepeats drops rows that say the same as an earlier one: a list that is printed once more, for another country.
func withoutRepeats(rows []ingredient, secs []*doc.Section) []ingredient {
	if !slices.ContainsFunc(secs, func(sec *doc.Section) bool {
		return slices.ContainsFunc(sec.Lines, func(l doc.Line) bool { return countryAlone.MatchString(fold.Printed(l.Text)) })
	}) {
		return rows
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(rows, func(r ingredient) bool {
		key := fmt.Sprint(r.identity(), "|", r.concentration)
		if number := numberBehind.FindString(r.name); number != "" && len(r.cas) == 0 {
			key = fmt.Sprint(number, "|", r.concentration) // its number was taken for the end of its name
		}
		repeated := r.concentration.Stated() && seen[key]
		seen[key] = true
		return repeated
	})
}

var (
	// countryAlone matches the heading of a country's list.
	countryAlone = pattern.MustCompile(`^(?:` + countries + `)$`)
	numberBehind = pattern.MustCompile(`[0-9]{2,7}-[0-9]{2}-[0-9]$`)
)

// apartCAS is the text of a line with a blank before a CAS number that touches the name; one that the section prints
// by itself too is left as it is.
func apartCAS(l doc.Line, printed []string) string {
	text := fold.Printed(l.Text)
	return gluedCAS.ReplaceAllStringFunc(text, func(found string) string {
		m := gluedCAS.FindStringSubmatch(found)
		if f := chem.FindCAS(m[2]); len(f) == 1 && f[0].Valid && !slices.Contains(printed, string(f[0].CAS)) {
			return m[1] + " " + m[2]
		}
		return found
	})
}

// nameRest are the lines that go on with a name of which the first stands beside the CAS number: right below it in its
// column, with nothing beside them, and with a first word that had no room on the line above.
func nameRest(lines []doc.Line, i int) []doc.Line {
	l := lines[i]
	number, end := l.X1, l.X1
	for k := 1; k < len(l.Words); k++ {
		if f := chem.FindCAS(fold.Printed(l.Words[k].Text)); len(f) > 0 && f[0].Start == 0 {
			number, end = l.Words[k].X0, l.Words[k-1].X1
			break
		}
	}
	var out []doc.Line
	last := l
	for _, n := range lines[i+1:] {
		text := fold.Printed(n.Text)
		if n.Page != l.Page || math.Abs(n.X0-l.X0) > 1 || math.Abs(n.Size-l.Size) > 0.3 || n.X1 > number || n.Y0-last.Y1 > 0.35*last.H() || n.Y0 < last.CY() ||
			len(text) > 40 || strings.IndexFunc(text, isLetterRune) < 0 || strings.ContainsAny(text, ":%") || len(chem.FindCAS(text)) > 0 || labelKey(3, text) != "" ||
			len(n.Words) == 0 || end+n.Words[0].W() < number-n.Size || noData(text) || noRest.MatchString(text) || classLine.MatchString(text) || remarkLine.MatchString(text) || identifierLine.MatchString(text) || len(out) == 3 {
			break
		}
		out = append(out, n)
		last, end = n, n.X1
	}
	return out
}

// wordColumn is the first column without a heading of its own that has words in its first row, and no numbers of the
// ingredient; -1 where there is none.
func wordColumn(t doc.Table, from int, cols columns) int {
	for c, kind := range cols.kind {
		if kind == otherColumn && (from >= len(t.Rows) || !numberName.MatchString(fold.Printed(t.At(from, c).Text()))) {
			return c
		}
	}
	return -1
}
