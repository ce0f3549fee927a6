package jobs

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
)

// ListRoute is the declaration of GET jobs.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/jobs", ID: "listJobs", Tag: "jobs", Rule: rest.Session,
	Summary: "The caller's jobs of the last 30 days, the latest first",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// ListInput requests a page.
type ListInput struct {
	rest.OfCompany
	Page  int `query:"page" default:"1" minimum:"1" maximum:"100000" doc:"the page, from 1"`
	Limit int `query:"limit" default:"50" minimum:"1" maximum:"100" doc:"the items of a page"`
}

// JobsBody is a page of jobs.
type JobsBody struct {
	Items []JobView `json:"items"`
	Total int       `json:"total"`
	Page  int       `json:"page"`
	Limit int       `json:"limit"`
}

// ListOutput is the answer.
type ListOutput struct{ Body JobsBody }

// List reads the caller's jobs.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	all, err := call.Table.Jobs(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	out := &ListOutput{JobsBody{Total: len(all), Page: in.Page, Limit: in.Limit}}
	from := min((in.Page-1)*in.Limit, len(all))
	for _, j := range all[from:min(from+in.Limit, len(all))] {
		out.Body.Items = append(out.Body.Items, view(call, j))
	}
	return out, nil
}
