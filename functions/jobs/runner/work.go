package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/library/search"
	"anzen/shared/text/members"
)

// Work is one step of a job as its runner sees it.
type Work struct {
	*Services
	Job job.Job
	// Principal is the starter and Company their company, as read for this step. Both are
	// empty in jobs ByMachine once they are removed.
	Principal access.Principal
	Company   company.Company

	trace string // the id of the request that asked for the job
	began time.Time
	// checkpoint is the type as which the checkpoint was read.
	checkpoint reflect.Type
	more       bool
}

// Trace is the id of the request that asked for the job.
func (w *Work) Trace() string { return w.trace }

// Viewer is the starter, for a search.
func (w *Work) Viewer() search.Viewer {
	return search.Viewer{Principal: w.Principal, Company: w.Company, Now: w.Now()}
}

// Params decodes the job's parameters.
func (w *Work) Params(into any) error {
	if err := json.Unmarshal(w.Job.Params, into); err != nil {
		return fmt.Errorf("read the parameters of job %s: %w", w.Job.ID, err)
	}
	return nil
}

// Checkpoint decodes the job's checkpoint; into stays unchanged where there is none.
func (w *Work) Checkpoint(into any) error {
	w.checkpoint = reflect.TypeOf(into).Elem()
	if len(w.Job.Checkpoint) == 0 {
		return nil
	}
	if err := json.Unmarshal(w.Job.Checkpoint, into); err != nil {
		return fmt.Errorf("read the checkpoint of job %s: %w", w.Job.ID, err)
	}
	return nil
}

// Save stores the job's progress and its checkpoint, at most some kB. Its error ends the
// step: a cancelled job learns of it here.
func (w *Work) Save(ctx context.Context, done, total int, checkpoint any) error {
	encoded, err := json.Marshal(checkpoint)
	if err == nil && reflect.TypeOf(checkpoint) == w.checkpoint {
		// What newer code has added outlives a step of this one.
		encoded, err = members.Keep(reflect.TypeOf(checkpoint), w.Job.Checkpoint, encoded)
	}
	if err != nil {
		return fmt.Errorf("write the checkpoint of job %s: %w", w.Job.ID, err)
	}
	w.Job.Done, w.Job.Total, w.Job.Checkpoint = done, total, encoded
	return w.write(ctx)
}

// HasTime reports whether the step may begin another part.
func (w *Work) HasTime() bool { return time.Since(w.began) < w.StepTakes }

// Note adds a note about the result for the starter.
func (w *Work) Note(code message.Code, args map[string]string) {
	w.Job.Notes = append(w.Job.Notes, job.Trouble{Code: code, Args: args})
}

// Key is the key of a working object of the job. Working objects expire after a week.
func (w *Work) Key(name string) string { return execution.ObjectKey(w.Job, name) }

func (w *Work) write(ctx context.Context) error {
	written, err := w.Table.SaveJob(ctx, w.Job)
	if errors.Is(err, table.ErrStale) {
		return w.overtaken(ctx)
	}
	if err != nil {
		return fmt.Errorf("save job %s: %w", w.Job.ID, err)
	}
	w.Job = written
	return nil
}

// overtaken returns errStopped where the concurrent write was a cancellation,
// errSuperseded where it was another run.
func (w *Work) overtaken(ctx context.Context) error {
	stored, err := w.Table.Job(ctx, w.Job.Company, w.Job.ID)
	switch {
	case errors.Is(err, table.ErrNotFound):
		return errSuperseded
	case err != nil:
		return err
	case stored.Stop && !stored.State.Ended() && stored.Attempt == w.Job.Attempt:
		w.Job.Version, w.Job.Stop = stored.Version, true
		return errStopped
	}
	return errSuperseded
}

// finish writes the ended job, even where it has been cancelled since.
func (w *Work) finish(ctx context.Context) error {
	for {
		x := w.Table.Begin(w.Job.Company).Audit(table.Audit{By: w.Job.By, Action: "job." + string(w.Job.State), Target: string(w.Job.ID)})
		written := x.WriteJob(w.Job)
		err := x.Commit(ctx)
		if errors.Is(err, table.ErrStale) {
			if err = w.overtaken(ctx); errors.Is(err, errStopped) {
				continue
			}
		}
		if err != nil {
			return err
		}
		w.Job = written
		return nil
	}
}
