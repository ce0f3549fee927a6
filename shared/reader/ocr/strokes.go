package ocr

import (
	"image"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

// numeral recognises a Roman two or three that is alone on its line, for which engines return
// nothing: upright strokes of one height, of about one width and at equal distances. In a table of
// transport it is the packing group.
func (m *mosaic) numeral(s strip) (doc.Word, bool) {
	var strokes [][2]int // the first column of each, and the one after its last
	for x := s.tight.Min.X; x < s.tight.Max.X; x++ {
		switch last := len(strokes) - 1; {
		case !m.inked(s, x):
		case last >= 0 && strokes[last][1] == x:
			strokes[last][1]++
		case last == 2:
			return doc.Word{}, false
		default:
			strokes = append(strokes, [2]int{x, x + 1})
		}
	}
	if len(strokes) < 2 {
		return doc.Word{}, false
	}
	height := s.tight.Dy()
	var widths, gaps []int
	for i, k := range strokes {
		if !m.upright(s, k) {
			return doc.Word{}, false
		}
		widths = append(widths, k[1]-k[0])
		if i > 0 {
			gaps = append(gaps, k[0]-strokes[i-1][1])
		}
	}
	thick := slices.Max(widths)
	// Rules of a table are higher than a line.
	if height < m.margin || 2*height > 3*m.lineHeight() || 5*thick > 2*height || thick > 2*slices.Min(widths)+1 {
		return doc.Word{}, false
	}
	if widest := slices.Max(gaps); 2*widest > height || widest-slices.Min(gaps) > thick {
		return doc.Word{}, false
	}
	box := doc.Box{
		X0: (float64(s.tight.Min.X) - s.x0) / s.kx, X1: (float64(s.tight.Max.X) - s.x0) / s.kx,
		Y0: (float64(s.tight.Min.Y) - s.y0) / s.ky, Y1: (float64(s.tight.Max.Y) - s.y0) / s.ky,
	}
	return doc.Word{Text: strings.Repeat("I", len(strokes)), Conf: numeralConf, OCR: true, Box: box}, true
}

// numeralConf is the confidence in a numeral recognised by its strokes.
const numeralConf = 0.8

// upright reports whether a stroke has ink from the top to the bottom of its line, and hardly anything beside it.
func (m *mosaic) upright(s strip, stroke [2]int) bool {
	rows, n := 0, 0
	for y := s.tight.Min.Y; y < s.tight.Max.Y; y++ {
		in := 0
		for x := stroke[0]; x < stroke[1]; x++ {
			if i := y*m.page.Stride + x; m.page.Pix[i] < dark && m.owner[i] == s.owner {
				in++
			}
		}
		if in > 0 {
			rows++
		}
		n += in
	}
	return 10*rows >= 9*s.tight.Dy() && 4*n >= 3*s.tight.Dy()*(stroke[1]-stroke[0])
}

// inequality is what engines recognise as one of these signs, before a number or alone.
var inequality = regexp.MustCompile(`^[<>くぐ]($|[0-9.])`)

// orEqual makes "≤" and "≥" of the signs of inequality with a bar below, which engines leave out.
func (m *mosaic) orEqual(words []doc.Word, dpi float64) {
	k := dpi / 72
	for i := range words {
		w := &words[i]
		if !inequality.MatchString(w.Text) {
			continue
		}
		sign, size := utf8.DecodeRuneInString(w.Text)
		r := image.Rect(int(w.X0*k), int(w.Y0*k), int(math.Ceil(w.X1*k)), int(math.Ceil(w.Y1*k)))
		switch g := m.glyph(r); {
		case !m.barred(g):
		case sign == '>':
			w.Text = "≥" + w.Text[size:]
		default:
			w.Text = "≤" + w.Text[size:]
		}
	}
}

// glyph is the box of the first character printed in r: up to its first column without ink.
func (m *mosaic) glyph(r image.Rectangle) image.Rectangle {
	r = r.Intersect(m.page.Rect)
	out := image.Rectangle{Min: r.Max, Max: r.Min}
	for x := r.Min.X; x < r.Max.X; x++ {
		n := 0
		for y := r.Min.Y; y < r.Max.Y; y++ {
			if m.page.Pix[y*m.page.Stride+x] < dark {
				out.Min.Y, out.Max.Y = min(out.Min.Y, y), max(out.Max.Y, y+1)
				n++
			}
		}
		if n > 0 {
			out.Min.X, out.Max.X = min(out.Min.X, x), x+1
		} else if out.Dx() > 0 {
			break
		}
	}
	return out
}

// barred reports whether a character has a stroke all along its foot, and none such above.
func (m *mosaic) barred(g image.Rectangle) bool {
	if 2*g.Dx() < m.margin || 2*g.Dy() < m.margin {
		return false
	}
	foot := false
	for y := g.Min.Y; y < g.Max.Y; y++ {
		n := 0
		for x := g.Min.X; x < g.Max.X; x++ {
			if m.page.Pix[y*m.page.Stride+x] < dark {
				n++
			}
		}
		if full := 6*n >= 5*g.Dx(); full && 3*(y-g.Min.Y) < 2*g.Dy() {
			return false
		} else if full {
			foot = true
		}
	}
	return foot
}
