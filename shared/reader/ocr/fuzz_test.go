package ocr

import (
	"math"
	"testing"
)

// FuzzTSV reads arbitrary text as the table of the engine: every word has a place and a
// confidence.
func FuzzTSV(f *testing.F) {
	f.Add("5\t1\t1\t1\t1\t1\t100\t200\t50\t40\t96.5\t危険\n5\t1\t1\t1\t1\t2\t160\t200\t50\t40\t30\tH225")
	f.Add("5\t1\t1\t1\t1\t1\tNaN\t1e308\tInf\t40\tNaN\tx")
	f.Add("level\tpage\n4\t\t\n5\t1\t1\t1\t1\t1\t1\t1\t1\t1\t-1\t ")
	f.Fuzz(func(t *testing.T, s string) {
		for page, words := range parseTSV(s) {
			for _, w := range words {
				for _, v := range []float64{w.X0, w.Y0, w.X1, w.Y1} {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Fatalf("%q: page %d: %+v", s, page, w)
					}
				}
				if w.Text == "" || !w.OCR || w.X1 <= w.X0 || w.Y1 <= w.Y0 || w.Conf < 0 || w.Conf > 1 {
					t.Fatalf("%q: page %d: %+v", s, page, w)
				}
			}
			for _, w := range repair(clean(words)) {
				if w.Text == "" {
					t.Fatalf("%q leaves an empty word", s)
				}
			}
		}
	})
}
