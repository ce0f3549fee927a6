package jobs

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
)

// GetRoute is the declaration of GET jobs/{jobId}.
var GetRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/jobs/{jobId}", ID: "getJob", Tag: "jobs", Rule: rest.Session,
	Summary: "The progress of a job, and a link to its result",
	Grants:  []grant.Grant{grant.Table("GetItem"), grant.Work("GetObject")},
}

// GetInput names a job.
type GetInput struct{ OfJob }

// JobOutput is a job.
type JobOutput struct{ Body JobView }

// Get reads a job.
func Get(ctx context.Context, call *rest.Call, in *GetInput) (*JobOutput, error) {
	j, err := readable(ctx, call, in.Job)
	if err != nil {
		return nil, err
	}
	out := &JobOutput{view(call, j)}
	if out.Body.File != nil && !j.Expired(call.Now()) {
		out.Body.File.URL, err = call.Results.PresignGet(ctx, j.Result.Key, "", j.Result.Name, j.Result.ContentType, false, linkLasts)
	}
	return out, err
}
