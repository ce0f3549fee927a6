package ocr

import "image"

// In points: the minimum sides of a bar with white text, and how much higher than its part without
// text it may be.
const (
	leastBarHeight = 8.0
	leastBarWidth  = 24.0
	highestText    = 40.0
)

// unbar converts bars with white text, as in headings and heading rows of tables, to black
// text on white, and returns the bars: their edges count as rules.
func unbar(g *image.Gray, dpi float64) (bars []image.Rectangle) {
	side := max(2, int(dpi/36)) // two points
	w, h := g.Rect.Dx()/side, g.Rect.Dy()/side
	full := make([]bool, w*h)
	for y := range h {
		for x := range w {
			n := 0
			for v := y * side; v < (y+1)*side; v++ {
				for _, p := range g.Pix[v*g.Stride+x*side : v*g.Stride+(x+1)*side] {
					if p < dark {
						n++
					}
				}
			}
			full[y*w+x] = 10*n > 6*side*side
		}
	}
	broad := make([]bool, len(full)) // without vertical rules, which would connect bars
	for y := range h {
		row := full[y*w : (y+1)*w]
		for x := 0; x < w; {
			from := x
			for x < w && row[x] {
				x++
			}
			for i := from; x-from >= 8 && i < x; i++ {
				broad[y*w+i] = true
			}
			x++
		}
	}
	full = broad
	seen := make([]bool, len(full))
	var stack []int
	for start := range full {
		if !full[start] || seen[start] {
			continue
		}
		r, n := image.Rectangle{Min: image.Pt(w, h)}, 0
		seen[start] = true
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%w, i/w
			r.Min.X, r.Min.Y, r.Max.X, r.Max.Y = min(r.Min.X, x), min(r.Min.Y, y), max(r.Max.X, x+1), max(r.Max.Y, y+1)
			n++
			for _, j := range [4]int{i - 1, i + 1, i - w, i + w} {
				if j >= 0 && j < len(full) && full[j] && !seen[j] && (j/w == y || j%w == x) {
					seen[j] = true
					stack = append(stack, j)
				}
			}
		}
		if float64(r.Dx()*side)*72/dpi < leastBarWidth || 10*n < 6*r.Dx()*r.Dy() {
			continue
		}
		r = image.Rect(r.Min.X*side, r.Min.Y*side, r.Max.X*side, r.Max.Y*side)
		for _, b := range rows(g, r, int(highestText*dpi/72)) {
			if float64(b.Dy())*72/dpi >= leastBarHeight && isBar(g, b, bars, side) {
				turnBar(g, b, side)
				bars = append(bars, b)
			}
		}
	}
	return bars
}

// isBar reports whether what is dark in b is a cell with text, or one without in a column of such, and
// none of the bars already turned; near is how far sides of a column are apart.
func isBar(g *image.Gray, b image.Rectangle, bars []image.Rectangle, near int) bool {
	if b.Dx() < 2*b.Dy() || !straightSides(g, b, near) {
		return false
	}
	column := false
	for _, o := range bars {
		if image.Pt((b.Min.X+b.Max.X)/2, (b.Min.Y+b.Max.Y)/2).In(o) {
			return false
		}
		column = column || max(o.Min.X-b.Min.X, b.Min.X-o.Min.X, o.Max.X-b.Max.X, b.Max.X-o.Max.X) <= near
	}
	return column || printed(g, b.Inset(near))
}

// rows separates dark cells that are one below the other, between which is a lighter row; the first
// and the last are extended over lines of text that are nearly as wide as they are, by no more than
// some rows.
func rows(g *image.Gray, r image.Rectangle, most int) (out []image.Rectangle) {
	const inBar = 0.35 // where there are characters
	top, end := r.Min.Y, r.Max.Y
	for top > max(0, r.Min.Y-most) && darkShare(g, r, top-1) > inBar {
		top--
	}
	for end < min(g.Rect.Dy(), r.Max.Y+most) && darkShare(g, r, end) > inBar {
		end++
	}
	for y := top; y < end; {
		from := y
		for y < end && darkShare(g, r, y) > inBar {
			y++
		}
		if y > from {
			out = append(out, image.Rect(r.Min.X, from, r.Max.X, y))
		}
		y++
	}
	return out
}

// straightSides reports whether a bar is dark from top to bottom at its left and its right, by some
// columns inside; a gas cylinder is not.
func straightSides(g *image.Gray, b image.Rectangle, inside int) bool {
	for _, x := range []int{b.Min.X + inside, b.Max.X - 1 - inside} {
		n := 0
		for y := b.Min.Y; y < b.Max.Y; y++ {
			if g.Pix[y*g.Stride+x] < dark {
				n++
			}
		}
		if 10*n < 7*b.Dy() {
			return false
		}
	}
	return true
}

// printed reports whether a bar has something light on it.
func printed(g *image.Gray, bar image.Rectangle) bool {
	n := 0
	for y := bar.Min.Y; y < bar.Max.Y; y++ {
		for _, v := range g.Pix[y*g.Stride+bar.Min.X : y*g.Stride+bar.Max.X] {
			if v >= dark {
				n++
			}
		}
	}
	return 300*n > bar.Dx()*bar.Dy()
}

// turnBar inverts a bar, so that its own grey becomes white and white black, and whitens the edge
// around it, which remains of its outermost cells.
func turnBar(g *image.Gray, r image.Rectangle, edge int) {
	in := r
	for in.Min.Y > r.Min.Y-edge && in.Min.Y > 0 && darkRow(g, r, in.Min.Y-1) {
		in.Min.Y--
	}
	for in.Max.Y < r.Max.Y+edge && in.Max.Y < g.Rect.Dy() && darkRow(g, r, in.Max.Y) {
		in.Max.Y++
	}
	in.Min.X, in.Max.X = max(0, in.Min.X-edge), min(g.Rect.Dx(), in.Max.X+edge)
	own := greyOf(g, r)
	var turned [256]uint8
	for v := range turned {
		turned[v] = uint8(255 - 255*max(0, v-own)/(255-own))
	}
	for y := in.Min.Y; y < in.Max.Y; y++ {
		row := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for x := in.Min.X; x < in.Max.X; x++ {
			inside := x >= r.Min.X && x < r.Max.X
			if inside || row[x] < dark {
				row[x] = turned[row[x]]
			}
		}
	}
}

// greyOf is the median of what is dark in a rectangle.
func greyOf(g *image.Gray, r image.Rectangle) int {
	var n [dark]int
	all := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range g.Pix[y*g.Stride+r.Min.X : y*g.Stride+r.Max.X] {
			if v < dark {
				n[v]++
				all++
			}
		}
	}
	below := 0
	for v, k := range n {
		if below += k; 2*below >= all {
			return v
		}
	}
	return 0
}

func darkRow(g *image.Gray, r image.Rectangle, y int) bool { return darkShare(g, r, y) > 0.5 }

// darkShare is the part of a row of a rectangle that is dark.
func darkShare(g *image.Gray, r image.Rectangle, y int) float64 {
	n := 0
	for _, v := range g.Pix[y*g.Stride+r.Min.X : y*g.Stride+r.Max.X] {
		if v < dark {
			n++
		}
	}
	return float64(n) / float64(max(1, r.Dx()))
}
