package checklists

import (
	"context"

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
		Summary: "Say what a person judges of a sheet on a checklist; what the checks find at this moment is kept with it",
		Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem")},
	}
	RecheckRoute = rest.Route{
		Method: "POST", Path: "/dynamic_list_results/{listId}/{resultId}", ID: "recheckChecklistResult", Tag: Tag, Rule: rest.Need(access.CheckListRead),
		Summary: "Check a sheet against a checklist at this moment, with the places in its PDF on which the verdicts rest; judgements stay",
		Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query")},
	}
	ExcludeRoute = rest.Route{
		Method: "DELETE", Path: "/dynamic_list_results/{listId}/{resultId}", ID: "excludeChecklistResult", Tag: Tag, Rule: rest.Need(access.CheckListEdit),
		Summary: "Exclude a sheet from the results of a checklist; it comes back by PUT with excluded false", Status: 204,
		Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem")},
	}
)

// OfResult names a sheet on a checklist.
type OfResult struct {
	OfList
	Sheet sds.SheetID `path:"resultId" format:"uuid" doc:"the sheet"`
}

// Review is what a person says of a sheet.
type Review struct {
	Judgement checklist.Judgement `json:"judgement" enum:",applies,does_not_apply,on_hold" doc:"empty: none"`
	Note      string              `json:"note,omitempty" maxLength:"2000" doc:"over as many lines as needed"`
	Excluded  *bool               `json:"excluded,omitempty" doc:"stays as it is where not said"`
}

// JudgeInput is what a person says, over what they have read.
type JudgeInput struct {
	OfResult
	rest.Edited
	Body Review
}

// ResultOutput is a sheet on a checklist.
type ResultOutput struct{ Body ChecklistResult }

// Judge keeps what a person says.
func Judge(ctx context.Context, call *rest.Call, in *JudgeInput) (*ResultOutput, error) {
	version, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	s, record, err := one(ctx, call, in.OfResult)
	if err != nil {
		return nil, err
	}
	m := s.Reviews[record.ID]
	if m.Version != version {
		return nil, table.ErrStale
	}
	var wrong input.FieldErrors
	m.Judgement, m.Note = in.Body.Judgement, lines(&wrong, "note", in.Body.Note)
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if in.Body.Excluded != nil {
		m.Excluded = *in.Body.Excluded
	}
	if err := s.write(ctx, &record, m, "checklist.judged"); err != nil {
		return nil, err
	}
	return &ResultOutput{s.result(&record)}, nil
}

// RecheckInput names a sheet on a checklist.
type RecheckInput struct{ OfResult }

// Recheck answers how a sheet is judged at this moment.
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

// ExcludeInput names a sheet on a checklist.
type ExcludeInput struct{ OfResult }

// Exclude takes a sheet out of the results.
func Exclude(ctx context.Context, call *rest.Call, in *ExcludeInput) (*struct{}, error) {
	s, record, err := one(ctx, call, in.OfResult)
	if err != nil {
		return nil, err
	}
	m := s.Reviews[record.ID]
	if m.Excluded {
		return nil, nil
	}
	m.Excluded = true
	return nil, s.write(ctx, &record, m, "checklist.excluded")
}

// one reads a checklist, a sheet of the company and what people say of it there.
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
	m, err := call.Table.Review(ctx, call.CompanyID, l.ID, record.ID)
	s := lookUp(call, l)
	s.Reviews = map[sds.SheetID]checklist.Review{record.ID: m}
	return s, record, err
}

// write keeps a mark with the verdicts as they are seen.
func (s *lookup) write(ctx context.Context, record *sds.Sheet, m checklist.Review, action string) error {
	o := s.Plan.Judge(record)
	m.Proofs, m.Ground, m.By, m.ByName = o.Proofs, o.Ground(), s.call.User, s.call.Name
	x := s.call.Begin(action, string(s.List.ID)+" "+string(record.ID))
	s.Reviews[record.ID] = x.WriteReview(s.List.ID, m)
	return x.Commit(ctx)
}
