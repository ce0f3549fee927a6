package sheets

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Codes of removals.
const (
	CodeDeleteDenied  message.Code = "deletion.denied"
	CodeDeleteCount   message.Code = "deletion.count_changed"
	CodeDeleteChanged message.Code = "deletion.changed"
)

// ErrChanging refuses a removal while the sheets keep changing.
var ErrChanging = message.New(message.TooMany, CodeDeleteChanged)

// Removals are sheets to be removed: those named, or those of a filter.
type Removals struct {
	IDs []sds.SheetID // "sds_ids"
	// Pages reads the filter's results, as the actor may see them; nil where sheets are named.
	Pages    func(after *catalog.Position, limit int) (catalog.Page, error)
	Excluded []sds.SheetID // of the filter
	// Expected is how many sheets are expected, without the excluded ones; nil is any number.
	Expected *int
}

// Removed are the removed sheets, and how many of the request are still to be removed.
type Removed struct {
	IDs       []sds.SheetID
	Remaining int
}

// RemoveStore is what a removal reads and writes.
type RemoveStore interface {
	VersionRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) ([]sds.Sheet, error)
	RemoveSheets(ctx context.Context, c sds.CompanyID, sheets []sds.Sheet, by write.Removal) error
	RemoveVersion(ctx context.Context, c sds.CompanyID, s sds.Sheet, by write.Removal) error
}

const (
	// maxRemovals is how many sheets of a filter are removed at a time.
	maxRemovals = 500
	// readTogether is how many sheets are read at a time.
	readTogether = 100
	// removalTakes is an upper bound of removing readTogether sheets, each with other versions.
	removalTakes = 8 * time.Second
	// pageOfFilter is how many sheets of a filter are read in a page.
	pageOfFilter = 1000
)

// Remove removes sheets: none where one of them may not be removed. It stops before the
// context's deadline; repeating the request removes the remaining ones.
func Remove(ctx context.Context, store RemoveStore, by Actor, in Removals) (done Removed, err error) {
	var ids []sds.SheetID
	var total int
	if in.Pages == nil {
		ids, err = named(ctx, store, by, in.IDs)
		total = len(ids)
	} else {
		ids, total, err = filtered(by, in.Pages, in.Excluded)
	}
	if err != nil {
		return done, err
	}
	if in.Expected != nil && *in.Expected != total {
		return done, message.New(message.Conflict, CodeDeleteCount).With(message.Args{"count": total})
	}
	for part := range slices.Chunk(ids, readTogether) {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < removalTakes {
			break
		}
		removed, err := some(ctx, store, by, part)
		if err != nil {
			return done, err
		}
		done.IDs = append(done.IDs, removed...)
	}
	done.Remaining = total - len(done.IDs)
	return done, nil
}

// named returns the ids of the named sheets that are not removed yet, each once, if all of
// them may be removed.
func named(ctx context.Context, store RemoveStore, by Actor, ids []sds.SheetID) (left []sds.SheetID, err error) {
	var wrong input.FieldErrors
	var refused []sds.Sheet
	for part := range slices.Chunk(Unique(ids), readTogether) {
		found, err := store.VersionRecords(ctx, by.CompanyID, part)
		if err != nil {
			return nil, err
		}
		for _, id := range part {
			i := slices.IndexFunc(found, func(s sds.Sheet) bool { return s.ID == id })
			switch {
			case i < 0:
				wrong.Add("sds_ids["+itoa(slices.Index(ids, id))+"]", CodeSheetUnknown)
			case found[i].DeletedAt != nil:
			case !by.MayEdit(found[i]):
				refused = append(refused, found[i])
			default:
				left = append(left, id)
			}
		}
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return left, undeletable(refused)
}

func undeletable(refused []sds.Sheet) error {
	if len(refused) == 0 {
		return nil
	}
	return denied(message.New(message.Invalid, CodeDeleteDenied).With(message.Args{"count": len(refused)}), refused)
}

// filtered returns the ids of the first maxRemovals sheets of a filter, and how many there
// are, if all of them may be removed.
func filtered(by Actor, pages func(*catalog.Position, int) (catalog.Page, error), excluded []sds.SheetID) (first []sds.SheetID, total int, err error) {
	left := make(map[sds.SheetID]bool, len(excluded))
	for _, id := range excluded {
		left[id] = true
	}
	var refused []sds.Sheet
	var after *catalog.Position
	for {
		page, err := pages(after, pageOfFilter)
		if err != nil {
			return nil, 0, err
		}
		for i := range page.Sheets {
			s := &page.Sheets[i]
			switch {
			case left[s.ID]:
				continue
			case !by.MayEdit(*s):
				refused = append(refused, *s)
			case len(first) < maxRemovals:
				first = append(first, s.ID)
			}
			total++
		}
		if after = page.Next; after == nil {
			return first, total, undeletable(refused)
		}
	}
}

// some removes sheets that were found to be removable. Those that changed meanwhile are
// read and checked again.
func some(ctx context.Context, store RemoveStore, by Actor, ids []sds.SheetID) (removed []sds.SheetID, err error) {
	for try := 1; len(ids) > 0; try++ {
		found, err := store.VersionRecords(ctx, by.CompanyID, ids)
		if err != nil {
			return removed, err
		}
		found = slices.DeleteFunc(found, func(s sds.Sheet) bool { return s.DeletedAt != nil })
		for _, s := range found {
			if !by.MayEdit(s) { // its departments have changed since
				return removed, undeletable([]sds.Sheet{s})
			}
		}
		var again []sds.SheetID
		for _, together := range write.Removals(found) {
			err := removeTogether(ctx, store, by, together)
			switch {
			case err == nil:
				for _, s := range together {
					removed = append(removed, s.ID)
				}
			case errors.Is(err, write.ErrStale):
				for _, s := range together {
					again = append(again, s.ID)
				}
			default:
				return removed, err
			}
		}
		if len(again) > 0 && try >= maxTries && len(again) == len(found) {
			return removed, ErrChanging
		}
		ids = again
	}
	return removed, nil
}

// removeTogether removes sheets in one transaction.
func removeTogether(ctx context.Context, store RemoveStore, by Actor, sheets []sds.Sheet) error {
	ids := make([]string, len(sheets))
	for i, s := range sheets {
		ids[i] = string(s.ID)
	}
	removal := write.Removal{By: by.User, ByName: by.Name, At: by.Now, Audit: by.Audit("sheet.deleted", strings.Join(ids, ","))}
	if len(sheets) == 1 && sheets[0].Chained() {
		return store.RemoveVersion(ctx, by.CompanyID, sheets[0], removal)
	}
	return store.RemoveSheets(ctx, by.CompanyID, sheets, removal)
}
