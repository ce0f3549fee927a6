package layout

import (
	"math"
	"slices"

	"anzen/shared/analyze/doc"
)

// joinTables links a table that ends a page with the one that begins the next where their columns agree.
func joinTables(items []item) {
	for i := 1; i < len(items); i++ {
		a, b := items[i-1].table, items[i].table
		if a == nil || b == nil || a == b || b.page != a.page+1 || len(a.xs) != len(b.xs) {
			continue
		}
		agree := true
		for k := range a.xs {
			agree = agree && math.Abs(a.xs[k]-b.xs[k]) < 4
		}
		if agree && b.prev == nil && a.next == nil {
			a.next, b.prev = b, a
		}
	}
}

// tables of a section: the lattices, as far as their rows lie in it, and the borderless ones.
func tables(body []item) []doc.Table {
	var out []doc.Table
	done := map[*table]bool{}
	for i := 0; i < len(body); i++ {
		t := body[i].table
		if t == nil {
			n, tab := borderless(body[i:])
			if n > 0 {
				out = append(out, tab)
				i += n - 1
			}
			continue
		}
		if done[t] {
			continue
		}
		var parts [][][]doc.Cell
		for p := t; p != nil && !done[p]; p = p.next {
			done[p] = true
			from, to := rowRange(body, p)
			if from > to {
				break
			}
			parts = append(parts, p.rows(from, to))
		}
		rows := join(parts)
		if len(rows) > 0 {
			out = append(out, doc.Table{Page: t.page, Box: t.Box, Kind: doc.Lattice, Rows: rows})
		}
	}
	return out
}

func rowRange(body []item, t *table) (from, to int) {
	from, to = math.MaxInt, -1
	for _, it := range body {
		if it.table == t {
			from, to = min(from, it.row), max(to, it.row+t.cells[[2]int{it.row, it.col}].rows-1)
		}
	}
	// A spanning cell reaches down to rows whose own text may belong to another section, as far as this
	// one has text.
	return from, min(to, t.last-1)
}

// rows from..to as cells; rows without any text are left out.
func (t *table) rows(from, to int) [][]doc.Cell {
	n := len(t.xs) - 1
	grid := make([][]doc.Cell, to-from+1)
	for r := range grid {
		grid[r] = make([]doc.Cell, n)
		for c := range grid[r] {
			grid[r][c] = doc.Cell{Page: t.page, RowSpan: 1, ColSpan: 1, Box: doc.Box{X0: t.xs[c], Y0: t.ys[from+r], X1: t.xs[c+1], Y1: t.ys[from+r+1]}}
		}
	}
	for _, c := range t.cells {
		if c.row < from || c.row > to {
			continue
		}
		rows, cols := min(c.rows, to-c.row+1), min(c.cols, n-c.col)
		for r := c.row; r < c.row+rows; r++ {
			for k := c.col; k < c.col+cols; k++ {
				grid[r-from][k].Covered = true
			}
		}
		x := &grid[c.row-from][c.col]
		x.Covered, x.Box, x.RowSpan, x.ColSpan, x.Lines = false, c.Box, rows, cols, c.lines
	}
	// An empty row may only be left out where no cell spans it.
	return slices.DeleteFunc(grid, func(row []doc.Cell) bool {
		return !slices.ContainsFunc(row, func(c doc.Cell) bool { return !c.Empty() || c.Covered || c.RowSpan > 1 })
	})
}

// join the parts of a table over page breaks: a repeated heading row goes, a row cut by the break is made
// whole.
func join(parts [][][]doc.Cell) [][]doc.Cell {
	var out [][]doc.Cell
	for _, p := range parts {
		if len(out) > 0 && len(p) > 1 && sameRow(out[0], p[0]) {
			p = p[1:]
		}
		if len(out) > 0 && len(p) > 0 && !sameRow(out[0], p[0]) && p[0][0].Empty() && !p[0][0].Covered {
			last := out[len(out)-1]
			for c := range last {
				if !p[0][c].Empty() && !last[c].Covered {
					last[c].Lines = append(slices.Clone(last[c].Lines), p[0][c].Lines...)
				}
			}
			p = p[1:]
		}
		out = append(out, p...)
	}
	return out
}

func sameRow(a, b []doc.Cell) bool {
	some := false
	for i := range a {
		if a[i].Text() != b[i].Text() {
			return false
		}
		some = some || !a[i].Empty()
	}
	return some
}

// span of a column.
type span struct{ from, to float64 }

// borderless reads a table at the beginning of the items: lines whose parts stand in columns. It answers how
// many items it takes, 0 where there is no such table.
func borderless(body []item) (int, doc.Table) {
	var cols []span
	var run [][][]doc.Word
	many := 0
	n := 0
	for ; n < len(body) && body[n].table == nil; n++ {
		segs := segments(body[n].Line)
		if n == 0 && len(segs) < 2 {
			return 0, doc.Table{}
		}
		if n > 0 && far(body[n-1].Line, body[n].Line) {
			break
		}
		next, ok := widen(cols, segs)
		if !ok {
			break
		}
		cols = next
		run = append(run, segs)
		if len(segs) > 1 {
			many++
		}
	}
	// Lines of one part at the end are text below the table.
	for len(run) > 0 && len(run[len(run)-1]) < 2 && outside(run[len(run)-1], cols) {
		run = run[:len(run)-1]
	}
	if many < 2 || len(cols) < 2 || len(run) < 2 {
		return 0, doc.Table{}
	}
	t := doc.Table{Page: body[0].Page, Kind: doc.Borderless}
	for i, segs := range run {
		row := make([]doc.Cell, len(cols))
		for c := range row {
			row[c] = doc.Cell{Page: body[i].Page, RowSpan: 1, ColSpan: 1}
		}
		for _, s := range segs {
			l := line(s)
			c := column(cols, l.Box)
			row[c].Lines = append(row[c].Lines, l)
			row[c].Box = row[c].Box.Union(l.Box)
			if l.Page == t.Page {
				t.Box = t.Box.Union(l.Box)
			}
		}
		if i > 0 && goesOn(t.Rows[len(t.Rows)-1], row, body[i-1].Line, body[i].Line) {
			last := t.Rows[len(t.Rows)-1]
			for c := range row {
				last[c].Lines = append(last[c].Lines, row[c].Lines...)
				last[c].Box = last[c].Box.Union(row[c].Box)
			}
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) < 2 {
		return 0, doc.Table{}
	}
	return len(run), t
}

// far tells lines too distant to belong to one table. The next page begins near.
func far(a, b doc.Line) bool {
	if a.Page != b.Page {
		return b.Page != a.Page+1
	}
	return b.Y0-a.Y1 > 2.5*math.Max(a.H(), b.H()) || b.Y1 < a.Y0
}

// widen the columns by the parts of one more line; a part that bridges columns ends the table.
func widen(cols []span, segs [][]doc.Word) ([]span, bool) {
	out := slices.Clone(cols)
	for _, s := range segs {
		from, to := s[0].X0, s[len(s)-1].X1
		hit := -1
		for i, c := range out {
			if from < c.to-1 && to > c.from+1 {
				if hit >= 0 {
					return cols, false
				}
				hit = i
			}
		}
		if hit < 0 {
			out = append(out, span{from, to})
			continue
		}
		out[hit] = span{math.Min(from, out[hit].from), math.Max(to, out[hit].to)}
	}
	slices.SortFunc(out, func(a, b span) int { return cmp(a.from, b.from) })
	for i := 1; i < len(out); i++ {
		if out[i].from < out[i-1].to {
			return cols, false
		}
	}
	return out, true
}

func outside(segs [][]doc.Word, cols []span) bool {
	return len(segs) == 1 && column(cols, line(segs[0]).Box) == 0
}

func column(cols []span, b doc.Box) int {
	best, most := 0, math.Inf(-1)
	for i, c := range cols {
		if o := math.Min(c.to, b.X1) - math.Max(c.from, b.X0); o > most {
			best, most = i, o
		}
	}
	return best
}

// goesOn tells that a line continues the cells of the row above: nothing stands in its first column, or, in
// a table of several columns, only one cell goes on close below.
func goesOn(above, row []doc.Cell, a, b doc.Line) bool {
	if row[0].Empty() {
		return true
	}
	filled := 0
	for _, c := range row {
		if !c.Empty() {
			filled++
		}
	}
	if len(row) < 3 || filled > 1 || a.Page != b.Page {
		return false
	}
	others := 0
	for _, c := range above[1:] {
		if !c.Empty() {
			others++
		}
	}
	return others > 0 && !above[0].Empty() && b.Y0-a.Y1 < 0.45*b.H()
}
