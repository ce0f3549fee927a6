package extract

import "testing"

// A text of the table that is not in the form in which texts are compared would never be found.
func TestTextsWithoutAValueAreInTheirComparedForm(t *testing.T) {
	words := noDataWords()
	if len(words.whole) < 100 || len(words.starts) < 20 {
		t.Errorf("%d texts and %d starts", len(words.whole), len(words.starts))
	}
	for text := range words.whole {
		if got := bare(text); got != text {
			t.Errorf("%q is compared as %q", text, got)
		}
	}
	for _, text := range words.starts {
		if got := bare(text); got != text {
			t.Errorf("%q is compared as %q", text, got)
		}
	}
	for text, want := range map[string]bool{"Not  Available.": true, "（データなし）": true, "No data available for the mixture": true, "None of the ingredients": false, "12 °C": false} {
		if noData(text) != want {
			t.Errorf("noData(%q) is %v", text, !want)
		}
	}
}
