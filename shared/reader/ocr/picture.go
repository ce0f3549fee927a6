package ocr

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
)

// PNG is a picture as a file for an engine.
func PNG(g *image.Gray) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, g); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	return b.Bytes(), nil
}

func clone(g *image.Gray) *image.Gray {
	return &image.Gray{Pix: append([]uint8(nil), g.Pix...), Stride: g.Stride, Rect: g.Rect}
}

// level stretches the greys between ink and paper, so that light prints and grey paper
// become black on white; with white areas, those are white afterwards.
func level(g *image.Gray) {
	var n [256]int
	total := 0
	for i := 0; i < len(g.Pix); i += 3 {
		n[g.Pix[i]]++
		total++
	}
	paper := 255
	for v := 255; v >= 128; v-- {
		if n[v] > n[paper] {
			paper = v
		}
	}
	ink, seen := 0, 0
	for ; ink < paper && seen < total/100; ink++ {
		seen += n[ink]
	}
	if paper-ink < 50 {
		return
	}
	// On a page with hardly any text, the noise of the paper takes the place of the ink.
	ink = min(ink, 100)
	var to [256]uint8
	for v := range to {
		to[v] = uint8(min(max((v-ink)*250/(paper-ink), 0), 255))
	}
	for i, v := range g.Pix {
		g.Pix[i] = to[v]
	}
}

// scaled resizes to w x h pixels by averaging areas; enlargements are interpolated.
func scaled(g *image.Gray, w, h int) *image.Gray {
	sw, sh := g.Rect.Dx(), g.Rect.Dy()
	xs, ys := weights(sw, w), weights(sh, h)
	rows := make([]float32, w*sh)
	for y := range sh {
		from, to := g.Pix[y*g.Stride:y*g.Stride+sw], rows[y*w:(y+1)*w]
		for x, k := range xs {
			sum := float32(0)
			for i, f := range k.part {
				sum += f * float32(from[k.from+i])
			}
			to[x] = sum
		}
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	line := make([]float32, w)
	for y, k := range ys {
		clear(line)
		for i, f := range k.part {
			for x, v := range rows[(k.from+i)*w : (k.from+i+1)*w] {
				line[x] += f * v
			}
		}
		for x, v := range line {
			out.Pix[y*out.Stride+x] = uint8(v + 0.5)
		}
	}
	return out
}

// share of source pixels, beginning with the first, in one pixel of the result.
type share struct {
	from int
	part []float32
}

func weights(from, to int) []share {
	out := make([]share, to)
	k := float64(from) / float64(to)
	wide := max(k, 1) // of the averaged window
	for i := range out {
		mid := (float64(i) + 0.5) * k
		a, b := mid-wide/2, mid+wide/2
		first, last := max(0, int(a)), min(from-1, int(b))
		s := share{from: first}
		sum := float32(0)
		for j := first; j <= last; j++ {
			f := float32(max(0, min(b, float64(j+1))-max(a, float64(j))))
			s.part = append(s.part, f)
			sum += f
		}
		for j := range s.part {
			s.part[j] /= sum
		}
		out[i] = s
	}
	return out
}
