package extract

import (
	"slices"

	"anzen/shared/reader/doc"
)

// The rows of a table are prepared for reading: columns without text go, rows that are one are joined, and what is no part of its
// row stands apart.

// filledColumns are rows without the columns that are empty in all of them.
func filledColumns(rows [][]doc.Cell) [][]doc.Cell {
	if len(rows) == 0 {
		return nil
	}
	var keep []int
	for c := range rows[0] {
		if slices.ContainsFunc(rows, func(row []doc.Cell) bool { return !row[c].Empty() }) {
			keep = append(keep, c)
		}
	}
	if len(keep) == len(rows[0]) {
		return rows
	}
	out := make([][]doc.Cell, len(rows))
	for i, row := range rows {
		for _, c := range keep {
			x := row[c]
			if x.ColSpan > 1 {
				n := 0
				for _, k := range keep {
					if k >= c && k < c+x.ColSpan {
						n++
					}
				}
				x.ColSpan = n
			}
			out[i] = append(out[i], x)
		}
	}
	return out
}

// rowsJoined joins rows of a table without rules to those above them whose cells go on: "TRADE" over "SECRET", "oral," over "rat".
func rowsJoined(rows [][]doc.Cell) [][]doc.Cell {
	var out [][]doc.Cell
	for _, row := range rows {
		if n := len(out); n > 0 && goesOnAcross(out[n-1], row) {
			last := slices.Clone(out[n-1])
			for c := range last {
				last[c].Lines = slices.Concat(last[c].Lines, row[c].Lines)
				last[c].Box = last[c].Box.Union(row[c].Box)
			}
			out[n-1] = last
			continue
		}
		out = append(out, row)
	}
	return out
}

// goesOnAcross reports whether a cell of a row ends with a comma or the like, close above its next line, or all cells go on.
func goesOnAcross(row, next []doc.Cell) bool {
	all := !next[0].Empty()
	for c := range next {
		if !next[c].Empty() {
			all = all && !row[c].Empty() && !far(row[c].Lines[len(row[c].Lines)-1], next[c].Lines[0]) && goesOnBelow(row[c].Lines[len(row[c].Lines)-1].Text, next[c].Lines[0].Text)
		}
	}
	if all && len(filled(next)) > 1 {
		return true
	}
	for c := range row {
		if c == 0 || row[c].Empty() || next[c].Empty() {
			continue
		}
		a, b := row[c].Lines[len(row[c].Lines)-1], next[c].Lines[0]
		if !far(a, b) && openEnd.MatchString(a.Text) && !headCells(filled(next)) {
			return true
		}
	}
	return false
}

// far reports lines with a blank line or a page between them.
func far(a, b doc.Line) bool { return a.Page != b.Page || b.Y0-a.Y1 >= 0.5*b.H() }

// headsApart makes a row of its own of headings that the first lines of a row are: printed again at the top of a page.
func headsApart(rows [][]doc.Cell) [][]doc.Cell {
	var out [][]doc.Cell
	for _, row := range rows {
		cells := filled(row)
		if len(cells) < 2 || !slices.ContainsFunc(cells, func(c doc.Cell) bool { return len(c.Lines) > 1 }) || !headCells(firstLines(cells)) || headCells(cells) || !slices.ContainsFunc(out, func(o []doc.Cell) bool { return sameTexts(firstLines(o), firstLines(row)) }) {
			out = append(out, row)
			continue
		}
		below := slices.Clone(row)
		for c := range below {
			below[c].Lines = below[c].Lines[min(1, len(below[c].Lines)):]
		}
		out = append(out, firstLines(row), below)
	}
	return out
}

func sameTexts(a, b []doc.Cell) bool {
	return slices.EqualFunc(a, b, func(x, y doc.Cell) bool { return x.Text() == y.Text() })
}

// singlesApart makes rows of their own of the lines that the first cell of a row has below those of all others: below headings, or
// with some space before them.
func singlesApart(rows [][]doc.Cell) [][]doc.Cell {
	var out [][]doc.Cell
	for _, row := range rows {
		cells := filled(row)
		if len(cells) < 2 || row[0].Empty() {
			out = append(out, row)
			continue
		}
		lines := row[0].Lines
		n := len(lines)
		for n > 1 && belowAll(lines[n-1], row[1:]) {
			n--
		}
		from := len(lines)
		head := n < len(lines) && headCells(firstLines(cells))
		for k := n; k < len(lines); k++ {
			gap := lines[k].Y0 - lines[k-1].Y1
			if head || rankOf(lines[k].Text) > 0 || lines[k].Page == lines[k-1].Page && gap > 0.55*lines[k].H() {
				from = k
				break
			}
		}
		first := slices.Clone(row)
		first[0].Lines = lines[:from]
		out = append(out, first)
		for _, l := range lines[from:] {
			single := make([]doc.Cell, len(row))
			for c := range single {
				single[c] = doc.Cell{Page: l.Page, RowSpan: 1, ColSpan: 1}
			}
			single[0].Lines, single[0].Box = []doc.Line{l}, l.Box
			out = append(out, single)
		}
	}
	return out
}

// firstLines are cells with their first lines only.
func firstLines(cells []doc.Cell) []doc.Cell {
	out := slices.Clone(cells)
	for c := range out {
		out[c].Lines = out[c].Lines[:min(1, len(out[c].Lines))]
	}
	return out
}

// belowAll reports whether a line stands below all lines of some cells.
func belowAll(l doc.Line, cells []doc.Cell) bool {
	return !slices.ContainsFunc(cells, func(c doc.Cell) bool {
		return slices.ContainsFunc(c.Lines, func(o doc.Line) bool { return o.Page == l.Page && o.Y1 > l.Y0+0.3*l.H() || o.Page > l.Page })
	})
}

// filled are the cells of a row with text.
func filled(row []doc.Cell) []doc.Cell {
	var out []doc.Cell
	for _, c := range row {
		if !c.Covered && !c.Empty() {
			out = append(out, c)
		}
	}
	return out
}
