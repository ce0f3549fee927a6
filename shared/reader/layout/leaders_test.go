package layout

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// Dotted leaders that touch their words separate labels from values, on every line for itself.
func TestLeadersWithinWords(t *testing.T) {
	d := Build([]doc.Page{page(1, sixteen(
		"Physical state.....................Aerosol",
		"Odor...............................Mild",
		"Specific gravity (liquid)..........0.94",
	)...)}, doc.Info{})
	want(t, pairsOf(t, d.Section(16)), "Physical state", "Aerosol", "Odor", "Mild", "Specific gravity (liquid)", "0.94")
}

// A colon beside a label has its value on the same line, whatever stands below; a unit may end a label.
func TestValuesBehindAlignedColons(t *testing.T) {
	d := Build([]doc.Page{page(1, sixteen(
		"Boiling point|: 120 °C|Specific gravity|: 1.34",
		"Freezing point|: N/Av|Odour|: none",
		"Density, g/cm3: 0.95",
	)...)}, doc.Info{})
	got := pairsOf(t, d.Section(16))
	want(t, got, "Density, g/cm3", "0.95")
	if v := got["Boiling point"]; !strings.HasPrefix(v, "120 °C") {
		t.Errorf("boiling point is %q", v)
	}
}
