package extract_test

import (
	"testing"

	"anzen/shared/reader/doc"
)

// Shares below the numbers of their ingredients, one for each, are theirs.
func TestSharesBelowTheirNumbers(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []doc.Line
	}{
		{"labelled", lines("Ethanol", "CAS No.: 64-17-5", "EC No.: 200-578-6", "Concentration: 30 - 60 %", "Acetone", "CAS No.: 67-64-1", "EC No.: 200-662-2", "Concentration: 5 - 10 %")},
		{"by a sign", lines("1. Ethanol", "CAS RN 64-17-5", "30 - 60 % by weight", "2. Acetone", "CAS RN 67-64-1", "5 - 10 % by weight")},
		{"under the number with its name", lines("Ethanol (CAS 64-17-5)", "30 - 60 %", "Acetone (CAS 67-64-1)", "5 - 10 %")},
		{"before the number, with a label", lines("Ethanol", "Weight percent: 30 - 60 %", "CAS No.: 64-17-5", "Acetone", "Weight percent: 5 - 10 %", "CAS No.: 67-64-1")},
		{"left of the name", []doc.Line{line(100, 50, "30 - 60 %", 210, "Ethanol"), line(114, 210, "CAS: 64-17-5 EC: 200-578-6"), line(128, 50, "5 - 10 %", 210, "Acetone"), line(142, 210, "CAS: 67-64-1 EC: 200-662-2")}},
	} {
		if got, want := parts(read(sheet("en", section(3, c.lines)))), "Ethanol|64-17-5|30-60; Acetone|67-64-1|5-10"; got != want {
			t.Errorf("%s: %s, want %s", c.name, got, want)
		}
	}
}

// Names of a cell stand beside the middle of their row also where a frame holds all rows.
func TestNamesCentredInOneFrame(t *testing.T) {
	tab := grid(doc.Lattice, []string{"Chemical name", "Wt%", "CAS No."}, []string{"", "", ""})
	at := func(c int, x int, y float64, text string) {
		tab.Rows[1][c].Lines = append(tab.Rows[1][c].Lines, line(y, x, text))
	}
	at(0, 50, 160, "Hexanediol diacrylate")
	at(0, 50, 174, "Trimethylbenzoyl diphenyl")
	at(0, 50, 188, "phosphine oxide")
	at(1, 150, 160, "30-35")
	at(1, 150, 181, "10-15")
	at(2, 250, 160, "13048-33-4")
	at(2, 250, 181, "75980-60-8")
	if got, want := parts(read(sheet("en", tabled(3, nil, tab)))), "Hexanediol diacrylate|13048-33-4|30-35; Trimethylbenzoyl diphenyl phosphine oxide|75980-60-8|10-15"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A number in a register of trade secrets is no part of a name.
func TestRegisterNumbersBehindNames(t *testing.T) {
	sec := tabled(3, nil, grid(doc.Lattice, []string{"Ingredients", "Percent", "CAS Number"}, []string{"Polymer Wax\nNJTSRN 80100451-5016", "1 - 5", "Trade Secret"}, []string{"Iron Oxide", "6 - 13", "1317-61-9"}))
	if got, want := parts(read(sheet("en", sec))), "Polymer Wax||1-5; Iron Oxide|1317-61-9|6-13"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
