package eval_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/eval"
)

// scored are n values of a rule on a sheet, of which right ones are right.
func scored(sheet, language, rule string, n, right int) (out eval.Calibration) {
	for i := range n {
		out = append(out, eval.Scored{Sheet: sheet, Language: language, Key: "color", Extractor: rule, Right: i < right})
	}
	return out
}

// A rule that is right in one language and wrong in the other has a confidence for each.
func TestConfidencesAreByLanguage(t *testing.T) {
	all := append(scored("js-001", "ja", "label", 100, 100), scored("en-001", "en", "label", 100, 50)...)
	confidence := map[string]string{}
	for line := range strings.Lines(all.Shares()) {
		cells := strings.Split(strings.TrimSpace(line), "	")
		if len(cells) == 6 {
			confidence[strings.Join(cells[:3], " ")] = cells[5]
		}
	}
	if ja, en := confidence["color label ja"], confidence["color label en"]; ja < "0.97" || en > "0.60" || en < "0.50" {
		t.Errorf("ja %q, en %q of %v", ja, en, confidence)
	}
}

// The values of a house do not speak for themselves when the confidence is tried.
func TestCrossValidationLeavesTheOwnHouseOut(t *testing.T) {
	all := append(scored("en-025", "en", "label", 50, 0), scored("en-027", "en", "label", 50, 50)...)
	for _, j := range all.CrossValidated() {
		if own := j.Sheet == "en-025"; own && j.Confidence < 0.8 || !own && j.Confidence > 0.3 {
			t.Errorf("%s: %.2f", j.Sheet, j.Confidence)
		}
	}
}
