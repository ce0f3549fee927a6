package ocr

import (
	"image"
	"math"

	"anzen/shared/reader/doc"
)

// Sides of a printed pictogram, in points.
const (
	leastSymbol = 18.0
	mostSymbol  = 120.0
	mostSymbols = 30 // on a page
)

// Symbols finds the squares standing on a corner, the frames of GHS pictograms, on a page
// without rules, and removes them from the page, so that they are not read as text.
func Symbols(g *image.Gray, dpi float64) []doc.Image {
	step := max(1, int(dpi/100))
	w, h := g.Rect.Dx()/step, g.Rect.Dy()/step
	on := make([]bool, w*h)
	for y := range h * step {
		row := g.Pix[y*g.Stride:]
		for x := range w * step {
			if row[x] < dark {
				on[y/step*w+x/step] = true
			}
		}
	}
	k := 72 * float64(step) / dpi // points a cell
	var out []doc.Image
	var stack []int
	seen := make([]bool, len(on))
	for start := range on {
		if !on[start] || seen[start] {
			continue
		}
		x0, y0, x1, y1 := w, h, 0, 0
		seen[start] = true
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%w, i/w
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x+1), max(y1, y+1)
			for v := max(y-1, 0); v <= min(y+1, h-1); v++ {
				for u := max(x-1, 0); u <= min(x+1, w-1); u++ {
					if j := v*w + u; on[j] && !seen[j] {
						seen[j] = true
						stack = append(stack, j)
					}
				}
			}
		}
		a, b := float64(x1-x0)*k, float64(y1-y0)*k
		if a < leastSymbol || b < leastSymbol || a > mostSymbol || b > mostSymbol || a > 1.15*b || b > 1.15*a ||
			!diamond(on, w, x0, y0, x1, y1) || len(out) == mostSymbols {
			continue
		}
		r := image.Rect(x0*step, y0*step, x1*step, y1*step)
		out = append(out, doc.Image{
			Box:   doc.Box{X0: float64(x0) * k, Y0: float64(y0) * k, X1: float64(x1) * k, Y1: float64(y1) * k},
			Width: r.Dx(), Height: r.Dy(), Thumb: thumb(g, r),
		})
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				g.Pix[y*g.Stride+x] = 255
			}
		}
	}
	return out
}

// diamond reports whether the four lines between the middles of a box's sides are inked, and its corners are not.
func diamond(on []bool, w, x0, y0, x1, y1 int) bool {
	cx, cy := float64(x0+x1-1)/2, float64(y0+y1-1)/2
	a, b := float64(x1-x0-1)/2, float64(y1-y0-1)/2
	near := func(x, y float64) bool {
		for d := -0.08; d <= 0.021; d += 0.02 { // from a little outside to inside
			u, v := int(math.Round(cx+(x-cx)*(1+d))), int(math.Round(cy+(y-cy)*(1+d)))
			if u >= x0 && u < x1 && v >= y0 && v < y1 && on[v*w+u] {
				return true
			}
		}
		return false
	}
	hit, n := 0, 0
	for _, s := range [4][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		for t := 0.05; t < 1; t += 0.05 {
			n++
			if near(cx+s[0]*a*t, cy+s[1]*b*(1-t)) {
				hit++
			}
			// Half way to the corner of the box the page is empty.
			if t > 0.3 && t < 0.7 {
				u, v := int(cx+s[0]*a*(t+0.2)), int(cy+s[1]*b*(1.2-t))
				if u >= x0 && u < x1 && v >= y0 && v < y1 && on[v*w+u] {
					hit--
				}
			}
		}
	}
	return 10*hit >= 8*n
}

// thumb is a part of the page in the size of fingerprints.
func thumb(g *image.Gray, r image.Rectangle) []byte {
	const n = doc.ThumbSide
	out := make([]byte, n*n)
	for j := range n {
		y0 := r.Min.Y + j*r.Dy()/n
		y1 := max(r.Min.Y+(j+1)*r.Dy()/n, y0+1)
		for i := range n {
			x0 := r.Min.X + i*r.Dx()/n
			x1 := max(r.Min.X+(i+1)*r.Dx()/n, x0+1)
			sum := 0
			for y := y0; y < y1; y++ {
				for x := x0; x < x1; x++ {
					sum += int(g.Pix[y*g.Stride+x])
				}
			}
			out[j*n+i] = byte(sum / ((x1 - x0) * (y1 - y0)))
		}
	}
	return out
}
