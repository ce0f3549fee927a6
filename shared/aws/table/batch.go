package table

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/sds"
)

// keysPerRead is how many records BatchGetItem reads at once, readsAtOnce how many
// of such reads go on side by side.
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

// AllHeads reads the heads of any number of sheets, each named once, removed ones
// included. Those that the company does not have are left out.
func (t *Table) AllHeads(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) (map[sds.SheetID]sds.Sheet, error) {
	keys := make([]Key, len(ids))
	for i, id := range ids {
		keys[i] = SheetKey(c, id)
	}
	items, err := t.batches(ctx, keys)
	if err != nil {
		return nil, err
	}
	heads := make(map[sds.SheetID]sds.Sheet, len(ids))
	for i, item := range items {
		s, ok, err := Decode[sds.Sheet](item)
		if err != nil {
			return nil, fmt.Errorf("decode %s: %w", keys[i], err)
		}
		if ok {
			heads[ids[i]] = s
		}
	}
	return heads, nil
}

// CodeOwners reads to which sheets product codes belong: those of the codes, each
// named once, that are a sheet's.
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
		guard, ok, err := Decode[struct{ Sheet sds.SheetID }](item)
		if err != nil {
			return nil, fmt.Errorf("decode %s: %w", keys[i], err)
		}
		if ok {
			owners[codes[i]] = guard.Sheet
		}
	}
	return owners, nil
}

// EditAt names an entry of a sheet's history.
type EditAt struct {
	Sheet sds.SheetID
	Edit  sds.EditID
}

// EditsAt reads entries of histories, nil where there is none.
func (t *Table) EditsAt(ctx context.Context, c sds.CompanyID, at []EditAt) ([]*sds.Edit, error) {
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

// EditIDFor is the id of a history entry that follows from what it is for, so that
// it can be seen whether that has been done. It sorts by the time.
func EditIDFor(at time.Time, what ...string) sds.EditID {
	sum := sha256.Sum256([]byte(strings.Join(what, "\x00")))
	var id ulid.ULID
	if err := id.SetTime(ulid.Timestamp(at)); err != nil {
		panic(fmt.Sprintf("table: %s is no time of an entry: %v", at, err))
	}
	if err := id.SetEntropy(sum[:10]); err != nil {
		panic(fmt.Sprintf("table: %v", err))
	}
	return sds.EditID(id.String())
}

// Items is how many records of a transaction the change of a sheet takes.
func (w SheetWrite) Items() int {
	n := 2 + len(w.Sections)
	if w.Judged != nil {
		n++
	}
	if w.Edit != nil {
		n++
	}
	var had []string
	if w.Before != nil {
		had = w.Before.GuardedCodes
	}
	if !slices.Equal(had, w.After.GuardedCodes) {
		n += len(had) + len(w.After.GuardedCodes)
	}
	return n
}

// BatchItems is how many records the changes of a batch may take together, beside
// the audit record and what With adds.
const BatchItems = maxTxItems - 8

// WriteBatch writes changes of several sheets together, as WriteSheet does one,
// with one audit record; with adds to the transaction. Their Items must be within
// BatchItems, and no product code may pass from one to another.
func (t *Table) WriteBatch(ctx context.Context, c sds.CompanyID, writes []SheetWrite, a Audit, with func(*Tx)) error {
	seq, err := t.nextSeq(ctx, c, len(writes))
	if err != nil {
		return err
	}
	x := t.Begin(c).Audit(a)
	for i, w := range writes {
		x.sheet(seq+int64(i), w)
	}
	if with != nil {
		with(x)
	}
	return x.Commit(ctx)
}
