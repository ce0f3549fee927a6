package layout

import (
	"math"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
)

// sideColumn is one of several columns side by side that each have a label with a colon: its page and left edge, and the latest pair in it.
type sideColumn struct {
	page, at int
	x        float64
}

// several pairs side by side: "TEL: ...   FAX: ...".
func (p *pairer) several(l doc.Line) bool {
	segs := segments(l, p.stops.on(l.Page))
	if len(segs) < 2 {
		return false
	}
	var subs []doc.Line
	for _, s := range segs {
		sub := line(s)
		if colonAt(sub.Text) >= 0 {
			subs = append(subs, sub)
			continue
		}
		if len(subs) == 0 {
			return false
		}
		subs[len(subs)-1] = line(append(slices.Clone(subs[len(subs)-1].Words), s...))
	}
	if len(subs) < 2 {
		return false
	}
	p.side = nil
	for _, s := range subs {
		if p.colon(s) {
			p.side = append(p.side, sideColumn{page: s.Page, x: s.X0, at: p.inner})
		}
	}
	return true
}

// sideBySide reads a line below pairs side by side, in whose columns its parts begin: those with a colon are the next pairs of their columns, others go on
// what stands above them.
func (p *pairer) sideBySide(l doc.Line) bool {
	if len(p.side) == 0 || p.columns {
		return false
	}
	cells := p.cells(l)
	at := p.sidesOf(cells)
	if at == nil || len(cells) == 1 && colonAt(l.Text) < 0 && standalone(l, p.bold) {
		p.side = nil
		return false
	}
	for i, c := range cells {
		k := &p.side[at[i]]
		if !p.colon(c) {
			p.add(k.at, c)
			continue
		}
		k.at = p.inner
	}
	return true
}

// sidesOf are the columns side by side in which the parts of a line begin; nil where one begins in none, goes over the next one, or is a label whose value
// stands in the next one.
func (p *pairer) sidesOf(cells []doc.Line) []int {
	var out []int
	for i, c := range cells {
		k := slices.IndexFunc(p.side, func(k sideColumn) bool { return k.page == c.Page && math.Abs(k.x-c.X0) < 3 })
		switch {
		case k < 0, k+1 < len(p.side) && c.X1 > p.side[k+1].x:
			return nil
		case i+1 < len(cells) && strings.HasSuffix(c.Text, ":"), strings.Contains(c.Text, ":") && colonAt(c.Text) < 0:
			return nil
		}
		out = append(out, k)
	}
	return out
}
