package layout

import (
	"math"
	"slices"

	"anzen/shared/reader/doc"
)

// Tolerances in points.
const (
	snapEdge  = 2.5 // parallel edges closer than this are one
	joinEdge  = 3.0 // gap in an edge that is bridged
	reach     = 3.0 // how far an edge may end from the one it meets
	leastCell = 3.0
	openSide  = 12.0 // from the end of a table's rows to its outermost edge at least, where the side is open
	mostEdges = 250_000
)

type edge struct{ at, from, to float64 }

// grid is a set of touching cells closed by rules.
type grid struct {
	doc.Box
	xs, ys []float64 // positions of the edges
	cells  []slot
}

// slot is a cell's place in its grid.
type slot struct {
	doc.Box
	row, col, rows, cols int
}

// edges returns the rules, snapped and joined; with shade, borders of shaded areas count as
// rules.
func edges(rules []doc.Rule, shade bool) (hs, vs []edge) {
	for _, r := range rules {
		if r.Shade && !shade {
			continue
		}
		if r.Horizontal() {
			hs = append(hs, edge{r.CY(), r.X0, r.X1})
		} else {
			vs = append(vs, edge{r.CX(), r.Y0, r.Y1})
		}
	}
	return snap(hs), snap(vs)
}

func snap(es []edge) []edge {
	slices.SortFunc(es, func(a, b edge) int { return cmp(a.at, b.at) })
	var out []edge
	for i := 0; i < len(es); {
		j, sum := i, 0.0
		for j < len(es) && es[j].at-es[i].at <= snapEdge {
			sum += es[j].at
			j++
		}
		g := es[i:j]
		at := sum / float64(j-i)
		slices.SortFunc(g, func(a, b edge) int { return cmp(a.from, b.from) })
		cur := edge{at, g[0].from, g[0].to}
		for _, e := range g[1:] {
			if e.from <= cur.to+joinEdge {
				cur.to = math.Max(cur.to, e.to)
				continue
			}
			out = append(out, cur)
			cur = edge{at, e.from, e.to}
		}
		out = append(out, cur)
		i = j
	}
	return slices.DeleteFunc(out, func(e edge) bool { return e.to-e.from < leastCell })
}

// closed are the vertical edges with those that tables lack whose left and right sides are open: three horizontal edges or more of
// one length, each joined to the next by a vertical edge between their ends, and nothing at their ends.
func closed(hs, vs []edge) []edge {
	if len(hs)*len(vs) > mostEdges {
		return vs // a drawing
	}
	// An edge that no other one crosses between its ends is joined to none; a drawing may have very many of these.
	hs = slices.DeleteFunc(slices.Clone(hs), func(h edge) bool { return !joined(h, h, vs) })
	out := vs
	used := make([]bool, len(hs))
	for i := range hs {
		if used[i] {
			continue
		}
		run := []edge{hs[i]}
		for j := i + 1; j < len(hs); j++ {
			last := run[len(run)-1]
			if math.Abs(hs[j].from-hs[i].from) > joinEdge || math.Abs(hs[j].to-hs[i].to) > joinEdge || !joined(last, hs[j], vs) {
				continue
			}
			run = append(run, hs[j])
			used[j] = true
		}
		if len(run) < 3 {
			continue
		}
		top, bottom := run[0].at, run[len(run)-1].at
		for _, x := range []float64{hs[i].from, hs[i].to} {
			if !slices.ContainsFunc(vs, func(v edge) bool { return math.Abs(v.at-x) <= openSide && v.to > top && v.from < bottom }) {
				out = append(slices.Clip(out), edge{x, top, bottom})
			}
		}
	}
	return out
}

// joined reports whether a vertical edge within two horizontal ones runs from one to the other.
func joined(a, b edge, vs []edge) bool {
	return slices.ContainsFunc(vs, func(v edge) bool {
		return v.at > a.from+openSide && v.at < a.to-openSide && v.from <= a.at+reach && v.to >= b.at-reach
	})
}

// Cells returns the cells of the lattices that the rules of a page form.
func Cells(rules []doc.Rule) []doc.Box {
	hs, vs := edges(rules, false)
	return cells(hs, vs)
}

// cells are the smallest rectangles with rules on all four sides: from each crossing to the
// next crossing below and to the right whose fourth corner is a crossing of the same edges.
func cells(hs, vs []edge) []doc.Box {
	if len(hs)*len(vs) > mostEdges {
		return nil
	}
	cross := make([]bool, len(hs)*len(vs))
	byH, byV := make([][]int, len(hs)), make([][]int, len(vs))
	for i, h := range hs {
		for j, v := range vs {
			if v.at >= h.from-reach && v.at <= h.to+reach && h.at >= v.from-reach && h.at <= v.to+reach {
				cross[i*len(vs)+j] = true
				byH[i] = append(byH[i], j)
				byV[j] = append(byV[j], i)
			}
		}
	}
	var out []doc.Box
	for i := range hs {
		for _, j := range byH[i] {
			out = appendCell(out, hs, vs, cross, byH[i], byV[j], i, j)
		}
	}
	return out
}

func appendCell(out []doc.Box, hs, vs []edge, cross []bool, right, below []int, i, j int) []doc.Box {
	for _, k := range below {
		if hs[k].at <= hs[i].at+leastCell {
			continue
		}
		for _, l := range right {
			if vs[l].at > vs[j].at+leastCell && cross[k*len(vs)+l] {
				return append(out, doc.Box{X0: vs[j].at, Y0: hs[i].at, X1: vs[l].at, Y1: hs[k].at})
			}
		}
	}
	return out
}

// grids returns the grids of a page, formed by lines; a table whose first column or row is
// only shaded is completed by the borders of the shade, as long as the cells closed by
// lines stay as they are.
func grids(rules []doc.Rule) []grid {
	lined := gridsOf(rules, false)
	if len(lined) == 0 || !slices.ContainsFunc(rules, func(r doc.Rule) bool { return r.Shade }) {
		return lined
	}
	for _, w := range gridsOf(rules, true) {
		var inside []int
		cells := 0
		for i, g := range lined {
			if w.Holds(g.Box) && w.OverlapX(g.Box) > g.W()-4 && w.OverlapY(g.Box) > g.H()-4 {
				inside = append(inside, i)
				cells += len(g.cells)
			}
		}
		grown := len(inside) > 0 && (w.W() > lined[inside[0]].W()+15 || w.H() > lined[inside[0]].H()+8)
		if !grown {
			continue
		}
		same := 0
		for _, i := range inside {
			for _, c := range lined[i].cells {
				if slices.ContainsFunc(w.cells, func(o slot) bool { return c.near(o.Box) }) {
					same++
				}
			}
		}
		if 10*same < 9*cells {
			continue
		}
		keep := lined[:0:0]
		for i, g := range lined {
			if !slices.Contains(inside, i) {
				keep = append(keep, g)
			}
		}
		lined = append(keep, w)
	}
	slices.SortFunc(lined, func(a, b grid) int {
		if d := cmp(a.Y0, b.Y0); d != 0 {
			return d
		}
		return cmp(a.X0, b.X0)
	})
	return lined
}

// near reports whether boxes differ by no more than rounding and the width of lines.
func (s slot) near(b doc.Box) bool {
	return math.Abs(s.X0-b.X0) < 4 && math.Abs(s.Y0-b.Y0) < 4 && math.Abs(s.X1-b.X1) < 4 && math.Abs(s.Y1-b.Y1) < 4
}

// gridsOf groups touching cells into rows and columns. Single boxes are frames, not tables,
// and so are boxes that are only stacked: their text is read as if they were absent.
func gridsOf(rules []doc.Rule, shade bool) []grid {
	hs, vs := edges(rules, shade)
	cs := cells(hs, closed(hs, vs))
	if len(cs) < 2 || len(cs) > 5000 {
		return nil
	}
	slices.SortFunc(cs, func(a, b doc.Box) int {
		if d := cmp(a.Y0, b.Y0); d != 0 {
			return d
		}
		return cmp(a.X0, b.X0)
	})
	parent := make([]int, len(cs))
	for i := range parent {
		parent[i] = i
	}
	find := func(x int) int {
		for parent[x] != x {
			parent[x] = parent[parent[x]]
			x = parent[x]
		}
		return x
	}
	for i, a := range cs {
		for j := i + 1; j < len(cs) && cs[j].Y0 <= a.Y1+1; j++ {
			if touch(a, cs[j]) {
				parent[find(i)] = find(j)
			}
		}
	}
	groups := map[int][]doc.Box{}
	for i, c := range cs {
		groups[find(i)] = append(groups[find(i)], c)
	}
	var out []grid
	for _, g := range groups {
		if t := makeGrid(g); len(t.xs) > 2 {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b grid) int {
		if d := cmp(a.Y0, b.Y0); d != 0 {
			return d
		}
		return cmp(a.X0, b.X0)
	})
	return out
}

// touch reports whether cells share a part of a side. A box inside another one does not: it
// is a table of its own.
func touch(a, b doc.Box) bool {
	x, y := a.OverlapX(b), a.OverlapY(b)
	beside := x > -1.5 && x < 1.5 && y > 1.5
	above := y > -1.5 && y < 1.5 && x > 1.5
	return beside || above
}

func makeGrid(cs []doc.Box) grid {
	var g grid
	for _, c := range cs {
		g.Box = g.Union(c)
		g.xs = append(g.xs, c.X0, c.X1)
		g.ys = append(g.ys, c.Y0, c.Y1)
	}
	g.xs, g.ys = distinct(g.xs), distinct(g.ys)
	for _, c := range cs {
		s := slot{Box: c, row: place(g.ys, c.Y0), col: place(g.xs, c.X0)}
		s.rows, s.cols = place(g.ys, c.Y1)-s.row, place(g.xs, c.X1)-s.col
		if s.rows > 0 && s.cols > 0 {
			g.cells = append(g.cells, s)
		}
	}
	return g
}

func distinct(v []float64) []float64 {
	slices.Sort(v)
	out := v[:0:0]
	for _, x := range v {
		if len(out) == 0 || x-out[len(out)-1] > snapEdge {
			out = append(out, x)
		}
	}
	return out
}

// place is the index of the position nearest to x.
func place(v []float64, x float64) int {
	best := 0
	for i, y := range v {
		if math.Abs(y-x) < math.Abs(v[best]-x) {
			best = i
		}
	}
	return best
}
