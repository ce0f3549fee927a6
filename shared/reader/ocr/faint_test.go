package ocr

import (
	"image"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/layout"
)

// dotted are marks of a point, every two points from x0 to x1.
func dotted(x0, x1, y float64) (out []doc.Box) {
	for x := x0; x < x1; x += 2 {
		out = append(out, doc.Box{X0: x, Y0: y, X1: x + 1, Y1: y + 1})
	}
	return out
}

// marksDown are marks of a height, at a pitch.
func marksDown(x, y0, y1, pitch, height float64) (out []doc.Box) {
	for y := y0; y < y1; y += pitch {
		out = append(out, doc.Box{X0: x, Y0: y, X1: x + 1, Y1: y + height})
	}
	return out
}

func inkIn(g *image.Gray, b doc.Box) (n int) {
	const k = 150.0 / 72
	for y := int(b.Y0 * k); y < int(b.Y1*k); y++ {
		for x := int(b.X0 * k); x < int(b.X1*k); x++ {
			if g.Pix[y*g.Stride+x] < dark {
				n++
			}
		}
	}
	return n
}

func TestDottedRules(t *testing.T) {
	label, value := doc.Box{X0: 60, Y0: 112, X1: 120, Y1: 120}, doc.Box{X0: 250, Y0: 112, X1: 300, Y1: 120}
	for _, c := range []struct {
		name string
		page []doc.Box
		want int
	}{
		{"below a row", append(dotted(50, 350, 125), label, value), 1},
		{"two rows", append(append(dotted(50, 350, 105), dotted(50, 350, 125)...), label, value), 2},
		{"down", marksDown(200, 50, 90, 2, 1), 1},
		{"ones below each other", marksDown(200, 50, 150, 11, 8), 0},
		{"the leader from a label to its value", append(dotted(123, 247, 119), label, value), 0},
		{"short", dotted(50, 100, 125), 0},
		{"letters of a line", append(dotted(50, 350, 125), append(dotted(50, 350, 121), dotted(50, 350, 123)...)...), 0},
	} {
		rules, clean := Rules(white(c.page...), 150)
		if len(rules) != c.want {
			t.Errorf("%s: %d rules, want %d: %+v", c.name, len(rules), c.want, rules)
			continue
		}
		for _, r := range rules {
			if n := inkIn(clean, doc.Box{X0: r.X0 - 1, Y0: r.Y0 - 2, X1: r.X1 + 1, Y1: r.Y1 + 2}); n > 0 {
				t.Errorf("%s: %d dark pixels are left of a rule", c.name, n)
			}
		}
	}
}

// A rule thinner than a pixel is dark in parts only: what is between two columns of pixels is grey.
func TestAThinRuleIsOne(t *testing.T) {
	g := twoCells()
	for y := 107; y < 187; y++ {
		for x := 729; x < 733; x++ {
			g.Pix[y*g.Stride+x] = 255
		}
		g.Pix[y*g.Stride+729] = 130 + 5*uint8(y%14) // up to 195
	}
	rules, _ := Rules(g, 150)
	if cells := layout.Cells(rules); len(cells) != 2 {
		t.Fatalf("cells %+v of rules %+v", cells, rules)
	}
}

func TestUnderlinesLeaveTheCharactersOnThem(t *testing.T) {
	rule := doc.Box{X0: 50, Y0: 120, X1: 200, Y1: 121}
	foot := doc.Box{X0: 60, Y0: 119, X1: 70, Y1: 120}    // of a character, directly on the rule
	stem := doc.Box{X0: 64, Y0: 110, X1: 66, Y1: 120}    // of the same
	tall := doc.Box{X0: 90, Y0: 110, X1: 92, Y1: 120}    // stands on the rule
	cross := doc.Box{X0: 110, Y0: 112, X1: 112, Y1: 126} // crosses it
	_, clean := Rules(white(rule, foot, stem, tall, cross), 150)
	for _, c := range []struct {
		name string
		box  doc.Box
		kept bool
	}{
		{"the foot of a character", foot, true},
		{"a stroke that stands on the rule", tall, true},
		{"a stroke that crosses it", cross, true},
		{"the rule below a foot", doc.Box{X0: 60, Y0: 120.5, X1: 63, Y1: 122}, false},
		{"the rule below a stroke", doc.Box{X0: 89, Y0: 120.5, X1: 93, Y1: 122}, false},
		{"the rule alone", doc.Box{X0: 130, Y0: 119, X1: 190, Y1: 122}, false},
	} {
		if n := inkIn(clean, c.box); (n > 0) != c.kept {
			t.Errorf("%s: %d dark pixels are left", c.name, n)
		}
	}
	all := inkIn(white(foot), foot)
	if n := inkIn(clean, foot); n < all/2 {
		t.Errorf("%d of %d pixels of the foot are left", n, all)
	}
}

// The grey of a cell may be rows of dots, none of which is a rule.
func TestDotsOfAGreyCellAreNoRules(t *testing.T) {
	for _, pitch := range []int{3, 4, 5, 6, 7, 8} {
		g := white()
		for y := 200; y < 300; y += pitch {
			for x := 100; x < 600; x += pitch {
				g.Pix[y*g.Stride+x] = 0
				g.Pix[y*g.Stride+x+1] = 0
			}
		}
		if rules, _ := Rules(g, 150); len(rules) > 2 { // the outermost may be taken for an edge
			t.Errorf("a dot every %d pixels: %d rules, the first %+v", pitch, len(rules), rules[0])
		}
	}
}

func TestShortUnderlines(t *testing.T) {
	line := doc.Box{X0: 60, Y0: 121, X1: 90, Y1: 122}
	word := []doc.Box{{X0: 60, Y0: 110, X1: 68, Y1: 119}, {X0: 71, Y0: 110, X1: 79, Y1: 119}, {X0: 82, Y0: 110, X1: 90, Y1: 119}}
	for _, c := range []struct {
		name string
		page []doc.Box
		want int
	}{
		{"below a word", append(word, line), 1},
		{"the foot of a large character", []doc.Box{line, {X0: 73, Y0: 95, X1: 77, Y1: 121}, {X0: 60, Y0: 94, X1: 90, Y1: 97}}, 0},
		{"a dash", []doc.Box{line}, 0},
		{"text above and below", append(word, line, doc.Box{X0: 60, Y0: 123, X1: 90, Y1: 131}), 0},
	} {
		if rules, _ := Rules(white(c.page...), 150); len(rules) != c.want {
			t.Errorf("%s: %d rules, want %d: %+v", c.name, len(rules), c.want, rules)
		}
	}
}
