package layout

import (
	"math"
	"slices"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

// item is one line in reading order, with its place in a ruled table, if any.
type item struct {
	doc.Line
	table    *table
	row, col int
	heading  heading // valid where begins is set
	begins   bool
}

func newItem(l doc.Line, t *table, row, col int) item {
	it := item{Line: l, table: t, row: row, col: col}
	it.heading, it.begins = headingOf(l)
	return it
}

// mostWork limits steps whose time is a product of two numbers that a hostile page can
// increase.
const mostWork = 20_000_000

// table is a lattice with its text.
type table struct {
	grid
	page  int
	cells map[[2]int]*cell
	last  int   // rows
	keep  []int // columns that hold text
	kind  doc.Kind
	next  *table
	prev  *table
	host  *table   // the table with a cell that contains it
	inner []*table // the tables inside its cells
}

type cell struct {
	slot
	lines []doc.Line
}

// flow of one page: items in reading order, and the lines outside of the body.
type flow struct {
	items      []item
	watermarks []doc.Line
	tables     []*table
}

// block is a line or a table of a page, with its column: 0 or 1, or across where it spans
// both.
type block struct {
	doc.Box
	col   int
	line  *doc.Line
	table *table
}

const across = -1

// flowOf reads a page; gutter separates its two columns, 0 for one column.
func flowOf(p *doc.Page, gutter float64) flow {
	var f flow
	words, marks := dropWatermarks(p.Words)
	f.watermarks = marks
	gs := grids(p.Rules)
	cells := 0
	for _, g := range gs {
		cells += len(g.cells)
	}
	free := words
	if len(gs) > 0 && cells*len(words) < mostWork {
		free = f.fill(p.Number, gs, words)
	}
	more, free := ruled(p, gs, free)
	f.tables = append(f.tables, more...)
	bs := blocksOf(free, gutter)
	for _, t := range f.tables {
		if t.host = t.findHost(f.tables); t.host != nil {
			t.host.inner = append(t.host.inner, t)
			continue
		}
		bs = append(bs, block{Box: t.Box, col: side(t.Box, gutter), table: t})
	}
	if gutter > 0 {
		titleFirst(bs)
	}
	for _, b := range ordered(bs) {
		if b.line != nil {
			f.items = append(f.items, newItem(*b.line, nil, -1, -1))
		} else {
			f.emit(b.table)
		}
	}
	return f
}

// blocksOf returns the lines of the words outside of tables.
func blocksOf(free []doc.Word, gutter float64) []block {
	var out []block
	add := func(words []doc.Word, col int) {
		ls := lines(words)
		for k := range ls {
			if ruling(ls[k]) {
				continue
			}
			ls[k].Col = max(col, 0)
			out = append(out, block{Box: ls[k].Box, col: col, line: &ls[k]})
		}
	}
	if gutter == 0 {
		add(free, 0)
		return out
	}
	left, right, over := splitAtGutter(free, gutter)
	add(left, 0)
	add(right, 1)
	add(over, across)
	return out
}

// side is the column of a box.
func side(b doc.Box, gutter float64) int {
	switch {
	case gutter == 0 || b.X1 < gutter+2*gutterStep:
		return 0
	case b.X0 > gutter-2*gutterStep:
		return 1
	}
	return across
}

// titleFirst moves blocks of the right column above the left column's first heading to the
// title: a date, a number.
func titleFirst(bs []block) {
	top := math.Inf(1)
	for _, b := range bs {
		if b.line == nil || b.col != 0 {
			continue
		}
		if h, ok := headingOf(*b.line); ok && h.number == 1 && h.weight >= fair {
			top = math.Min(top, b.Y0)
		}
	}
	if math.IsInf(top, 1) {
		return
	}
	for i := range bs {
		if bs[i].col == 1 && bs[i].Y1 < top && bs[i].table == nil {
			bs[i].col = 0
		}
	}
}

// ordered sorts blocks into reading order: blocks across both columns divide the page into
// bands, in each of which the left column is read before the right.
func ordered(bs []block) []block {
	var bands []float64
	for _, b := range bs {
		if b.col == across {
			bands = append(bands, b.Y0)
		}
	}
	slices.Sort(bands)
	band := func(b block) int {
		n := 0
		for n < len(bands) && bands[n] < b.Y0 {
			n++
		}
		if b.col == across {
			return 2*n + 1
		}
		return 2 * n
	}
	slices.SortStableFunc(bs, func(a, b block) int {
		if d := band(a) - band(b); d != 0 {
			return d
		}
		if d := a.col - b.col; d != 0 {
			return d
		}
		return cmp(a.Y0, b.Y0)
	})
	return bs
}

// dropWatermarks separates the words of the body from watermarks: text that does not run
// from left to right, or that is light and large. Words printed twice at the same place are
// kept once, those that nobody can see are dropped.
func dropWatermarks(words []doc.Word) (body []doc.Word, marks []doc.Line) {
	size := median(words)
	seen := map[string][]doc.Box{}
	for _, w := range words {
		if isHidden(w) {
			continue
		}
		if w.Angle != 0 || isPale(w.Ink) && w.Size > 2*size {
			marks = append(marks, line([]doc.Word{w}))
			continue
		}
		if utf8.RuneCountInString(w.Text) > 1 {
			// Hostile pages repeat a word endlessly.
			if at := seen[w.Text]; len(at) < 200 && slices.ContainsFunc(at, func(b doc.Box) bool {
				return b.OverlapX(w.Box) > 0.7*w.W() && b.OverlapY(w.Box) > 0.7*w.H()
			}) {
				continue
			}
			seen[w.Text] = append(seen[w.Text], w.Box)
		}
		body = append(body, w)
	}
	return body, slices.DeleteFunc(marks, func(l doc.Line) bool { return l.Text == "" })
}

func median(words []doc.Word) float64 {
	if len(words) == 0 {
		return 0
	}
	sizes := make([]float64, len(words))
	for i, w := range words {
		sizes[i] = w.Size
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// isPale reports ink in the lighter half, but not white, which is text on a dark ground.
func isPale(ink uint32) bool {
	if ink>>24 < 0x60 {
		return true
	}
	l := (299*(ink>>16&0xff) + 587*(ink>>8&0xff) + 114*(ink&0xff)) / 1000
	return l > 150 && l < 250
}

// isHidden reports white letters of less than three points, which programs for forms put into empty places: "space".
func isHidden(w doc.Word) bool { return w.Ink == 0xffffffff && w.Size > 0 && w.Size < 3 }

// fill assigns words to the cells of the grids and returns the others.
func (f *flow) fill(page int, gs []grid, words []doc.Word) (free []doc.Word) {
	type box struct {
		t *table
		c *cell
	}
	var boxes []box
	for _, g := range gs {
		t := &table{grid: g, page: page, cells: map[[2]int]*cell{}, last: len(g.ys) - 1, kind: doc.Lattice}
		for _, s := range g.cells {
			c := &cell{slot: s}
			t.cells[[2]int{s.row, s.col}] = c
			boxes = append(boxes, box{t, c})
		}
		f.tables = append(f.tables, t)
	}
	// The smallest cell wins: tables may be inside cells of others.
	slices.SortStableFunc(boxes, func(a, b box) int { return cmp(a.c.W()*a.c.H(), b.c.W()*b.c.H()) })
	byCell := map[*cell][]doc.Word{}
	for len(words) > 0 {
		w := words[0]
		words = words[1:]
		at := slices.IndexFunc(boxes, func(b box) bool { return b.c.Holds(w.Box) })
		if at < 0 {
			free = append(free, w)
			continue
		}
		c := boxes[at].c
		if a, b, ok := cut(w, c.X0, c.X1); ok {
			words = append([]doc.Word{a, b}, words...)
			continue
		}
		byCell[c] = append(byCell[c], w)
	}
	for c, ws := range byCell {
		c.lines = slices.DeleteFunc(lines(ws), ruling)
	}
	return free
}

// cut cuts a word that crosses a cell's edge.
func cut(w doc.Word, x0, x1 float64) (a, b doc.Word, ok bool) {
	if w.X0 > x0-2 && w.X1 < x1+2 || len(w.Ends) < 2 {
		return a, b, false
	}
	at := x0
	if w.X0 > x0-2 {
		at = x1
	}
	prev := w.X0
	for i, e := range w.Ends {
		if mid := (prev + float64(e)) / 2; mid > at && i > 0 {
			a, b = w.Split(i)
			return a, b, true
		}
		prev = float64(e)
	}
	return a, b, false
}

// findHost sets the table with a cell that contains this one.
func (t *table) findHost(all []*table) *table {
	for _, o := range all {
		if o == t || o.W()*o.H() <= t.W()*t.H() {
			continue
		}
		for _, c := range o.cells {
			if c.Holds(t.Box) && c.X0 < t.X0+1 && c.X1 > t.X1-1 && c.Y0 < t.Y0+1 && c.Y1 > t.Y1-1 {
				return o
			}
		}
	}
	return nil
}

// emit appends a table's lines row by row, cell by cell, with the tables inside its cells
// in their place.
func (f *flow) emit(t *table) {
	keys := make([][2]int, 0, len(t.cells))
	for k := range t.cells {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b [2]int) int {
		if a[0] != b[0] {
			return a[0] - b[0]
		}
		return a[1] - b[1]
	})
	for _, k := range keys {
		c := t.cells[k]
		var here []*table
		for _, o := range t.inner {
			if c.Holds(o.Box) {
				here = append(here, o)
			}
		}
		for _, l := range c.lines {
			for len(here) > 0 && here[0].Y0 < l.Y0 {
				f.emit(here[0])
				here = here[1:]
			}
			f.items = append(f.items, newItem(l, t, k[0], k[1]))
		}
		for _, o := range here {
			f.emit(o)
		}
	}
}
