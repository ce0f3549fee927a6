package extract

import (
	_ "embed"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed confidence.tsv
var confidenceFile string

// confidences maps key, rule and language to the fraction of the rule's values that were right
// on sheets not used, or hardly used, for making the rules.
var confidences = sync.OnceValue(func() map[[3]string]float64 {
	m := map[[3]string]float64{}
	for row := range tsv.Embedded("extract/confidence.tsv", confidenceFile).Rows() {
		m[[3]string{row.Text("key"), row.Text("rule"), row.Text("language")}] = row.Float("confidence")
	}
	return m
})

// recognised is the factor of a value's confidence where its page was recognised from an
// image.
const recognised = 0.92

// calibrated replaces the rules' own estimates by measured confidences.
func (s *sheet) calibrated() {
	table := confidences()
	scanned := map[int]bool{}
	for _, p := range s.d.Pages {
		scanned[p.Number] = p.OCR
	}
	for i := range s.out.Values {
		v := &s.out.Values[i]
		for _, at := range [...][3]string{{v.Key, v.Extractor, s.out.Language}, {v.Key, "", s.out.Language}, {v.Key, "", ""}} {
			if c, known := table[at]; known {
				v.Confidence = c
				break
			}
		}
		for _, src := range v.Source {
			if scanned[src.Page] {
				v.Confidence *= recognised
				break
			}
		}
	}
}
