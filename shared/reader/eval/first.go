package eval

import (
	_ "embed"

	"anzen/shared/text/tsv"
)

//go:embed first.tsv
var firstFile string

// FirstReading are the values of the first readings of the sheets met in the wild, each with a
// weight, for a fit of confidences.
func FirstReading(weight float64) Calibration {
	var out Calibration
	for row := range tsv.Embedded("eval/first.tsv", firstFile).Rows() {
		for i := range row.Int("values") {
			out = append(out, Scored{
				Sheet: "first", Set: row.Text("set"), Language: row.Text("language"), Key: row.Text("key"), Extractor: row.Text("rule"), Right: i < row.Int("right"), Weight: weight, Earlier: true,
			})
		}
	}
	return out
}

// Own reports whether a sheet was made by the project or for it, as those of the houses and of the set "js" were.
func Own(id string) bool {
	switch Set(id) {
	case SetTune, SetTest, "known", "en", "ja", "wd", "un":
		return false
	}
	return true
}
