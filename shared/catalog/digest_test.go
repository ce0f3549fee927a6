package catalog

import (
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/domain/sds"
)

// Sheets are found by their file's digest: before and after a snapshot and a compaction,
// not under another file, nor where they were removed or have no digest.
func TestSameFile(t *testing.T) {
	a, b, zero := strings.Repeat("a1", 32), strings.Repeat("ff", 32), strings.Repeat("00", 32)
	at := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	ids := []sds.SheetID{"00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002", "00000000-0000-4000-8000-000000000003", "00000000-0000-4000-8000-000000000004"}
	st := newStore()
	for i, s := range []sds.Sheet{{File: sds.File{SHA256: a}}, {File: sds.File{SHA256: b}}, {File: sds.File{SHA256: a}, DeletedAt: &at}, {}, {File: sds.File{SHA256: zero}}} {
		s.ID, s.Version = ids[i], 1
		if err := st.put(&s); err != nil {
			t.Fatal(err)
		}
	}
	found := func(st *store, digest string) (found []sds.SheetID) {
		st.settle(orderCreated)
		for _, s := range st.search(&Query{Where: []Condition{Either(SameFile(digest), SameFile(""))}, Limit: 9}).Sheets {
			found = append(found, s.ID)
		}
		return found
	}
	check := func(what string, st *store) {
		for digest, want := range map[string][]sds.SheetID{a: ids[:1], b: ids[1:2], zero: ids[4:], strings.Repeat("a2", 32): nil, "x": nil, "zzzzzzzz": nil} {
			if got := found(st, digest); !slices.Equal(got, want) {
				t.Errorf("%s, %.8s: %v, want %v", what, digest, got, want)
			}
		}
	}
	check("as put", st)
	folded, err := st.folded()
	if err != nil {
		t.Fatal(err)
	}
	check("folded", folded)
	read, err := decodeSnapshot((&snapshot{company: "c", store: folded}).encode(), "c")
	if err != nil {
		t.Fatal(err)
	}
	check("from a snapshot", read.store)
	replaced := sds.Sheet{ID: ids[0], Version: 2, File: sds.File{SHA256: b}}
	if err := read.store.put(&replaced); err != nil {
		t.Fatal(err)
	}
	if got := found(read.store, a); len(got) != 0 || len(found(read.store, b)) != 2 {
		t.Errorf("with another file: %v", got)
	}
}
