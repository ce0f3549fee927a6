package ocr

import (
	"image"
	"slices"
)

// Lengths in points of what makes a faint rule.
const (
	leastFaintAcross = 60.0
	leastFaintDown   = 32.0
	dotGapAcross     = 2.6
	dotGapDown       = 1.7 // less than between the digits of lines one below the other
	aside            = 3.0 // where it has nothing beside it
	leaderRise       = 6.0 // of the text whose leader it would be
)

// faint are the rules along the rows of k, which is all that is darker than the paper, that are no
// solid ones: dotted, dashed, or thinner than a pixel. Nothing is close to them; the dots between a
// label and its value have text at an end and are none.
func (k ink) faint(solid []bar, least, gap float64, px func(float64) int) (out []bar) {
	for _, b := range k.bars(px(least), px(gap), px(thickest)) {
		on, wide := k.columns(b), b.x1-b.x0
		if 4*on < wide || b.within(solid, px(gap)) || !k.quiet(b, px(aside)) {
			continue
		}
		if 10*on >= 9*wide || !k.leader(b, px) {
			out = append(out, b)
		}
	}
	return out
}

// columns counts those with ink in a bar.
func (k ink) columns(b bar) (n int) {
	for x := b.x0; x < b.x1; x++ {
		for y := b.y0; y < b.y1; y++ {
			if k.on[y*k.w+x] {
				n++
				break
			}
		}
	}
	return n
}

// dotsOfGrey reports a bar that is a row of dots among others: the grey of a cell.
func (k ink) dotsOfGrey(b bar, px func(float64) int) bool {
	return 10*k.columns(b) < 9*(b.x1-b.x0) && !k.quiet(b, px(aside))
}

// quiet reports whether there is hardly anything beside a bar, at both sides, but for its own edge.
func (k ink) quiet(b bar, by int) bool {
	above := bar{b.x0, max(b.y0-by, 0), b.x1, b.y0 - 1}
	below := bar{b.x0, b.y1 + 1, b.x1, min(b.y1+by, k.h)}
	return 10*max(k.columns(above), k.columns(below)) <= min(3*(b.x1-b.x0), 5*k.columns(b))
}

// leader reports whether there is text beside an end of a bar, on the line that it would be the foot of.
func (k ink) leader(b bar, px func(float64) int) bool {
	near := px(leaderRise)
	for _, r := range []image.Rectangle{
		image.Rect(b.x0-near, b.y0-near, b.x0-px(1), b.y0-px(1)),
		image.Rect(b.x1+px(1), b.y0-near, b.x1+near, b.y0-px(1)),
	} {
		r, n := r.Intersect(image.Rect(0, 0, k.w, k.h)), 0
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				if k.on[y*k.w+x] {
					n++
				}
			}
		}
		if n > 2*px(1)*px(1) {
			return true
		}
	}
	return false
}

// within reports whether a bar is part of one of others, but for a little at its ends.
func (b bar) within(others []bar, ends int) bool {
	return slices.ContainsFunc(others, func(o bar) bool {
		return b.x0 >= o.x0-ends && b.x1 <= o.x1+ends && b.y0 <= o.y1 && b.y1 >= o.y0
	})
}
