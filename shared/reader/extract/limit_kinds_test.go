package extract

import (
	"slices"
	"testing"

	"anzen/shared/reader/doc"
)

// Two kinds in the heading of a column hold for the figures of each line of its cells by their order.
func TestKindsOfFiguresOverSeveralLines(t *testing.T) {
	w := &limitWriter{}
	cell := func(texts ...string) (out []doc.Line) {
		for _, text := range texts {
			out = append(out, doc.Line{Text: text})
		}
		return out
	}
	kinds := []string{"", "STEL"} // "PEL STEL"
	for _, tt := range []struct {
		lines []doc.Line
		want  []string
	}{
		{cell("100 ppm 200 ppm (Ceiling)", "5 mg/m3 N/Av", "N/Av 9000 ppm"), []string{"", "C", "", "STEL"}},
		{cell("25 ppm 100 ppm"), nil},
		{cell("25 ppm 100 ppm 200 ppm", "5 ppm"), nil},
	} {
		if got := w.kindsByLine(kinds, tt.lines); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %q, want %q", tt.lines, got, tt.want)
		}
	}
	if got := w.kindsByLine(nil, cell("1 ppm", "2 ppm")); got != nil {
		t.Errorf("without kinds: %q", got)
	}
}
