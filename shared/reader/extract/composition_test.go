package extract_test

import (
	"testing"

	"anzen/shared/reader/doc"
)

// onPage moves a table to another page.
func onPage(page int, t doc.Table) doc.Table {
	t.Page = page
	for _, row := range t.Rows {
		for c := range row {
			row[c].Page = page
			for i := range row[c].Lines {
				row[c].Lines[i].Page = page
			}
		}
	}
	return t
}

// Old forms list the ingredients in another section; what is listed there without a number of
// its own is no composition.
func TestCompositionOutsideOfItsSection(t *testing.T) {
	list := grid(doc.Lattice,
		[]string{"Hazardous Materials", "% Weight", "CAS No."},
		[]string{"Aluminum", "Balance", "7429-90-5"},
		[]string{"Copper", "3 - 7", "7440-50-8"})
	for _, number := range []int{0, 1, 2} {
		r := read(sheet("en", tabled(number, lines("Some words"), list), section(9, lines("Boiling point: 80 C"))))
		if got, want := parts(r), "Aluminum|7429-90-5|-; Copper|7440-50-8|3-7"; got != want {
			t.Errorf("section %d: %s, want %s", number, got, want)
		}
	}
	r := read(sheet("en", section(3, lines("Contains less than 1 % of the ingredients listed below")), tabled(2, nil, list)))
	if got := parts(r); got != "" {
		t.Errorf("beside a section 3: %s", got)
	}
}

// A table that holds all numbers is preferred to one with full rows that holds a few.
func TestCompositionWithMostOfTheNumbers(t *testing.T) {
	first := grid(doc.Borderless, []string{"Chemical name", "CAS number", "%"}, []string{"Ethanol", "64-17-5", "36"})
	second := onPage(2, grid(doc.Rules, []string{"Chemical name", "CAS number", "%"}, []string{"Butane", "106-97-8", ""}, []string{"Propane", "74-98-6", "7"}))
	r := read(sheet("en", tabled(3, nil, first, second)))
	if got, want := parts(r), "Ethanol|64-17-5|36-36; Butane|106-97-8|-; Propane|74-98-6|7-7"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
