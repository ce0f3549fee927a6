package layout

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

func TestALineHasBounds(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string
		want  int // characters that are kept, blanks not counted
	}{
		{"as printed", []string{"危険", "H225"}, 6},
		{"one long word", []string{strings.Repeat("あ", 5000)}, longestLine},
		{"many words", strings.Split(strings.Repeat("a:b ", 1000), " "), longestLine},
		{"a long word behind others", []string{"CAS", strings.Repeat("1/", 3000)}, longestLine},
	} {
		var ws []doc.Word
		for i, s := range c.texts {
			if s != "" {
				ws = append(ws, doc.Word{Text: s, Page: 1, Size: 10, Box: doc.Box{X0: float64(1000 * i), Y0: 10, X1: float64(1000*i + 900), Y1: 20}})
			}
		}
		l := line(ws)
		if got := utf8.RuneCountInString(strings.ReplaceAll(l.Text, " ", "")); got != c.want {
			t.Errorf("%s: %d characters, want %d", c.name, got, c.want)
		}
		if len(ws) > 0 && ws[len(ws)-1].Text != c.texts[len(c.texts)-1] && c.texts[len(c.texts)-1] != "" {
			t.Errorf("%s: the words given have changed", c.name)
		}
	}
}

// A drawing may have as many rules as a file at all: that they are no table is found in no time.
func TestRulesOfADrawing(t *testing.T) {
	var across, down []doc.Rule
	for y := range 300 {
		for x := range 100 {
			from, at := 8*float64(x), 5*float64(y)
			across = append(across, doc.Rule{Box: doc.Box{X0: from, Y0: at, X1: from + 4, Y1: at}})
			down = append(down, doc.Rule{Box: doc.Box{X0: at, Y0: from, X1: at, Y1: from + 4}})
		}
	}
	for name, rules := range map[string][]doc.Rule{"one direction": across, "both": slices.Concat(across, down)} {
		begun := time.Now()
		if got := gridsOf(rules, false); len(got) > 0 {
			t.Errorf("%s: %d tables", name, len(got))
		}
		if took := time.Since(begun); took > time.Minute { // of a fiftieth of a second; without a bound it is minutes
			t.Errorf("%s: %v", name, took)
		}
	}
}

func TestALineOfLeadersAloneBeginsNoRow(t *testing.T) {
	var body []item
	var run [][][]doc.Word
	cols := []span{{10, 50}, {100, 150}, {200, 250}}
	for i := range 8 {
		y := float64(20 + 12*i)
		body = append(body, item{Line: doc.Line{Page: 1, Box: doc.Box{X0: 10, Y0: y, X1: 250, Y1: y + 10}}})
		var row [][]doc.Word
		if i != 3 {
			for _, c := range cols {
				row = append(row, []doc.Word{{Text: "a", Page: 1, Box: doc.Box{X0: c.from, Y0: y, X1: c.to, Y1: y + 10}}})
			}
		}
		run = append(run, row)
	}
	if begins := spacedRows(body, run, cols); begins != nil {
		t.Errorf("rows begin at %v", begins)
	}
}
