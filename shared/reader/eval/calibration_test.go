package eval_test

import (
	"slices"
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
	if ja, en := confidence["color label ja"], confidence["color label en"]; ja < "0.96" || en > "0.60" || en < "0.50" {
		t.Errorf("ja %q, en %q of %v", ja, en, confidence)
	}
}

// A key that is read badly in one language takes nothing from a language that is read well throughout.
func TestALanguageIsNotJudgedByAnother(t *testing.T) {
	odor := func(sheet, language string, n, right int) eval.Calibration {
		all := scored(sheet, language, "label", n, right)
		for i := range all {
			all[i].Key = "odor"
		}
		return all
	}
	all := slices.Concat(scored("js-001", "ja", "label", 10, 9), odor("js-001", "ja", 200, 199), scored("en-001", "en", "label", 100, 30), odor("en-001", "en", 100, 60))
	if !strings.Contains(all.Shares(), "color\tlabel\tja\t10.0\t9.0\t0.88") {
		t.Error(all.Shares())
	}
}

// What was right a dozen times is promised less surely than what was right a thousand times, and is no case for a look either.
func TestFewValuesPromiseLess(t *testing.T) {
	for n, want := range map[int]string{12: "0.880", 60: "0.938", 1000: "0.996"} {
		if shares := scored("en-001", "en", "label", n, n).Shares(); !strings.Contains(shares, "\t"+want+"\n") {
			t.Errorf("%d: no %s in\n%s", n, want, shares)
		}
	}
}

// The values of a house do not speak for themselves when the confidence is tried.
func TestCrossValidationLeavesTheOwnHouseOut(t *testing.T) {
	for _, ids := range [][2]string{{"en-025", "en-027"}, {"wd-001", "wd-002"}} {
		leavesOut(t, ids[0], ids[1])
	}
}

func leavesOut(t *testing.T, wrong, right string) {
	t.Helper()
	all := append(scored(wrong, "en", "label", 50, 0), scored(right, "en", "label", 50, 50)...)
	for _, j := range all.CrossValidated() {
		if own := j.Sheet == wrong; own && j.Confidence < 0.8 || !own && j.Confidence > 0.3 {
			t.Errorf("%s: %.2f", j.Sheet, j.Confidence)
		}
	}
}

// Values of an earlier reading lower the confidence of a rule, and are not tried themselves.
func TestTheFirstReadingCounts(t *testing.T) {
	first := eval.FirstReading(2)
	if len(first) < 500 {
		t.Fatalf("%d values", len(first))
	}
	now := scored("wd-001", "en", "label", 50, 50)
	alone, with := append(scored("wd-002", "en", "label", 50, 50), now...).CrossValidated(), append(first, now...).CrossValidated()
	if len(with) != len(now) {
		t.Errorf("%d values tried, want %d", len(with), len(now))
	}
	if with[0].Confidence >= alone[0].Confidence {
		t.Errorf("%.3f with the first reading, %.3f without", with[0].Confidence, alone[0].Confidence)
	}
}

func TestOwnSheetsAreToldFromRealOnes(t *testing.T) {
	for id, own := range map[string]bool{"be-110-a": true, "js-001": true, "en-001": false, "wd-300": false, "un-013": false, "ja-004": false} {
		if eval.Own(id) != own {
			t.Errorf("%s: %v", id, !own)
		}
	}
}

func TestShareOfRightValuesFromAConfidenceOn(t *testing.T) {
	values := eval.Calibration{{Confidence: 0.94, Right: false}, {Confidence: 0.95, Right: true}, {Confidence: 0.97, Right: false}, {Confidence: 0.99, Right: true}, {Confidence: 0.99, Right: true}}
	if n, share := values.Right(0.95); n != 4 || share != 0.75 {
		t.Errorf("%d values, %v right, want 4 and 0.75", n, share)
	}
	if n, share := values.Right(0.9); n != 5 || share != 0.6 {
		t.Errorf("%d values, %v right, want 5 and 0.6", n, share)
	}
	if n, share := values.Right(1); n != 0 || share != 0 {
		t.Errorf("%d values, %v right, want none", n, share)
	}
}

// A sign that goes with wrong values lowers the confidence of those that have it, one that goes with right ones raises it, and the
// level of the sheets is no sign's.
func TestSignsChangeConfidences(t *testing.T) {
	marked := func(sheet, sign string, n, right int) eval.Calibration {
		all := scored(sheet, "en", "label", n, right)
		for i := range all {
			all[i].Signs = []string{"text of a sheet", sign}
		}
		return all
	}
	all := slices.Concat(marked("wd-001", "text again", 200, 195), marked("wd-002", "text again", 200, 196), marked("wd-003", "text broken", 100, 40), marked("wd-004", "text broken", 100, 45))
	sums := map[string]float64{}
	for _, j := range all.CrossValidated() {
		sums[j.Signs[1]] += j.Confidence
	}
	if again, broken := sums["text again"]/400, sums["text broken"]/200; again < 0.9 || broken > 0.65 {
		t.Errorf("again %.3f, broken %.3f", again, broken)
	}
	for line := range strings.Lines(all.Signs()) {
		if weight, ok := strings.CutPrefix(line, "text of a sheet\t600\t"); ok && strings.TrimLeft(weight, "-") > "0.3" {
			t.Errorf("a sign of all values weighs %s", weight)
		}
	}
}

// The values of a test set do not speak for themselves, and neither does the half beside it; other sets are not tried.
func TestTransferLeavesTheOwnSetOut(t *testing.T) {
	of := func(set, sheet string, right int) eval.Calibration {
		all := scored(sheet, "en", "label", 50, right)
		for i := range all {
			all[i].Set = set
		}
		return all
	}
	all := slices.Concat(of("wild3-test", "wd-001", 0), of("wild3-tune", "wd-002", 0), of("wild2-test", "wd-003", 50), of("wild2-tune", "wd-004", 50))
	moved := all.Transferred()
	if len(moved) != 100 || len(all.Blind()) != 100 {
		t.Fatalf("%d values tried, %d of test sets, want 100", len(moved), len(all.Blind()))
	}
	for _, j := range moved {
		if j.Set == "wild3-test" && j.Confidence < 0.8 || j.Set == "wild2-test" && j.Confidence > 0.3 {
			t.Errorf("%s: %.2f", j.Set, j.Confidence)
		}
	}
}
