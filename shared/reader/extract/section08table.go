package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// table reads a ruled table: the heading of a column and the words left of a cell state
// authority and kind.
func (w *limitWriter) table(t doc.Table, outer limitState) {
	if otherValues(t.Rows[0][0].Text()) {
		return
	}
	w.inTable = true
	defer func() { w.inTable = false }()
	if t.Kind != doc.Lattice {
		t = listsApart(t)
	}
	t = w.byStackedNames(unstacked(t))
	r := &limitTable{limitWriter: w, t: t, heads: w.headings(t), now: limitState{substance: outer.substance, authority: outer.authority, list: outer.list}}
	if w.continues(t, &r.heads) {
		r.now.substance, r.now.authority, r.now.kind = orElse(outer.substance, w.before.substance), orElse(outer.authority, w.before.authority), w.before.kind
	}
	r.columns, r.units = r.heads.columns, r.heads.units
	for row := r.heads.rows; row < len(t.Rows); row++ {
		r.row(row)
	}
	w.before = tableEnd{r.now, r.heads, t.Rows[len(t.Rows)-1][0].Page, t.Rows[0][0].Text()}
}

// limitTable reads the limits of a table, row by row.
type limitTable struct {
	*limitWriter
	t     doc.Table
	heads limitHeads
	// columns and units are those of the last row of headings.
	columns []limitState
	units   []string
	// now is what the cells read so far say of those that follow.
	now limitState
}

func (r *limitTable) row(row int) {
	t, basis, kinds := r.t, r.heads.basis, r.heads.kinds
	if kinds < 0 || !t.At(row, kinds).Empty() || !t.At(row, 0).Empty() {
		r.now.kind = ""
	}
	if again := r.heads.again(t, row); again != nil {
		r.columns, r.units = again, r.heads.units
		return
	}
	if basis >= 0 {
		if text := fold.Printed(t.At(row, basis).Text()); strings.Trim(text, "- ") != "" {
			r.now.authority = orElse(orElse(authorityIn(text), strings.TrimSpace(endsInC.ReplaceAllString(kindRE.ReplaceAllString(text, ""), ""))), r.now.authority)
		}
	}
	if kinds >= 0 && !t.At(row, kinds).Empty() {
		r.now.kind = kindIn(fold.Printed(t.At(row, kinds).Text()))
	}
	for column := range t.Cols() {
		if !r.cell(row, column) {
			return
		}
	}
}

// cell reads a cell of a row; it reports whether the row has limits right of it.
func (r *limitTable) cell(row, column int) bool {
	t, head := r.t, r.columns[column]
	covered, at := t.Rows[row][column].Covered, t.At(row, column)
	if covered && column > 0 && !at.Empty() && spansFrom(t, row, column) {
		return true
	}
	text := ownWords(r.fold(at.Text()), head.authority)
	if text == "" || column == r.heads.basis || column == r.heads.kinds {
		return true
	}
	r.now.substance = orElse(r.part(text), r.now.substance)
	if otherValues(text) {
		return false
	}
	st := limitState{
		authority: orElse(head.authority, r.now.authority), kind: orElse(head.kind, r.now.kind),
		substance: orElse(head.substance, r.now.substance), list: r.now.list, on: true,
	}
	found := airborne(text)
	switch {
	case len(found) == 0 && r.bare(st, text, row, column):
	case len(found) == 0:
		r.words(text, column)
	case !covered: // a spanning cell was read in its own row
		r.limits(st, text, found, at.Lines, column)
	}
	return true
}

// bare records the figures of a cell without units, where the column or the cells left of it state that and what they are.
func (r *limitTable) bare(st limitState, text string, row, column int) bool {
	own := unitLeft(r.t, row, column)
	unit := orElse(r.units[column], orElse(own, r.unit))
	if unit == "" || column == 0 || own == "" && r.units[column] == "" && r.columns[column].authority == "" && r.columns[column].kind == "" {
		return false
	}
	figures := bareFigures(text)
	for _, q := range figures {
		q.Unit = unit
		r.emit(st, chem.Measured{Quantity: q, Dimension: chem.Airborne}, text, r.t.At(row, column).Lines)
	}
	return figures != nil
}

// words takes what a cell without figures says of the cells after it.
func (r *limitTable) words(text string, column int) {
	r.now.list = orElse(titlesList(text), r.now.list)
	if a := ofList(authorityIn(text), text, r.now.list); a != "" {
		r.now.authority = a
	} else if m := strings.TrimSpace(text); column > 0 && r.now.authority == "" && (m == "OEL" || m == "MAK" || m == "AGW") {
		r.now.authority = m
	}
	if k := kindIn(text); k != "" {
		r.now.kind = k
	} else if authorityIn(text) != "" && r.heads.kinds < 0 {
		r.now.kind = ""
	}
}

// limits records the limits found in a cell: the words before each, behind it and above the column state its kind and authority.
func (r *limitTable) limits(st limitState, text string, found []chem.Measured, lines []doc.Line, column int) {
	head, kinds := r.columns[column], r.heads.kindsOf(column)
	after, named := kindsAfter(text, found), authoritiesAfter(text, found)
	byLine := r.kindsByLine(kinds, lines)
	last := 0
	for i, m := range found {
		st.read(text[last:m.Start])
		st.kind = orElse(st.kind, head.kind)
		if after != nil && head.kind == "" {
			st.kind = after[i]
		} else if len(found) == 1 && st.kind == "" {
			st.kind = kindIn(text[m.End:])
		}
		if len(byLine) == len(found) {
			st.kind = byLine[i]
		} else if kind, ok := kindWithin(kinds, text, found, i); ok {
			st.kind = kind
		}
		if named != nil && named[i] != "" {
			st.authority = named[i]
		}
		r.emit(st, m, text, lines)
		last = m.End
	}
	r.now.authority = kept(st.authority, r.now.authority, head.authority)
}

// The headings of the columns that name the authority of a row, those of an organisation
// before those of any basis.
var authorityHeadings = [][]string{
	{"authority", "entity", "agency", "origin", "source", "organization", "organisation", "機関", "設定機関", "機関名"},
	{"basis", "std", "standard", "regulation", "limit/standard", "note/source", "出典", "根拠"},
}

// basisColumn is the column that names the authority of a table's rows: by its heading, else
// by its cells; -1 for none.
func basisColumn(t doc.Table, headings int) int {
	for _, words := range authorityHeadings {
		for r := range headings {
			for c := range t.Cols() {
				if slices.Contains(words, strings.ToLower(fold.Squeezed(t.At(r, c).Text()))) {
					if kindsOnly(t, headings, c) {
						continue // "Limit / Standard" over kinds
					}
					return c
				}
			}
		}
	}
	// An authority right of the figures says nothing to who reads from the left.
	for c := 2; c < t.Cols(); c++ {
		if filledAll(t, headings, c, func(text string) bool { return len(text) < 40 && authorityIn(text) != "" }) {
			return c
		}
	}
	return -1
}

// kindColumn is the column that names the kind of a table's rows; -1 for none.
func kindColumn(t doc.Table, headings int) int {
	for c := 1; c < t.Cols(); c++ {
		if kindsOnly(t, headings, c) {
			return c
		}
	}
	return -1
}

// kindsOnly reports a column whose cells hold nothing but kinds of limits; the words of an
// authority beside one are that authority's.
func kindsOnly(t doc.Table, headings, c int) bool {
	kinds := 0
	return filledAll(t, headings, c, func(text string) bool {
		if kindIn(text) != "" {
			kinds++
		}
		return len(text) < 24 && (kindIn(text) != "" || authorityIn(text) != "")
	}) && kinds > 0
}

// filledAll reports whether all cells of a column below the headings that have a text, and at
// least one, pass a test; cells with figures of limits never do.
func filledAll(t doc.Table, headings, c int, test func(text string) bool) bool {
	n := 0
	for r := headings; r < len(t.Rows); r++ {
		text := fold.Printed(t.At(r, c).Text())
		if strings.Trim(text, "- ") == "" {
			continue
		}
		if len(airborne(text)) > 0 || !test(text) {
			return false
		}
		n++
	}
	return n > 0
}

// orElse is a, or b where there is no a.
func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// kept is the authority for the rest of a row: that of a cell, unless it comes from the
// column's own heading.
func kept(now, before, column string) string {
	if column != "" {
		return before
	}
	return now
}

func hasLimit(row []doc.Cell) bool {
	for _, c := range row {
		if len(airborne(footnoteMark.ReplaceAllString(fold.Printed(c.Text()), "$1"))) > 0 {
			return true
		}
	}
	return false
}

// headingLike distinguishes a row of headings from a row that names a substance or an
// authority over the whole width.
func headingLike(row []doc.Cell) bool {
	filled := 0
	for _, c := range row {
		if !c.Empty() && !c.Covered {
			filled++
		}
	}
	return filled > 1
}
