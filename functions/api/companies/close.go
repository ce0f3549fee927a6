package companies

import (
	"context"
	"encoding/json"
	"fmt"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
)

// CloseRoute is the declaration of DELETE companies/{id}.
var CloseRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}", ID: "closeCompany", Tag: "companies", Rule: rest.Need(access.CompanyDelete), Status: 202, Recent: true,
	Summary: "Close the company's account: access ends at once, and all its data is permanently removed within an hour; the caller is notified by mail when it is done",
	Grants:  []grant.Grant{grant.Table("PutItem"), grant.StartJob(job.Closing)},
}

// CodeConfirmName is the error where the typed name is not the company's.
const CodeConfirmName message.Code = "company.confirm_name"

// Confirmation confirms the closing.
type Confirmation struct {
	Name string `json:"name" minLength:"1" maxLength:"100" doc:"the company's name, typed by the user"`
}

// CloseInput closes the company's account.
type CloseInput struct {
	rest.OfCompany
	rest.Edited
	Body Confirmation
}

// Close closes the company's account. It cannot be undone, so it requires the version
// that was read and the company's name.
func Close(ctx context.Context, call *rest.Call, in *CloseInput) (*struct{}, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	var wrong input.FieldErrors
	if company.Fold(in.Body.Name) != company.Fold(call.Company.Name) {
		wrong.Add("name", CodeConfirmName)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if call.Company.Version != read {
		return nil, table.ErrStale
	}
	params, err := json.Marshal(execution.Closing{Name: call.Name, Email: call.Email, Locale: call.Locale, Company: call.Company.Name})
	if err != nil {
		return nil, fmt.Errorf("encode the parameters of closing: %w", err)
	}
	x := call.Begin("company.closed", string(call.CompanyID)).CloseCompany(call.Company)
	j := x.StartJob(job.Job{ID: table.NewJobID(call.Now()), By: call.User, Kind: job.Closing, Lang: call.Lang, Params: params})
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	call.RunJob(ctx, j)
	return nil, nil
}
