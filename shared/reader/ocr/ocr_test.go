package ocr

import (
	"bytes"
	"context"
	"errors"
	"image"
	"math"
	"testing"

	"anzen/shared/reader/doc"
)

func TestWordsOfTesseractsTable(t *testing.T) {
	const tsv = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
		"4\t1\t1\t1\t1\t0\t300\t300\t900\t50\t-1\t\n" +
		"5\t1\t1\t1\t1\t1\t300\t600\t150\t50\t96.5\t引火点\n" +
		"5\t1\t1\t1\t1\t2\t480\t600\t60\t50\t-1\t \n" +
		"5\t1\t1\t1\t1\t3\tx\t600\t60\t50\t90\tbad\n"
	got := parseTSV(tsv)[1]
	if len(got) != 1 {
		t.Fatalf("%d words: %+v", len(got), got)
	}
	w := got[0]
	if w.Text != "引火点" || !w.OCR || w.Conf != 0.965 || w.Box != (doc.Box{X0: 300, Y0: 600, X1: 450, Y1: 650}) {
		t.Fatalf("%+v", w)
	}
}

func TestAMissingProgramIsNoOCR(t *testing.T) {
	e := &Tesseract{Path: "no-such-program"}
	if _, err := e.Page(context.Background(), Image{Picture: stripes(0), DPI: 300}); !errors.Is(err, ErrNoOCR) {
		t.Fatalf("error %v", err)
	}
}

func TestAMissingLanguageIsNoOCR(t *testing.T) {
	e := &Tesseract{Languages: "no-such-language"}
	if _, err := e.program(); err != nil {
		t.Skip(err)
	}
	if _, err := e.Page(context.Background(), Image{Picture: stripes(0), DPI: 100}); !errors.Is(err, ErrNoOCR) {
		t.Fatalf("error %v", err)
	}
}

// stripes is a page of lines that fall by deg degrees.
func stripes(deg float64) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, 800, 1000))
	for i := range g.Pix {
		g.Pix[i] = 255
	}
	slope := math.Tan(deg * math.Pi / 180)
	for y := 100; y < 900; y += 24 {
		for x := 80; x < 720; x++ {
			if x%12 < 3 {
				continue
			}
			for k := range 9 {
				if v := y + k + int(slope*float64(x)); v >= 0 && v < 1000 {
					g.Pix[v*g.Stride+x] = 0
				}
			}
		}
	}
	return g
}

func TestSkewIsFoundAndRemoved(t *testing.T) {
	for _, deg := range []float64{-2, -0.8, 0, 1, 3} {
		g := stripes(deg)
		got := Skew(g)
		if math.Abs(got-deg) > 0.25 {
			t.Errorf("skew %.2f, want %.2f", got, deg)
		}
		if left := Skew(rotate(g, got)); math.Abs(left) > 0.3 {
			t.Errorf("%.2f is left of a skew of %.2f", left, deg)
		}
	}
}

func TestTurnedFourTimesIsTheSame(t *testing.T) {
	g := stripes(1)
	r := g
	for range 4 {
		r = Turned(r, 90)
	}
	if !bytes.Equal(g.Pix, r.Pix) || !bytes.Equal(Turned(Turned(g, 270), 90).Pix, g.Pix) || !bytes.Equal(Turned(Turned(g, 180), 180).Pix, g.Pix) {
		t.Fatal("pixels have moved")
	}
}

// fake recognises hardly anything until the orientation was requested.
type fake struct {
	want, seen int
	calls      bool
}

func (f *fake) Page(context.Context, Image) ([]doc.Word, error) {
	f.seen++
	conf := 0.2
	if f.calls {
		conf = 0.9
	}
	return []doc.Word{{Text: "安全データシート化学品及び会社情報危険有害性の要約", Conf: conf, Box: doc.Box{X0: 10, Y0: 10, X1: 200, Y1: 20}}}, nil
}

func (f *fake) Orientation(context.Context, Image) (int, error) {
	f.calls = true
	return f.want, nil
}

func TestAPageOnItsHeadIsTurned(t *testing.T) {
	f := &fake{want: 180}
	r, err := Upright(context.Background(), f, Image{Picture: stripes(0), DPI: 100, Page: 1})
	if err != nil || r.Turn != 180 || f.seen != 2 || r.Words[0].Conf != 0.9 {
		t.Fatalf("%+v, %v, %d recognitions", r, err, f.seen)
	}
}

func TestSpecksAreLeftOut(t *testing.T) {
	var words []doc.Word
	for i := range 30 {
		words = append(words, doc.Word{Text: "引火性液体", Conf: 0.9, Box: doc.Box{X0: 60, Y0: float64(20 * i), X1: 300, Y1: float64(20*i + 10)}})
	}
	words = append(words,
		doc.Word{Text: "い", Conf: 0.8, Box: doc.Box{X0: 10, Y0: 50, X1: 20, Y1: 60}},
		doc.Word{Text: "|", Conf: 0.9, Box: doc.Box{X0: 100, Y0: 50, X1: 102, Y1: 60}},
		doc.Word{Text: "敵", Conf: 0.1, Box: doc.Box{X0: 100, Y0: 80, X1: 110, Y1: 90}},
		doc.Word{Text: "3", Conf: 0.9, Box: doc.Box{X0: 310, Y0: 80, X1: 315, Y1: 90}},
		// A hole of the binding: as long as text, and in doubt.
		doc.Word{Text: "ネモ", Conf: 0.57, Box: doc.Box{X0: 10, Y0: 120, X1: 17, Y1: 130}},
		doc.Word{Text: "デビ", Conf: 0.56, Box: doc.Box{X0: 17, Y0: 120, X1: 24, Y1: 130}})
	got := clean(words)
	if len(got) != 31 || got[30].Text != "3" {
		t.Fatalf("%d words, the last %+v", len(got), got[len(got)-1])
	}
}

func TestTesseractReadsJapanese(t *testing.T) {
	e := &Tesseract{}
	if _, err := e.program(); err != nil {
		t.Skip(err)
	}
	words, err := e.Page(context.Background(), Image{Picture: picture(t), DPI: 200, Page: 1})
	if errors.Is(err, ErrNoOCR) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, w := range words {
		text += w.Text
	}
	if !bytes.Contains([]byte(text), []byte("029-011-2600")) {
		t.Fatalf("read %q", text)
	}
}
