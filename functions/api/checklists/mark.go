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
	Judging = rest.Route{
		Method: "PUT", Path: "/dynamic_list_results/{listId}/{resultId}", ID: "judgeChecklistResult", Tag: Tag, Rule: rest.Need(access.CheckListEdit),
		Summary: "Say what a person judges of a sheet on a checklist; what the checks find at this moment is kept with it",
		Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem")},
	}
	Rechecking = rest.Route{
		Method: "POST", Path: "/dynamic_list_results/{listId}/{resultId}", ID: "recheckChecklistResult", Tag: Tag, Rule: rest.Need(access.CheckListRead),
		Summary: "Check a sheet against a checklist at this moment, with the places in its PDF on which the verdicts rest; judgements stay",
		Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query")},
	}
	Excluding = rest.Route{
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

// Judged is what a person says of a sheet.
type Judged struct {
	Judgement checklist.Judgement `json:"judgement" enum:",applies,does_not_apply,on_hold" doc:"empty: none"`
	Note      string              `json:"note,omitempty" maxLength:"2000" doc:"over as many lines as needed"`
	Excluded  *bool               `json:"excluded,omitempty" doc:"stays as it is where not said"`
}

// JudgeInput is what a person says, over what they have read.
type JudgeInput struct {
	OfResult
	rest.Edited
	Body Judged
}

// ResultOutput is a sheet on a checklist.
type ResultOutput struct{ Body ChecklistResult }

// Judge keeps what a person says.
func Judge(ctx context.Context, call *rest.Call, in *JudgeInput) (*ResultOutput, error) {
	version, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	s, head, err := one(ctx, call, in.OfResult)
	if err != nil {
		return nil, err
	}
	m := s.Marks[head.ID]
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
	if err := s.write(ctx, &head, m, "checklist.judged"); err != nil {
		return nil, err
	}
	return &ResultOutput{s.result(&head)}, nil
}

// RecheckInput names a sheet on a checklist.
type RecheckInput struct{ OfResult }

// Recheck answers how a sheet is judged at this moment.
func Recheck(ctx context.Context, call *rest.Call, in *RecheckInput) (*ResultOutput, error) {
	s, head, err := one(ctx, call, in.OfResult)
	if err != nil {
		return nil, err
	}
	sections, err := call.Table.Sections(ctx, call.Company, head.ID)
	if err != nil {
		return nil, err
	}
	return &ResultOutput{s.located(&head, sections)}, nil
}

// ExcludeInput names a sheet on a checklist.
type ExcludeInput struct{ OfResult }

// Exclude takes a sheet out of the results.
func Exclude(ctx context.Context, call *rest.Call, in *ExcludeInput) (*struct{}, error) {
	s, head, err := one(ctx, call, in.OfResult)
	if err != nil {
		return nil, err
	}
	m := s.Marks[head.ID]
	if m.Excluded {
		return nil, nil
	}
	m.Excluded = true
	return nil, s.write(ctx, &head, m, "checklist.excluded")
}

// one reads a checklist, a sheet of the company and what people say of it there.
func one(ctx context.Context, call *rest.Call, in OfResult) (*lookup, sds.Sheet, error) {
	l, err := call.Table.Checklist(ctx, call.Company, in.List)
	if err != nil {
		return nil, sds.Sheet{}, err
	}
	head, err := call.Table.Sheet(ctx, call.Company, in.Sheet)
	if err == nil && head.DeletedAt != nil {
		err = table.ErrNotFound
	}
	if err != nil {
		return nil, head, err
	}
	m, err := call.Table.Mark(ctx, call.Company, l.ID, head.ID)
	s := lookUp(call, l)
	s.Marks = map[sds.SheetID]checklist.Mark{head.ID: m}
	return s, head, err
}

// write keeps a mark with the verdicts as they are seen.
func (s *lookup) write(ctx context.Context, head *sds.Sheet, m checklist.Mark, action string) error {
	o := s.Plan.Judge(head)
	m.Proofs, m.Ground, m.By, m.ByName = o.Proofs, o.Ground(), s.call.User, s.call.Name
	x := s.call.Begin(action, string(s.List.ID)+" "+string(head.ID))
	s.Marks[head.ID] = x.WriteMark(s.List.ID, m)
	return x.Commit(ctx)
}
