package table

import (
	"context"
	"fmt"
	"slices"

	"anzen/shared/catalog"
	"anzen/shared/sds"
)

// Heads reads the heads of all sheets of a company, as the catalogue asks.
func (t *Table) Heads(ctx context.Context, c sds.CompanyID) ([]sds.Sheet, error) {
	return List[sds.Sheet](ctx, t, sheetHeads(c))
}

// Tail reads the log's entries above a number, as the catalogue asks.
func (t *Table) Tail(ctx context.Context, c sds.CompanyID, seq int64) ([]catalog.Entry, error) {
	after := logKey(c, seq)
	records, err := query[LogEntry](ctx, t, Partition{pk: after.pk}, queryOptions{after: after.sk})
	if err != nil {
		return nil, err
	}
	entries := make([]catalog.Entry, len(records))
	for i, r := range records {
		entries[i] = catalog.Entry{Seq: r.Seq, Sheet: r.Sheet}
	}
	return entries, nil
}

// maxBatch is how many records DynamoDB reads in one call.
const maxBatch = 100

// At reads the log's entries with the numbers, as the catalogue asks.
func (t *Table) At(ctx context.Context, c sds.CompanyID, seqs []int64) ([]catalog.Entry, error) {
	var entries []catalog.Entry
	for part := range slices.Chunk(seqs, maxBatch) {
		keys := make([]Key, len(part))
		for i, seq := range part {
			keys[i] = logKey(c, seq)
		}
		items, err := t.Batch(ctx, keys...)
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			e, ok, err := Decode[LogEntry](item)
			if err != nil {
				return nil, fmt.Errorf("log of company %s: %w", c, err)
			}
			if ok {
				entries = append(entries, catalog.Entry{Seq: e.Seq, Sheet: e.Sheet})
			}
		}
	}
	return entries, nil
}
