package regulation

import (
	"testing"
)

// BenchmarkLoad measures the first use of the set.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load()
	}
}

// TestTablesAreSmall keeps the tables small enough to be linked into every function that
// checks.
func TestTablesAreSmall(t *testing.T) {
	if n := len(entryFile) + len(categoryFile) + len(classFile) + len(lawFile) + len(versionFile); n > 4<<20 {
		t.Errorf("the tables have %d bytes", n)
	}
}
