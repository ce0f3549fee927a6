package checklists

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/mailer"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/reference/regulation"
)

// CreateRoute is the declaration of POST dynamic_lists.
var CreateRoute = rest.Route{
	Method: "POST", Path: "/dynamic_lists", ID: "createChecklist", Tag: Tag, Rule: rest.Need(access.CheckListCreate),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Add a checklist built by laws or substances, an option of the plan (402); a company has at most 100 checklists, requests among them (402)",
	Status:  201, Creates: true, Makes: "/dynamic_lists/{made}", Grants: []grant.Grant{grant.Table("PutItem", "UpdateItem", "DeleteItem")},
}

// CreateInput is a new checklist.
type CreateInput struct{ Body Definition }

// Create adds a checklist. Its results are available at once.
func Create(ctx context.Context, call *rest.Call, in *CreateInput) (*ChecklistOutput, error) {
	if err := call.Option(plan.FeatureChecklists); err != nil {
		return nil, err
	}
	set := regulation.Current()
	l := newList(call, in.Body.kindOf(), checklist.Created)
	if err := in.Body.apply(set, &l); err != nil {
		return nil, err
	}
	x := call.Begin("checklist.created", string(l.ID))
	l = x.CreateChecklist(l, MaxLists)
	x.NoteChange(l.ID, by(call, checklist.ActionCreated, nil))
	out := &ChecklistOutput{view(set, l)}
	call.Remember(x, out.Body)
	return out, x.Commit(ctx)
}

func newList(call *rest.Call, kind checklist.Kind, state checklist.State) checklist.List {
	return checklist.List{ID: sds.NewID[checklist.ID](), Kind: kind, State: state, CreatedBy: call.User, CreatedByName: call.Name}
}

// RequestRoute is the declaration of POST dynamic_lists/request.
var RequestRoute = rest.Route{
	Method: "POST", Path: "/dynamic_lists/request", ID: "requestChecklist", Tag: Tag, Rule: rest.Need(access.CheckListRequest),
	Summary: "Ask the provider to make a checklist, which takes 5 to 15 business days; the provider is mailed, and the caller gets a confirmation",
	Status:  201, Creates: true, Makes: "/dynamic_lists/{made}", Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem", "DeleteItem"), grant.Mail()},
}

// ChecklistRequest is a request to the provider for a checklist.
type ChecklistRequest struct {
	Title       string `json:"title" minLength:"1" maxLength:"100"`
	CompanyName string `json:"company_name" minLength:"1" maxLength:"100" doc:"the requesting organisation"`
	Description string `json:"description,omitempty" maxLength:"1000"`
	Text        string `json:"law_regulation_text" minLength:"1" maxLength:"4000" doc:"which laws, regulations or substances, over as many lines as needed"`
}

// RequestInput is a request.
type RequestInput struct{ Body ChecklistRequest }

// Request stores a request and mails it to the provider. A request whose mail fails is
// deleted again.
func Request(ctx context.Context, call *rest.Call, in *RequestInput) (*ChecklistOutput, error) {
	var wrong input.FieldErrors
	l := newList(call, checklist.ByRequest, checklist.Requested)
	l.Title, l.Description = title(&wrong, in.Body.Title), lines(&wrong, "description", in.Body.Description)
	wrong.Add("company_name", company.OrganisationName(in.Body.CompanyName))
	l.CompanyName, l.RequestText = company.Clean(in.Body.CompanyName), lines(&wrong, "law_regulation_text", in.Body.Text)
	if l.RequestText == "" {
		wrong.Add("law_regulation_text", message.CodeRequired)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	x := call.Begin("checklist.requested", string(l.ID))
	l = x.CreateChecklist(l, MaxLists)
	x.NoteChange(l.ID, by(call, checklist.ActionRequested, nil))
	out := &ChecklistOutput{view(regulation.Current(), l)}
	call.Remember(x, out.Body)
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	if err := notifyProvider(ctx, call, l); err != nil {
		takeBack(ctx, call, l)
		return nil, err
	}
	return out, nil
}

// notifyProvider mails the request to the provider and a confirmation to the caller. An
// error of the confirmation is only logged.
func notifyProvider(ctx context.Context, call *rest.Call, l checklist.List) error {
	description := l.Description
	if description == "" {
		description = "-"
	}
	args := mail.Args{
		"reference": string(l.ID), "title": l.Title, "company": l.CompanyName, "account": call.Company.Name, "name": call.Name, "email": call.Email,
		"description": description, "message": l.RequestText, "link": call.AppURL + "/#/dynamic/list/" + string(l.ID),
	}
	m := mail.Compose(company.LocaleJapanese, mail.ChecklistRequest, args)
	if err := call.Mail.Send(ctx, mailer.Mail{To: call.Operator, ReplyTo: call.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
		return err
	}
	m = mail.Compose(call.Locale, mail.ChecklistRequested, args)
	if err := call.Mail.Send(ctx, mailer.Mail{To: call.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
		call.Log.ErrorContext(ctx, "confirmation of a checklist request not sent", "list", string(l.ID), "cause", err.Error())
	}
	return nil
}

func takeBack(ctx context.Context, call *rest.Call, l checklist.List) {
	x := call.Begin("checklist.request_taken_back", string(l.ID)).DeleteChecklist(l)
	call.Forget(x)
	err := x.Commit(ctx)
	if err == nil {
		err = call.Table.EraseChecklist(ctx, call.CompanyID, l.ID)
	}
	if err != nil {
		call.Log.ErrorContext(ctx, "checklist request without mail not deleted", "list", string(l.ID), "cause", err.Error())
	}
}
