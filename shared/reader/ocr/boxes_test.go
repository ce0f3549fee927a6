package ocr

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"testing"

	"anzen/shared/reader/doc"
)

// inkBox is the box of the dark pixels of a page, in points.
func inkBox(g *image.Gray, dpi float64) doc.Box {
	r := image.Rectangle{Min: g.Rect.Max}
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			if g.Pix[y*g.Stride+x] < dark {
				r.Min.X, r.Min.Y, r.Max.X, r.Max.Y = min(r.Min.X, x), min(r.Min.Y, y), max(r.Max.X, x+1), max(r.Max.Y, y+1)
			}
		}
	}
	k := 72 / dpi
	return doc.Box{X0: float64(r.Min.X) * k, Y0: float64(r.Min.Y) * k, X1: float64(r.Max.X) * k, Y1: float64(r.Max.Y) * k}
}

// text is a page of lines of dashes, and the same with one of its lines alone.
func text(line int) (page, alone *image.Gray) {
	page, alone = white(), white()
	for n := range 20 {
		for x := 120; x < 700-15*n; x++ {
			for y := 60 + 24*n; y < 72+24*n; y++ {
				if (x+5*n*n)%(13+n%5) < 9 {
					page.Pix[y*page.Stride+x] = 0
					if n == line {
						alone.Pix[y*alone.Stride+x] = 0
					}
				}
			}
		}
	}
	return page, alone
}

func TestBoxesFrameOnThePageAsDisplayed(t *testing.T) {
	const line, dpi = 12, 150
	straightPage, straightLine := text(line)
	for _, c := range []struct {
		turn int
		skew float64
	}{{0, 0}, {0, 1.5}, {0, -0.7}, {90, 0}, {90, 1}, {270, -1.2}, {180, 0.8}} {
		// As displayed: tilted, then turned, so that reading has to undo both.
		shown := func(g *image.Gray) *image.Gray { return Turned(rotate(g, -c.skew), c.turn) }
		page := shown(straightPage)
		back := (360 - c.turn) % 360
		r, err := Upright(context.Background(), blocks{}, Image{Picture: page, DPI: dpi, Page: 1, Turn: back})
		if err != nil || r.Turn != back {
			t.Errorf("%+v: turn %d, skew %.2f, %v", c, r.Turn, r.Skew, err)
			continue
		}
		w, h := float64(page.Rect.Dx())*72/dpi, float64(page.Rect.Dy())*72/dpi
		if back%180 != 0 {
			w, h = h, w
		}
		p := doc.Page{Width: w, Height: h, Turn: r.Turn, Skew: r.Skew}
		want := inkBox(shown(straightLine), dpi)
		best := math.Inf(1)
		for _, word := range r.Words {
			got := p.Displayed(word.Box)
			off := max(math.Abs(got.X0-want.X0), math.Abs(got.X1-want.X1), math.Abs(got.Y0-want.Y0), math.Abs(got.Y1-want.Y1))
			best = min(best, off)
		}
		if best > 3 {
			t.Errorf("%+v: the nearest of %d boxes is %.1f points off", c, len(r.Words), best)
		}
	}
}

func TestWordsOfATurnedPageFrameTheirGlyphs(t *testing.T) {
	e := &Tesseract{}
	if _, err := e.program(); err != nil {
		t.Skip(err)
	}
	upright := picture(t)
	find := func(turn int) (doc.Box, bool) {
		page := Turned(upright, turn)
		r, err := Upright(context.Background(), e, Image{Picture: page, DPI: 200, Page: 1})
		if err != nil {
			t.Skip(err)
		}
		w, h := float64(page.Rect.Dx())*72/200, float64(page.Rect.Dy())*72/200
		if r.Turn%180 != 0 {
			w, h = h, w
		}
		for _, word := range r.Words {
			if word.Text == "029-011-2600" {
				return doc.Page{Width: w, Height: h, Turn: r.Turn, Skew: r.Skew}.Displayed(word.Box), true
			}
		}
		return doc.Box{}, false
	}
	plain, ok := find(0)
	if !ok {
		t.Fatal("the telephone number is not found on the page as it is")
	}
	w, h := float64(upright.Rect.Dx())*72/200, float64(upright.Rect.Dy())*72/200
	for _, turn := range []int{90, 180, 270} {
		got, ok := find(turn)
		if !ok {
			t.Errorf("turned by %d: the telephone number is not found", turn)
			continue
		}
		// The place of the number after turning.
		want := turnedBox(plain, w, h, turn)
		if off := max(math.Abs(got.X0-want.X0), math.Abs(got.X1-want.X1), math.Abs(got.Y0-want.Y0), math.Abs(got.Y1-want.Y1)); off > 3 {
			t.Errorf("turned by %d: at %+v, want %+v", turn, got, want)
		}
	}
}

// turnedBox is a box of a page of w x h after the page has been turned clockwise.
func turnedBox(b doc.Box, w, h float64, turn int) doc.Box {
	switch turn {
	case 90:
		return doc.Box{X0: h - b.Y1, Y0: b.X0, X1: h - b.Y0, Y1: b.X1}
	case 180:
		return doc.Box{X0: w - b.X1, Y0: h - b.Y1, X1: w - b.X0, Y1: h - b.Y0}
	default:
		return doc.Box{X0: b.Y0, Y0: w - b.X1, X1: b.Y1, Y1: w - b.X0}
	}
}

// picture is the page of testdata.
func picture(t *testing.T) *image.Gray {
	t.Helper()
	b, err := os.ReadFile("testdata/page.png")
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	g := image.NewGray(m.Bounds())
	draw.Draw(g, g.Rect, m, image.Point{}, draw.Src)
	return g
}
