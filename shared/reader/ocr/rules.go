package ocr

import (
	"image"
	"math"
	"slices"

	"anzen/shared/reader/doc"
)

// dark is the grey value below which a pixel is ink; after scanning, rules are a little
// lighter than text.
const dark = 150

// Lengths in points. A stroke of a character is shorter than its em; a rule of a table row
// at least as long as a line of text is high.
const (
	leastAcross = 26.0
	leastDown   = 13.0
	longAcross  = 45.0 // from which on it is no stroke of a heading's character
	longDown    = 32.0 // from which on it is no stroke of a heading's character
	thickest    = 2.6  // of a rule
	bridged     = 1.0  // gap in the ink of a rule
)

// paperNoise is how much darker than the paper its own grain may be.
const paperNoise = 40

// run of ink along a row or column of pixels.
type run struct{ from, to int }

// ink is the dark pixels of a page; one value per pixel, row by row.
type ink struct {
	w, h int
	on   []bool
}

// inkOf is what is darker than a grey value.
func inkOf(g *image.Gray, grey uint8) ink {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	k := ink{w: w, h: h, on: make([]bool, w*h)}
	for y := range h {
		row, to := g.Pix[y*g.Stride:y*g.Stride+w], k.on[y*w:(y+1)*w]
		for x, v := range row {
			to[x] = v < grey
		}
	}
	return k
}

// across is the ink mirrored on its diagonal, so that columns become rows.
func (k ink) across() ink {
	t := ink{w: k.h, h: k.w, on: make([]bool, len(k.on))}
	const tile = 32
	for y0 := 0; y0 < k.h; y0 += tile {
		for x0 := 0; x0 < k.w; x0 += tile {
			for y := y0; y < min(y0+tile, k.h); y++ {
				for x := x0; x < min(x0+tile, k.w); x++ {
					t.on[x*k.h+y] = k.on[y*k.w+x]
				}
			}
		}
	}
	return t
}

// bar is a rule in pixels: rows from y0 to y1 (exclusive), columns from x0 to x1.
type bar struct{ x0, y0, x1, y1 int }

// bars are the long thin stretches of ink that run along the rows.
func (k ink) bars(least, gap, thick int) []bar {
	var open, out []bar
	for y := range k.h {
		var runs []run
		row := k.on[y*k.w : (y+1)*k.w]
		for x := 0; x < k.w; {
			if !row[x] {
				x++
				continue
			}
			from, last := x, x
			for x++; x < k.w && x-last <= gap; x++ {
				if row[x] {
					last = x
				}
			}
			if last+1-from >= least {
				runs = append(runs, run{from, last + 1})
			}
		}
		var still []bar
		for _, b := range open {
			if b.y1 < y-1 {
				out = append(out, b)
			} else {
				still = append(still, b)
			}
		}
		open = still
		for _, r := range runs {
			joined := -1
			for i := 0; i < len(open); i++ {
				b := &open[i]
				if r.to < b.x0 || r.from > b.x1 {
					continue
				}
				if joined < 0 {
					b.x0, b.x1, b.y1 = min(b.x0, r.from), max(b.x1, r.to), y+1
					joined = i
					continue
				}
				j := &open[joined]
				j.x0, j.x1, j.y0, j.y1 = min(j.x0, b.x0), max(j.x1, b.x1), min(j.y0, b.y0), y+1
				open = append(open[:i], open[i+1:]...)
				i--
			}
			if joined < 0 {
				open = append(open, bar{r.from, y, r.to, y + 1})
			}
		}
	}
	out = append(out, open...)
	kept := out[:0]
	for _, b := range out {
		if b.y1-b.y0 <= thick {
			kept = append(kept, b)
		}
	}
	return kept
}

// Rules returns the rules of a straight page, in points, and the page without them: where a
// rule touches or crosses a character, the character is kept. The edges of bars, in pixels,
// count as rules.
func Rules(g *image.Gray, dpi float64, bars ...image.Rectangle) ([]doc.Rule, *image.Gray) {
	px := func(pt float64) int { return max(1, int(math.Round(pt*dpi/72))) }
	paper := paperOf(g)
	k := inkOf(g, dark)
	hs := k.bars(px(leastAcross), px(bridged), px(thickest))
	t := k.across()
	vs := t.bars(px(leastDown), px(bridged), px(thickest))
	pale := inkOf(g, paper-min(paper, paperNoise))
	paleT := pale.across()
	faintHs, faintVs := pale.faint(hs, leastFaintAcross, dotGapAcross, px), paleT.faint(vs, leastFaintDown, dotGapDown, px)
	hs = slices.DeleteFunc(hs, func(b bar) bool { return b.within(faintHs, 1) || k.dotsOfGrey(b, px) })
	vs = slices.DeleteFunc(vs, func(b bar) bool { return b.within(faintVs, 1) || t.dotsOfGrey(b, px) })
	for _, r := range bars {
		hs = append(hs, bar{r.Min.X, r.Min.Y, r.Max.X, r.Min.Y + 1}, bar{r.Min.X, r.Max.Y - 1, r.Max.X, r.Max.Y})
		vs = append(vs, bar{r.Min.Y, r.Min.X, r.Max.Y, r.Min.X + 1}, bar{r.Min.Y, r.Max.X - 1, r.Max.Y, r.Max.X})
	}
	var tall []bar
	for _, b := range slices.Concat(vs, faintVs) {
		if b.x1-b.x0 > px(leastDown) {
			tall = append(tall, b)
		}
	}
	clean := &image.Gray{Pix: append([]uint8(nil), g.Pix...), Stride: g.Stride, Rect: g.Rect}
	c := 72 / dpi
	var out []doc.Rule
	across := func(k ink, b bar) {
		y := float64(b.y0+b.y1) / 2 * c
		out = append(out, doc.Rule{Box: doc.Box{X0: float64(b.x0) * c, Y0: y, X1: float64(b.x1) * c, Y1: y}})
		k.erase(b, px(thickest), func(x, y int) { clean.Pix[y*clean.Stride+x] = paper })
	}
	down := func(t ink, b bar) {
		x := float64(b.y0+b.y1) / 2 * c
		out = append(out, doc.Rule{Box: doc.Box{X0: x, Y0: float64(b.x0) * c, X1: x, Y1: float64(b.x1) * c}})
		t.erase(b, px(thickest), func(x, y int) { clean.Pix[x*clean.Stride+y] = paper })
	}
	for _, b := range hs {
		if b.x1-b.x0 > px(longAcross) || cornered(b, tall, px(2)) || k.underline(b, px) {
			across(k, b)
		}
	}
	for _, b := range faintHs {
		across(pale, b)
	}
	crossing := slices.Concat(hs, faintHs)
	for _, b := range vs {
		ends, long := meets(b, crossing, px(2)), b.x1-b.x0 > px(longDown)
		if (long || ends > 0) && t.alone(b, px(2), long || ends == 2) {
			down(t, b)
		}
	}
	for _, b := range faintVs {
		down(paleT, b)
	}
	return out, clean
}

// alone distinguishes a rule from the long stroke of a large character: most of it has no
// ink beside it, or none on one side, which suffices where text is close to the rules of
// its table.
func (k ink) alone(b bar, by int, oneSide bool) bool {
	up, down, both := 0, 0, 0
	for x := b.x0; x < b.x1; x++ {
		above, below := b.y0-by, b.y1-1+by
		a, d := above < 0 || !k.on[above*k.w+x], below >= k.h || !k.on[below*k.w+x]
		if a {
			up++
		}
		if d {
			down++
		}
		if a && d {
			both++
		}
	}
	if oneSide {
		both = max(up, down)
	}
	return 10*both >= 7*(b.x1-b.x0)
}

// meets counts the ends of a vertical bar, with exchanged coordinates, that are at
// horizontal bars.
func meets(down bar, across []bar, near int) (ends int) {
	top, low := false, false
	for _, a := range across {
		if down.y0 < a.x0-near || down.y1 > a.x1+near {
			continue
		}
		top = top || a.y0 <= down.x0+near && a.y1 >= down.x0-near
		low = low || a.y0 <= down.x1+near && a.y1 >= down.x1-near
	}
	if top {
		ends++
	}
	if low {
		ends++
	}
	return ends
}

// cornered reports whether a horizontal bar has a vertical one at one of its ends.
func cornered(across bar, down []bar, near int) bool {
	for _, d := range down {
		if (d.y1 >= across.x0-near && d.y0 <= across.x0+near || d.y1 >= across.x1-near && d.y0 <= across.x1+near) &&
			d.x1 >= across.y0-near && d.x0 <= across.y1+near {
			return true
		}
	}
	return false
}

// underline reports whether a bar has text above it that is lower than the bar is long, so that the
// bar is no stroke of a character, and nothing below.
func (k ink) underline(b bar, px func(float64) int) bool {
	below := k.columns(bar{b.x0, min(b.y1+1, k.h), b.x1, min(b.y1+px(2), k.h)})
	if 10*below > b.x1-b.x0 {
		return false
	}
	blank, top := 0, b.y0
	for y := b.y0 - 1; y >= 0 && blank <= px(2.5); y-- {
		blank++
		for x := b.x0; x < b.x1; x++ {
			if k.on[y*k.w+x] {
				blank, top = 0, y
				break
			}
		}
	}
	return b.y0-top >= px(5) && 10*(b.y0-top) <= 6*(b.x1-b.x0)
}
