package chem_test

import (
	"os"
	"testing"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
)

func TestByCAS(t *testing.T) {
	s, ok := chem.ByCAS("108-88-3")
	if !ok || s.Ja != "トルエン" || s.Name("en") == "" {
		t.Fatalf("108-88-3 = %+v, %v", s, ok)
	}
	if _, ok := chem.ByCAS("1-1-1"); ok {
		t.Error("1-1-1 is known")
	}
}

// The whole table is read at the first name: each of a substance of the dictionary, and none twice.
func TestByEverydayName(t *testing.T) {
	for name, want := range map[string]chem.CAS{"苛性ソーダ": "1310-73-2", "ipa": "67-63-0", "Sulphuric acid": "7664-93-9", "トルエンなど": ""} {
		if cas, ok := chem.ByEverydayName(name); cas != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", name, cas, ok)
		}
	}
}

func TestSameSubstance(t *testing.T) {
	tests := []struct {
		cas         chem.CAS
		name        string
		same, known bool
	}{
		{"108-88-3", "トルエン", true, true},
		{"108-88-3", "Toluene", true, true},
		{"108-88-3", "ﾄﾙｴﾝ", true, true},
		{"108-88-3", "アセトン", false, true},
		{"108-88-3", "何か知らない物質", false, false},
		{"9999999-99-9", "トルエン", false, false},
	}
	for _, tt := range tests {
		same, known := chem.SameSubstance(tt.cas, tt.name)
		if same != tt.same || known != tt.known {
			t.Errorf("SameSubstance(%q, %q) = %v, %v; want %v, %v", tt.cas, tt.name, same, known, tt.same, tt.known)
		}
	}
}

// The table is sorted, with one row per substance and valid CAS numbers.
func TestNamesTable(t *testing.T) {
	content, err := os.ReadFile("names.tsv")
	if err != nil {
		t.Fatal(err)
	}
	last, n := "", 0
	table := tsv.Read("names.tsv", string(content))
	for r := range table.Rows() {
		cas := r.Text("cas")
		if !chem.CAS(cas).Valid() {
			t.Errorf("invalid CAS number %s", cas)
		}
		if cas <= last {
			t.Errorf("%s follows %s", cas, last)
		}
		if r.Text("ja")+r.Text("en")+r.Text("others") == "" {
			t.Errorf("%s has no name", cas)
		}
		last, n = cas, n+1
	}
	if err := table.Err(); err != nil || n < 8000 {
		t.Errorf("%d rows, %v", n, err)
	}
}
