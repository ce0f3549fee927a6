package extract

import (
	"math"
	"slices"
	"sort"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// ingredientRows is a composition table with a row for each ingredient: a ruled row that holds
// several, one below the other on common baselines, is divided, and so is a row that holds the
// headings with the first values under them.
func ingredientRows(t doc.Table) doc.Table {
	out := doc.Table{Page: t.Page, Box: t.Box, Kind: t.Kind}
	for r := range t.Rows {
		tops := stackedTops(t, r)
		if len(tops) < 2 && t.Kind != doc.Borderless {
			tops = headedTops(t, r)
		}
		if len(tops) < 2 {
			out.Rows = append(out.Rows, t.Rows[r])
			continue
		}
		out.Rows = append(out.Rows, divided(t.Rows[r], tops)...)
	}
	if t.Kind == doc.Lattice {
		return out
	}
	var whole [][]doc.Cell
	for _, row := range out.Rows {
		if n := len(whole); n > 0 && endsRow(whole[n-1], row) {
			whole[n-1] = joinedRows(whole[n-1], row)
			continue
		}
		whole = append(whole, row)
	}
	out.Rows = whole
	return out
}

// endsRow reports a row of a table without rules that is the second line of the row above: it ends its CAS number, "64742-47-" over
// "8", or has the sign of its share.
func endsRow(above, row []doc.Cell) bool {
	ends := false
	words := 0
	for c := range row {
		text := fold.Printed(row[c].Text())
		if text == "" {
			continue
		}
		first := fold.Printed(above[c].Text())
		switch {
		case brokenNumber.MatchString(first) && onlyFigures.MatchString(text):
			found := chem.FindCAS(first + text)
			if len(found) != 1 || !found[0].Valid {
				return false
			}
			ends = true
		case text == "%" && first != "" && isDigitRune(rune(first[len(first)-1])):
			ends = true
		default:
			words++
		}
	}
	return ends && words < 2
}

var (
	brokenNumber = pattern.MustCompile(`^[0-9]{2,7}-(?:[0-9]{2}-)?$`)
	onlyFigures  = pattern.MustCompile(`^[0-9]{1,2}(?:-[0-9])?$`)
)

// joinedRows is a row with the cells of its second line.
func joinedRows(above, row []doc.Cell) []doc.Cell {
	out := slices.Clone(above)
	for c := range row {
		if row[c].Empty() {
			continue
		}
		out[c].Lines = append(slices.Clone(out[c].Lines), row[c].Lines...)
		out[c].Box = out[c].Box.Union(row[c].Box)
	}
	return out
}

// stackedTops are the heights at which the ingredients of a row begin, the first one that of
// the headings above them; none for a row that holds one ingredient.
func stackedTops(t doc.Table, row int) []float64 {
	for c, cell := range t.Rows[row] {
		if cell.Covered || len(cell.Lines) < 2 {
			continue
		}
		tops := numberTops(cell.Lines)
		if len(tops) == 0 || tops[0] == cell.Lines[0].Y0 && len(tops) < 2 {
			continue
		}
		headed := headingKind(cell.Lines[0].Text) == casColumn && tops[0] > cell.Lines[0].Y0
		if len(tops) > 1 && !alignedShares(t.Rows[row], c, tops) {
			if !headed || !alignedNames(t.Rows[row], c, tops) {
				continue
			}
		} else if len(tops) > 1 {
			tops = withShareTops(t.Rows[row], c, tops)
		}
		if headed {
			return append([]float64{cell.Lines[0].Y0}, tops...)
		}
		if len(tops) > 1 {
			return tops
		}
	}
	return nil
}

// headedTops are the heights of the headings that a ruled row begins with, and of what stands below them in the same cells; none where it has no
// headings.
func headedTops(t doc.Table, row int) []float64 {
	if coveredRow(t, row) {
		return nil
	}
	kinds, top, below := 0, 0.0, math.Inf(1)
	bottom := 0.0
	for _, cell := range t.Rows[row] {
		if len(cell.Lines) < 2 || headingKind(cell.Lines[0].Text) == otherColumn {
			continue
		}
		if kinds++; kinds == 1 {
			top = cell.Lines[0].Y0
		}
		if !level(cell.Lines[0], top) {
			return nil
		}
		bottom = math.Max(bottom, cell.Lines[0].Y1)
	}
	for _, cell := range t.Rows[row] {
		for _, l := range cell.Lines {
			if l.CY() > bottom {
				below = math.Min(below, l.Y0)
			}
		}
	}
	if kinds < 3 || math.IsInf(below, 1) {
		return nil
	}
	return []float64{top, below}
}

// numberTops are the tops of lines that are a CAS number, or stand in the place of one.
func numberTops(lines []doc.Line) []float64 {
	var out []float64
	numbers := 0
	for _, l := range lines {
		text := fold.Printed(l.Text)
		found := chem.FindCAS(text)
		valid := len(found) > 0 && found[0].Valid && found[0].Start < 12
		if valid {
			numbers++
		}
		if valid || withheldLine.MatchString(text) || strings.EqualFold(text, "mixture") {
			out = append(out, l.Y0)
		}
	}
	if numbers == 0 {
		return nil
	}
	return out
}

// shareLine reports a line that is a share and nothing else.
func shareLine(l doc.Line) bool {
	text := strings.Trim(fold.Printed(l.Text), "* ")
	return text != "" && strings.ContainsAny(text, "0123456789") && leadingShare.FindString(text) == text
}

// alignedShares reports a cell beside another with a share at every height.
func alignedShares(row []doc.Cell, beside int, tops []float64) bool {
	return slices.ContainsFunc(cellsBeside(row, beside), func(c doc.Cell) bool {
		return !slices.ContainsFunc(tops, func(y float64) bool {
			return !slices.ContainsFunc(c.Lines, func(l doc.Line) bool { return level(l, y) && shareLine(l) })
		})
	})
}

// alignedNames reports a cell beside another with a line at every height.
func alignedNames(row []doc.Cell, beside int, tops []float64) bool {
	return slices.ContainsFunc(cellsBeside(row, beside), func(c doc.Cell) bool {
		return !slices.ContainsFunc(tops, func(y float64) bool {
			return !slices.ContainsFunc(c.Lines, func(l doc.Line) bool { return level(l, y) })
		})
	})
}

func cellsBeside(row []doc.Cell, beside int) []doc.Cell {
	var out []doc.Cell
	for c, cell := range row {
		if c != beside && !cell.Covered {
			out = append(out, cell)
		}
	}
	return out
}

// level reports whether a line begins at a height.
func level(l doc.Line, y float64) bool { return math.Abs(l.Y0-y) < 0.5*math.Max(l.H(), 4) }

// withShareTops adds the heights of shares that stand beside a name, and have no number.
func withShareTops(row []doc.Cell, numbers int, tops []float64) []float64 {
	cells := cellsBeside(row, numbers)
	for i, c := range cells {
		if !alignedShares([]doc.Cell{c, {}}, 1, tops) {
			continue
		}
		for _, l := range c.Lines {
			if !shareLine(l) || slices.ContainsFunc(tops, func(y float64) bool { return level(l, y) }) {
				continue
			}
			if slices.ContainsFunc(cells[:i], func(o doc.Cell) bool {
				return slices.ContainsFunc(o.Lines, func(n doc.Line) bool { return level(n, l.Y0) })
			}) {
				tops = append(tops, l.Y0)
			}
		}
	}
	sort.Float64s(tops)
	return tops
}

// divided is a row cut into one for each height: the lines of a cell belong to the heights that they stand beside, else to the last row that
// begins above their middle.
func divided(row []doc.Cell, tops []float64) [][]doc.Cell {
	out := make([][]doc.Cell, len(tops))
	for c := range row {
		beside := besideTops(row[c].Lines, row, tops)
		for i, top := range tops {
			part := row[c]
			part.RowSpan, part.Lines = 1, nil
			if i > 0 {
				part.Box.Y0 = top - 1
			}
			if i+1 < len(tops) {
				part.Box.Y1 = tops[i+1] - 1
			}
			if beside != nil {
				part.Lines = beside[i]
			} else {
				part.Lines = belowTop(row[c].Lines, tops, i)
			}
			out[i] = append(out[i], part)
		}
	}
	return out
}

// besideTops divides the lines of a cell among the lines of a row that begin at some heights; nil where they do not stand beside these.
func besideTops(lines []doc.Line, row []doc.Cell, tops []float64) [][]doc.Line {
	middles := make([]float64, len(tops))
	for i, y := range tops {
		for _, c := range row {
			for _, l := range c.Lines {
				if l.Y0 == y {
					middles[i] = l.CY()
				}
			}
		}
	}
	out, _ := firstBeside(lines, middles, []int{atTop, atMiddle, atBottom}, false)
	return out
}

// belowTop are the lines whose middles are below a height, and not below the next one.
func belowTop(lines []doc.Line, tops []float64, i int) []doc.Line {
	var out []doc.Line
	for _, l := range lines {
		at := 0
		for k := range tops {
			if tops[k] <= l.CY() {
				at = k
			}
		}
		if at == i {
			out = append(out, l)
		}
	}
	return out
}
