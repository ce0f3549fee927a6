package eval_test

import (
	"math"
	"strings"
	"testing"

	"anzen/shared/reader/eval"
)

// The distances are counted by hand: nodes are the table, its rows and their cells.
func TestSimilarityOfTables(t *testing.T) {
	row := func(cells ...string) []string { return cells }
	two := eval.NewGrid(row("a", "b"), row("c", "d")) // 7 nodes
	for name, c := range map[string]struct {
		x, y eval.Grid
		want float64
	}{
		"alike":                  {two, two, 1},
		"a row missing":          {two, eval.NewGrid(row("a", "b")), 1 - 3.0/7},
		"a row between":          {two, eval.NewGrid(row("a", "b"), row("x", "y"), row("c", "d")), 1 - 3.0/10},
		"a cell missing":         {two, eval.NewGrid(row("a", "b"), row("c")), 1 - 1.0/7},
		"a cell quite different": {two, eval.NewGrid(row("a", "b"), row("c", "x")), 1 - 1.0/7},
		"a cell half different":  {eval.NewGrid(row("abcd")), eval.NewGrid(row("abxy")), 1 - 0.5/3},
		"two rows made one":      {two, eval.NewGrid(row("a", "b", "c", "d")), 1 - 3.0/7}, // both rows go, one comes
		"nothing":                {two, eval.NewGrid(), 1 - 6.0/7},
	} {
		for _, got := range []float64{eval.Similarity(c.x, c.y), eval.Similarity(c.y, c.x)} {
			if math.Abs(got-c.want) > 1e-9 {
				t.Errorf("%s: %g, want %g", name, got, c.want)
			}
		}
	}
}

func TestTablesOfACorpusAreCompared(t *testing.T) {
	c := folder(t, `{"language":"en","composition":[{"name":"Ethanol","cas":["64-17-5"],"low":10,"low_op":">=","high":20,"high_op":"<=","unit":"%"}],"exposure_limits":[]}`, "en-901")
	report, err := c.Score(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := report.String()
	if !strings.Contains(text, "TEDS of section 3:  all 0.143 (1)  en 0.143 (1)") || strings.Contains(text, "TEDS of section 8") {
		t.Errorf("of a sheet without a reading:\n%s", text)
	}
}
