package extract

import (
	_ "embed"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed confidence.tsv
var confidenceFile string

// confidences maps key, rule and group of sheets to the fraction of the rule's values that were right
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

// plain is added to the language of sheets without any element of GHS.
const plain = " plain"

// Group is the kind of sheets by which confidences are measured: the language, with a mark for English sheets that
// print no element of GHS. Those are old forms, or of articles, whose values are printed in more ways.
func (r *Result) Group() string {
	if r.Language != "en" || len(r.Rows("classification")) > 0 {
		return r.Language
	}
	for _, key := range [...]string{"h_codes", "p_codes", "signal_word", "pictograms"} {
		if r.Get(key) != nil {
			return r.Language
		}
	}
	return r.Language + plain
}

// calibrated replaces the rules' own estimates by measured confidences.
func (s *sheet) calibrated() {
	s.sign()
	table, group := confidences(), s.out.Group()
	scanned := map[int]bool{}
	for _, p := range s.d.Pages {
		scanned[p.Number] = p.OCR
	}
	for i := range s.out.Values {
		v := &s.out.Values[i]
		for _, at := range [...][3]string{{v.Key, v.Extractor, group}, {v.Key, "", group}, {v.Key, v.Extractor, s.out.Language}, {v.Key, "", s.out.Language}, {v.Key, "", ""}} {
			if c, known := table[at]; known {
				v.Confidence = c
				break
			}
		}
		v.Confidence = Weighed(v.Confidence, v.Signs, signWeights())
		for _, src := range v.Source {
			if scanned[src.Page] {
				v.Confidence *= recognised
				break
			}
		}
	}
}
