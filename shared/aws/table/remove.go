package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// RemovedKept is how long the parts of a removed sheet are kept before they are
// purged: long enough to notice a mistake.
const RemovedKept = 30 * 24 * time.Hour

// Removed is a removed sheet whose parts are still kept.
type Removed struct {
	Company sds.CompanyID `dynamodbav:"Company"`
	Sheet   sds.SheetID   `dynamodbav:"Sheet"`
	At      time.Time     `dynamodbav:"At"`
}

func removalEdit(r write.Removal, action string) *sds.Edit {
	return &sds.Edit{ID: sds.NewEditID(r.At), At: r.At, By: r.By, ByName: r.ByName, Action: action, Changes: []sds.Change{}}
}

// removal is the record of a removed sheet.
func removal(s sds.Sheet, r write.Removal) sds.Sheet {
	s.DeletedAt, s.UpdatedAt, s.DeletedIn = &r.At, r.At, r.In
	s.FormerNewer, s.FormerOlder = cmp.Or(s.FormerNewer, s.Newer), cmp.Or(s.FormerOlder, s.Older)
	s.GuardedCodes, s.Newer, s.Older = nil, "", ""
	return s
}

// RemoveSheets removes sheets without other versions in one transaction; ErrStale where one
// of them has changed since it was read.
func (t *Table) RemoveSheets(ctx context.Context, c sds.CompanyID, records []sds.Sheet, r write.Removal) error {
	if len(records) == 0 {
		return nil
	}
	seq, err := t.nextSeq(ctx, c, len(records))
	if err != nil {
		return err
	}
	x := t.Begin(c).Audit(r.Audit)
	for i, s := range records {
		if s.Chained() {
			return fmt.Errorf("table: sheet %s has other versions", s.ID)
		}
		x.remove(seq+int64(i), s, r)
	}
	return x.Commit(ctx)
}

func (x *Tx) remove(seq int64, s sds.Sheet, r write.Removal) {
	x.sheet(seq, write.Sheet{Before: &s, After: removal(s, r), Edit: removalEdit(r, "removed")})
	x.Put(removedKey(x.company, s.ID, r.At), Removed{x.company, s.ID, r.At})
}

// RemoveVersion removes a sheet that has other versions, and links those before and after
// it. Where it was the newest, the one before becomes current again and guards its product
// codes, except for those that another sheet has taken meanwhile.
func (t *Table) RemoveVersion(ctx context.Context, c sds.CompanyID, s sds.Sheet, r write.Removal) error {
	older, err := t.neighbour(ctx, c, s.Older)
	if err != nil {
		return err
	}
	newer, err := t.neighbour(ctx, c, s.Newer)
	if err != nil {
		return err
	}
	var regained []string
	if older != nil && newer == nil {
		if regained, err = t.regained(ctx, c, *older, s.ID); err != nil {
			return err
		}
	}
	seq, err := t.nextSeq(ctx, c, 3)
	if err != nil {
		return err
	}
	x := t.Begin(c).Audit(r.Audit)
	x.remove(seq, s, r)
	if older != nil {
		after, edit := *older, (*sds.Edit)(nil)
		after.Newer, after.FormerNewer = "", cmp.Or(after.FormerNewer, s.ID)
		if newer != nil {
			after.Newer = newer.ID
		} else {
			after.GuardedCodes, edit = regained, removalEdit(r, "reinstated")
			after.UpdatedAt = r.At
		}
		x.sheet(seq+1, write.Sheet{Before: older, After: after, Edit: edit})
	}
	if newer != nil {
		after := *newer
		after.Older, after.FormerOlder = "", cmp.Or(after.FormerOlder, s.ID)
		if older != nil {
			after.Older = older.ID
		}
		x.sheet(seq+2, write.Sheet{Before: newer, After: after})
	}
	err = x.Commit(ctx)
	if errors.Is(err, message.New(message.Conflict, write.CodeProductCodeExists)) {
		return ErrStale // another sheet took the code since it was read
	}
	return err
}

// RemovedBefore reads some of the sheets of all companies that were removed before a time
// and are not purged: only for the purge.
func (t *Table) RemovedBefore(ctx context.Context, at time.Time, limit int32) ([]Removed, error) {
	return query[Removed](ctx, t, Partition{pk: removedPK}, queryOptions{before: removedSince(at), limit: limit})
}

// Purge removes all parts of a removed sheet, except for its id and the time of its
// removal, so that no list shows it again.
func (t *Table) Purge(ctx context.Context, r Removed, a Audit) error {
	done := removedKey(r.Company, r.Sheet, r.At)
	record, there, err := Get[sds.Sheet](ctx, t, SheetKey(r.Company, r.Sheet))
	if err != nil {
		return err
	}
	if there && record.DeletedAt == nil { // it was restored
		return t.Begin(r.Company).Remove(done).Audit(a).Commit(ctx)
	}
	parts, err := t.keys(ctx, partsOf(r.Company, r.Sheet))
	if err != nil {
		return err
	}
	lists, err := List[checklist.List](ctx, t, checklists(r.Company))
	if err != nil {
		return err
	}
	for _, l := range lists {
		parts = append(parts, reviewKey(r.Company, l.ID, r.Sheet))
	}
	for len(parts) > 0 {
		x := t.Begin(r.Company).Audit(a)
		n := min(len(parts), maxTxItems-1)
		for _, k := range parts[:n] {
			x.Remove(k)
		}
		if err := x.Commit(ctx); err != nil {
			return err
		}
		parts = parts[n:]
	}
	x := t.Begin(r.Company).Remove(done).Audit(a)
	if there {
		if record.UploadID != "" {
			x.Remove(UploadKey(record.UploadID))
		}
		seq, err := t.nextSeq(ctx, r.Company, 1)
		if err != nil {
			return err
		}
		x.bare(seq, record)
	}
	return x.Commit(ctx)
}

// bare reduces the record of a removed sheet to its id, the time of its removal and the way
// from one of its versions to another, and drops unknown attributes, too.
func (x *Tx) bare(seq int64, record sds.Sheet) {
	k, after := SheetKey(x.company, record.ID), sds.Sheet{ID: record.ID, Version: record.Version + 1, DeletedAt: record.DeletedAt, FormerNewer: record.FormerNewer, FormerOlder: record.FormerOlder}
	item, err := encode(k, after)
	if err != nil {
		x.err = errors.Join(x.err, err)
		return
	}
	put := &types.Put{
		TableName: &x.table.name, Item: item, ConditionExpression: aws.String("Version = :read"), ExpressionAttributeValues: Item{":read": number(record.Version)},
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	protect(k, &put.ConditionExpression, &put.ExpressionAttributeNames, &put.ExpressionAttributeValues)
	x.add(k, types.TransactWriteItem{Put: put}, ErrStale)
	x.log(seq, after)
	x.codes(&record, after)
}
