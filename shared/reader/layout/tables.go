package layout

import (
	"maps"
	"math"
	"slices"

	"anzen/shared/reader/doc"
)

// joinTables links a table that ends a page with the one that begins the next where their columns agree.
func joinTables(items []item) {
	for _, it := range items {
		if it.table != nil && it.table.keep == nil {
			it.table.compact()
		}
	}
	for i := 1; i < len(items); i++ {
		a, b := items[i-1].table, items[i].table
		if a == nil || b == nil || a == b || b.page != a.page+1 || len(a.keep) != len(b.keep) {
			continue
		}
		agree := true
		for k := range a.keep {
			agree = agree && math.Abs(a.xs[a.keep[k]]-b.xs[b.keep[k]]) < 4
		}
		if agree && b.prev == nil && a.next == nil {
			a.next, b.prev = b, a
		}
	}
}

// compact finds the columns in which text begins: frames and subdivided headings add
// others.
func (t *table) compact() {
	t.keep = []int{}
	for c := range len(t.xs) - 1 {
		for k, x := range t.cells {
			if k[1] == c && len(x.lines) > 0 {
				t.keep = append(t.keep, c)
				break
			}
		}
	}
}

// tables returns those of a section: the lattices, as far as their rows are in it, and the
// borderless ones.
func tables(body []item) []doc.Table {
	var out []doc.Table
	done := map[*table]bool{}
	stops := stopsOf(body)
	for i := 0; i < len(body); i++ {
		t := body[i].table
		if t == nil {
			n, tab := borderless(body[i:], stops)
			if n > 0 {
				out = append(out, tab)
				i += n - 1
			}
			continue
		}
		if rows := wholeTable(body, t, done); len(rows) > 0 && len(rows[0]) > 1 {
			out = append(out, doc.Table{Page: t.page, Box: t.Box, Kind: t.kind, Rows: rows})
		}
	}
	return out
}

// wholeTable is a table with its parts on the following pages, as far as they are in the
// section; nil where it is done already.
func wholeTable(body []item, t *table, done map[*table]bool) [][]doc.Cell {
	var parts [][][]doc.Cell
	for p := t; p != nil && !done[p]; p = p.next {
		from, to := rowRange(body, p)
		if from > to {
			break
		}
		done[p] = true
		parts = append(parts, p.rows(from, to))
	}
	return unfold(join(parts))
}

func rowRange(body []item, t *table) (from, to int) {
	from, to = math.MaxInt, -1
	for _, it := range body {
		if it.table == t {
			from, to = min(from, it.row), max(to, it.row+t.cells[[2]int{it.row, it.col}].rows-1)
		}
	}
	// A spanning cell extends to rows whose own text may belong to another section; they
	// count as far as this section has text.
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
	// The larger before the smaller, which may lie in them.
	cells := slices.SortedFunc(maps.Values(t.cells), func(a, b *cell) int {
		if d := b.rows*b.cols - a.rows*a.cols; d != 0 {
			return d
		}
		if a.row != b.row {
			return a.row - b.row
		}
		return a.col - b.col
	})
	for _, c := range cells {
		if c.row < from || c.row > to || c.row-from >= len(grid) {
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
	for r, row := range grid {
		grid[r] = t.columns(row)
	}
	// An empty row may only be removed where no cell spans it.
	return slices.DeleteFunc(grid, func(row []doc.Cell) bool {
		return !slices.ContainsFunc(row, func(c doc.Cell) bool { return !c.Empty() || c.Covered || c.RowSpan > 1 })
	})
}

// columns of a row that are kept, the spans shortened by those that are not.
func (t *table) columns(row []doc.Cell) []doc.Cell {
	if len(t.keep) == len(row) {
		return row
	}
	out := make([]doc.Cell, 0, len(t.keep))
	for _, c := range t.keep {
		x := row[c]
		if !x.Covered && x.ColSpan > 1 {
			n := 0
			for _, k := range t.keep {
				if k >= c && k < c+x.ColSpan {
					n++
				}
			}
			x.ColSpan = n
		}
		out = append(out, x)
	}
	return out
}

// join joins the parts of a table over page breaks: a repeated heading row is dropped, a
// row cut by the break is completed.
func join(parts [][][]doc.Cell) [][]doc.Cell {
	var out [][]doc.Cell
	for _, p := range parts {
		if len(out) > 0 && len(p) > 0 {
			if len(p) > 1 && sameRow(out[0], p[0]) {
				p = p[1:]
			}
			if cutRow(out[len(out)-1], p[0]) {
				last := out[len(out)-1]
				for c := range last {
					if !p[0][c].Empty() && !last[c].Covered {
						last[c].Lines = append(slices.Clone(last[c].Lines), p[0][c].Lines...)
					}
				}
				p = p[1:]
			}
		}
		out = append(out, p...)
	}
	return out
}

// cutRow reports whether the first row of a page continues the last one of the page before:
// its first cell is empty, or a single cell continues one whose text reaches the cell's
// edge.
func cutRow(last, row []doc.Cell) bool {
	if len(row) < 2 || row[0].Covered || sameRow(last, row) {
		return false
	}
	filled, at := 0, 0
	for c := range row {
		if !row[c].Empty() {
			filled++
			at = c
		}
	}
	if row[0].Empty() {
		return filled > 0
	}
	if filled != 1 || row[at].ColSpan > 1 || last[at].Empty() {
		return false
	}
	end := last[at].Lines[len(last[at].Lines)-1]
	return end.X1 > last[at].Box.X1-2.2*math.Max(end.Size, 6)
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
