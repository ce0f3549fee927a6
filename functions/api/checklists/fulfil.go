package checklists

import (
	"context"
	"slices"

	"anzen/shared/aws/table"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/reference/regulation"
)

// CodeNoRequest is the error for a checklist that is no request, or is made already.
const CodeNoRequest message.Code = "checklist.no_request"

// provider is who makes requested checklists, in their history.
const provider = "Anzen"

// Pending are the checklists of a company that the provider is asked for and has not made yet.
func Pending(ctx context.Context, t *table.Table, c sds.CompanyID) ([]checklist.List, error) {
	all, err := t.Checklists(ctx, c)
	return slices.DeleteFunc(all, func(l checklist.List) bool { return !pending(l) }), err
}

// Fulfil does what the provider is asked for by a request, in the company's place, which needs no option for it: with a state
// alone the company sees that it is worked on, with a definition the checklist is made.
func Fulfil(ctx context.Context, t *table.Table, c sds.CompanyID, id checklist.ID, as Redefinition) (checklist.List, error) {
	before, err := t.Checklist(ctx, c, id)
	if err != nil {
		return before, err
	}
	if !pending(before) {
		return before, message.New(message.Conflict, CodeNoRequest)
	}
	l := before
	if err := as.change(regulation.Current(), &l, func() error { return nil }); err != nil {
		return before, err
	}
	action, changed := changeOf(before, l)
	if len(changed) == 0 {
		return l, nil
	}
	x := t.Begin(c).Audit(table.Audit{Action: "checklist." + string(action), Target: string(id)})
	l = x.WriteChecklist(l)
	x.NoteChange(id, checklist.Change{ByName: provider, Action: action, Fields: changed})
	return l, x.Commit(ctx)
}
