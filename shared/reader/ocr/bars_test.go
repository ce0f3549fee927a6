package ocr

import (
	"image"
	"testing"

	"anzen/shared/reader/doc"
)

// cells is a page with dark cells of a grey, and what is printed on them in white; both in points.
func cells(grey uint8, dark []doc.Box, white []doc.Box) *image.Gray {
	const k = 150.0 / 72
	g := image.NewGray(image.Rect(0, 0, 833, 625))
	for i := range g.Pix {
		g.Pix[i] = 250
	}
	fill := func(boxes []doc.Box, v uint8) {
		for _, b := range boxes {
			for y := int(b.Y0 * k); y < int(b.Y1*k); y++ {
				for x := int(b.X0 * k); x < int(b.X1*k); x++ {
					g.Pix[y*g.Stride+x] = v
				}
			}
		}
	}
	fill(dark, grey)
	fill(white, 245)
	return g
}

// characters are strokes on a line from x0 to x1.
func characters(x0, x1, y float64) (out []doc.Box) {
	for x := x0; x < x1; x += 5 {
		out = append(out, doc.Box{X0: x, Y0: y, X1: x + 2, Y1: y + 8})
	}
	return out
}

func TestDarkCellsOfATable(t *testing.T) {
	cell := func(y0, y1 float64) doc.Box { return doc.Box{X0: 60, Y0: y0, X1: 160, Y1: y1} }
	for _, c := range []struct {
		name        string
		dark, white []doc.Box
		want        int
	}{
		{"one line", []doc.Box{cell(60, 80)}, characters(64, 120, 66), 1},
		{"two lines, the first as wide as the cell", []doc.Box{cell(60, 92)}, append(characters(62, 158, 64), characters(62, 90, 79)...), 1},
		{"one below the other, together too high for a line", []doc.Box{cell(60, 92), cell(93, 125)}, append(characters(64, 100, 72), characters(64, 100, 105)...), 2},
		{"one without text in a column", []doc.Box{cell(60, 80), cell(81, 101)}, characters(64, 120, 66), 2},
		{"one without text", []doc.Box{cell(60, 80)}, nil, 0},
		{"a gas cylinder", []doc.Box{{X0: 60, Y0: 68, X1: 72, Y1: 72}, {X0: 72, Y0: 62, X1: 80, Y1: 78}, {X0: 80, Y0: 60, X1: 150, Y1: 80}, {X0: 150, Y0: 62, X1: 156, Y1: 78}}, nil, 0},
	} {
		for _, grey := range []uint8{0, 90} {
			g := cells(grey, c.dark, c.white)
			bars := unbar(g, 150)
			if len(bars) != c.want {
				t.Errorf("%s, grey %d: %d cells, want %d: %v", c.name, grey, len(bars), c.want, bars)
				continue
			}
			for _, b := range c.white {
				if n := inkIn(g, b); n == 0 {
					t.Errorf("%s, grey %d: what is printed at %+v is not dark", c.name, grey, b)
				}
			}
			if c.want == 0 {
				continue
			}
			pale := inkOf(g, 250-paperNoise)
			if n := pale.columns(bar{x0: 200, y0: 127, x1: 230, y1: 131}); n > 0 { // above the text of the first
				t.Errorf("%s, grey %d: a turned cell is as light as paper, but in %d columns", c.name, grey, n)
			}
		}
	}
}
