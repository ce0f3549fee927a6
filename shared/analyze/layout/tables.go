package layout

import (
	"math"
	"slices"
	"strings"

	"anzen/shared/analyze/doc"
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

// compact finds the columns in which text begins: frames and subdivided headings leave others.
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

// tables of a section: the lattices, as far as their rows lie in it, and the borderless ones.
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

// wholeTable is a table with its parts on the following pages, as far as they lie in the section; nothing
// where it is done already.
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
	// An empty row may only be left out where no cell spans it.
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

// join the parts of a table over page breaks: a repeated heading row goes, a row cut by the break is made
// whole.
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

// cutRow tells that the first row of a page goes on the last one of the page before: its first cell is
// empty, or a single cell goes on whose text above runs up to the cell's edge.
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

// unfold rows that hold several: cells in three columns or more with as many lines as each other, level
// with each other, figures among them.
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

// folded answers how many rows stand in one, 0 for an ordinary one.
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
func borderless(body []item, stops stops) (int, doc.Table) {
	var cols []span
	var run [][][]doc.Word
	many := 0
	n := 0
	for ; n < len(body) && body[n].table == nil; n++ {
		segs := segments(body[n].Line, stops.on(body[n].Page))
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
		if i > 0 && goesOn(t.Rows[len(t.Rows)-1], row, cols, body[i-1].Line, body[i].Line) {
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

// goesOn tells that a line continues the cells of the row above: nothing stands in its first column, unless
// all others are filled below text that was not wrapped; or, in a table of several columns, only one cell goes
// on close below.
func goesOn(above, row []doc.Cell, cols []span, a, b doc.Line) bool {
	filled := 0
	for _, c := range row {
		if !c.Empty() {
			filled++
		}
	}
	if row[0].Empty() {
		if filled < 2 || filled < len(row)-1 {
			return true
		}
		for c := 1; c < len(row); c++ {
			if n := len(above[c].Lines); n == 0 || above[c].Lines[n-1].X1 > cols[c].to-2*b.Size {
				return true
			}
		}
		return false
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
