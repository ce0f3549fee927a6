package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"anzen/shared/domain/sds"
)

// folded is the store rebuilt, with its sheets in the order of their ids and without
// values that no sheet has any more: identical to one built from the table.
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

// SnapshotStore is the compactor's store of snapshots.
type SnapshotStore interface {
	Snapshots
	WriteSnapshot(ctx context.Context, c sds.CompanyID, data []byte) error
}

// quietStore is the store without requests: the compactor makes none to itself.
type quietStore struct{ SnapshotStore }

func (quietStore) RequestSnapshot(context.Context, sds.CompanyID) error { return nil }

// Compact writes a new snapshot of a company with its log applied and its sheets checked.
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
