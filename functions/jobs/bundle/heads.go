package bundle

import (
	"context"

	"anzen/functions/jobs/frame"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
)

// PageSize is how many sheets a plan reads of the catalogue at a time, HeadsAtOnce how
// many records DynamoDB reads in one call.
const (
	PageSize    = 1000
	HeadsAtOnce = 100
)

// Heads reads the sheets' records, in the same order: the catalogue leaves out
// some of what they hold, and may be a little behind. Removed ones are left out.
func Heads(ctx context.Context, w *frame.Work, ids []sds.SheetID) ([]sds.Sheet, error) {
	keys := make([]table.Key, len(ids))
	for i, id := range ids {
		keys[i] = table.SheetKey(w.Job.Company, id)
	}
	items, err := w.Table.Batch(ctx, keys...)
	if err != nil {
		return nil, err
	}
	var heads []sds.Sheet
	for _, item := range items {
		h, ok, err := table.Decode[sds.Sheet](item)
		if err != nil {
			return nil, err
		}
		if ok && h.DeletedAt == nil {
			heads = append(heads, h)
		}
	}
	return heads, nil
}

// IDs are those of sheets.
func IDs(sheets []sds.Sheet) []sds.SheetID {
	ids := make([]sds.SheetID, len(sheets))
	for i := range sheets {
		ids[i] = sheets[i].ID
	}
	return ids
}
