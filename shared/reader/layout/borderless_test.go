package layout

import (
	"testing"

	"anzen/shared/reader/doc"
)

// Lines without a part, as damaged sheets have them, are no text below a table and go on with none.
func TestTextBelowATableOfLinesWithoutParts(t *testing.T) {
	word := func(x, y float64) []doc.Word {
		return []doc.Word{{Text: "Toluene", Page: 1, Size: 9, Box: doc.Box{X0: x, Y0: y, X1: x + 40, Y1: y + 9}}}
	}
	cols := []span{{40, 90}, {200, 250}, {300, 350}}
	for _, c := range []struct {
		run  [][][]doc.Word
		want int
	}{
		{[][][]doc.Word{{word(40, 100), word(200, 100)}, {}}, 2},
		{[][][]doc.Word{{}, {word(200, 100), word(300, 100)}}, 2},
		{[][][]doc.Word{{}, {word(40, 112)}}, 1},
		{[][][]doc.Word{{word(40, 100), word(200, 100)}, {}, {word(40, 124)}}, 2},
	} {
		body := make([]item, len(c.run))
		for i := range body {
			body[i].Page = 1
		}
		if got := len(withoutTextBelow(c.run, body, cols)); got != c.want {
			t.Errorf("%d of %d lines, want %d", got, len(c.run), c.want)
		}
	}
}
