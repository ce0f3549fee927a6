package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
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
