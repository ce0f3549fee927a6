package ocr

import (
	"context"
	"image"
	"math"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/layout"
)

// white is a page of 400 x 300 points at 150 dpi, black in the boxes, which are in points.
func white(black ...doc.Box) *image.Gray {
	const k = 150.0 / 72
	g := image.NewGray(image.Rect(0, 0, 833, 625))
	for i := range g.Pix {
		g.Pix[i] = 255
	}
	for _, b := range black {
		for y := int(b.Y0 * k); y < int(b.Y1*k); y++ {
			for x := int(b.X0 * k); x < int(b.X1*k); x++ {
				g.Pix[y*g.Stride+x] = 0
			}
		}
	}
	return g
}

// twoCells is a frame with a vertical rule in its middle, with one line of text at the left
// and two at the right.
func twoCells() *image.Gray {
	return white(
		doc.Box{X0: 50, Y0: 50, X1: 351, Y1: 51}, doc.Box{X0: 50, Y0: 90, X1: 351, Y1: 91},
		doc.Box{X0: 50, Y0: 50, X1: 51, Y1: 91}, doc.Box{X0: 200, Y0: 50, X1: 201, Y1: 91}, doc.Box{X0: 350, Y0: 50, X1: 351, Y1: 91},
		doc.Box{X0: 60, Y0: 65, X1: 120, Y1: 75},
		doc.Box{X0: 210, Y0: 58, X1: 320, Y1: 67}, doc.Box{X0: 210, Y0: 72, X1: 300, Y1: 81},
	)
}

func TestRulesOfAPicture(t *testing.T) {
	rules, clean := Rules(twoCells(), 150)
	down := 0
	for _, r := range rules {
		if !r.Horizontal() {
			down++
		}
	}
	if len(rules) != 5 || down != 3 {
		t.Fatalf("rules %+v", rules)
	}
	if cells := layout.Cells(rules); len(cells) != 2 || math.Abs(cells[0].X0-50.5) > 1 || math.Abs(cells[1].X0-200.5) > 1 {
		t.Fatalf("cells %+v", cells)
	}
	left := 0
	for _, v := range clean.Pix {
		if v < dark {
			left++
		}
	}
	k := 150.0 / 72
	if text := k * k * (60*10 + 110*9 + 90*9); math.Abs(float64(left)-text) > 0.1*text {
		t.Fatalf("%d dark pixels are left, the text has %.0f", left, text)
	}
}

func TestTextIsNoRule(t *testing.T) {
	if rules, _ := Rules(stripes(0), 100); len(rules) > 0 {
		t.Fatalf("%d rules, the first %+v", len(rules), rules[0])
	}
}

// blocks is an engine that returns every stretch of ink as a word.
type blocks struct{}

func (blocks) Page(_ context.Context, img Image) ([]doc.Word, error) {
	g, k := img.Picture, 72/img.DPI
	m := &mosaic{page: g, owner: make([]uint16, len(g.Pix)), margin: int(4 / k)}
	var out []doc.Word
	for _, l := range m.lines(g.Rect, 0) {
		out = append(out, doc.Word{Text: "文字列", Conf: 0.9, Page: img.Page, Box: doc.Box{
			X0: k * float64(l.Min.X), Y0: k * float64(l.Min.Y), X1: k * float64(l.Max.X), Y1: k * float64(l.Max.Y),
		}})
	}
	return out, nil
}

func TestWordsOfCellsStandWhereTheyArePrinted(t *testing.T) {
	r, err := Upright(context.Background(), blocks{}, Image{Picture: twoCells(), DPI: 150, Page: 1})
	if err != nil || len(r.Words) != 3 {
		t.Fatalf("%d words, %v", len(r.Words), err)
	}
	for i, want := range []doc.Box{{X0: 60, Y0: 65, X1: 120, Y1: 75}, {X0: 210, Y0: 58, X1: 320, Y1: 67}, {X0: 210, Y0: 72, X1: 300, Y1: 81}} {
		got := r.Words[i].Box
		if math.Abs(got.X0-want.X0) > 2 || math.Abs(got.X1-want.X1) > 2 || math.Abs(got.Y0-want.Y0) > 2 || math.Abs(got.Y1-want.Y1) > 2 {
			t.Errorf("word %d at %+v, want %+v", i, got, want)
		}
	}
}

func TestSymbolsStandOnACorner(t *testing.T) {
	g := white(doc.Box{X0: 200, Y0: 100, X1: 250, Y1: 150})
	for y := range 100 {
		for x := range 100 {
			if d := math.Abs(float64(x)-50) + math.Abs(float64(y)-50); d <= 50 && d > 44 {
				g.Pix[(100+y)*g.Stride+100+x] = 0
			}
		}
	}
	got := Symbols(g, 150)
	if len(got) != 1 || len(got[0].Thumb) != doc.ThumbSide*doc.ThumbSide {
		t.Fatalf("%d symbols", len(got))
	}
	if b := got[0].Box; math.Abs(b.X0-48) > 1 || math.Abs(b.X1-96) > 1 || math.Abs(b.Y0-48) > 1 {
		t.Fatalf("box %+v", b)
	}
	if g.Pix[100*g.Stride+150] != 255 || g.Pix[250*g.Stride+450] != 0 {
		t.Fatal("the symbol is left on the page, or the square is gone")
	}
}

func TestSpecksAreWhitened(t *testing.T) {
	g := white(doc.Box{X0: 100, Y0: 100, X1: 101, Y1: 101}, doc.Box{X0: 200, Y0: 100, X1: 210, Y1: 110}, doc.Box{X0: 212, Y0: 109, X1: 213, Y1: 110})
	despeckle(g, 150)
	k := 150.0 / 72
	at := func(x, y float64) uint8 { return g.Pix[int(y*k)*g.Stride+int(x*k)] }
	if at(100.3, 100.3) != 255 || at(205, 105) != 0 || at(212.3, 109.3) != 0 {
		t.Fatal("the lone dot must go, the stop behind a character must stay")
	}
}

func TestRepair(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  []string
	}{
		{[]string{"24", "て", "26", "%"}, []string{"24", "～", "26", "%"}},
		{[]string{"24て26"}, []string{"24～26"}},
		{[]string{"11", "で", "(密閉式"}, []string{"11", "℃", "(密閉式"}},
		{[]string{"20で)"}, []string{"20℃)"}},
		{[]string{"2", "で", "割る"}, []string{"2", "で", "割る"}},
		{[]string{"171", "で", "て"}, []string{"171", "℃"}},
		{[]string{"5", "一", "10"}, []string{"5", "～", "10"}},
		{[]string{"kPa(20", "で", "C)"}, []string{"kPa(20", "℃", ")"}},
		{[]string{"-4C"}, []string{"-4℃"}},
		{[]string{"64.7C("}, []string{"64.7℃("}},
		{[]string{"CH2C"}, []string{"CH2C"}},
		{[]string{"区分", "1C"}, []string{"区分", "1C"}},
		{[]string{"1.1vol9%"}, []string{"1.1vol%"}},
		{[]string{"67-S6-l"}, []string{"67-56-1"}},
		{[]string{"67-S6-2"}, []string{"67-S6-2"}}, // no such check digit
		{[]string{"1O8-88-3"}, []string{"108-88-3"}},
		{[]string{"IL"}, []string{"II"}},
		{[]string{"[P302+P3521"}, []string{"[P302+P352]"}},
		{[]string{"5", "mg/m?"}, []string{"5", "mg/m³"}},
		{[]string{"mg/m”’", "mist"}, []string{"mg/m³", "mist"}},
		{[]string{"10maq/m*,"}, []string{"10mg/m³,"}},
		{[]string{"mg/ms"}, []string{"mg/m³"}},
		{[]string{"1.02", "g/cm*"}, []string{"1.02", "g/cm³"}},
		{[]string{"22.5mm?/s"}, []string{"22.5mm²/s"}},
		{[]string{"4mg/|"}, []string{"4mg/l"}},
		{[]string{"mq/kq"}, []string{"mg/kg"}},
		{[]string{"25*C", "98\"C)"}, []string{"25°C", "98°C)"}},
		{[]string{"5", "mPa-s"}, []string{"5", "mPa·s"}},
		{[]string{"く5.0"}, []string{"<5.0"}},
		{[]string{">25", "一く50"}, []string{">25", "-<50"}},
		{[]string{">25", "一", "く", "50"}, []string{">25", "-", "<", "50"}},
		{[]string{"く", "0.10"}, []string{"<", "0.10"}},
		{[]string{"早", "く", "5"}, []string{"早", "く", "5"}},
		{[]string{"245", "“C"}, []string{"245", "℃"}},
		{[]string{"-189.3", "や"}, []string{"-189.3", "℃"}},
		{[]string{"3", "や", "4"}, []string{"3", "や", "4"}},
		{[]string{"3", "や四"}, []string{"3", "や四"}},
		{[]string{"(0", "て", ",101.3"}, []string{"(0", "℃", ",101.3"}},
		{[]string{"1.1", "g/em3"}, []string{"1.1", "g/cm³"}},
		{[]string{"5<10"}, []string{"5-<10"}},
		{[]string{"抽出物く3%)"}, []string{"抽出物<3%)"}},
		{[]string{"近く10"}, []string{"近く10"}},
		{[]string{"O.1-1"}, []string{"0.1-1"}},
		{[]string{"川", "、下水"}, []string{"川", "、下水"}},
		{[]string{"川"}, []string{"III"}},
		{[]string{"img/m?"}, []string{"img/m?"}},
		{[]string{"mg/msec"}, []string{"mg/msec"}},
		{[]string{"ぱく露", "限界"}, []string{"ばく露", "限界"}},
		{[]string{"ぱ", "く", "露"}, []string{"ば", "く", "露"}},
		{[]string{"ぱく", "露"}, []string{"ばく", "露"}},
		{[]string{"たん", "ぱ", "く", "質"}, []string{"たん", "ぱ", "く", "質"}},
		{[]string{"たんぱく", "質"}, []string{"たんぱく", "質"}},
		{[]string{"(20", "で", "の", "水"}, []string{"(20", "℃", "の", "水"}},
		{[]string{"表", "1", "で", "の"}, []string{"表", "1", "で", "の"}},
		{[]string{"99.", "999%以上"}, []string{"99.999%以上"}},
		{[]string{"1.", "2-プロパノール"}, []string{"1.", "2-プロパノール"}},
		{[]string{"10.", "4", "項"}, []string{"10.4", "項"}},
		{[]string{"12.", "31日"}, []string{"12.", "31日"}},
		{[]string{"59.14", "mm/s", "(59.14", "cSt)"}, []string{"59.14", "mm²/s", "(59.14", "cSt)"}},
		{[]string{"2.2", "mm/s", "で燃える"}, []string{"2.2", "mm/s", "で燃える"}},
		{[]string{">25", "一", "≤", "50"}, []string{">25", "-", "≤", "50"}},
		{[]string{"7mPa", "・", "s"}, []string{"7mPa", "·", "s"}},
		{[]string{"沸点", " ", "・", " ", "-183.0", " ", "でC"}, []string{"沸点", ":", "-183.0", "℃"}},
		{[]string{"蒸気圧", " ", "・", " ", "13.33", "kPa(-198.7", " ", "で)"}, []string{"蒸気圧", ":", "13.33", "kPa(-198.7", "℃)"}},
		{[]string{"-183.0", " ", "で", "C"}, []string{"-183.0", "℃"}},
		{[]string{"20", " ", "で", "CO2"}, []string{"20", "で", "CO2"}},
		{[]string{"気体", "・", "20"}, []string{"気体", "・", "20"}},
		{[]string{"引火性", " ", "・", " ", "有害性"}, []string{"引火性", "・", "有害性"}},
		{[]string{"第4類", "で", "、", "危険物"}, []string{"第4類", "で", "、", "危険物"}},
		{[]string{"20", " ", "で、"}, []string{"20", "で、"}},
		{[]string{"-183てと"}, []string{"-183℃と"}},
		{[]string{"たてと"}, []string{"たてと"}},
		{[]string{"EUHO066", "EUHO71"}, []string{"EUH066", "EUH071"}},
		{[]string{"Flam.", "Lig", "2-"}, []string{"Flam.", "Liq", "2-"}},
		{[]string{"the", "Lig"}, []string{"the", "Lig"}},
	} {
		var words []doc.Word
		x := 10.0
		for _, s := range c.words {
			if s == " " {
				x += 6
				continue
			}
			w := 6 * float64(len([]rune(s)))
			words = append(words, doc.Word{Text: s, Box: doc.Box{X0: x, Y0: 10, X1: x + w, Y1: 20}})
			x += w + 1
		}
		words = repair(words)
		if len(words) != len(c.want) {
			t.Errorf("%q: %d words", c.words, len(words))
			continue
		}
		for i, w := range words {
			if w.Text != c.want[i] {
				t.Errorf("%q: word %d is %q, want %q", c.words, i, w.Text, c.want[i])
			}
		}
	}
}
