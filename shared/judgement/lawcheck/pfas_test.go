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

// 施行令第1条 names PFOS and its salts (17) and PFOSF (18) and, other than for PFOA and PFHxS, no
// related substances: sulfonamides of PFOS are on neither.
func TestPFOSHasNoRelatedSubstances(t *testing.T) {
	for name, tt := range map[string]struct{ cas, want string }{
		"PFOS":           {"1763-23-1", "17"},
		"potassium salt": {"2795-39-3", "17"},
		"ペルフルオロオクタンスルホン酸トリエタノールアミン":                                  {"", "17"},
		"heptadecafluorooctanesulfonic acid, compound with pyridine": {"", "17"},
		"PFOSF": {"307-35-7", "18"},
		"ペルフルオロオクタンスルホンアミド":                                             {"", ""},
		"N-ethylheptadecafluorooctanesulfonamide":                       {"4151-50-2", ""},
		"N-エチルペルフルオロオクタンスルホンアミド":                                        {"", ""},
		"N-ethyl-N-(2-hydroxyethyl)perfluorooctanesulfonamide":          {"1691-99-2", ""},
		"1-octanesulfonamide, heptadecafluoro":                          {"754-91-6", ""},
		"2-[[(heptadecafluorooctyl)sulfonyl]methylamino]ethyl acrylate": {"25268-77-3", ""},
	} {
		s := lawcheck.Subject{Ingredients: []lawcheck.Ingredient{{Name: name, Share: share(5, 5)}}}
		if tt.cas != "" {
			s.Ingredients[0].CAS = []string{tt.cas}
		}
		got := ""
		for _, p := range lawcheck.Sheet(regulation.Current(), &s, "2026-11-22") {
			if p.Law == "JP-CSCL" && p.Category == "C1" && p.Verdict == verdict.Applies {
				got += p.Number
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
