package regulation

import (
	"io/fs"
	"testing"
)

// BenchmarkLoad measures the first use of the set.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		In(content)
	}
}

// TestTablesAreSmall keeps the tables small enough to be linked into every function that
// checks.
func TestTablesAreSmall(t *testing.T) {
	names, err := fs.Glob(content, "*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range names {
		text, err := fs.ReadFile(content, name)
		if err != nil {
			t.Fatal(err)
		}
		total += len(text)
	}
	if len(names) < 6 || total > 4<<20 {
		t.Errorf("the %d tables have %d bytes", len(names), total)
	}
}
