package chem_test

import (
	"math"
	"testing"

	"anzen/shared/chem"
)

func TestFormulasAreCounted(t *testing.T) {
	for _, c := range []struct {
		formula, element string
		count, share     float64
	}{
		{"PbCrO4", "Pb", 1, 0.6411},
		{"PbCrO4", "Cr", 1, 0.1609},
		{"CuSO4·5H2O", "Cu", 1, 0.2545},
		{"(NH4)2Cr2O7", "Cr", 2, 0.4125},
		{"K3[Fe(CN)6]", "Fe", 1, 0.1696},
		{"C8H20Pb", "Pb", 1, 0.6406},
		{"CoCl2·6H2O", "Co", 1, 0.2477},
		{"Co", "Co", 1, 1},
		{"CO", "Co", 0, 0},
		{"C24H36O4-2", "C", 24, 0.7419},
		{"ＺｎＯ", "Zn", 1, 0.8034},
	} {
		count, ok := chem.Atoms(c.formula)
		if !ok || count[c.element] != c.count {
			t.Errorf("%s has %v %s, read %v", c.formula, c.count, c.element, count)
		}
		if share, ok := chem.MassShare(c.formula, c.element); !ok || math.Abs(share-c.share) > 0.0001 {
			t.Errorf("%s is %.4f %s by mass, not %.4f", c.formula, share, c.element, c.share)
		}
	}
}

func TestWhatIsNoFormulaIsNotCounted(t *testing.T) {
	for _, s := range []string{"", "lead", "(C2H4O)n", "C6H5(", "Xx2", "(CH2", "C2H4)", "[Fe(CN)6", "C2.", "無機"} {
		if count, ok := chem.Atoms(s); ok {
			t.Errorf("%q was read as %v", s, count)
		}
	}
}
