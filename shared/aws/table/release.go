package table

import (
	"context"
	"fmt"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// The limits of package write fit into one transaction.
const _ = uint(maxTxItems - write.MaxItems - 8)

// VersionRecords reads up to 100 sheet records, removed ones included, strongly
// consistent. Those that the company does not have are left out.
func (t *Table) VersionRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) ([]sds.Sheet, error) {
	keys := make([]Key, len(ids))
	for i, id := range ids {
		keys[i] = SheetKey(c, id)
	}
	items, err := t.Batch(ctx, keys...)
	if err != nil {
		return nil, err
	}
	records := make([]sds.Sheet, 0, len(items))
	for i, item := range items {
		s, ok, err := Decode[sds.Sheet](item)
		if err != nil {
			return nil, fmt.Errorf("decode %s: %w", keys[i], err)
		}
		if ok {
			records = append(records, s)
		}
	}
	return records, nil
}

// WriteSheets writes changes of up to write.MaxSheets sheet records in one transaction,
// with one audit record. ErrStale where one of them has changed since it was read; then
// none is written. It is not for changes of product codes, sections and findings.
func (t *Table) WriteSheets(ctx context.Context, c sds.CompanyID, writes []write.Sheet, a Audit) error {
	if len(writes) == 0 {
		return nil
	}
	seq, err := t.nextSeq(ctx, c, len(writes))
	if err != nil {
		return err
	}
	x := t.Begin(c).Audit(a)
	for i, w := range writes {
		x.sheet(seq+int64(i), w)
	}
	return x.Commit(ctx)
}
