package table

import (
	"context"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// revisionRecords is the number of records of a revision, without those of its product
// codes, of which each may have a guard that is freed and one that is taken.
const revisionRecords = 9

// Revise writes newer versions of sheets, counting them against the plan's limit (nil:
// none): the older one refers to the newer and no longer guards its product codes, which
// the newer may guard in the same transaction. Each revision is atomic; when one of many
// is refused, those before it stay, and are skipped when the request is repeated.
// ErrStale where an older sheet has changed since it was read.
func (t *Table) Revise(ctx context.Context, c sds.CompanyID, rs []write.Revision, limit *int, a Audit, answer *write.Answer) error {
	fresh := rs[:0:0]
	for _, r := range rs {
		if r.Upload.Sheet == "" {
			fresh = append(fresh, r)
		}
	}
	if err := t.room(ctx, c, len(fresh), limit); err != nil {
		return err
	}
	for {
		n, records := 0, 3 // audit, usage, answer
		for n < len(fresh) && (n == 0 || records+revisionItems(fresh[n]) <= maxTxItems) {
			records += revisionItems(fresh[n])
			n++
		}
		part := fresh[:n]
		fresh = fresh[n:]
		if err := t.revise(ctx, c, part, limit, a, answer, len(fresh) == 0); err != nil {
			return err
		}
		if len(fresh) == 0 {
			return nil
		}
	}
}

func revisionItems(r write.Revision) int {
	return revisionRecords + len(r.Older.GuardedCodes) + len(r.Sheet.GuardedCodes)
}

func (t *Table) revise(ctx context.Context, c sds.CompanyID, part []write.Revision, limit *int, a Audit, answer *write.Answer, final bool) error {
	x := t.Begin(c)
	if len(part) > 0 {
		seq, err := t.nextSeq(ctx, c, 2*len(part))
		if err != nil {
			return err
		}
		x.countUploads(len(part), limit)
		for i, r := range part {
			older := r.Older
			older.Newer, older.GuardedCodes, older.UpdatedAt = r.Sheet.ID, nil, r.Edit.At
			r.Sheet.Older = older.ID
			if older.FormerNewer != "" { // a removed one is found from both
				r.Sheet.FormerNewer, older.FormerNewer = older.FormerNewer, r.Sheet.ID
			}
			x.sheet(seq+int64(2*i), write.Sheet{Before: &r.Older, After: older, Edit: &r.OldEdit})
			x.sheet(seq+int64(2*i+1), write.Sheet{
				After: r.Sheet, Sections: r.Sections, Edit: &r.Edit, Analysis: write.AnalysisPromised, Upload: &r.Upload,
			})
		}
	}
	if final {
		x.Answer(answer)
	}
	return x.Audit(a).Commit(ctx)
}

// planFull is the error of more sheets than a plan allows.
func planFull(limit *int) *message.Error {
	full := message.New(message.PlanLimit, write.CodePlanLimit)
	if limit != nil {
		full = full.With(message.Args{"limit": *limit})
	}
	return full
}

// countUploads counts n more sheets against the plan's limit (nil: none).
func (x *Tx) countUploads(n int, limit *int) {
	x.CountUpTo(UsageKey(x.company), UsageUploads, n, limit, planFull(limit))
}

// room checks that n more sheets fit into the plan, so that no transaction is made where a
// later one would be refused.
func (t *Table) room(ctx context.Context, c sds.CompanyID, n int, limit *int) error {
	if limit == nil || n == 0 {
		return nil
	}
	used, err := t.Usage(ctx, c)
	if err == nil && used.UploadedSheets+n > *limit {
		err = planFull(limit)
	}
	return err
}

// maxVersions bounds how far a sheet's versions are followed.
const maxVersions = 200

// Versions are the versions of a sheet, the newest first, with the given one among them.
func (t *Table) Versions(ctx context.Context, c sds.CompanyID, s sds.Sheet) ([]sds.Sheet, error) {
	newer, err := t.follow(ctx, c, s, func(s sds.Sheet) sds.SheetID { return s.Newer })
	if err != nil {
		return nil, err
	}
	older, err := t.follow(ctx, c, s, func(s sds.Sheet) sds.SheetID { return s.Older })
	if err != nil {
		return nil, err
	}
	all := make([]sds.Sheet, 0, len(newer)+1+len(older))
	for i := range newer {
		all = append(all, newer[len(newer)-1-i])
	}
	return append(append(all, s), older...), nil
}

// follow reads the versions of a sheet in one direction. It stops at one that is being
// removed.
func (t *Table) follow(ctx context.Context, c sds.CompanyID, s sds.Sheet, next func(sds.Sheet) sds.SheetID) (found []sds.Sheet, err error) {
	for id := next(s); id != "" && len(found) < maxVersions; id = next(s) {
		var ok bool
		if s, ok, err = Get[sds.Sheet](ctx, t, SheetKey(c, id)); err != nil {
			return nil, err
		}
		if !ok || s.DeletedAt != nil {
			break
		}
		found = append(found, s)
	}
	return found, nil
}
