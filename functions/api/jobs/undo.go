package jobs

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
)

// CodeNotUndoable is the error for a job that cannot be undone.
const CodeNotUndoable message.Code = "job.not_undoable"

// UndoRoute is the declaration of POST jobs/{jobId}/undo.
var UndoRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/jobs/{jobId}/undo", ID: "undoJob", Tag: "jobs", Rule: rest.Need(access.SDSDelete),
	Summary: "Start a job that restores what a job has deleted, unless it was restored or deleted again since",
	Status:  202, Creates: true, Makes: "/companies/{id}/jobs/{made}",
	Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem"), grant.StartJob(job.Restoration)},
}

// Undo starts the job that undoes a deletion.
func Undo(ctx context.Context, call *rest.Call, in *GetInput) (*rest.JobOutput, error) {
	j, err := own(ctx, call, in.Job)
	if err != nil {
		return nil, err
	}
	if !j.Undoable(call.Now()) {
		return nil, message.New(message.Conflict, CodeNotUndoable)
	}
	return call.StartJob(ctx, rest.NewJob{Kind: job.Restoration, Total: j.Total, Params: execution.Restoration{Address: call.Address, Deletion: j.ID}})
}
