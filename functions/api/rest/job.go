package rest

import (
	"context"
	"encoding/json"
	"fmt"

	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
)

// NewJob is what a route wants done.
type NewJob struct {
	Kind   job.Kind
	Params any // as JSON at most some 200 kB; more belongs in an object
	Total  int // things to do, 0 where it is not known yet
	// With adds to the transaction that starts it.
	With func(*table.Tx, job.Job)
	// ID is the job's where the route has made it itself (table.NewJobID), for objects it keeps for it.
	ID job.ID
	// Answer is what is remembered, with its status, where the route answers more than the job's id.
	Answer       any
	AnswerStatus int
}

// JobBody is the answer of a route that has started a job.
type JobBody struct {
	JobID job.ID `json:"job_id" doc:"how far it is and what came of it: GET /companies/{id}/jobs/{jobId}"`
}

// JobOutput is the answer with its status.
type JobOutput struct{ Body JobBody }

// StartJob starts long work as the caller. The answer is remembered under the
// request's idempotency key. It needs grants for GetItem, Query, PutItem and for StartJob of the kind.
func (c *Call) StartJob(ctx context.Context, n NewJob) (*JobOutput, error) {
	params, err := json.Marshal(n.Params)
	if err != nil {
		return nil, fmt.Errorf("encode the parameters of a job: %w", err)
	}
	mine, err := c.Table.Jobs(ctx, c.CompanyID, c.User)
	if err != nil {
		return nil, err
	}
	unfinished := 0
	for _, j := range mine {
		if !j.State.Ended() {
			unfinished++
		}
	}
	if unfinished >= job.MaxUnfinished {
		return nil, message.New(message.TooMany, table.CodeJobsTooMany).With(message.Args{"count": job.MaxUnfinished})
	}
	if n.ID == "" {
		n.ID = table.NewJobID(c.Now())
	}
	x := c.Begin("job.started", string(n.ID))
	j := x.StartJob(job.Job{ID: n.ID, By: c.User, Kind: n.Kind, Lang: c.Lang, Params: params, Total: n.Total})
	out := &JobOutput{JobBody{j.ID}}
	if n.Answer != nil {
		c.RememberAs(x, n.AnswerStatus, n.Answer)
	} else {
		c.Remember(x, out.Body)
	}
	if n.With != nil {
		n.With(x, j)
	}
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	c.RunJob(ctx, j)
	return out, nil
}

// RunJob has a promised job run now. Where that fails the sweep does it a little later.
func (c *Call) RunJob(ctx context.Context, j job.Job) {
	if _, err := c.Jobs[j.Kind].Start(ctx, execution.Name(j.ID, j.Attempt), execution.Of(j)); err != nil {
		c.Log.ErrorContext(ctx, "job not started", "job", j.ID, "cause", err.Error())
	}
}
