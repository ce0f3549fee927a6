package extract

import (
	"regexp"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// unstacked divides the rows of a ruled table that hold several rows of values, one below the
// other in the same cells: where a cell has a figure or a dash on each of its lines, the lines
// of the others belong to the figure beside or above them.
func unstacked(t doc.Table) doc.Table {
	if t.Kind != doc.Lattice {
		return t
	}
	out := t
	out.Rows = nil
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, unstackedRow(row, stackedCell, 2)...)
	}
	return out
}

// unstackedRow divides a row where at least some of its cells are stacked.
func unstackedRow(row []doc.Cell, stacked func(doc.Cell) bool, least int) [][]doc.Cell {
	var base []doc.Line
	columns := 0
	for _, c := range row {
		if c.Covered || c.RowSpan > 1 {
			return [][]doc.Cell{row}
		}
		if len(c.Lines) < 2 {
			continue
		}
		if stacked(c) {
			columns++
			if len(base) == 0 || len(c.Lines) > len(base) {
				base = c.Lines
			}
		}
	}
	if columns < least {
		return [][]doc.Cell{row}
	}
	rows := make([][]doc.Cell, len(base))
	for i := range rows {
		rows[i] = make([]doc.Cell, len(row))
		for c, cell := range row {
			rows[i][c] = cell
			rows[i][c].Lines = nil
		}
	}
	for c, cell := range row {
		for _, l := range cell.Lines {
			at := 0
			for i, b := range base {
				if b.Page < l.Page || b.Page == l.Page && b.CY() < l.CY()+l.H()/2 {
					at = i
				}
			}
			rows[at][c].Lines = append(rows[at][c].Lines, l)
		}
	}
	return rows
}

// stackedCell reports a cell with a figure, a limit, or the name of an authority on each line.
func stackedCell(c doc.Cell) bool {
	figures, limits, names := 0, 0, 0
	for _, l := range c.Lines {
		text := fold.Printed(l.Text)
		if figureAlone.MatchString(text) {
			figures++
		}
		if found := airborne(text); len(found) == 1 && kindIn(text) != "" {
			limits++
		} else if len(found) == 0 && authorityIn(text) != "" && len(text) < 40 {
			names++
		}
	}
	return max(figures, limits, names) == len(c.Lines)
}

// figureAlone is a line with one figure of a limit, a CAS number, or the dash of none.
var figureAlone = regexp.MustCompile(`(?i)^(?:-|–|n/?a|[<>≤≥]? ?[0-9]+(?:[.,][0-9]+)*(?: ?(?:ppm|mg/m3))?|[0-9]{2,7}-[0-9]{2}-[0-9])$`)
