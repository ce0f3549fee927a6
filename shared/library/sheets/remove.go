package sheets

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Codes of removals.
const (
	CodeDeleteDenied  message.Code = "deletion.denied"
	CodeDeleteChanged message.Code = "deletion.changed"
)

// ErrChanging refuses a removal while the sheets keep changing.
var ErrChanging = message.New(message.TooMany, CodeDeleteChanged)

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
	// readTogether is how many sheets are read at a time.
	readTogether = 100
	// removalTakes is an upper bound of removing readTogether sheets, each with other versions.
	removalTakes = 8 * time.Second
)

// Remove removes sheets that were chosen as removable. It stops before the context's
// deadline; repeating the request removes the remaining ones.
func Remove(ctx context.Context, store RemoveStore, by Actor, ids []sds.SheetID) (done Removed, err error) {
	for part := range slices.Chunk(ids, readTogether) {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < removalTakes {
			break
		}
		r, err := removeSome(ctx, store, by, part, "")
		if err == nil {
			err = Undeletable(r.refused) // their departments have changed since
		}
		if err == nil && len(r.changing) > 0 {
			err = ErrChanging
		}
		if err != nil {
			return done, err
		}
		done.IDs = append(done.IDs, r.removed...)
	}
	done.Remaining = len(ids) - len(done.IDs)
	return done, nil
}

// RemoveEach removes sheets as part of a job: those that it may and can remove. Sheets that
// are removed already are left so. It may be repeated.
func RemoveEach(ctx context.Context, store RemoveStore, by Actor, ids []sds.SheetID, job string) (left []Left, err error) {
	r, err := removeSome(ctx, store, by, ids, job)
	for i := range r.refused {
		left = append(left, leave(&r.refused[i], message.CodeOtherDepartment, nil))
	}
	for i := range r.changing {
		left = append(left, leave(&r.changing[i], CodeDeleteChanged, nil))
	}
	return left, err
}

// Undeletable is the error of sheets that may not be removed; nil where there are none.
func Undeletable(refused []sds.Sheet) error {
	if len(refused) == 0 {
		return nil
	}
	return denied(message.New(message.Invalid, CodeDeleteDenied).With(message.Args{"count": len(refused)}), refused)
}

// removal is what became of some sheets: removed, not the actor's to remove, and those that
// others kept changing.
type removal struct {
	removed           []sds.SheetID
	refused, changing []sds.Sheet
}

// removeSome removes the sheets that are not removed yet, those without other versions many in
// a transaction. Those that changed meanwhile are read and checked again.
func removeSome(ctx context.Context, store RemoveStore, by Actor, ids []sds.SheetID, job string) (r removal, err error) {
	for try := 1; len(ids) > 0; try++ {
		found, err := store.VersionRecords(ctx, by.CompanyID, ids)
		if err != nil {
			return r, err
		}
		var mine, again []sds.Sheet
		for _, s := range found {
			switch {
			case s.DeletedAt != nil:
			case by.MayEdit(s):
				mine = append(mine, s)
			default:
				r.refused = append(r.refused, s)
			}
		}
		for _, together := range write.Removals(mine) {
			err := removeTogether(ctx, store, by, together, job)
			switch {
			case err == nil:
				for _, s := range together {
					r.removed = append(r.removed, s.ID)
				}
			case errors.Is(err, write.ErrStale):
				again = append(again, together...)
			default:
				return r, err
			}
		}
		if len(again) > 0 && try >= maxTries && len(again) == len(mine) {
			r.changing = again
			return r, nil
		}
		ids = ids[:0:0]
		for _, s := range again {
			ids = append(ids, s.ID)
		}
	}
	return r, nil
}

// removeTogether removes sheets in one transaction.
func removeTogether(ctx context.Context, store RemoveStore, by Actor, sheets []sds.Sheet, job string) error {
	ids := make([]string, len(sheets))
	for i, s := range sheets {
		ids[i] = string(s.ID)
	}
	removal := write.Removal{By: by.User, ByName: by.Name, At: by.Now, In: job, Audit: by.Audit("sheet.deleted", strings.Join(ids, ","))}
	if len(sheets) == 1 && sheets[0].Chained() {
		return store.RemoveVersion(ctx, by.CompanyID, sheets[0], removal)
	}
	return store.RemoveSheets(ctx, by.CompanyID, sheets, removal)
}
