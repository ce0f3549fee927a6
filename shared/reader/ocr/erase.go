package ocr

import (
	"image"
	"slices"
)

// erase removes the pixels of a rule: in each column the ink that meets it, with the light edge
// around. Where a character stands on the rule, or hangs from it, only the rule's own rows are
// removed; where one crosses it, nothing is.
func (k ink) erase(b bar, thick int, paint func(x, y int)) {
	met := k.meeting(b, thick)
	var widths []int
	for _, r := range met {
		if w := r.end + 1 - r.top; w <= thick+1 {
			widths = append(widths, w)
		}
	}
	if len(widths) == 0 {
		return
	}
	slices.Sort(widths)
	own := widths[len(widths)/2] + 1
	var near *stroke // the rule alone, in the closest column before, else the first
	for i := range met {
		if r := &met[i]; r.end+1-r.top <= own {
			near = r
			break
		}
	}
	for i := range met {
		r := &met[i]
		top, end := r.top, r.end
		if w := end + 1 - top; w <= own {
			near = r
		} else {
			above, below := near.top-top > 1, end-near.end > 1
			if above && below || !above && !below && w > thick+1 {
				continue
			}
			if above {
				top = min(near.top, end)
			}
			if below {
				end = max(near.end, top)
			}
		}
		for v := max(top-2, 0); v <= min(end+2, k.h-1); v++ {
			if v >= top && v <= end || !k.on[v*k.w+r.x] {
				paint(r.x, v)
			}
		}
	}
}

// stroke is the ink of a column from its first row to its last.
type stroke struct{ x, top, end int }

// meeting is the ink that meets a bar, column by column, no higher than three rules.
func (k ink) meeting(b bar, thick int) (out []stroke) {
	for x := max(b.x0-2, 0); x < min(b.x1+2, k.w); x++ {
		for y := b.y0; y < b.y1; y++ {
			if !k.on[y*k.w+x] {
				continue
			}
			s := stroke{x, y, y}
			for s.top > 0 && k.on[(s.top-1)*k.w+x] && y-s.top <= thick {
				s.top--
			}
			for s.end+1 < k.h && k.on[(s.end+1)*k.w+x] && s.end-y <= thick {
				s.end++
			}
			out = append(out, s)
			y = s.end
		}
	}
	return out
}

// paperOf is the grey value of the paper: the most frequent light one.
func paperOf(g *image.Gray) uint8 {
	var n [256]int
	for i := 0; i < len(g.Pix); i += 7 {
		n[g.Pix[i]]++
	}
	best := 255
	for v := 254; v > dark; v-- {
		if n[v] > n[best] {
			best = v
		}
	}
	return uint8(best)
}

// despeckle whitens the paper and removes isolated dots, no larger than a full stop, with
// nothing within four points.
func despeckle(g *image.Gray, dpi float64) {
	paper := int(paperOf(g))
	for i, v := range g.Pix {
		if int(v) > paper-paperNoise {
			g.Pix[i] = 255
		}
	}
	w, h := g.Rect.Dx(), g.Rect.Dy()
	side, around := max(2, int(dpi/75)), max(3, int(dpi/18))
	for y := range h {
		for x := range w {
			if g.Pix[y*g.Stride+x] >= dark {
				continue
			}
			if x > 0 && g.Pix[y*g.Stride+x-1] < dark || y > 0 && g.Pix[(y-1)*g.Stride+x] < dark {
				continue
			}
			// The dot may extend side pixels to the right and down, a little to the left;
			// nothing may be near.
			in, out := image.Rect(x-2, y, x+side, y+side), image.Rect(x-around, y-around, x+side+around, y+side+around).Intersect(g.Rect)
			lone := true
			for v := out.Min.Y; v < out.Max.Y && lone; v++ {
				for u := out.Min.X; u < out.Max.X; u++ {
					if g.Pix[v*g.Stride+u] < dark && !image.Pt(u, v).In(in) {
						lone = false
						break
					}
				}
			}
			if !lone {
				continue
			}
			wide := in.Inset(-2).Intersect(g.Rect)
			for v := wide.Min.Y; v < wide.Max.Y; v++ {
				for u := wide.Min.X; u < wide.Max.X; u++ {
					g.Pix[v*g.Stride+u] = 255
				}
			}
		}
	}
}
