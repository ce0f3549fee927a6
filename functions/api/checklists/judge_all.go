package checklists

import (
	"context"
	"errors"
	"slices"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/input"
	"anzen/shared/domain/sds"
)

// JudgeAllRoute is the declaration of POST dynamic_list_results/{listId}/judge.
var JudgeAllRoute = rest.Route{
	Method: "POST", Path: "/dynamic_list_results/{listId}/judge", ID: "judgeChecklistResults", Tag: Tag, Rule: rest.Need(access.CheckListEdit),
	Repeated: "it names the versions that were read, so that those already judged are listed as stale",
	Summary:  "Record the same judgement of several sheets on a checklist; those that somebody else has reviewed meanwhile are left as they are",
	Grants:   []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query", "PutItem", "ConditionCheckItem")},
	MaxBody:  rest.ListBody, Timeout: rest.MaxTimeout,
}

// ReviewedSheet is a sheet with the version of its review that the caller has read.
type ReviewedSheet struct {
	Sheet   sds.SheetID `json:"id" format:"uuid"`
	Version int64       `json:"version" minimum:"0" doc:"of its review; 0: none yet"`
}

// JudgeAllInput is a review of several sheets.
type JudgeAllInput struct {
	OfList
	Body struct {
		Sheets    []ReviewedSheet      `json:"sheets" minItems:"1" maxItems:"100"`
		Judgement *checklist.Judgement `json:"judgement,omitempty" enum:",applies,does_not_apply,on_hold" doc:"empty: none; unchanged where absent"`
		Note      *string              `json:"note,omitempty" maxLength:"2000" doc:"may have several lines; unchanged where absent"`
		Excluded  *bool                `json:"excluded,omitempty" doc:"unchanged where absent"`
	}
}

// JudgeAllOutput tells which sheets have the review.
type JudgeAllOutput struct {
	Body struct {
		Judged []sds.SheetID `json:"judged"`
		Stale  []sds.SheetID `json:"stale" doc:"reviewed by somebody else since they were read: read them again"`
		Gone   []sds.SheetID `json:"gone" doc:"no longer there"`
	}
}

// atOnce is the number of reviews in a transaction, which also has the history's entries.
const atOnce = 20

// JudgeAll stores a user's review of several sheets.
func JudgeAll(ctx context.Context, call *rest.Call, in *JudgeAllInput) (*JudgeAllOutput, error) {
	var wrong input.FieldErrors
	if in.Body.Note != nil {
		note := lines(&wrong, "note", *in.Body.Note)
		in.Body.Note = &note
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	l, err := call.Table.Checklist(ctx, call.CompanyID, in.List)
	if err != nil {
		return nil, err
	}
	s := lookUp(call, l)
	if err := s.readReviews(ctx); err != nil {
		return nil, err
	}
	ids := make([]sds.SheetID, len(in.Body.Sheets))
	for i := range ids {
		ids[i] = in.Body.Sheets[i].Sheet
	}
	records, err := call.Table.AllSheetRecords(ctx, call.CompanyID, ids)
	if err != nil {
		return nil, err
	}
	out := &JudgeAllOutput{}
	var all []newReview
	for i, one := range in.Body.Sheets {
		record, there := records[one.Sheet]
		before := s.Reviews[one.Sheet]
		before.Sheet = one.Sheet
		switch {
		case slices.Contains(ids[:i], one.Sheet):
		case !there || record.DeletedAt != nil:
			out.Body.Gone = append(out.Body.Gone, one.Sheet)
		case before.Version != one.Version:
			out.Body.Stale = append(out.Body.Stale, one.Sheet)
		default:
			all = append(all, newReview{record, before, in.review(before)})
		}
	}
	for part := range slices.Chunk(all, atOnce) {
		if err := s.writeAll(ctx, part, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// review is a sheet's review as the request changes it.
func (in *JudgeAllInput) review(r checklist.Review) checklist.Review {
	if in.Body.Judgement != nil {
		r.Judgement = *in.Body.Judgement
	}
	if in.Body.Note != nil {
		r.Note = *in.Body.Note
	}
	if in.Body.Excluded != nil {
		r.Excluded = *in.Body.Excluded
	}
	return r
}

// newReview is a review to be stored.
type newReview struct {
	record sds.Sheet
	before checklist.Review
	now    checklist.Review
}

// writeAll stores reviews in one transaction; where somebody else wrote one meanwhile, each
// in its own.
func (s *lookup) writeAll(ctx context.Context, all []newReview, out *JudgeAllOutput) error {
	x := s.call.Begin("checklist.judged", string(s.List.ID))
	x.Require(table.ChecklistKey(s.call.CompanyID, s.List.ID), table.ErrNotFound)
	for i := range all {
		s.add(x, &all[i].record, all[i].now)
	}
	for _, change := range historyOf(all) {
		x.NoteChange(s.List.ID, by(s.call, change.Action, change.Fields))
	}
	err := x.Commit(ctx)
	switch {
	case err == nil:
		for i := range all {
			out.Body.Judged = append(out.Body.Judged, all[i].record.ID)
		}
		return nil
	case !errors.Is(err, table.ErrStale):
		return err
	case len(all) == 1:
		out.Body.Stale = append(out.Body.Stale, all[0].record.ID)
		return nil
	}
	for i := range all {
		if err := s.writeAll(ctx, all[i:i+1], out); err != nil {
			return err
		}
	}
	return nil
}

// historyOf are the history's entries: one for all sheets that get the same review.
func historyOf(all []newReview) (entries []checklist.Change) {
	type review struct {
		judgement checklist.Judgement
		note      string
		excluded  bool
	}
	var order []review
	names, before, now := map[review][]string{}, map[review][]checklist.Review{}, map[review]checklist.Review{}
	for _, p := range all {
		key := review{p.now.Judgement, p.now.Note, p.now.Excluded}
		if _, is := now[key]; !is {
			order = append(order, key)
		}
		names[key], before[key], now[key] = append(names[key], p.record.Name), append(before[key], p.before), p.now
	}
	for _, key := range order {
		entries = append(entries, reviewed(names[key], before[key], now[key])...)
	}
	return entries
}
