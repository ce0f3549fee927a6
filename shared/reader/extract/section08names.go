package extract

import (
	"math"
	"strings"

	"anzen/shared/reader/doc"
)

// nameStack are the names of ingredients that a section prints one below the other, before the limits at their right.
type nameStack struct {
	names []string
	lines []doc.Line
	// before is the ingredient of the limits above the first name.
	before string
}

// stackedNames are the names of ingredients on lines that follow each other in one column of a page and name nothing
// else; fewer than two are no stack.
func (w *limitWriter) stackedNames(lines []doc.Line, tables tableFinder) []string {
	var out []string
	for i, l := range lines {
		if i > 0 && (l.Page != lines[0].Page || math.Abs(l.X0-lines[0].X0) > 2 || l.Y0 < lines[i-1].CY()) || tables.of(l) >= 0 {
			break
		}
		text := w.fold(l.Text)
		name := w.part(text)
		if name == "" || len(out) > 0 && name == out[len(out)-1] || len(text) > len(name)+4 || len(airborne(text)) > 0 {
			break
		}
		out = append(out, name)
	}
	return out
}

// beside is the name beside which a line stands: the last one that begins above it. It is not ok for a line that is no
// neighbour of the names.
func (n nameStack) beside(l doc.Line) (name string, ok bool) {
	if len(n.lines) == 0 || l.Page != n.lines[0].Page {
		return "", false
	}
	name = n.before
	for i, at := range n.lines {
		if l.X0 < at.X1 {
			return "", false
		}
		if at.Y0 < l.CY() {
			name = n.names[i]
		}
	}
	return name, strings.TrimSpace(name) != ""
}

// byStackedNames is a table with a row for each name where a cell holds several names of ingredients, one below the other,
// and the cells beside it their limits.
func (w *limitWriter) byStackedNames(t doc.Table) doc.Table {
	out := doc.Table{Page: t.Page, Box: t.Box, Kind: t.Kind}
	for _, row := range t.Rows {
		lines := row[0].Lines
		if len(lines) < 2 || row[0].RowSpan > 1 || len(w.stackedNames(lines, tableFinder{})) != len(lines) {
			out.Rows = append(out.Rows, row)
			continue
		}
		tops := make([]float64, len(lines))
		for i, l := range lines {
			tops[i] = l.Y0
		}
		out.Rows = append(out.Rows, divided(row, tops)...)
	}
	return out
}
