package layout

import (
	"math"
	"strings"

	"anzen/shared/reader/doc"
)

// unfold splits rows that contain several: cells in three columns or more with the same
// number of lines at the same heights, with figures among them.
func unfold(rows [][]doc.Cell) [][]doc.Cell {
	var out [][]doc.Cell
	for _, row := range rows {
		n := folded(row)
		for k := range n {
			part := make([]doc.Cell, len(row))
			for c, x := range row {
				part[c] = x
				part[c].Lines = nil
				for _, l := range x.Lines {
					if nearest(row, n, l) == k {
						part[c].Lines = append(part[c].Lines, l)
					}
				}
			}
			out = append(out, part)
		}
		if n == 0 {
			out = append(out, row)
		}
	}
	return out
}

// folded is the number of rows in one, 0 for an ordinary one.
func folded(row []doc.Cell) int {
	if len(row) < 3 {
		return 0
	}
	n, level, figures := 0, 0, false
	var first []doc.Line
	for _, c := range row {
		if c.RowSpan > 1 || c.Covered {
			continue
		}
		n = max(n, len(c.Lines))
	}
	if n < 2 {
		return 0
	}
	for _, c := range row {
		switch {
		case c.Empty() || c.Covered:
		case len(c.Lines) != n:
			return 0
		default:
			if first == nil {
				first = c.Lines
			}
			digits := 0
			for k, l := range c.Lines {
				if math.Abs(l.CY()-first[k].CY()) > 4 || l.Page != first[k].Page {
					return 0
				}
				if strings.ContainsAny(l.Text, "0123456789") {
					digits++
				}
			}
			figures = figures || digits == n
			level++
		}
	}
	if level < 3 || !figures {
		return 0
	}
	return n
}

func nearest(row []doc.Cell, n int, l doc.Line) int {
	for _, c := range row {
		if len(c.Lines) != n {
			continue
		}
		for k, o := range c.Lines {
			if o.Page == l.Page && math.Abs(o.CY()-l.CY()) <= 4 {
				return k
			}
		}
	}
	return 0
}
