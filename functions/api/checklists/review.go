package checklists

import (
	"context"
	"slices"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/input"
	"anzen/shared/domain/sds"
)

// The declarations of PUT, POST and DELETE dynamic_list_results/{listId}/{resultId}.
var (
	JudgeRoute = rest.Route{
		Method: "PUT", Path: "/dynamic_list_results/{listId}/{resultId}", ID: "judgeChecklistResult", Tag: Tag, Rule: rest.Need(access.CheckListEdit),
		Summary: "Record a user's judgement of a sheet on a checklist; the verdicts of this moment are stored with it",
		Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem")},
	}
	RecheckRoute = rest.Route{
		Method: "POST", Path: "/dynamic_list_results/{listId}/{resultId}", ID: "recheckChecklistResult", Tag: Tag, Rule: rest.Need(access.CheckListRead),
		Repeated: "it stores nothing",
		Summary:  "Check a sheet against a checklist now, with the sources of the verdicts in its PDF; judgements stay",
		Grants:   []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query")},
	}
	ExcludeRoute = rest.Route{
		Method: "DELETE", Path: "/dynamic_list_results/{listId}/{resultId}", ID: "excludeChecklistResult", Tag: Tag, Rule: rest.Need(access.CheckListEdit),
		Summary: "Exclude a sheet from the results of a checklist, as its review was read; PUT with excluded false includes it again", Status: 204,
		Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem")},
	}
)

// OfResult names a sheet on a checklist.
type OfResult struct {
	OfList
	Sheet sds.SheetID `path:"resultId" format:"uuid" doc:"the sheet"`
}

// Review is a user's judgement of a sheet, with a note.
type Review struct {
	Judgement checklist.Judgement `json:"judgement" enum:",applies,does_not_apply,on_hold" doc:"empty: none"`
	Note      string              `json:"note,omitempty" maxLength:"2000" doc:"may have several lines"`
	Excluded  *bool               `json:"excluded,omitempty" doc:"unchanged where absent"`
}

// JudgeInput is a review of the version that the caller has read.
type JudgeInput struct {
	OfResult
	rest.Edited
	Body Review
}

// ResultOutput is a sheet on a checklist.
type ResultOutput struct{ Body ChecklistResult }

// Judge stores a user's review.
func Judge(ctx context.Context, call *rest.Call, in *JudgeInput) (*ResultOutput, error) {
	version, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	s, record, err := one(ctx, call, in.OfResult)
	if err != nil {
		return nil, err
	}
	review := s.Reviews[record.ID]
	if review.Version != version {
		return nil, table.ErrStale
	}
	var wrong input.FieldErrors
	review.Judgement, review.Note = in.Body.Judgement, lines(&wrong, "note", in.Body.Note)
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if in.Body.Excluded != nil {
		review.Excluded = *in.Body.Excluded
	}
	if err := s.write(ctx, &record, review, "checklist.judged"); err != nil {
		return nil, err
	}
	return &ResultOutput{s.result(&record)}, nil
}

// RecheckInput names a sheet on a checklist.
type RecheckInput struct{ OfResult }

// Recheck answers the current verdicts on a sheet with their sources.
func Recheck(ctx context.Context, call *rest.Call, in *RecheckInput) (*ResultOutput, error) {
	s, record, err := one(ctx, call, in.OfResult)
	if err != nil {
		return nil, err
	}
	sections, err := call.Table.Sections(ctx, call.CompanyID, record.ID)
	if err != nil {
		return nil, err
	}
	return &ResultOutput{s.located(&record, sections)}, nil
}

// ExcludeInput names a sheet on a checklist, with the version of the review that the caller has read.
type ExcludeInput struct {
	OfResult
	rest.Edited
}

// Exclude excludes a sheet from the results. One that is excluded already stays so, whatever its version: repeating an
// interrupted request is harmless.
func Exclude(ctx context.Context, call *rest.Call, in *ExcludeInput) (*struct{}, error) {
	version, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	s, record, err := one(ctx, call, in.OfResult)
	if err != nil {
		return nil, err
	}
	review := s.Reviews[record.ID]
	if review.Excluded {
		return nil, nil
	}
	if review.Version != version {
		return nil, table.ErrStale
	}
	review.Excluded = true
	return nil, s.write(ctx, &record, review, "checklist.excluded")
}

// one reads a checklist, a sheet of the company and its review.
func one(ctx context.Context, call *rest.Call, in OfResult) (*lookup, sds.Sheet, error) {
	l, err := call.Table.Checklist(ctx, call.CompanyID, in.List)
	if err != nil {
		return nil, sds.Sheet{}, err
	}
	record, err := call.Table.Sheet(ctx, call.CompanyID, in.Sheet)
	if err == nil && record.DeletedAt != nil {
		err = table.ErrNotFound
	}
	if err != nil {
		return nil, record, err
	}
	review, err := call.Table.Review(ctx, call.CompanyID, l.ID, record.ID)
	s := lookUp(call, l)
	s.Reviews = map[sds.SheetID]checklist.Review{record.ID: review}
	return s, record, err
}

// write stores a review with the current verdicts, and what it changes in the history.
func (s *lookup) write(ctx context.Context, record *sds.Sheet, review checklist.Review, action string) error {
	x := s.call.Begin(action, string(s.List.ID)+" "+string(record.ID))
	before := s.Reviews[record.ID]
	s.add(x, record, review)
	for _, change := range reviewed([]string{record.Name}, []checklist.Review{before}, review) {
		x.NoteChange(s.List.ID, by(s.call, change.Action, change.Fields))
	}
	x.Require(table.ChecklistKey(s.call.CompanyID, s.List.ID), table.ErrNotFound)
	return x.Commit(ctx)
}

// add adds a review with the current verdicts to a transaction.
func (s *lookup) add(x *table.Tx, record *sds.Sheet, review checklist.Review) {
	o := s.Plan.Judge(record)
	for i := range o.Proofs { // stored reasons have all their arguments, whatever reads them
		o.Proofs[i].Reason = o.Proofs[i].Explained()
	}
	review.Proofs, review.Ground, review.By, review.ByName = o.Proofs, o.Ground(), s.call.User, s.call.Name
	s.Reviews[record.ID] = x.WriteReview(s.List.ID, review)
}

// reviewed are the history's entries on sheets that get the same review: one on what was
// judged or noted, one on what was excluded or included again.
func reviewed(names []string, before []checklist.Review, now checklist.Review) (all []checklist.Change) {
	var judged, moved []string
	var judgements, notes []string
	for i, was := range before {
		if was.Judgement != now.Judgement || was.Note != now.Note {
			judged = append(judged, names[i])
		}
		if was.Judgement != now.Judgement && !slices.Contains(judgements, string(was.Judgement)) {
			judgements = append(judgements, string(was.Judgement))
		}
		if was.Note != now.Note && was.Note != "" && !slices.Contains(notes, was.Note) {
			notes = append(notes, was.Note)
		}
		if was.Excluded != now.Excluded {
			moved = append(moved, names[i])
		}
	}
	if len(judged) > 0 {
		fields := []checklist.FieldChange{{Field: checklist.FieldSheets, To: judged}}
		if len(judgements) > 0 {
			fields = append(fields, checklist.FieldChange{Field: checklist.FieldJudgement, From: nonEmpty(judgements), To: filled(string(now.Judgement))})
		}
		if slices.ContainsFunc(before, func(was checklist.Review) bool { return was.Note != now.Note }) {
			fields = append(fields, checklist.FieldChange{Field: checklist.FieldNote, From: notes, To: filled(now.Note)})
		}
		all = append(all, checklist.Change{Action: checklist.ActionJudged, Fields: fields})
	}
	if len(moved) > 0 {
		action := checklist.ActionIncluded
		if now.Excluded {
			action = checklist.ActionExcluded
		}
		all = append(all, checklist.Change{Action: action, Fields: []checklist.FieldChange{{Field: checklist.FieldSheets, To: moved}}})
	}
	return all
}

func nonEmpty(values []string) []string {
	return slices.DeleteFunc(values, func(v string) bool { return v == "" })
}
