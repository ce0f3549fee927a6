package checklists

import (
	"context"
	"errors"
	"fmt"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/reference/regulation"
)

// The errors of suspending and resuming.
const (
	CodeStillWaits   message.Code = "checklist.still_waits"
	CodeNotSuspended message.Code = "checklist.not_suspended"
	CodeNotThere     message.Code = "checklist.not_there"
	CodeRefused      message.Code = "checklist.refused"
)

// The declarations of PUT dynamic_lists/suspend and PUT dynamic_lists/resume.
var (
	SuspendRoute = rest.Route{
		Method: "PUT", Path: "/dynamic_lists/suspend", ID: "suspendChecklists", Tag: Tag, Rule: rest.Need(access.CheckListEdit),
		Summary: "Suspend the updates of checklists, all or none: the nightly run skips them; their results and reviews stay. Suspended ones stay unchanged",
		Grants:  []grant.Grant{grant.Table("BatchGetItem", "PutItem", "DeleteItem")},
	}
	ResumeRoute = rest.Route{
		Method: "PUT", Path: "/dynamic_lists/resume", ID: "resumeChecklists", Tag: Tag, Rule: rest.Need(access.CheckListEdit),
		Summary: "Resume the updates of suspended checklists, all or none. Active ones stay unchanged",
		Grants:  []grant.Grant{grant.Table("BatchGetItem", "PutItem", "DeleteItem")},
	}
)

// ChecklistIDs are checklists by their ids.
type ChecklistIDs struct {
	IDs []checklist.ID `json:"dynamic_list_ids" minItems:"1" maxItems:"30" format:"uuid"`
}

// ChecklistIDsInput names checklists.
type ChecklistIDsInput struct{ Body ChecklistIDs }

// ChecklistIDsOutput are the checklists after the change.
type ChecklistIDsOutput struct {
	Body struct {
		Items []Checklist `json:"items"`
	}
}

// Suspend suspends checklists.
func Suspend(ctx context.Context, call *rest.Call, in *ChecklistIDsInput) (*ChecklistIDsOutput, error) {
	return setState(ctx, call, in.Body.IDs, func(l checklist.List) (checklist.State, message.Code) {
		if pending(l) {
			return "", CodeStillWaits
		}
		return checklist.Suspended, ""
	}, checklist.ActionSuspended)
}

// Resume resumes suspended checklists.
func Resume(ctx context.Context, call *rest.Call, in *ChecklistIDsInput) (*ChecklistIDsOutput, error) {
	return setState(ctx, call, in.Body.IDs, func(l checklist.List) (checklist.State, message.Code) {
		switch {
		case pending(l):
			return "", CodeNotSuspended
		case l.State.Checked():
			return l.State, ""
		}
		return checklist.Resumed, ""
	}, checklist.ActionResumed)
}

// setState changes the state of checklists, all or none. to returns a checklist's new
// state, or the code of its refusal.
func setState(ctx context.Context, call *rest.Call, ids []checklist.ID, to func(checklist.List) (checklist.State, message.Code), action checklist.Action) (*ChecklistIDsOutput, error) {
	refused := message.New(message.Invalid, CodeRefused)
	out := &ChecklistIDsOutput{}
	x := call.Begin("checklist."+string(action), string(ids[0]))
	changed, seen := 0, map[checklist.ID]bool{}
	for i, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		at := fmt.Sprintf("dynamic_list_ids[%d]", i)
		l, err := call.Table.Checklist(ctx, call.CompanyID, id)
		if errors.Is(err, table.ErrNotFound) {
			refused = refused.On(at, CodeNotThere, nil)
			continue
		}
		if err != nil {
			return nil, err
		}
		state, why := to(l)
		if why != "" {
			refused = refused.On(at, why, message.Args{"title": l.Title})
			continue
		}
		if state != l.State {
			before := l
			l.State = state
			l = x.WriteChecklist(l)
			x.NoteChange(l.ID, by(call, action, changes(before, l)))
			changed++
		}
		out.Body.Items = append(out.Body.Items, view(regulation.Current(), l))
	}
	if len(refused.Fields) > 0 {
		return nil, refused
	}
	if changed == 0 {
		return out, nil
	}
	return out, x.Commit(ctx)
}
