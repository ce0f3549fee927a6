package extract_test

import "testing"

// A sheet says that it is of a mixture, or names the medium of a solubility, in words of other items.
func TestAnswersWithinOtherItems(t *testing.T) {
	for _, tt := range []struct {
		number          int
		key, want, text string
		more            []string
	}{
		{2, "composition_type", "mixture", "72.4% of the mixture consists of ingredient(s) of unknown toxicity", nil},
		{3, "composition_type", "mixture", "Chemical Characterization: Mixture", nil},
		{1, "composition_type", "mixture", "Chemical formula: Complex mixture", nil},
		{2, "composition_type", "mixture", "Product definition : Mixture", nil},
		{2, "composition_type", "", "Not available for the mixture", nil},
		{3, "composition_type", "mixture", "Description: Mixture consisting of the following components.", nil},
		{9, "solubility_water", "Not miscible or difficult to mix", "Solubility in / Miscibility with", []string{"Water: Not miscible or difficult to mix."}},
		{9, "solubility_water", "", "Odor: none", []string{"Water: 20 %"}},
	} {
		r := read(sheet("en", section(tt.number, lines(append([]string{tt.text}, tt.more...)...))))
		v := r.GoldView()
		got := ""
		if s := v.Text(tt.key); s != nil {
			got = *s
		}
		if got != tt.want {
			t.Errorf("%q %q: %s %q, want %q", tt.text, tt.more, tt.key, got, tt.want)
		}
	}
}

// A ring above the line is a degree sign.
func TestRingsAreDegrees(t *testing.T) {
	r := read(sheet("en", section(9, nil, pair("Boiling pt", "300  \u030AF"), pair("Melting Pt", "Estimated 60° C"))))
	v := r.GoldView()
	if b, m := show(v.Quantity("boiling_point")), show(v.Quantity("melting_point")); b != "300 F" || m != "60 C" {
		t.Errorf("boiling point %q, melting point %q", b, m)
	}
}
