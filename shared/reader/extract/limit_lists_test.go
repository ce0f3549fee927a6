package extract_test

import (
	"testing"

	"anzen/shared/reader/doc"
)

// A country's list may call its limits TLV, as ACGIH does.
func TestLimitsNamedTLVInACountrysList(t *testing.T) {
	for _, kind := range []doc.Kind{doc.Lattice, doc.Borderless} {
		sec := tabled(8, []doc.Line{line(60, 50, "Occupational exposure limits"), line(74, 50, "Denmark. Exposure Limit Values")}, grid(kind, []string{"Components", "Type", "Value"}, []string{"Solvent A (CAS 67-64-1)", "TLV", "600 mg/m3\n250 ppm"}))
		wantLimits(t, read(sheet("en", sec)), "Denmark - 600 mg/m3", "Denmark - 250 ppm")
	}
	wantLimits(t, read(sheet("en", section(8, lines("Exposure limits", "Germany: 5 ppm", "TLV: 10 ppm")))), "Germany - 5 ppm", "ACGIH - 10 ppm")
}

// Eight hours are told by their letter too.
func TestLimitsOfEightHours(t *testing.T) {
	sec := tabled(8, []doc.Line{line(60, 50, "Occupational exposure limits")}, grid(doc.Lattice, []string{"Finland", "HTP-arvo (8h) (mg/m3)", "3.5 mg/m3"}, []string{"Finland", "HTP-arvo (15 min)", "7 mg/m3"}))
	wantLimits(t, read(sheet("en", sec)), "Finland TWA 3.5 mg/m3", "Finland STEL 7 mg/m3")
}
