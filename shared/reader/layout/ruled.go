package layout

import (
	"math"
	"slices"

	"anzen/shared/reader/doc"
)

// Limits of tables whose rows are separated by horizontal rules only.
const (
	leastBands = 2
	bandLow    = 8.0   // points between two rules
	bandHigh   = 170.0 //
	bandLines  = 9     // lines in a row; more are a section between two rules
	ruleShare  = 0.3   // of the page's width, the shortest rule
)

// ruled finds tables in the free words: rules of equal extent one below the other, with
// text in columns between them. It returns their grids with the words in place, and the
// other words.
func ruled(p *doc.Page, gs []grid, words []doc.Word) (tables []*table, free []doc.Word) {
	hs, _ := edges(p.Rules, true)
	hs = slices.DeleteFunc(hs, func(e edge) bool { return e.to-e.from < ruleShare*p.Width })
	free = words
	if len(hs)*len(words) > mostWork/10 || len(hs) > 2000 {
		return nil, words
	}
	for len(hs) > 0 {
		first := hs[0]
		var set, rest []edge
		for _, e := range hs {
			if math.Abs(e.from-first.from) < 4 && math.Abs(e.to-first.to) < 4 {
				set = append(set, e)
			} else {
				rest = append(rest, e)
			}
		}
		hs = rest
		if len(set) <= leastBands {
			continue
		}
		slices.SortFunc(set, func(a, b edge) int { return cmp(a.at, b.at) })
		for len(set) > leastBands {
			n := 1
			for n < len(set) && set[n].at-set[n-1].at > bandLow && set[n].at-set[n-1].at < bandHigh {
				n++
			}
			if t, left := bands(p.Number, set[:n], gs, free); t != nil {
				tables = append(tables, t)
				free = left
			}
			set = set[n:]
		}
	}
	return tables, free
}

// bands makes a table of the rows between rules.
func bands(page int, set []edge, gs []grid, words []doc.Word) (*table, []doc.Word) {
	if len(set) <= leastBands {
		return nil, nil
	}
	all := doc.Box{X0: set[0].from - 2, Y0: set[0].at, X1: set[0].to + 2, Y1: set[len(set)-1].at}
	if slices.ContainsFunc(gs, func(g grid) bool { return g.OverlapX(all) > 5 && g.OverlapY(all) > 5 }) {
		return nil, nil
	}
	rows := make([][]doc.Word, len(set)-1)
	var free []doc.Word
	for _, w := range words {
		k := -1
		if all.Holds(w.Box) {
			k = slices.IndexFunc(set, func(e edge) bool { return e.at > w.CY() }) - 1
		}
		if k < 0 {
			free = append(free, w)
			continue
		}
		rows[k] = append(rows[k], w)
	}
	var texts [][]doc.Line
	var starts []float64
	for _, r := range rows {
		ls := lines(r)
		if len(ls) > bandLines {
			return nil, nil
		}
		for _, l := range ls {
			if h, ok := parse(l.Text, false); ok && h.weight >= strong {
				return nil, nil
			}
			if s := segments(l, nil); len(s) > 1 {
				starts = append(starts, s[1][0].X0)
			}
		}
		texts = append(texts, ls)
	}
	stops := repeatedAt(starts, 3)
	var cols []span
	filled, wide := 0, 0
	for _, ls := range texts {
		at := map[int]bool{}
		for _, l := range ls {
			next, ok := widen(cols, segments(l, stops))
			if !ok {
				return nil, nil
			}
			cols = next
		}
		for _, l := range ls {
			for _, s := range segments(l, stops) {
				at[column(cols, line(s).Box)] = true
			}
		}
		if len(ls) > 0 {
			filled++
		}
		if len(at) > 1 {
			wide++
		}
	}
	if len(cols) < 2 || filled < leastBands || 10*wide < 6*filled {
		return nil, nil
	}
	g := grid{Box: doc.Box{X0: set[0].from, Y0: all.Y0, X1: set[0].to, Y1: all.Y1}, xs: []float64{set[0].from}}
	for i := 1; i < len(cols); i++ {
		g.xs = append(g.xs, (cols[i-1].to+cols[i].from)/2)
	}
	g.xs = append(g.xs, set[0].to)
	for _, e := range set {
		g.ys = append(g.ys, e.at)
	}
	t := &table{grid: g, page: page, cells: map[[2]int]*cell{}, last: len(g.ys) - 1, kind: doc.Rules}
	for r := range rows {
		parts := make([][]doc.Word, len(cols))
		for _, l := range texts[r] {
			for _, s := range segments(l, stops) {
				c := column(cols, line(s).Box)
				parts[c] = append(parts[c], s...)
			}
		}
		for c, ws := range parts {
			t.cells[[2]int{r, c}] = &cell{
				slot:  slot{Box: doc.Box{X0: g.xs[c], Y0: g.ys[r], X1: g.xs[c+1], Y1: g.ys[r+1]}, row: r, col: c, rows: 1, cols: 1},
				lines: lines(ws),
			}
		}
	}
	return t, free
}
