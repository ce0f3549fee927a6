package tsv_test

import (
	"strings"
	"testing"

	"anzen/shared/text/tsv"
)

func TestMerge(t *testing.T) {
	const there = "# source: x\nkey\tvalue\tnote\n1\ta\t\n2\tb\tby hand\n3\tc\t\n4\td\tby hand\n"
	got, err := tsv.Merge("t.tsv", there, [][]string{{"5", "e"}, {"1", "A"}, {"2", "B"}})
	want := "# source: x\nkey\tvalue\tnote\n1\tA\t\n2\tb\tby hand\n4\td\tby hand\n5\te\t\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	if again, err := tsv.Merge("t.tsv", got, [][]string{{"5", "e"}, {"1", "A"}, {"2", "B"}}); err != nil || again != got {
		t.Errorf("again: %v\n%s", err, again)
	}
	for text, want := range map[string]string{
		"key\tvalue\n1\ta\n":           "2 cells, and the table 2 columns",
		"key\tvalue\tnote\n1\ta\n":     "the row has 2 cells",
		"key\tvalue\tremark\n1\ta\t\n": `there is no column "note"`,
	} {
		if _, err := tsv.Merge("t.tsv", text, [][]string{{"5", "e"}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
