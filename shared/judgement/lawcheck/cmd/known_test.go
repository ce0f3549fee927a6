package main

import (
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/tsv"
)

// article is how an answer cites the law: an article, a table, or "on no list".
var article = regexp.MustCompile(`第[0-9]+条|別表第|収載なし`)

// Answers known to any expert on these laws: tables and engine have to give them too.
func TestKnownAnswers(t *testing.T) {
	set := regulation.Current()
	laws, checked, rows := map[string]bool{}, map[string]int{}, 0
	for row := range answers(t) {
		composition, day, want, source := row.Text("composition"), row.Text("day"), row.Text("verdict"), row.Text("source")
		if source == "" || !article.MatchString(row.Text("article")) {
			row.Fail("the source in the law is missing")
		}
		checked[row.Text("checked")]++
		rows++
		record, err := (&given{ingredients: composition, state: row.Text("state")}).record()
		if err != nil {
			t.Fatal(err)
		}
		s := lawcheck.Of(record)
		got := verdict.ByClass(lawcheck.Complete(set, lawcheck.Sheet(set, &s, day), day))
		for _, class := range classes(t, set, row.Text("class")) {
			laws[class.Law] = true
			if v := got[class.Key()]; string(v) != want {
				t.Errorf("%s (%s): %s is %s, not %s: %s", composition, row.Text("state"), class.Key(), v, want, source)
			}
		}
	}
	for _, c := range set.Categories() {
		if strings.HasPrefix(c.Law, "JP-") && c.Loaded && c.Basis == regulation.ByComposition && !laws[c.Law] {
			t.Errorf("no answer for %s", c.Law)
		}
	}
	if rows < 600 {
		t.Errorf("only %d answers", rows)
	}
	t.Logf("%d answers, checked against %v", rows, checked)
	if checked["text"]+checked["list"]+checked["knowledge"] != rows || checked["knowledge"] > 6 {
		t.Errorf("%d answers, but checked against %v", rows, checked)
	}
}

// answers yields those of all tables: known, and audits, asked of the product after it was
// built.
func answers(t *testing.T) iter.Seq[*tsv.Row] {
	t.Helper()
	return func(yield func(*tsv.Row) bool) {
		for _, name := range []string{"known.tsv", "audit.tsv", "audit_lists.tsv"} {
			file, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			table := tsv.Read(name, string(file))
			for row := range table.Rows() {
				if !yield(row) {
					return
				}
			}
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// classes returns the class with a key; with an empty one, all whose list is loaded.
func classes(t *testing.T, set *regulation.Set, key string) (all []*regulation.Class) {
	t.Helper()
	if key != "*" {
		if k := set.Class(key); k != nil {
			return []*regulation.Class{k}
		}
		t.Fatalf("no class %s", key)
	}
	every := set.Classes()
	for i := range every {
		k := &every[i]
		if c := set.Category(k.Law, k.Category); strings.HasPrefix(k.Law, "JP-") && c.Whole() && c.Basis == regulation.ByComposition {
			all = append(all, k)
		}
	}
	return all
}
