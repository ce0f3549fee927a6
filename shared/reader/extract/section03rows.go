package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// rowReader reads the rows of a composition table.
type rowReader struct {
	t    doc.Table
	cols columns
	from int // the first row below the headings
	// The columns of name, CAS number and share; -1 where there is none.
	nameAt, casAt, shareAt int
}

func newRowReader(t doc.Table, from int, cols columns) rowReader {
	r := rowReader{t, cols, from, cols.at(nameColumn), cols.at(casColumn), cols.at(shareColumn)}
	if cols.combined {
		r.nameAt = r.casAt
	}
	if r.nameAt < 0 {
		r.nameAt = wordColumn(t, from, cols)
	}
	if r.shareAt < 0 && cols.low == 0 && cols.high == 0 && r.casAt >= 0 {
		r.shareAt = shareColumnOf(t, from, cols)
	}
	return r
}

// tableRows are the ingredients of a table from a row on.
func tableRows(t doc.Table, from int, cols columns) []ingredient {
	r := newRowReader(t, from, cols)
	var out []ingredient
	for row := from; row < len(t.Rows); row++ {
		if _, ok := tableColumns(t, row); ok && !hasCAS(t.Rows[row]) && !hasShare(t.Rows[row]) {
			continue // a heading repeated on a new page
		}
		if row > from && r.again(row) {
			continue
		}
		in, ok := r.ingredient(row)
		if n := len(out); n > 0 && in.endsNumber(out[n-1]) {
			out[n-1].takeNumber(in)
			continue
		}
		if n := len(out); !ok && n > 0 && unfinishedName.MatchString(out[n-1].name) && in.goesOn() {
			out[n-1].name = ingredientName(doc.JoinText(out[n-1].name, in.name))
			out[n-1].source["name"] = append(slices.Clone(out[n-1].source["name"]), in.source["name"]...)
			continue
		}
		if ok {
			out = append(out, in)
		}
	}
	return out
}

// hasShare reports a row with a share in a cell of its own: "95-99%" beside "Nonhazardous ingredients".
func hasShare(row []doc.Cell) bool {
	return slices.ContainsFunc(row, func(c doc.Cell) bool { return !c.Covered && shareAlone.MatchString(fold.Printed(c.Text())) })
}

// shareAlone matches a share and nothing else.
var shareAlone = pattern.MustCompile(`^[<>≤≥~]?=? ?[0-9][0-9.,]*(?: ?%?(?: ?- ?| to )[<≤]?=? ?[0-9][0-9.,]*)? ?%$`)

// again reports a row of a ruled table whose number, name and share are the cells of the row above.
func (r rowReader) again(row int) bool {
	shared := 0
	for _, c := range []int{r.nameAt, r.casAt, r.shareAt} {
		if c < 0 || r.t.At(row, c).Empty() {
			continue
		}
		if !r.t.Rows[row][c].Covered || !sameCell(r.t.At(row, c), r.t.At(row-1, c)) {
			return false
		}
		shared++
	}
	return shared > 1
}

// unfinishedName matches a name that goes on in the next row: on the next page, or where a rule divides it.
var unfinishedName = pattern.MustCompile(`[A-Za-z][,;(\-]$`)

// goesOn reports a row with words in the column of names and nothing else.
func (in ingredient) goesOn() bool {
	return in.name != "" && len(in.name) < 60 && len(in.cas) == 0 && in.raw["cas"] == "" && in.raw["concentration"] == "" && labelKey(3, in.name) == "" && !remarkLine.MatchString(in.name)
}

// ingredient reads a row; ok is false where it is none.
func (r rowReader) ingredient(row int) (ingredient, bool) {
	in := ingredient{raw: map[string]string{}, source: map[string][]doc.Source{}, rule: "table", confidence: 0.9}
	if r.casAt >= 0 && r.nameAt >= 0 && r.nameAt != r.casAt && sameCell(r.t.At(row, r.casAt), r.t.At(row, r.nameAt)) {
		return in, false // a heading over the whole width
	}
	r.name(&in, row)
	filled := r.number(&in, row)
	filled = r.share(&in, row) || filled
	if r.casAt < 0 {
		r.numberAnywhere(&in, row)
	}
	if !filled && len(in.cas) == 0 || in.name == "" && len(in.cas) == 0 || isTotal(in.name) || len(in.name) > 300 || len(in.cas) == 0 && !in.concentration.Stated() && (labelKey(3, in.name) != "" || remarkLine.MatchString(in.name)) {
		return in, false
	}
	return in, true
}

func (r rowReader) name(in *ingredient, row int) {
	if r.nameAt < 0 {
		return
	}
	cell := r.t.At(row, r.nameAt)
	lines := cell.Lines
	if row == r.from && row > 0 && sameCell(cell, r.t.At(row-1, r.nameAt)) && len(lines) > 1 && headingKind(lines[0].Text) == nameColumn {
		lines = lines[1:] // no rule between the heading and the first name
	}
	named := beforeLabels(withoutNumbers(lines))
	if r.cols.combined {
		if above := aboveNumbers(lines); len(above) > 0 {
			named = above
		}
	}
	in.name = ingredientName(classBehind.ReplaceAllString(doc.Join(named), ""))
	in.raw["name"], in.source["name"] = cell.Text(), doc.SourcesOf(named)
}

// number reads the CAS number, and a share behind it; it reports whether there is text in the cell.
func (r rowReader) number(in *ingredient, row int) bool {
	if r.casAt < 0 {
		return false
	}
	cell := r.t.At(row, r.casAt)
	text := fold.Printed(cell.Text())
	found := chem.FindCAS(text)
	if len(found) == 0 {
		// A narrow cell may break the number: "25036-2" / "5-3".
		for _, f := range chem.FindCAS(strings.ReplaceAll(text, " ", "")) {
			if f.Valid {
				found = append(found, f)
			}
		}
	} else if rest := strings.TrimSpace(text[found[len(found)-1].End:]); rest != "" && (r.shareAt < 0 || r.t.At(row, r.shareAt).Empty()) {
		// The share follows directly, in the same column.
		if c, ok := shareOf(rest, r.cols.unit); ok && c.Stated() && !identifierLine.MatchString(rest) {
			in.concentration = c
			in.raw["concentration"], in.source["concentration"] = rest, doc.SourcesOf(cell.Lines)
		}
	}
	if casInText.MatchString(text) {
		found = labelledCAS(text, found)
		if c, ok := shareBeside(cell.Lines, r.cols.unit); ok && r.shareAt < 0 {
			in.concentration = c
			in.raw["concentration"], in.source["concentration"] = text, doc.SourcesOf(cell.Lines)
		}
	}
	for _, f := range found {
		in.cas = append(in.cas, string(f.CAS))
	}
	in.raw["cas"], in.source["cas"] = text, doc.SourcesOf(cell.Lines)
	return text != ""
}

// numberAnywhere looks for the CAS number in all cells, where no column is its own.
func (r rowReader) numberAnywhere(in *ingredient, row int) {
	for _, c := range r.t.Rows[row] {
		for _, f := range chem.FindCAS(fold.Printed(c.Text())) {
			if f.Valid {
				in.cas = append(in.cas, string(f.CAS))
				in.raw["cas"], in.source["cas"] = c.Text(), doc.SourcesOf(c.Lines)
			}
		}
	}
	if len(in.cas) > 0 && r.nameAt >= 0 {
		if name := ingredientName(cutAtCAS(in.raw["name"])); name != "" && len(chem.FindCAS(name)) == 0 {
			in.name = name
		}
	}
}

// share reads the share, or its ends from columns of their own; it reports whether there is text.
func (r rowReader) share(in *ingredient, row int) bool {
	filled := false
	if r.shareAt >= 0 {
		cell := r.t.At(row, r.shareAt)
		text := fold.Printed(cell.Text())
		if c, ok := shareOf(bounded(text, r.cols.bound), r.cols.unit); ok || text != "" || !in.concentration.Stated() {
			in.concentration = c
			in.raw["concentration"], in.source["concentration"] = text, doc.SourcesOf(cell.Lines)
		}
		filled = text != ""
	}
	if (r.cols.low > 0 || r.cols.high > 0) && !in.concentration.Stated() {
		low, high := doc.Cell{}, doc.Cell{}
		if r.cols.low > 0 {
			low = r.t.At(row, r.cols.low)
		}
		if r.cols.high > 0 {
			high = r.t.At(row, r.cols.high)
		}
		in.concentration, _ = between(low.Text(), high.Text(), r.cols.unit)
		in.raw["concentration"] = strings.TrimSpace(low.Text() + " " + high.Text())
		in.source["concentration"] = doc.SourcesOf(append(slices.Clone(low.Lines), high.Lines...))
		filled = true
	}
	return filled
}

// remarkLine matches a line of a name's cell that speaks of the ingredient, and does not name it.
var remarkLine = pattern.MustCompile(`(?i)^\(?substance (?:with|classified|listed)\b|^(?:ACGIH|OSHA|NIOSH)(?:[ -]?(?:TLV|PEL|REL))?\b|^(?:TLV|PEL)\b|^note [A-Z]\b`)

// withheldLine matches a line that says that the number is not told.
var withheldLine = pattern.MustCompile(`(?i)^(?:confidential|proprietary|trade secret|withheld|not disclosed|CBI|n/?a|none)$`)

// withoutNumbers drops lines with nothing but a CAS number, or what stands in its place, above a name.
func withoutNumbers(lines []doc.Line) []doc.Line {
	for len(lines) > 1 {
		text := strings.Trim(fold.Printed(lines[0].Text), "│|* ")
		found := chem.FindCAS(text)
		alone := len(found) == 1 && found[0].Valid && found[0].Start == 0 && found[0].End == len(text)
		if !alone && !withheldLine.MatchString(text) {
			break
		}
		lines = lines[1:]
	}
	return lines
}

// beforeLabels returns the lines of a cell before one with the label of another item:
// "CAS-No.", "EC-No.".
func beforeLabels(lines []doc.Line) []doc.Line {
	for i, l := range lines {
		if i == 0 {
			continue
		}
		if text := fold.Printed(l.Text); classLine.MatchString(text) || remarkLine.MatchString(text) {
			return lines[:i]
		}
		if key, _, _ := splitLabel(3, l.Text); key == "cas" || key == "formula" || key == "concentration" {
			return lines[:i]
		}
		if strings.IndexFunc(lines[0].Text, doc.CJK) == 0 && strings.IndexFunc(lines[i-1].Text, doc.CJK) >= 0 && strings.IndexFunc(l.Text, func(r rune) bool { return r > 0x7e }) < 0 && strings.IndexFunc(l.Text, isLetterRune) >= 0 && l.X0-lines[0].X0 < 3 {
			return lines[:i] // the name in English under the Japanese one
		}
	}
	return lines
}

func sameCell(a, b doc.Cell) bool { return a.Box == b.Box && a.Page == b.Page && !a.Empty() }
