package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// A signal word needs no label: it stands alone, apart from the statements, or behind a symbol's name.
func TestSignalWordsWithoutALabel(t *testing.T) {
	for name, tt := range map[string]struct {
		lines []doc.Line
		want  string
	}{
		"alone":                    {lines("Hazards", "Danger.", "H225 Highly flammable liquid and vapour"), "danger"},
		"before statements":        {[]doc.Line{line(100, 50, "DANGER", 200, "Causes serious eye damage, Causes skin irritation")}, "danger"},
		"as a value of statements": {[]doc.Line{line(100, 50, "Statements:", 200, "Warning!")}, "warning"},
		"behind a symbol's name":   {lines("Health hazard Danger", "May cause cancer."), "danger"},
		"the severer of two":       {lines("Exclamation mark Warning", "Health hazard Danger"), "danger"},
		"in a sentence":            {lines("Danger of explosion when heated", "Warning labels must stay on"), ""},
	} {
		r := read(sheet("en", section(2, tt.lines)))
		if got := r.Text("signal_word"); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// Sheets print codes under several labels, with the label repeated in the value or among other names.
func TestProductCodesUnderSeveralLabels(t *testing.T) {
	for want, printed := range map[string][]string{
		"1795017 FG400586": {"Product code : 1795017", "SKU # : FG400586"},
		"31416 31417":      {"Product name : Solid", "Synonyms Part Numbers: 31416, 31417"},
		"1797E 31416":      {"Product code : 1797E", "Synonyms : Part Numbers: 31416"},
		"151 152":          {"Product code : Part #151 8oz, #152 5 gal"},
		"AC-100":           {"Product code : AC-100", "Item number : ac-100"},
	} {
		r := read(sheet("en", section(1, lines(printed...))))
		if got := strings.Join(r.List("product_codes"), " "); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
}

// A letter or two of a long label may be wrong, where no label of another field is as near.
func TestMisprintedLabels(t *testing.T) {
	r := read(sheet("en", section(9, nil, pair("Initial bohling point and boiling range", "212 °F"), pair("Appeerance and odour", "Blue liquid, faint odour"), pair("Odour treshold", "sharp"), pair("Autoignution temperature", "400 °C"))))
	if boils := r.Get("boiling_point"); boils == nil || boils.Quantity.Low != 212 || r.Text("state") != "liquid" || r.Text("odor") != "faint" {
		t.Errorf("boiling point %v, state %q, odour %q", boils, r.Text("state"), r.Text("odor"))
	}
	if ignites := r.Get("auto_ignition"); ignites == nil || ignites.Quantity.Low != 400 {
		t.Errorf("ignition %v", ignites)
	}
}
