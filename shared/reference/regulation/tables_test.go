package regulation_test

import (
	"fmt"
	"os"
	"testing"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/law"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/tsv"
)

func TestEveryNumberHasItsCheckDigit(t *testing.T) {
	s := regulation.Current()
	n := 0
	for _, c := range s.Classes() {
		for _, e := range s.Entries(c.Key()) {
			for _, cas := range s.CAS(e.ID) {
				n++
				if !chem.CAS(cas).Valid() {
					t.Errorf("%s %s: %s is no CAS number", e.Class, e.Ja, cas)
				}
			}
			if e.Group == nil {
				continue
			}
			for _, cas := range e.Group.Except {
				if !chem.CAS(cas).Valid() {
					t.Errorf("%s %s: %s is no CAS number", e.Class, e.Ja, cas)
				}
			}
		}
	}
	if n < 12000 {
		t.Errorf("%d links", n)
	}
}

func TestEveryNodeOfTheTreeCanBeAskedFor(t *testing.T) {
	file, err := os.ReadFile("../../../../shared/reference/law_tree.tsv")
	if err != nil {
		t.Skip("the reference data are not beside the source tree: ", err)
	}
	s := regulation.Current()
	n := 0
	table := tsv.Read("law_tree.tsv", string(file)).Ragged()
	for row := range table.Rows() {
		n++
		law, category, class := row.Text("law_code"), row.Text("category_code"), row.Text("class_code")
		if s.Category(law, category) == nil || len(s.Node(law, category, class)) == 0 {
			t.Errorf("%s/%s/%s is not there", law, category, class)
		}
	}
	if err := table.Err(); err != nil {
		t.Error(err)
	}
	if n != 105 {
		t.Errorf("%d nodes", n)
	}
}

func TestStatedCodesAreKnown(t *testing.T) {
	used := map[string]bool{}
	for _, c := range regulation.Current().Classes() {
		for _, code := range c.Stated {
			used[code] = true
			if !law.IsRegulation(code) {
				t.Errorf("%s: section 15 cannot state %s", c.Key(), code)
			}
		}
	}
	if len(used) < 60 {
		t.Errorf("%d codes", len(used))
	}
}

func TestIDsAreOfTheirTiers(t *testing.T) {
	s := regulation.Current()
	seen := map[int]bool{}
	check := func(id, first int, what string) {
		if id < first || id >= first+100000000 || seen[id] {
			t.Errorf("the id %d of %s is not of its tier, or taken", id, what)
		}
		seen[id] = true
	}
	for i, l := range s.Laws() {
		check(l.ID, 100000000, l.Code)
		if i > 0 && l.ID%10000 != 0 {
			t.Errorf("%s: %d", l.Code, l.ID)
		}
	}
	for _, c := range s.Categories() {
		check(c.ID, 200000000, c.Code)
	}
	for _, c := range s.Classes() {
		check(c.ID, 300000000, c.Key())
		for _, e := range s.Entries(c.Key()) {
			check(e.ID, 400000000, fmt.Sprintf("%s %s", e.Class, e.Ja))
		}
	}
}
