package regulation_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"anzen/shared/reference/regulation"
)

var update = flag.Bool("update", false, "write the counts")

// TestCounts compares the numbers of entries, CAS numbers and name rules of each class, so
// that a change of the data shows: go test ./shared/reference/regulation -run Counts
// -update.
func TestCounts(t *testing.T) {
	s := regulation.Current()
	var b strings.Builder
	b.WriteString("# In force on 2026-07-01; named: with a rule of names; numbers: CAS numbers.\nclass\tentries\tin_force\tnamed\tpure\tnumbers\n")
	for _, c := range s.Classes() {
		var holds, groups, pure int
		numbers := map[string]bool{}
		for _, e := range s.Entries(c.Key()) {
			if e.Holds(today) {
				holds++
			}
			if e.Group != nil {
				groups++
			}
			if e.Pure {
				pure++
			}
			for _, cas := range s.CAS(e.ID) {
				numbers[cas] = true
			}
		}
		fmt.Fprintf(&b, "%s\t%d\t%d\t%d\t%d\t%d\n", c.Key(), len(s.Entries(c.Key())), holds, groups, pure, len(numbers))
	}
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/counts.tsv", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/counts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	have, expected := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(have), len(expected)) {
		if i >= len(have) || i >= len(expected) || have[i] != expected[i] {
			t.Fatalf("line %d of testdata/counts.tsv differs", i+1)
		}
	}
}
