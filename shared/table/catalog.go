package table

import (
	"context"

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
