package ocr

import (
	"context"
	"image"
	"math"
	"testing"

	"anzen/shared/reader/doc"
)

// speechless is an engine that returns nothing for a line that is narrower than high, or hardly wider.
type speechless struct{ liner }

func (s *speechless) Lines(ctx context.Context, lines []*image.Gray, latin bool) ([][]doc.Word, error) {
	out, err := s.liner.Lines(ctx, lines, latin)
	for i, g := range lines {
		if g.Rect.Dx() < 2*g.Rect.Dy() {
			out[i] = nil
		}
	}
	return out, err
}

func TestNumeralsAloneOnTheirLine(t *testing.T) {
	stroke := func(x float64) doc.Box { return doc.Box{X0: x, Y0: 100, X1: x + 1, Y1: 108} }
	for _, c := range []struct {
		name  string
		boxes []doc.Box
		want  string
	}{
		{"three", []doc.Box{stroke(200), stroke(203), stroke(206)}, "III"},
		{"two", []doc.Box{stroke(200), stroke(203)}, "II"},
		{"one may be anything", []doc.Box{stroke(200)}, ""},
		{"four", []doc.Box{stroke(200), stroke(203), stroke(206), stroke(209)}, ""},
		{"distances differ", []doc.Box{stroke(200), stroke(203), stroke(209)}, ""},
		{"too far apart", []doc.Box{stroke(200), stroke(209)}, ""},
		{"widths differ", []doc.Box{stroke(200), {X0: 203, Y0: 100, X1: 206, Y1: 108}}, ""},
		{"heights differ", []doc.Box{stroke(200), {X0: 203, Y0: 104, X1: 204, Y1: 108}}, ""},
		{"rules of a table are higher", []doc.Box{{X0: 200, Y0: 92, X1: 201, Y1: 114}, {X0: 203, Y0: 92, X1: 204, Y1: 114}}, ""},
		{"digits have a flag", []doc.Box{stroke(201.5), {X0: 200, Y0: 101, X1: 201.5, Y1: 102}, stroke(206.5), {X0: 205, Y0: 101, X1: 206.5, Y1: 102}}, ""},
	} {
		page := c.boxes
		for _, y := range []float64{100, 150, 165, 180} {
			page = append(page, doc.Box{X0: 60, Y0: y, X1: 160, Y1: y + 9})
		}
		r, err := Upright(context.Background(), &speechless{liner{answers: "Packing group", conf: 0.9}}, Image{Picture: white(page...), DPI: 150, Page: 1})
		if err != nil {
			t.Fatal(err)
		}
		var got doc.Word
		for _, w := range r.Words {
			if w.X0 > 190 {
				got = w
			}
		}
		if got.Text != c.want {
			t.Errorf("%s: %q, want %q", c.name, got.Text, c.want)
		} else if c.want != "" && (math.Abs(got.X0-200) > 1 || math.Abs(got.X1-c.boxes[len(c.boxes)-1].X1) > 1) {
			t.Errorf("%s: at %+v", c.name, got.Box)
		}
	}
}

func TestJapaneseAfterASpaceIsNoNumeral(t *testing.T) {
	words := func(second string, gap float64) []doc.Word {
		return []doc.Word{{Text: "川", Box: doc.Box{X0: 10, Y0: 10, X1: 20, Y1: 20}}, {Text: second, Box: doc.Box{X0: 20 + gap, Y0: 10, X1: 60 + gap, Y1: 20}}}
	}
	for _, c := range []struct {
		second string
		gap    float64
		want   string
	}{
		{"、下水", 9, "川"},
		{"下水", 9, "川"},
		{"下水", 90, "III"}, // another cell
		{"3", 9, "III"},
	} {
		if got := repair(words(c.second, c.gap))[0].Text; got != c.want {
			t.Errorf("before %q at %v: %q, want %q", c.second, c.gap, got, c.want)
		}
	}
}

// scripted is an engine that returns the answers of lines by their place from the top.
type scripted struct {
	blocks
	answers []string
}

func (s scripted) Lines(_ context.Context, lines []*image.Gray, _ bool) ([][]doc.Word, error) {
	out := make([][]doc.Word, len(lines))
	for i, g := range lines {
		out[i] = []doc.Word{{Text: s.answers[min(i, len(s.answers)-1)], Conf: 0.9, Box: doc.Box{X1: float64(g.Rect.Dx()), Y1: float64(g.Rect.Dy())}}}
	}
	return out, nil
}

func TestSignsOfInequalityHaveABarBelow(t *testing.T) {
	// A sign of 6 by 6 points with its point at the left or the right, then a digit.
	sign := func(right bool, bar ...doc.Box) []doc.Box {
		out := append(bar, doc.Box{X0: 70, Y0: 100, X1: 74, Y1: 108})
		for i := range 7 {
			x := 60 + float64(i)*0.8
			if right {
				x = 65 - float64(i)*0.8
			}
			up, down := 102.5-float64(i)*0.35, 103+float64(i)*0.35
			out = append(out, doc.Box{X0: x, Y0: up, X1: x + 1, Y1: up + 1}, doc.Box{X0: x, Y0: down, X1: x + 1, Y1: down + 1})
		}
		return out
	}
	bar := doc.Box{X0: 60, Y0: 107, X1: 66, Y1: 108}
	for _, c := range []struct {
		name, read, want string
		page             []doc.Box
	}{
		{"at most", "<5", "≤5", sign(false, bar)},
		{"at most, as kana", "く5", "≤5", sign(false, bar)},
		{"at least", ">5", "≥5", sign(true, bar)},
		{"less", "<5", "<5", sign(false)},
		{"more", ">5", ">5", sign(true)},
		{"a bar above is none of a sign", "<5", "<5", sign(false, bar, doc.Box{X0: 60, Y0: 100, X1: 66, Y1: 101})},
		{"a short bar", "<5", "<5", sign(false, doc.Box{X0: 60, Y0: 107, X1: 63, Y1: 108})},
		{"kana before kana", "くに", "くに", sign(false, bar)},
	} {
		r, err := Upright(context.Background(), scripted{answers: []string{c.read}}, Image{Picture: white(c.page...), DPI: 150, Page: 1})
		if err != nil || len(r.Words) != 1 {
			t.Fatalf("%s: %+v, %v", c.name, r.Words, err)
		}
		if got := r.Words[0].Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestADashAloneIsAsHighAsItsLine(t *testing.T) {
	page := []doc.Box{{X0: 60, Y0: 104, X1: 64, Y1: 105}}
	for _, y := range []float64{100, 150, 165, 180} {
		page = append(page, doc.Box{X0: 160, Y0: y, X1: 260, Y1: y + 9})
	}
	e := &liner{answers: "Packing group", conf: 0.9}
	r, err := Upright(context.Background(), e, Image{Picture: white(page...), DPI: 150, Page: 1})
	if err != nil {
		t.Fatal(err)
	}
	var dash, beside doc.Word
	for _, w := range r.Words {
		if w.X0 < 100 {
			dash = w
		} else if w.Y0 < 120 {
			beside = w
		}
	}
	if dash.Text != "-" || dash.OverlapY(beside.Box) < 0.8*beside.H() || dash.X1-dash.X0 > 6 {
		t.Errorf("%q at %+v, its line is at %+v", dash.Text, dash.Box, beside.Box)
	}
}
