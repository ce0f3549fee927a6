package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"anzen/shared/domain/sds"
)

// folded is the store laid out anew, its sheets in the order of their ids and
// nothing in it that no sheet has any more: the same as one built from the table.
func (st *store) folded() (*store, error) {
	numbers := make([]uint32, st.len())
	for i := range numbers {
		numbers[i] = uint32(i)
	}
	slices.SortFunc(numbers, func(a, b uint32) int { return st.compare(a, b) })
	fresh := newStore()
	var s sds.Sheet
	u := &unpacker{facets: &st.facets}
	for _, n := range numbers {
		s = sds.Sheet{}
		st.read(n, &s, u)
		if err := fresh.put(&s); err != nil {
			return nil, err
		}
	}
	return fresh, nil
}

// SnapshotStore is where a compactor keeps snapshots.
type SnapshotStore interface {
	Snapshots
	WriteSnapshot(ctx context.Context, c sds.CompanyID, data []byte) error
}

// quietStore is a store as the compactor reads it: it does not ask itself.
type quietStore struct{ SnapshotStore }

func (quietStore) RequestSnapshot(context.Context, sds.CompanyID) error { return nil }

// Compact folds a company's log into a new snapshot, its sheets judged where there are checks.
func Compact(ctx context.Context, source Source, store SnapshotStore, checks Checks, c sds.CompanyID, now func() time.Time) error {
	r := &replica{company: c, checks: checks}
	if err := r.catchUp(ctx, source, quietStore{store}, now()); err != nil {
		return fmt.Errorf("compact company %s: %w", c, err)
	}
	fresh, err := r.store.folded()
	if err != nil {
		return fmt.Errorf("compact company %s: %w", c, err)
	}
	r.store = nil
	s := snapshot{company: c, store: fresh, applied: r.applied, taken: now(), span: r.span}
	return store.WriteSnapshot(ctx, c, s.encode())
}
