package main

import (
	"os"
	"strings"
	"testing"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// Answers that everybody who knows the laws gives: the tables and the engine have to give them too.
func TestKnownAnswers(t *testing.T) {
	file, err := os.ReadFile("testdata/known.tsv")
	if err != nil {
		t.Fatal(err)
	}
	set := regulation.Current()
	laws, rows := map[string]bool{}, 0
	for row := range strings.Lines(string(file)) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		c := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(c) != 6 || c[5] == "" {
			t.Fatalf("a row has composition, state, day, class, verdict and source: %q", row)
		}
		rows++
		head, err := (&given{ingredients: c[0], state: c[1]}).head()
		if err != nil {
			t.Fatal(err)
		}
		s := lawcheck.Of(head)
		got := verdict.ByClass(lawcheck.Complete(set, lawcheck.Sheet(set, &s, c[2]), c[2]))
		for _, class := range classes(t, set, c[3]) {
			laws[class.Law] = true
			if v := got[class.Key()]; string(v) != c[4] {
				t.Errorf("%s (%s): %s is %s, not %s: %s", c[0], c[1], class.Key(), v, c[4], c[5])
			}
		}
	}
	for _, c := range set.Categories() {
		if strings.HasPrefix(c.Law, "JP-") && c.Loaded && c.Basis == regulation.ByComposition && !laws[c.Law] {
			t.Errorf("there is no answer for %s", c.Law)
		}
	}
	if rows < 200 {
		t.Errorf("only %d answers", rows)
	}
}

// classes are the class with a key, or all whose list is loaded.
func classes(t *testing.T, set *regulation.Set, key string) (all []*regulation.Class) {
	t.Helper()
	if key != "*" {
		if k := set.Class(key); k != nil {
			return []*regulation.Class{k}
		}
		t.Fatalf("there is no class %s", key)
	}
	every := set.Classes()
	for i := range every {
		k := &every[i]
		if c := set.Category(k.Law, k.Category); strings.HasPrefix(k.Law, "JP-") && c.Loaded && c.Basis == regulation.ByComposition {
			all = append(all, k)
		}
	}
	return all
}
