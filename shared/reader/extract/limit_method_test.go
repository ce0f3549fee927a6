package extract

import "testing"

// How the dust of a limit is measured is read as printed, unless a text names several ways.
func TestLimitsHaveTheirMethod(t *testing.T) {
	for text, want := range map[string]string{
		"TWA 3 mg/m3 (respirable fraction)": "respirable fraction", "10 mg/m3 Inhalable dust": "Inhalable dust", "総粉じん 8 mg/m3": "総粉じん", "吸入性粉塵：2 mg/m3": "吸入性粉塵",
		"Total dust: 15 mg/m3, respirable fraction: 5 mg/m3": "", "TWA 20 ppm": "",
	} {
		if got := methodIn(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
