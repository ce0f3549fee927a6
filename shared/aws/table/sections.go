package table

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/sds"
)

// sectionReads is the number of concurrent calls that read sections.
const sectionReads = 4

// SectionsOf reads some sections of many sheets: a list for each sheet, in the order of the
// ids, without sections that it does not have.
func (t *Table) SectionsOf(ctx context.Context, c sds.CompanyID, ids []sds.SheetID, numbers []int) ([][]sds.Section, error) {
	found := make([][]sds.Section, len(ids))
	if len(numbers) == 0 {
		return found, nil
	}
	at := maxBatch / len(numbers)
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(sectionReads)
	for from := 0; from < len(ids); from += at {
		to := min(from+at, len(ids))
		reads.Go(func() error {
			keys := make([]Key, 0, maxBatch)
			for _, id := range ids[from:to] {
				for _, n := range numbers {
					keys = append(keys, sectionKey(c, id, n))
				}
			}
			items, err := t.Batch(ctx, keys...)
			if err != nil {
				return err
			}
			for i, item := range items {
				record, ok, err := Decode[packed](item)
				if err != nil {
					return fmt.Errorf("decode %s: %w", keys[i], err)
				}
				if !ok {
					continue
				}
				var s sds.Section
				if err := record.unpack(&s); err != nil {
					return fmt.Errorf("%s: %w", keys[i], err)
				}
				sheet := from + i/len(numbers)
				found[sheet] = append(found[sheet], s)
			}
			return nil
		})
	}
	return found, reads.Wait()
}
