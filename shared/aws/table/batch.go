package table

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// keysPerRead is how many records BatchGetItem reads in a call, readsAtOnce the number of
// concurrent calls.
const (
	keysPerRead = 100
	readsAtOnce = 8
)

// batches reads any number of records, strongly consistent; nil where there is none.
func (t *Table) batches(ctx context.Context, keys []Key) ([]Item, error) {
	found := make([]Item, len(keys))
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(readsAtOnce)
	for from := 0; from < len(keys); from += keysPerRead {
		reads.Go(func() error {
			part := keys[from:min(from+keysPerRead, len(keys))]
			items, err := t.Batch(ctx, part...)
			copy(found[from:], items)
			return err
		})
	}
	return found, reads.Wait()
}

// AllSheetRecords reads any number of sheet records, each named once, removed ones
// included. Those that the company does not have are left out.
func (t *Table) AllSheetRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) (map[sds.SheetID]sds.Sheet, error) {
	keys := make([]Key, len(ids))
	for i, id := range ids {
		keys[i] = SheetKey(c, id)
	}
	items, err := t.batches(ctx, keys)
	if err != nil {
		return nil, err
	}
	found := make([]sds.Sheet, 0, len(ids))
	for i, item := range items {
		s, ok, err := Decode[sds.Sheet](item)
		if err != nil {
			return nil, fmt.Errorf("decode %s: %w", keys[i], err)
		}
		if ok {
			found = append(found, s)
		}
	}
	if err := t.current(ctx, c, found); err != nil {
		return nil, err
	}
	records := make(map[sds.SheetID]sds.Sheet, len(found))
	for _, s := range found {
		records[s.ID] = s
	}
	return records, nil
}

// CodeOwners reads the sheets that guard product codes, each named once; codes without a
// sheet are left out.
func (t *Table) CodeOwners(ctx context.Context, c sds.CompanyID, codes []string) (map[string]sds.SheetID, error) {
	keys := make([]Key, len(codes))
	for i, code := range codes {
		keys[i] = productCodeKey(c, code)
	}
	items, err := t.batches(ctx, keys)
	if err != nil {
		return nil, err
	}
	owners := map[string]sds.SheetID{}
	for i, item := range items {
		guard, ok, err := Decode[codeGuard](item)
		if err != nil {
			return nil, fmt.Errorf("decode %s: %w", keys[i], err)
		}
		if ok {
			owners[codes[i]] = guard.Sheet
		}
	}
	return owners, nil
}

// EditsAt reads entries of histories, nil where there is none.
func (t *Table) EditsAt(ctx context.Context, c sds.CompanyID, at []write.EditAt) ([]*sds.Edit, error) {
	keys := make([]Key, len(at))
	for i, e := range at {
		keys[i] = editKey(c, e.Sheet, e.Edit)
	}
	items, err := t.batches(ctx, keys)
	if err != nil {
		return nil, err
	}
	found := make([]*sds.Edit, len(at))
	for i, item := range items {
		record, ok, err := Decode[packed](item)
		if err != nil || !ok {
			if err != nil {
				return nil, fmt.Errorf("decode %s: %w", keys[i], err)
			}
			continue
		}
		found[i] = &sds.Edit{}
		if err := record.unpack(found[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", keys[i], err)
		}
	}
	return found, nil
}

// WriteBatch writes changes of several sheets in one transaction, with one audit record and
// one answer. Their Items must not exceed write.MaxItems, and each sheet may occur once.
func (t *Table) WriteBatch(ctx context.Context, c sds.CompanyID, writes []write.Sheet, a Audit, answer *write.Answer) error {
	seq, err := t.nextSeq(ctx, c, len(writes))
	if err != nil {
		return err
	}
	x := t.Begin(c).Audit(a)
	for i, w := range writes {
		x.sheet(seq+int64(i), w)
	}
	return x.Answer(answer).Commit(ctx)
}
