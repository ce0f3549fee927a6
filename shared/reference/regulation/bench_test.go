package regulation

import (
	"testing"
)

// BenchmarkLoad is how long the first use of the set takes.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load()
	}
}

// TestTablesAreSmall holds the tables small enough to be part of every function that checks.
func TestTablesAreSmall(t *testing.T) {
	if n := len(entryFile) + len(categoryFile) + len(classFile) + len(lawFile) + len(versionFile); n > 4<<20 {
		t.Errorf("the tables have %d bytes", n)
	}
}
