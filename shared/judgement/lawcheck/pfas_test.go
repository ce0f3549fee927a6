package lawcheck_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/tsv"
)

// Members of the groups of PFOA, PFHxS and what is related to them belong to their own entry
// of class I and to no other; candidates are for a human look there and never "not listed".
func TestFluorinatedGroupsOfClassI(t *testing.T) {
	file, err := os.ReadFile("testdata/pfas.tsv")
	if err != nil {
		t.Fatal(err)
	}
	set := regulation.Current()
	rows := map[string]int{}
	table := tsv.Read("pfas.tsv", string(file))
	for r := range table.Rows() {
		cas, entry, kind := r.Text("cas"), r.Text("entry"), r.Text("kind")
		rows[kind]++
		want := entry + " " + string(verdict.Applies)
		if kind == "candidate" {
			want = entry + " " + string(verdict.RequiresContext)
		}
		s := lawcheck.Subject{Ingredients: []lawcheck.Ingredient{{CAS: []string{cas}, Share: share(5, 5)}}}
		var got []string
		for _, p := range lawcheck.Sheet(set, &s, "2026-11-22") {
			if p.Law == "JP-CSCL" && p.Category == "C1" && p.Entry != "" {
				got = append(got, p.Number+" "+string(p.Verdict))
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %s, want %s", cas, strings.Join(got, ", "), want)
		}
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	if rows["member"] < 20 || rows["candidate"] < 60 {
		t.Errorf("the table has %v", rows)
	}
}
