package sheets

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Codes of restorations.
const (
	CodeRestoreDenied message.Code = "deletion.restore_denied" // sheets that the actor may not edit
	CodeRestorePurged message.Code = "deletion.restore_purged" // a sheet of which nothing is kept any more
)

// RestoreStore is what taking back a removal reads and writes.
type RestoreStore interface {
	VersionRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) ([]sds.Sheet, error)
	RestoreSheet(ctx context.Context, c sds.CompanyID, s sds.Sheet, by write.Removal) error
}

// Restore takes back the removal of sheets, while their contents are kept: of none where one of them may not be
// edited by the actor. Sheets that are not removed count as done; repeating the request is harmless.
func Restore(ctx context.Context, store RestoreStore, by Actor, ids []sds.SheetID) error {
	var wrong input.FieldErrors
	var refused, all []sds.Sheet
	for part := range slices.Chunk(Unique(ids), readTogether) {
		found, err := store.VersionRecords(ctx, by.CompanyID, part)
		if err != nil {
			return err
		}
		for _, id := range part {
			i := slices.IndexFunc(found, func(s sds.Sheet) bool { return s.ID == id })
			switch {
			case i < 0 || purged(found[i]):
				wrong.Add("sds_ids["+itoa(slices.Index(ids, id))+"]", CodeSheetUnknown)
			case !by.MayEdit(found[i]):
				refused = append(refused, found[i])
			default:
				all = append(all, found[i])
			}
		}
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := Unrestorable(refused); err != nil {
		return err
	}
	for _, s := range all {
		if err := restore(ctx, store, by, s); err != nil {
			return err
		}
	}
	return nil
}

// Unrestorable is the error of removed sheets that may not be restored; nil where there are none.
func Unrestorable(refused []sds.Sheet) error {
	if len(refused) == 0 {
		return nil
	}
	return denied(message.New(message.Invalid, CodeRestoreDenied).With(message.Args{"count": len(refused)}), refused)
}

// restoresAtOnce is how many sheets without other versions are restored at the same time.
const restoresAtOnce = 8

// RestoreEach takes back what a job has removed, of these sheets: those that were restored or
// removed again since stay as they are. Without a job it takes back every removal of them. It may
// be repeated.
func RestoreEach(ctx context.Context, store RestoreStore, by Actor, ids []sds.SheetID, job string) (left []Left, err error) {
	found, err := store.VersionRecords(ctx, by.CompanyID, ids)
	if err != nil {
		return nil, err
	}
	var single, versions []sds.Sheet
	for i := range found {
		s := found[i]
		switch {
		case s.DeletedAt == nil, job != "" && s.DeletedIn != job:
		case purged(s):
			left = append(left, leave(&s, CodeRestorePurged, nil))
		case !by.MayEdit(s):
			left = append(left, leave(&s, message.CodeOtherDepartment, nil))
		case s.FormerNewer == "" && s.FormerOlder == "":
			single = append(single, s)
		default:
			versions = append(versions, s)
		}
	}
	changing := make([]bool, len(single))
	group, all := errgroup.WithContext(ctx)
	group.SetLimit(restoresAtOnce)
	for i, s := range single {
		group.Go(func() error {
			err := restore(all, store, by, s)
			changing[i] = errors.Is(err, ErrChanging)
			return unlessChanging(err)
		})
	}
	if err := group.Wait(); err != nil {
		return left, err
	}
	for i := range single {
		if changing[i] {
			left = append(left, leave(&single[i], CodeDeleteChanged, nil))
		}
	}
	for i := range versions { // one after the other: each changes its neighbours
		err := restore(ctx, store, by, versions[i])
		if errors.Is(err, ErrChanging) {
			left = append(left, leave(&versions[i], CodeDeleteChanged, nil))
		}
		if err := unlessChanging(err); err != nil {
			return left, err
		}
	}
	return left, nil
}

func unlessChanging(err error) error {
	if errors.Is(err, ErrChanging) {
		return nil
	}
	return err
}

// purged reports whether nothing of a removed sheet is kept but its id.
func purged(s sds.Sheet) bool { return s.DeletedAt != nil && s.CreatedAt.IsZero() }

func restore(ctx context.Context, store RestoreStore, by Actor, s sds.Sheet) error {
	for try := 1; s.DeletedAt != nil; try++ {
		err := store.RestoreSheet(ctx, by.CompanyID, s, write.Removal{By: by.User, ByName: by.Name, At: by.Now, Audit: by.Audit("sheet.restored", string(s.ID))})
		if !errors.Is(err, write.ErrStale) {
			return err
		}
		if try >= maxTries {
			return ErrChanging
		}
		found, err := store.VersionRecords(ctx, by.CompanyID, []sds.SheetID{s.ID})
		if err != nil || len(found) == 0 || purged(found[0]) {
			return err
		}
		s = found[0]
	}
	return nil
}
