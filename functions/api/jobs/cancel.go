package jobs

import (
	"context"
	"errors"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
)

// The errors of cancelling and retrying.
const (
	CodeEnded     message.Code = "job.ended"
	CodeNotFailed message.Code = "job.not_failed"
)

// CancelRoute is the declaration of DELETE jobs/{jobId}.
var CancelRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/jobs/{jobId}", ID: "cancelJob", Tag: "jobs", Rule: rest.Session,
	Summary: "Cancel a job; it ends with its next step", Status: 202,
	Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "DeleteItem")},
}

// tries is the most attempts of a change while the job saves its progress.
const tries = 8

// Cancel requests that a job stops. It is idempotent.
func Cancel(ctx context.Context, call *rest.Call, in *GetInput) (*JobOutput, error) {
	for try := 1; ; try++ {
		j, err := own(ctx, call, in.Job)
		switch {
		case err != nil:
			return nil, err
		case j.State == job.Cancelled || j.Stop && !j.State.Ended():
			return &JobOutput{view(call, j)}, nil
		case j.State.Ended() || j.Kind == job.Closing:
			return nil, message.New(message.Conflict, CodeEnded)
		}
		j.Stop = true
		x := call.Begin("job.stopped", string(j.ID))
		j = x.WriteJob(j)
		if err = x.Commit(ctx); err == nil {
			return &JobOutput{view(call, j)}, nil
		}
		if !errors.Is(err, table.ErrStale) || try == tries {
			return nil, err
		}
	}
}

// RetryRoute is the declaration of POST jobs/{jobId}/retry.
var RetryRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/jobs/{jobId}/retry", ID: "retryJob", Tag: "jobs", Rule: rest.Session,
	Repeated: "a job that is under way again is not retried (409)",
	Summary:  "Retry a failed job from where it stopped", Status: 202,
	Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "DeleteItem"), grant.StartJob(job.Export), grant.StartJob(job.Checklist), grant.StartJob(job.ZIP), grant.StartJob(job.CreateSimple), grant.StartJob(job.Patch), grant.StartJob(job.Deletion), grant.StartJob(job.Restoration), grant.StartJob(job.Reanalysis)},
}

// Retry starts another attempt of a failed job.
func Retry(ctx context.Context, call *rest.Call, in *GetInput) (*JobOutput, error) {
	j, err := own(ctx, call, in.Job)
	if err != nil {
		return nil, err
	}
	if j.State != job.Failed || j.Kind == job.Closing {
		return nil, message.New(message.Conflict, CodeNotFailed)
	}
	if err := call.CheckJobLimit(ctx); err != nil {
		return nil, err
	}
	x := call.Begin("job.retried", string(j.ID))
	j = x.ContinueJob(j)
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	call.RunJob(ctx, j)
	return &JobOutput{view(call, j)}, nil
}
