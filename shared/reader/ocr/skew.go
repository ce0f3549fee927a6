package ocr

import (
	"image"
	"math"
)

// mostSkew is the maximum angle searched, in degrees; pages fed by hand may exceed it.
const mostSkew = 4.0

// dots are sampled dark pixels of a page.
type dots struct {
	x, y    []float64
	height  int
	profile []float64
}

// pick samples about 60,000 dark pixels: every row, as lines are thin, but few columns.
func pick(g *image.Gray) *dots {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	n := 0
	for y := 0; y < h; y += 4 {
		for _, v := range g.Pix[y*g.Stride : y*g.Stride+w] {
			if v < dark-30 {
				n += 4
			}
		}
	}
	step := max(2, n/60_000)
	d := &dots{height: h, profile: make([]float64, h+w/5)}
	for y := range h {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		for x := y % step; x < w; x += step {
			if row[x] < dark-30 {
				d.x, d.y = append(d.x, float64(x-w/2)), append(d.y, float64(y))
			}
		}
	}
	return d
}

// sharp is the variance of the rows' profile when the page is tilted by deg, in rows of bin
// pixels.
func (d *dots) sharp(deg float64, bin int) float64 {
	clear(d.profile)
	t, k, shift := math.Tan(deg*math.Pi/180), 1/float64(bin), float64(len(d.profile)-d.height)/2
	for i, x := range d.x {
		if r := int((d.y[i] - x*t + shift) * k); r >= 0 && r < len(d.profile) {
			d.profile[r]++
		}
	}
	sum := 0.0
	for r := 1; r < len(d.profile)/bin; r++ {
		v := d.profile[r] - d.profile[r-1]
		sum += v * v
	}
	return sum
}

// Skew is the angle in degrees, clockwise, by which the lines of a page fall, within ±4; 0
// where no angle stands out. The rows of a straight page are either dark or white, so the
// profile of its rows varies most.
func Skew(g *image.Gray) float64 {
	a, _ := skew(g)
	return a
}

// lying reports whether the lines of a page run up or down.
func lying(g *image.Gray) bool {
	d := pick(g)
	if len(d.x) < 500 {
		return false
	}
	_, upright := d.best(g)
	w := float64(g.Rect.Dx())
	for i := range d.x {
		d.x[i], d.y[i] = d.y[i]-float64(d.height)/2, d.x[i]+w/2
	}
	d.height = g.Rect.Dx()
	d.profile = make([]float64, d.height+g.Rect.Dy()/5)
	_, down := d.best(g)
	return down > 1.3*upright
}

// skew is the angle, and its ratio to other angles: about 1 where nothing is printed in
// lines.
func skew(g *image.Gray) (deg, clear float64) {
	d := pick(g)
	if len(d.x) < 500 {
		return 0, 1
	}
	if deg, clear = d.best(g); clear < 1.2 {
		return 0, clear
	}
	return deg, clear
}

func (d *dots) best(g *image.Gray) (deg, clear float64) {
	bin := max(1, max(g.Rect.Dx(), g.Rect.Dy())/900)
	best, most, sum, n := 0.0, 0.0, 0.0, 0.0
	for i := range int(2*mostSkew/0.2) + 1 {
		a := -mostSkew + 0.2*float64(i)
		s := d.sharp(a, bin)
		sum, n = sum+s, n+1
		if s > most {
			best, most = a, s
		}
	}
	clear = most * n / sum
	for _, step := range [...]float64{0.1, 0.05, 0.02} {
		at, top := best, 0.0
		for i := -2; i <= 2; i++ {
			if s := d.sharp(best+step*float64(i), max(1, bin/2)); s > top {
				at, top = best+step*float64(i), s
			}
		}
		best = at
	}
	return best, clear
}

// rotate a page by degrees counter-clockwise around its centre, on white.
func rotate(g *image.Gray, deg float64) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	const one = 1 << 16
	sin, cos := math.Sincos(deg * math.Pi / 180)
	ux, uy := int(cos*one), int(sin*one)
	cx, cy := float64(w)/2, float64(h)/2
	for y := range h {
		dy := float64(y) - cy
		sx, sy := int((-cos*cx-sin*dy+cx)*one), int((-sin*cx+cos*dy+cy)*one)
		to := out.Pix[y*out.Stride : y*out.Stride+w]
		for x := range to {
			x0, y0 := sx>>16, sy>>16
			if sx >= 0 && sy >= 0 && x0+1 < w && y0+1 < h {
				fx, fy := (sx&(one-1))>>8, (sy&(one-1))>>8
				p := g.Pix[y0*g.Stride+x0 : y0*g.Stride+x0+2]
				q := g.Pix[(y0+1)*g.Stride+x0 : (y0+1)*g.Stride+x0+2]
				top, low := int(p[0])*(256-fx)+int(p[1])*fx, int(q[0])*(256-fx)+int(q[1])*fx
				to[x] = uint8((top*(256-fy) + low*fy) >> 16)
			}
			sx, sy = sx+ux, sy+uy
		}
	}
	return out
}

// Turned is a page turned clockwise by 90, 180 or 270 degrees; by 0 it is the page itself.
func Turned(g *image.Gray, deg int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	if deg == 0 {
		return g
	}
	size := image.Rect(0, 0, h, w)
	if deg == 180 {
		size = image.Rect(0, 0, w, h)
	}
	out := image.NewGray(size)
	for y := range h {
		for x := range w {
			v := g.Pix[y*g.Stride+x]
			switch deg {
			case 90:
				out.Pix[x*out.Stride+h-1-y] = v
			case 180:
				out.Pix[(h-1-y)*out.Stride+w-1-x] = v
			case 270:
				out.Pix[(w-1-x)*out.Stride+y] = v
			}
		}
	}
	return out
}
