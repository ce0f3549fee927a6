package chem_test

import (
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
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
		{"KCN", "CN", 0, 0.3995},
		{"Zn(CN)2", "CN", 0, 0.4432},
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

func TestInvalidFormulasAreNotCounted(t *testing.T) {
	for _, s := range []string{"", "lead", "(C2H4O)n", "C6H5(", "Xx2", "(CH2", "C2H4)", "[Fe(CN)6", "C2.", "無機"} {
		if count, ok := chem.Atoms(s); ok {
			t.Errorf("%q was read as %v", s, count)
		}
	}
}

// The embedded tables contain valid CAS numbers, and formulas that can be counted.
func TestEveryFormulaOfTheTableIsOne(t *testing.T) {
	for _, c := range []struct{ cas, formula string }{{"7758-97-6", "PbCrO4"}, {"7439-92-1", "Pb"}, {"1303-96-4", "Na2B4O7·10H2O"}, {"67-64-1", "C3H6O"}} {
		if got := chem.Formula(chem.CAS(c.cas)); got != c.formula {
			t.Errorf("%s is %q, not %q", c.cas, got, c.formula)
		}
	}
	file, err := os.ReadFile("formulas.tsv")
	if err != nil {
		t.Fatal(err)
	}
	table := tsv.Read("formulas.tsv", string(file))
	for row := range table.Rows() {
		if !chem.CAS(row.Text("cas")).Valid() || row.Text("name") == "" {
			t.Errorf("not a row: %q", row.Cells())
		} else if _, ok := chem.Atoms(row.Text("formula")); !ok && row.Text("formula") != "-" {
			t.Errorf("%s: %q cannot be counted", row.Text("cas"), row.Text("formula"))
		}
	}
	if err := table.Err(); err != nil {
		t.Error(err)
	}
}

func TestAPartIsAlwaysTheSameToTheLastBit(t *testing.T) {
	want, ok := chem.MassShare("C8H20BF4N", "B")
	if !ok || want == 0 {
		t.Fatal("boron is not found")
	}
	for range 200 {
		if got, _ := chem.MassShare("C8H20BF4N", "B"); got != want {
			t.Fatalf("%v, then %v", want, got)
		}
	}
}

// notOfTheFormula are numbers for which the reference data state the mass of the acid, of the
// salt without its water, or of half the formula.
var notOfTheFormula = []chem.CAS{
	"124-41-4", "136-52-7", "301-04-2", "557-04-0", "557-05-1", "631-60-7", "1072-35-1", "7782-63-0", "7783-35-9", "7785-87-7", "7790-78-5", "7790-84-3",
	"10022-68-1", "10031-43-3", "12036-76-9", "12202-17-4", "13520-83-7", "14807-96-6", "20661-21-6", "25584-83-2",
}

func TestMassesAgreeWithTheReference(t *testing.T) {
	const reference = "../../../../shared/reference/substance_dictionary.tsv"
	file, err := os.ReadFile(reference)
	if err != nil {
		t.Skip("the reference data are not beside the source tree: ", err)
	}
	compared := 0
	for row := range tsv.Read("substance_dictionary.tsv", string(file)).Ragged().Rows() {
		cas := chem.CAS(row.Text("cas"))
		atoms, ok := chem.Atoms(chem.Formula(cas))
		stated, err := strconv.ParseFloat(row.Text("mw"), 64)
		if !ok || err != nil || slices.Contains(notOfTheFormula, cas) {
			continue
		}
		compared++
		if mass := chem.Mass(atoms); math.Abs(mass-stated) > 0.6 {
			t.Errorf("%s %s: %s is %.2f, not %.2f g/mol", cas, row.Text("name_en"), chem.Formula(cas), mass, stated)
		}
	}
	if compared < 1000 {
		t.Errorf("only %d masses were compared", compared)
	}
}
