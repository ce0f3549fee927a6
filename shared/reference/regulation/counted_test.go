package regulation_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/tsv"
)

// described are the entries in whose text として describes the substance itself, not how its content is counted.
var described = map[string]string{
	"指定令第2条-69の2": "the content as the racemate says which mixed salt is meant; the preparation's content is that of the salt",
}

// Every entry whose text counts the content as another substance (〜として) does so here: by the mass factor of the
// element or formula, which the formulas of all its substances allow.
func TestCountedAs(t *testing.T) {
	const reference = "../../../../shared/reference/"
	counted := map[string]bool{} // class and number
	set := regulation.Current()
	for _, class := range set.Classes() {
		for _, e := range set.Entries(class.Key()) {
			if e.Element == "" {
				continue
			}
			counted[class.Law+" "+e.Number] = true
			for _, cas := range set.CAS(e.ID) {
				atoms, ok := chem.Atoms(chem.Formula(chem.CAS(cas)))
				if !ok {
					continue // its share is then open, and the verdict asks for the formula
				}
				if factor, ok := chem.PartAs(atoms, e.Element); ok && (factor < 0 || factor > 1.01) {
					t.Errorf("%s %s: %s counts %.3f times as %s", class.Key(), e.Number, cas, factor, e.Element)
				}
			}
		}
	}
	for _, of := range []struct {
		file, law string
		entry     func(*tsv.Row) string // the number of an entry that counts as another substance
	}{
		{"jp_dokugeki.tsv", "JP-PDSCA", func(r *tsv.Row) string {
			if !strings.Contains(r.Text("name_ja"), "として") && !strings.Contains(r.Text("exclusions"), "として") {
				return ""
			}
			return r.Text("source") + "-" + r.Text("no")
		}},
		{"jp_prtr_2023.tsv", "JP-PRTR", func(r *tsv.Row) string {
			if r.Text("count_as_element") == "" {
				return ""
			}
			return r.Text("seirei_no")
		}},
	} {
		file, err := os.ReadFile(reference + of.file)
		if err != nil {
			t.Skipf("the reference data are absent: %v", err)
		}
		table, n := tsv.Read(of.file, string(file)), 0
		for r := range table.Rows() {
			number := of.entry(r)
			if number == "" {
				continue
			}
			n++
			if !counted[of.law+" "+number] && described[number] == "" {
				t.Errorf("%s %s counts its content as another substance, without a factor", of.law, number)
			}
		}
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
		if n < 17 {
			t.Errorf("%s: only %d entries", of.file, n)
		}
		t.Logf("%s: %d entries count their content as another substance", of.file, n)
	}
}

// Salts belong to the entries that name them together with their base.
func TestSalts(t *testing.T) {
	set := regulation.Current()
	for cas, number := range map[string]string{
		"15263-52-2": "指定令第2条-38の3", "22373-78-0": "指定令第2条-100の19", "25999-20-6": "指定令第2条-102の3", "55721-31-8": "指定令第2条-30の5",
		"129-67-9": "指定令第2条-18の2", "16595-80-5": "指定令第2条-71の3", "19750-95-9": "指定令第2条-99の2", "57520-17-9": "指定令第2条-10の3",
		"64047-88-7": "指定令第2条-40の5", "66-32-0": "指定令第1条-17の2", "7778-73-6": "指定令第2条-95",
	} {
		if !slices.ContainsFunc(set.ByCAS(cas), func(e *regulation.Entry) bool { return e.Number == number }) {
			t.Errorf("%s is not among %s", cas, number)
		}
	}
}
