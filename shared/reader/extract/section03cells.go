package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	// casInText matches a CAS number with its label among other numbers of a cell.
	casInText = pattern.MustCompile(`(?i)\bCAS(?:[ -]?(?:No|Nr|RN|#|number)\.?)?[ :.#]+[0-9]{2,7}-[0-9]{2}-[0-9]\b`)
	// rangeAlone is a cell with nothing but a range of shares.
	rangeAlone = pattern.MustCompile(`^[0-9]+(?:[.,][0-9]+)? ?(?:-|–|to) ?[0-9]+(?:[.,][0-9]+)?$`)
)

// labelledCAS are the numbers of a cell that have the label of a CAS number.
func labelledCAS(text string, found []chem.Found) []chem.Found {
	var out []chem.Found
	for _, at := range casInText.FindAllStringIndex(text, -1) {
		for _, f := range found {
			if f.Start > at[0] && f.End <= at[1] {
				out = append(out, f)
			}
		}
	}
	return out
}

// shareBeside is the share that stands apart on one of a cell's lines, right of the numbers
// that identify the ingredient.
func shareBeside(lines []doc.Line, unit string) (chem.Concentration, bool) {
	for _, l := range lines {
		segs := segmentsAt(l, 1.5)
		for _, seg := range segs[min(1, len(segs)):] {
			if len(seg.text) > 20 || len(chem.FindCAS(seg.text)) > 0 {
				continue
			}
			if c, ok := chem.ParseConcentration(seg.text, unit); ok && c.Stated() {
				return c, true
			}
		}
	}
	return chem.Concentration{}, false
}

// classLine matches a line with the classification of an ingredient under its name: risk phrases
// ("Xn R20/22"), or the short names of classes.
var classLine = pattern.MustCompile(`^(?:(?:T\+?|Xn|Xi|C|F\+?|O|E|N)[ ,;]+)?R ?[0-9]{1,2}(?:[/\-][0-9]{1,2})*\b|\bH[2-4][0-9]{2}\b|^(?:Flam|Acute Tox|Skin (?:Corr|Irrit|Sens)|Eye (?:Dam|Irrit)|STOT|Aquatic|Asp|Repr|Carc|Muta|Resp|Met|Ox|Press|Water-react)\.? ?[A-Z0-9][^a-z]*`)

// classBehind is the classification of an ingredient behind its name on the same line.
var classBehind = pattern.MustCompile(` [^A-Za-z0-9(]*(?:(?:Xn|Xi|T\+?|C|F\+?|N)[,;]? R ?[0-9].*|(?:Flam|Acute Tox|Skin (?:Corr|Irrit|Sens)|Eye (?:Dam|Irrit)|STOT|Aquatic|Asp|Repr|Carc|Muta|Resp|Met|Ox|Press|Water-react|Pyr)\b.*\bH[2-4][0-9]{2}.*)$`)

// otherRow matches the row for what is below the limits of reporting, in a line of its own.
var otherRow = pattern.MustCompile(`(?i)^(other (?:components?|ingredients?|substances?)[^0-9%<>]{0,50}?) +((?:[<>≤≥]=? ?)?[0-9]+(?:[.,][0-9]+)?(?: ?(?:-|–|to) ?[0-9]+(?:[.,][0-9]+)?)? ?%?)$`)

// otherComponents is the row for all other components, where the section prints it below its
// table.
func otherComponents(sec *doc.Section, rows []ingredient) []ingredient {
	for _, l := range sec.Lines {
		m := otherRow.FindStringSubmatch(fold.Printed(l.Text))
		if m == nil || slices.ContainsFunc(rows, func(r ingredient) bool { return strings.EqualFold(r.name, m[1]) }) {
			continue
		}
		c, ok := chem.ParseConcentration(m[2], "")
		if !ok {
			continue
		}
		from := doc.SourcesOf([]doc.Line{l})
		rows = append(rows, ingredient{
			name: ingredientName(m[1]), concentration: c, rule: "table", confidence: 0.9,
			raw: map[string]string{"name": m[1], "concentration": m[2]}, source: map[string][]doc.Source{"name": from, "concentration": from},
		})
	}
	return rows
}

// nameFirst matches the heading of a column with name and numbers one below the other.
var nameFirst = pattern.MustCompile(`(?i)^(?:hazardous |dangerous |materials? or )?(?:components?|ingredients?|chemical names?|substances?)\b.*\bCAS`)

// numberLine is a line with an identifying number only.
var numberLine = pattern.MustCompile(`^[A-Za-z .:#]{0,12}[0-9][0-9\-]{4,}[0-9Xx]*$|^-+$`)

// aboveNumbers are the lines of a cell before the first with a number of the ingredient.
func aboveNumbers(lines []doc.Line) []doc.Line {
	for i, l := range lines {
		if numberLine.MatchString(fold.Printed(l.Text)) {
			return lines[:i]
		}
	}
	return lines
}
