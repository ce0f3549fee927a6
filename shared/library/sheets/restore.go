package sheets

import (
	"context"
	"errors"
	"slices"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// CodeRestoreDenied refuses to restore sheets that the actor may not edit.
const CodeRestoreDenied message.Code = "deletion.restore_denied"

// RestoreStore is what taking back a removal reads and writes.
type RestoreStore interface {
	VersionRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) ([]sds.Sheet, error)
	RestoreSheet(ctx context.Context, c sds.CompanyID, s sds.Sheet, by write.Removal) error
}

// Restore takes back the removal of sheets, while their contents are kept: of none where one of them may not be
// edited by the actor. Sheets that are not removed count as done; repeating the request is harmless.
func Restore(ctx context.Context, store RestoreStore, by Actor, ids []sds.SheetID) error {
	ids = Unique(ids)
	var wrong input.FieldErrors
	var refused, all []sds.Sheet
	for part := range slices.Chunk(ids, readTogether) {
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
	if len(refused) > 0 {
		return denied(message.New(message.Invalid, CodeRestoreDenied).With(message.Args{"count": len(refused)}), refused)
	}
	for _, s := range all {
		if err := restore(ctx, store, by, s); err != nil {
			return err
		}
	}
	return nil
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
