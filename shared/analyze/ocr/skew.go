package ocr

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// Skew is the angle in degrees, clockwise, by which the lines of a page fall, within ±4; 0 where none stands
// out. The rows of a straight page are either dark or white, so the profile of its rows varies most.
func Skew(g *image.Gray) float64 {
	const side = 900 // pixels are picked so that about so many remain on the longer side
	step := max(1, max(g.Rect.Dx(), g.Rect.Dy())/side)
	type dot struct{ x, y float64 }
	var dots []dot
	for y := 0; y < g.Rect.Dy(); y += step {
		row := g.Pix[y*g.Stride:]
		for x := 0; x < g.Rect.Dx(); x += step {
			if row[x] < 110 {
				dots = append(dots, dot{float64(x / step), float64(y / step)})
			}
		}
	}
	if len(dots) < 500 || len(dots) > 400_000 {
		return 0
	}
	profile := make([]float64, 2*side+400)
	sharp := func(deg float64) float64 {
		clear(profile)
		t := math.Tan(deg * math.Pi / 180)
		for _, d := range dots {
			if k := int(d.y-d.x*t) + 200; k >= 0 && k < len(profile) {
				profile[k]++
			}
		}
		sum := 0.0
		for k := 1; k < len(profile); k++ {
			sum += (profile[k] - profile[k-1]) * (profile[k] - profile[k-1])
		}
		return sum
	}
	best, most, flat := 0.0, 0.0, sharp(0)
	for a := -4.0; a <= 4.0; a += 0.2 {
		if s := sharp(a); s > most {
			best, most = a, s
		}
	}
	for a := best - 0.15; a <= best+0.15; a += 0.05 {
		if s := sharp(a); s > most {
			best, most = a, s
		}
	}
	if most < 1.15*flat {
		return 0
	}
	return best
}

// rotate a page by degrees counter-clockwise around its centre, on white.
func rotate(g *image.Gray, deg float64) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	sin, cos := math.Sincos(deg * math.Pi / 180)
	cx, cy := float64(w)/2, float64(h)/2
	for y := range h {
		dy := float64(y) - cy
		for x := range w {
			dx := float64(x) - cx
			sx, sy := cos*dx-sin*dy+cx, sin*dx+cos*dy+cy
			x0, y0 := int(sx), int(sy)
			if sx < 0 || sy < 0 || x0+1 >= w || y0+1 >= h {
				out.Pix[y*out.Stride+x] = 255
				continue
			}
			fx, fy := sx-float64(x0), sy-float64(y0)
			p := g.Pix[y0*g.Stride+x0:]
			q := g.Pix[(y0+1)*g.Stride+x0:]
			v := (float64(p[0])*(1-fx)+float64(p[1])*fx)*(1-fy) + (float64(q[0])*(1-fx)+float64(q[1])*fx)*fy
			out.Pix[y*out.Stride+x] = uint8(v)
		}
	}
	return out
}

// Turned is a page turned clockwise by 90, 180 or 270 degrees.
func Turned(g *image.Gray, deg int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
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

func grey(m image.Image) *image.Gray {
	b := m.Bounds()
	g := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			c, _ := color.GrayModel.Convert(m.At(b.Min.X+x, b.Min.Y+y)).(color.Gray)
			g.SetGray(x, y, c)
		}
	}
	return g
}

func encode(g *image.Gray) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, g); err != nil {
		return nil, fmt.Errorf("encode a page: %w", err)
	}
	return b.Bytes(), nil
}
