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
	Method: "DELETE", Path: "/companies/{id}", ID: "closeCompany", Tag: "companies", Rule: rest.Need(access.CompanyDelete), Status: 202,
	Summary: "Close the company's account: nobody can use it from this moment on, and all its data is removed within the hour, for good; a mail tells when it is gone",
	Grants:  []grant.Grant{grant.Table("PutItem"), grant.StartJob(job.Closing)},
}

// CodeConfirmName is answered when the name that confirms is not the company's.
const CodeConfirmName message.Code = "company.confirm_name"

// Confirmation says that somebody means what they do.
type Confirmation struct {
	Name string `json:"name" minLength:"1" maxLength:"100" doc:"the company's name, typed by who closes its account"`
}

// CloseInput closes the company's account.
type CloseInput struct {
	rest.OfCompany
	rest.Edited
	Body Confirmation
}

// Close closes the company's account as it was read, on its name being typed. Both
// are asked for: there is no way back.
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
		return nil, fmt.Errorf("encode who closes the account: %w", err)
	}
	x := call.Begin("company.closed", string(call.CompanyID)).CloseCompany(call.Company)
	j := x.StartJob(job.Job{ID: table.NewJobID(call.Now()), By: call.User, Kind: job.Closing, Lang: call.Lang, Params: params})
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	call.RunJob(ctx, j)
	return nil, nil
}
