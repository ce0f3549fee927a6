package rest

import (
	"context"
	"encoding/json"
	"fmt"

	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
)

// NewJob is a job that a route starts.
type NewJob struct {
	Kind   job.Kind
	Params any // encoded as JSON, at most some 200 kB; more belongs in an object
	Total  int // items to process; 0: not known yet
	// Periodic is the periodic export that the job runs; nil for any other job.
	Periodic *periodic.Setting
	// With adds to the transaction that starts the job.
	With func(*table.Tx, job.Job)
	// ID is set by a route that has stored objects for the job beforehand (table.NewJobID).
	ID job.ID
	// Answer is stored for repeated requests, with its status, where the route answers more than the job's id.
	Answer       any
	AnswerStatus int
}

// JobBody is the answer of a route that has started a job.
type JobBody struct {
	JobID job.ID `json:"job_id" doc:"its progress and result: GET /companies/{id}/jobs/{jobId}"`
}

// JobOutput is the answer with its status.
type JobOutput struct{ Body JobBody }

// StartJob starts a job as the caller and stores the answer under the request's
// idempotency key. It needs grants for GetItem, Query, PutItem and for StartJob of the
// kind; table.CodeJobsTooMany where the caller has job.MaxUnfinished unfinished jobs.
func (c *Call) StartJob(ctx context.Context, n NewJob) (*JobOutput, error) {
	params, err := json.Marshal(n.Params)
	if err != nil {
		return nil, fmt.Errorf("encode the parameters of a job: %w", err)
	}
	if err := c.CheckJobLimit(ctx); err != nil {
		return nil, err
	}
	if n.ID == "" {
		n.ID = table.NewJobID(c.Now())
	}
	x := c.Begin("job.started", string(n.ID))
	j := job.Job{ID: n.ID, By: c.User, Kind: n.Kind, Lang: c.Lang, Params: params, Total: n.Total}
	if s := n.Periodic; s != nil {
		j.Lang, j.Title, j.Readers, j.Setting = s.Export.Lang, s.Name, s.Recipients(), string(s.ID)
	}
	j = x.StartJob(j)
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

// CheckJobLimit returns table.CodeJobsTooMany where the caller has job.MaxUnfinished
// unfinished jobs. It needs the grant for Query.
func (c *Call) CheckJobLimit(ctx context.Context) error {
	mine, err := c.Table.Jobs(ctx, c.CompanyID, c.User)
	if err != nil {
		return err
	}
	unfinished := 0
	for _, j := range mine {
		if !j.State.Ended() {
			unfinished++
		}
	}
	if unfinished >= job.MaxUnfinished {
		return message.New(message.TooMany, table.CodeJobsTooMany).With(message.Args{"count": job.MaxUnfinished})
	}
	return nil
}

// RunJob starts a stored job now. Where that fails, the sweep starts it a little later.
func (c *Call) RunJob(ctx context.Context, j job.Job) {
	if _, err := c.Jobs[j.Kind].Start(ctx, execution.Name(j.ID, j.Attempt), execution.Of(j)); err != nil {
		c.Log.ErrorContext(ctx, "job not started", "job", j.ID, "cause", err.Error())
	}
}
