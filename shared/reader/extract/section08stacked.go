package extract

import (
	"math"
	"slices"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// unstacked divides the rows of a table that hold several rows of values, one below the other in
// the same cells: where a cell names a kind or an authority on several lines, each beside a figure;
// in ruled tables also where a cell has a figure or a dash on each of its lines. The lines of the
// others belong to the line beside or above them.
func unstacked(t doc.Table) doc.Table {
	out := t
	out.Rows = nil
	for _, row := range t.Rows {
		if rows := besideNames(row); rows != nil {
			out.Rows = append(out.Rows, rows...)
		} else if t.Kind == doc.Lattice {
			out.Rows = append(out.Rows, unstackedRow(row, stackedCell, 2)...)
		} else {
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

// besideNames divides a row with a cell that names a kind or an authority on several lines, each on
// the height of a line of another cell, of which some are figures; nil where it has none.
func besideNames(row []doc.Cell) [][]doc.Cell {
	for c, cell := range row {
		if cell.RowSpan > 1 {
			return nil
		}
		var base []doc.Line
		figures := 0
		for _, l := range cell.Lines {
			if !namesLimit(l.Text) {
				continue
			}
			beside := ""
			for o, other := range row {
				for _, f := range other.Lines {
					if o != c && f.Page == l.Page && math.Abs(f.CY()-l.CY()) < 0.5*l.H() {
						beside += " " + f.Text
					}
				}
			}
			if beside != "" {
				base = append(base, l)
			}
			if len(airborne(footnoteMark.ReplaceAllString(fold.Printed(beside), "$1"))) > 0 {
				figures++
			}
		}
		if len(base) > 1 && figures > 0 {
			return dividedAt(row, base)
		}
	}
	return nil
}

// namesLimit reports a short text with a kind or an authority and no figure.
func namesLimit(text string) bool {
	text = fold.Printed(text)
	return len(text) < 48 && len(airborne(text)) == 0 && (kindIn(text) != "" || authorityIn(text) != "" || bareType.MatchString(text))
}

// bareType matches a type of limit that says no kind.
var bareType = pattern.MustCompile(`^(?:MA[KC]|AGW|OEL|LMPT)$`)

// figureLine reports a line with a figure of a limit, or what stands for none.
func figureLine(text string) bool {
	text = fold.Printed(text)
	return len(airborne(text)) > 0 || figureAlone.MatchString(text) || placeholder.MatchString(text)
}

// dividedAt divides the cells of a row that hold figures or names of limits at some lines; any other
// cell stays whole in the first part, unless it has as many blocks as there are lines.
func dividedAt(row []doc.Cell, base []doc.Line) [][]doc.Cell {
	rows := make([][]doc.Cell, len(base))
	for i := range rows {
		rows[i] = make([]doc.Cell, len(row))
	}
	for c, cell := range row {
		for i := range rows {
			rows[i][c] = cell
			rows[i][c].Lines = nil
		}
		beside := 0
		for _, l := range cell.Lines {
			if slices.ContainsFunc(base, func(b doc.Line) bool { return b.Page == l.Page && math.Abs(b.CY()-l.CY()) < 0.5*l.H() }) {
				beside++
			}
		}
		if beside < 2 && !slices.ContainsFunc(cell.Lines, func(l doc.Line) bool { return figureLine(l.Text) || namesLimit(l.Text) }) {
			rows[0][c].Lines = cell.Lines
			continue
		}
		for _, l := range cell.Lines {
			at := besideOrAbove(base, l)
			rows[at][c].Lines = append(rows[at][c].Lines, l)
		}
	}
	return rows
}

// besideOrAbove is the last of some lines that stands beside or above another one; the first for none.
func besideOrAbove(base []doc.Line, l doc.Line) int {
	at := 0
	for i, b := range base {
		if b.Page < l.Page || b.Page == l.Page && b.CY() < l.CY()+l.H()/2 {
			at = i
		}
	}
	return at
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
			at := besideOrAbove(base, l)
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
		if brokenLimit.MatchString(text) {
			return false
		}
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

// brokenLimit is a line that ends before a figure or its unit, or begins with one's unit.
var brokenLimit = pattern.MustCompile(`(?i)^(?:ppm|mg ?/ ?m3)\b|(?:\bTWA|\bSTEL|\bceiling|\bpeak) ?:? ?[0-9.,]*$`)

// figureAlone is a line with one figure of a limit, a CAS number, or the dash of none.
var figureAlone = pattern.MustCompile(`(?i)^(?:-|–|n/?a|[<>≤≥]? ?[0-9]+(?:[.,][0-9]+)*(?: ?(?:ppm|mg/m3))?|[0-9]{2,7}-[0-9]{2}-[0-9])$`)
