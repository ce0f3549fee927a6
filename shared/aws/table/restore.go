package table

import (
	"context"
	"errors"
	"slices"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/text"
)

// RestoreSheet takes a removal back while the sheet's parts are kept: it is among its versions again, where
// it was. The newest guards its product codes, except for those that another sheet has
// taken meanwhile. ErrStale where it, or a version beside it, has changed since it was read.
func (t *Table) RestoreSheet(ctx context.Context, c sds.CompanyID, s sds.Sheet, r write.Removal) error {
	newer, older, err := t.placeOf(ctx, c, s)
	if err != nil {
		return err
	}
	after := s
	after.DeletedAt, after.UpdatedAt, after.DeletedIn = nil, r.At, ""
	versions := []sds.SheetID{s.ID}
	if older != nil {
		after.Older, versions = older.ID, append(versions, older.ID)
	}
	if newer != nil {
		after.Newer = newer.ID
	} else if after.GuardedCodes, err = t.regained(ctx, c, s, versions...); err != nil {
		return err
	}
	seq, err := t.nextSeq(ctx, c, 3)
	if err != nil {
		return err
	}
	x := t.Begin(c).Audit(r.Audit)
	x.sheet(seq, write.Sheet{Before: &s, After: after, Edit: removalEdit(r, "restored")})
	if older != nil {
		before, edit := *older, (*sds.Edit)(nil)
		if older.Newer = s.ID; newer == nil {
			older.GuardedCodes, older.UpdatedAt, edit = nil, r.At, removalEdit(r, "superseded")
		}
		x.sheet(seq+1, write.Sheet{Before: &before, After: *older, Edit: edit})
	}
	if newer != nil {
		before := *newer
		newer.Older = s.ID
		x.sheet(seq+2, write.Sheet{Before: &before, After: *newer})
	}
	x.Remove(removedKey(c, s.ID, *s.DeletedAt))
	err = x.Commit(ctx)
	if errors.Is(err, message.New(message.Conflict, write.CodeProductCodeExists)) {
		return ErrStale // another sheet took the code since it was read
	}
	return err
}

// placeOf returns the versions between which a removed sheet was, of those that are there; nil where there is none.
func (t *Table) placeOf(ctx context.Context, c sds.CompanyID, s sds.Sheet) (newer, older *sds.Sheet, err error) {
	there, err := t.version(ctx, c, s)
	if err != nil || there == nil {
		return nil, nil, err
	}
	all, err := t.Versions(ctx, c, *there)
	if err != nil {
		return nil, nil, err
	}
	at := placeAmong(all, s)
	if at > 0 {
		newer = &all[at-1]
	}
	if at < len(all) {
		older = &all[at]
	}
	return newer, older, nil
}

// placeAmong is where among versions, the newest first, a removed sheet was: beside the one from which it was
// removed, else in the order of their registration.
func placeAmong(all []sds.Sheet, s sds.Sheet) int {
	with := func(id sds.SheetID) int { return slices.IndexFunc(all, func(v sds.Sheet) bool { return v.ID == id }) }
	if at := with(s.FormerOlder); at >= 0 {
		return at
	}
	if at := with(s.FormerNewer); at >= 0 {
		return at + 1
	}
	at := slices.IndexFunc(all, func(v sds.Sheet) bool { return v.CreatedAt.Before(s.CreatedAt) })
	if at < 0 {
		at = len(all)
	}
	return at
}

// version finds a version of a removed sheet that is there, by way of removed ones; nil where there is none.
func (t *Table) version(ctx context.Context, c sds.CompanyID, s sds.Sheet) (*sds.Sheet, error) {
	next := []sds.SheetID{s.FormerOlder, s.FormerNewer}
	for seen := append([]sds.SheetID{s.ID}, next...); len(next) > 0 && len(seen) < maxVersions; {
		id := next[0]
		next = next[1:]
		if id == "" {
			continue
		}
		v, there, err := Get[sds.Sheet](ctx, t, SheetKey(c, id))
		if err != nil {
			return nil, err
		}
		if !there {
			continue
		}
		if v.DeletedAt == nil {
			return &v, nil
		}
		for _, id := range []sds.SheetID{v.FormerOlder, v.FormerNewer} {
			if !slices.Contains(seen, id) {
				seen, next = append(seen, id), append(next, id)
			}
		}
	}
	return nil, nil
}

// neighbour is the record of a sheet's other version, nil where there is none.
func (t *Table) neighbour(ctx context.Context, c sds.CompanyID, id sds.SheetID) (*sds.Sheet, error) {
	if id == "" {
		return nil, nil
	}
	s, err := t.Sheet(ctx, c, id)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return &s, err
}

// regained are the product codes that a sheet guards once other versions guard them no longer.
func (t *Table) regained(ctx context.Context, c sds.CompanyID, s sds.Sheet, versions ...sds.SheetID) (codes []string, err error) {
	sections, err := t.Sections(ctx, c, s.ID)
	if err != nil {
		return nil, err
	}
	for _, code := range sds.CodesByPerson(sections) {
		owner, err := t.codeOwner(ctx, c, text.Fold(code))
		if err != nil {
			return nil, err
		}
		if owner == "" || slices.Contains(versions, owner) {
			codes = append(codes, code)
		}
	}
	return codes, nil
}
