package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// tableFinder finds the ruled table of a section that prints a line; tables without rules are read as
// lines, but for those of limits. What each table is, is told once.
type tableFinder struct {
	exact map[linePlace]int
	loose []looseLine
}

// linePlace is the place of a line.
type linePlace struct {
	page int
	box  doc.Box
}

// looseLine is a line of a table without closed cells, which may be part of a longer printed one.
type looseLine struct {
	doc.Line
	table int
}

func tablesOf(sec *doc.Section) tableFinder {
	f := tableFinder{exact: map[linePlace]int{}}
	for k, t := range sec.Tables {
		if len(t.Rows) < 2 || t.Cols() < 2 || t.Kind != doc.Lattice && !hasLimitHeadings(t) && !(t.Kind == doc.Rules && (limitsByRow(t) || stackedLimits(t))) {
			continue
		}
		for _, r := range t.Rows {
			for _, c := range r {
				for _, l := range c.Lines {
					if at := (linePlace{l.Page, l.Box}); t.Kind == doc.Lattice {
						if _, seen := f.exact[at]; !seen {
							f.exact[at] = k
						}
					} else {
						f.loose = append(f.loose, looseLine{l, k})
					}
				}
			}
		}
	}
	return f
}

// of is the index of the table that prints a line; -1 for none.
func (f tableFinder) of(l doc.Line) int {
	best := -1
	if k, ok := f.exact[linePlace{l.Page, l.Box}]; ok {
		best = k
	}
	for _, cl := range f.loose {
		if cl.Page == l.Page && (cl.Box == l.Box || cl.OverlapY(l.Box) > 0.7*cl.H() && cl.X0 > l.X0-1 && cl.X1 < l.X1+1) && (best < 0 || cl.table < best) {
			best = cl.table
		}
	}
	return best
}

// hasLimitHeadings reports a table without rules whose first row names authorities or kinds above
// columns of figures.
func hasLimitHeadings(t doc.Table) bool {
	headings := 0
	for c := 1; c < t.Cols(); c++ {
		text := fold.Printed(t.Rows[0][c].Text())
		if len(airborne(text)) > 0 {
			return false
		}
		if len(text) < 60 && (authorityIn(text) != "" || kindIn(text) != "" || limitHeadings[strings.ToLower(fold.Squeezed(text))]) {
			headings++
		}
	}
	if headings < 2 || t.Rows[0][0].Text() == "" || len(airborne(fold.Printed(t.Rows[0][0].Text()))) > 0 {
		return false
	}
	return slices.ContainsFunc(t.Rows[1:], func(row []doc.Cell) bool {
		return strings.ContainsAny(row[min(1, len(row)-1)].Text(), "0123456789") || hasLimit(row)
	})
}

// stackedLimits reports a table with a row of names of limits, one below the other, each beside its figure.
func stackedLimits(t doc.Table) bool {
	return slices.ContainsFunc(t.Rows, func(row []doc.Cell) bool { return besideNames(row) != nil })
}

// limitsByRow reports a table without closed cells and headings, with limits and their
// authorities in one column.
func limitsByRow(t doc.Table) bool {
	n := 0
	for _, row := range t.Rows {
		if text := fold.Printed(row[len(row)-1].Text()); len(airborne(text)) > 0 && authorityIn(text) != "" {
			n++
		}
	}
	return n > 1
}

// limitHeadings are headings of the columns of a table of limits that name no authority or kind
// themselves.
var limitHeadings = map[string]bool{
	"authority": true, "entity": true, "agency": true, "origin": true, "source": true, "basis": true, "type": true, "value": true, "limit": true, "exposurelimits": true, "limits": true, "ppm": true, "mg/m3": true,
}

// limitColumns is the number of columns whose heading names limits.
func limitColumns(t doc.Table) int {
	n := 0
	if len(t.Rows) < 2 {
		return 0
	}
	for c := range t.Cols() {
		text := t.Rows[0][c].Text()
		if a := authorityIn(fold.Printed(text)); a != "" && a != "MHLW" && a != "JSOH" && (limitRE.MatchString(text) || strings.Contains(text, "P.E.L")) || strings.Contains(text, "許容濃度") {
			n++
		}
	}
	return n
}

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
	list := outer.list
	h := w.headings(t)
	substance, authority, rowKind := outer.substance, outer.authority, ""
	if w.continues(t, &h) {
		substance, authority, rowKind = orElse(substance, w.before.substance), orElse(authority, w.before.authority), w.before.kind
	}
	headings, columns, units, basis, kinds := h.rows, h.columns, h.units, h.basis, h.kinds
	defer func() {
		w.before = tableEnd{limitState{substance: substance, authority: authority, kind: rowKind, list: list}, h, t.Rows[len(t.Rows)-1][0].Page, t.Rows[0][0].Text()}
	}()
	for r := headings; r < len(t.Rows); r++ {
		if kinds < 0 || !t.At(r, kinds).Empty() || !t.At(r, 0).Empty() {
			rowKind = ""
		}
		if again := h.again(t, r); again != nil {
			columns, units = again, h.units
			continue
		}
		if basis >= 0 {
			if text := fold.Printed(t.At(r, basis).Text()); strings.Trim(text, "- ") != "" {
				if named := orElse(authorityIn(text), strings.TrimSpace(endsInC.ReplaceAllString(kindRE.ReplaceAllString(text, ""), ""))); named != "" {
					authority = named
				}
			}
		}
		if kinds >= 0 && !t.At(r, kinds).Empty() {
			rowKind = kindIn(fold.Printed(t.At(r, kinds).Text()))
		}
		for c := range t.Cols() {
			cell := t.Rows[r][c]
			if cell.Covered && c > 0 && !t.At(r, c).Empty() && spansFrom(t, r, c) {
				continue
			}
			at := t.At(r, c)
			text := ownWords(w.fold(at.Text()), columns[c].authority)
			if text == "" || c == basis || c == kinds {
				continue
			}
			if name := w.part(text); name != "" {
				substance = name
			}
			st := limitState{authority: authority, kind: rowKind, substance: orElse(columns[c].substance, substance), list: list, on: true}
			if columns[c].authority != "" {
				st.authority = columns[c].authority
			}
			if columns[c].kind != "" {
				st.kind = columns[c].kind
			}
			if otherValues(text) {
				break
			}
			found := airborne(text)
			own := unitLeft(t, r, c)
			unit := orElse(units[c], orElse(own, w.unit))
			if len(found) == 0 && unit != "" && c > 0 && (own != "" || units[c] != "" || columns[c].authority != "" || columns[c].kind != "") {
				if figures := bareFigures(text); figures != nil {
					for _, q := range figures {
						q.Unit = unit
						w.emit(st, chem.Measured{Quantity: q, Dimension: chem.Airborne}, text, at.Lines)
					}
					continue
				}
			}
			if len(found) == 0 {
				if title := titlesList(text); title != "" {
					list = title
				}
				if a := ofList(authorityIn(text), text, list); a != "" {
					authority = a
				} else if m := strings.TrimSpace(text); c > 0 && authority == "" && (m == "OEL" || m == "MAK" || m == "AGW") {
					authority = m
				}
				if k := kindIn(text); k != "" {
					rowKind = k
				} else if authorityIn(text) != "" && kinds < 0 {
					rowKind = ""
				}
				continue
			}
			if cell.Covered {
				continue // the spanning cell was read in its own row
			}
			last := 0
			after, named := kindsAfter(text, found), authoritiesAfter(text, found)
			byLine := w.kindsByLine(h.kindsOf(c), at.Lines)
			for i, m := range found {
				st.read(text[last:m.Start])
				st.kind = orElse(st.kind, columns[c].kind)
				if after != nil && columns[c].kind == "" {
					st.kind = after[i]
				} else if len(found) == 1 && st.kind == "" {
					st.kind = kindIn(text[m.End:])
				}
				if len(byLine) == len(found) {
					st.kind = byLine[i]
				} else if kind, ok := kindWithin(h.kindsOf(c), text, found, i); ok {
					st.kind = kind
				}
				if named != nil && named[i] != "" {
					st.authority = named[i]
				}
				w.emit(st, m, text, at.Lines)
				last = m.End
			}
			authority = kept(st.authority, authority, columns[c].authority)
		}
	}
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
