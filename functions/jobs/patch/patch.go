// Package patch is the job that edits many sheets by CSV. The route has validated the
// whole file and stored the plan of its changes as an object; the job writes them, a
// transaction for some at a time, and all of them or none take effect:
//
//   - Each write adds an entry to its sheet's history in the same transaction, with an id
//     derived from job, attempt and row. So an interrupted job finds what it has written and
//     continues from there; nothing is written twice.
//   - Before each write the sheet's current state is checked again. Other concurrent
//     changes stay. Where the row can no longer be applied (removed, in analysis, in
//     another department, a product code taken), the job is rolled back by the entries of
//     the histories, in reverse; values that have been changed since stay. It is also
//     rolled back when it is cancelled, fails, or its starter loses the permission.
//   - The checkpoint records the rollback before the first sheet is rolled back, so that
//     no crash lets the job continue forward.
//
// Others see sheets change one after the other while it runs.
package patch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/table"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/batch"
	"anzen/shared/library/bulk"
)

// CodeUndone is the note that nothing has changed.
const CodeUndone message.Code = "batch.undone"

// Kind is the declaration of the job.
var Kind = runner.Kind{
	Name: job.Patch, Summary: "edits many sheets by a CSV file", Memory: 1024, Timeout: 15 * time.Minute,
	Grants: []grant.Grant{grant.Table("Query", "UpdateItem"), grant.Work("GetObject")},
	Needs:  execution.Permission(job.Patch),
	New:    func(*runner.Services) runner.Runner { return &Runner{} },
}

// Runner runs the job.
type Runner struct {
	Most int // sheets in one transaction; 0: as many as fit
}

// checkpoint is the job's progress.
type checkpoint struct {
	Next int `json:"next"`
	// Attempt is the attempt that began writing; the ids of history entries derive from it.
	// It stays when the sweep continues the job as another attempt.
	Attempt int `json:"attempt,omitempty"`
	// Undo is set once the rollback has begun, Trouble is its cause.
	Undo    bool         `json:"undo,omitempty"`
	Trouble *job.Trouble `json:"trouble,omitempty"`
}

const planBytes = 64 << 20

func (r *Runner) plan(ctx context.Context, w *runner.Work) (batch.Plan, error) {
	var p batch.Plan
	data, err := w.Files.Read(ctx, execution.PlanKey(w.Job), "", planBytes)
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("read the plan: %w", err)
	}
	return p, nil
}

// Step continues writing from the checkpoint.
func (r *Runner) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return false, err
	}
	if at.Undo {
		return false, refusal(at.Trouble)
	}
	p, err := r.plan(ctx, w)
	if err != nil {
		return false, err
	}
	names, err := bulk.NamesOf(ctx, w.Table, w.Job.Company)
	if err != nil {
		return false, err
	}
	var params execution.Patch
	if err := w.Params(&params); err != nil {
		return false, err
	}
	ops := p.Ops()
	if at.Attempt == 0 { // stored before the first write, so that a continued job finds its entries
		at.Attempt = w.Job.Attempt
		if err := w.Save(ctx, at.Next, len(ops), at); err != nil {
			return false, err
		}
	}
	a := &bulk.Applier{
		Store: w.Table, Caller: w.Principal, Names: names, Now: w.Now, Most: r.Most, ID: entries(w.Job, at.Attempt, false),
		Audit: write.Audit{By: w.Job.By, Action: "sheets.edited_by_csv", Target: string(w.Job.ID), Address: params.Address},
	}
	for at.Next < len(ops) {
		// Values that move between sheets are written after all sheets have released them.
		end := len(ops)
		if at.Next < p.Passes() {
			end = p.Passes()
		}
		n, err := a.Part(ctx, ops[at.Next:end], at.Next, nil)
		var problem *batch.Problem
		if errors.As(err, &problem) {
			return false, refuse(problem, w.Job.Lang)
		}
		if err != nil {
			return false, err
		}
		at.Next += n
		if err := w.Save(ctx, at.Next, len(ops), at); err != nil {
			return false, err
		}
		if !w.HasTime() {
			return true, nil
		}
	}
	return false, nil
}

func refuse(p *batch.Problem, lang string) error {
	args := map[string]string{}
	for name, v := range p.Args(lang) {
		args[name] = fmt.Sprint(v)
	}
	return runner.Refuse(p.Code, args)
}

func refusal(t *job.Trouble) error {
	if t == nil {
		return runner.Refuse(runner.CodeInternal, nil)
	}
	return &runner.Refused{Trouble: *t}
}

// entries makes the ids of the history entries of an attempt.
func entries(j job.Job, attempt int, undo bool) func(op batch.Change, at int) sds.EditID {
	what, when := "done", j.CreatedAt
	if undo {
		what, when = "undone", when.Add(time.Millisecond)
	}
	return func(op batch.Change, at int) sds.EditID {
		return sds.EditIDFor(when, string(j.ID), strconv.Itoa(attempt), what, strconv.Itoa(at), string(op.Sheet))
	}
}

// Ended rolls back, unless the job is done.
func (r *Runner) Ended(ctx context.Context, w *runner.Work) error {
	if w.Job.State == job.Done {
		return nil
	}
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return err
	}
	if !at.Undo {
		if err := r.beginUndo(ctx, w, &at); err != nil {
			return err
		}
	}
	p, err := r.plan(ctx, w)
	if err != nil {
		return err
	}
	ops, attempt := p.Ops(), cmp.Or(at.Attempt, w.Job.Attempt)
	// One part after the checkpoint may have been written.
	undo := bulk.Undo{
		Store: w.Table, Company: w.Job.Company, Now: w.Now, Ops: ops[:min(len(ops), at.Next+write.MaxSheets)], Passes: p.Passes(), Most: r.Most,
		Done: entries(w.Job, attempt, false), Undone: entries(w.Job, attempt, true),
		Audit: write.Audit{By: w.Job.By, Action: "sheets.edit_by_csv_undone", Target: string(w.Job.ID)},
	}
	if err := undo.All(ctx); err != nil {
		return err
	}
	// Another attempt starts from the beginning.
	w.Job.Checkpoint, w.Job.Done = nil, 0
	w.Note(CodeUndone, nil)
	return nil
}

// tries is how often the job's record is read again after a concurrent write.
const tries = 8

// beginUndo records the rollback in the job's checkpoint. The job's state stays as it is
// until everything is rolled back.
func (r *Runner) beginUndo(ctx context.Context, w *runner.Work, at *checkpoint) error {
	at.Undo, at.Trouble = true, w.Job.Trouble
	encoded, err := json.Marshal(at)
	if err != nil {
		return fmt.Errorf("write the checkpoint: %w", err)
	}
	for try := 1; ; try++ {
		j, err := w.Table.Job(ctx, w.Job.Company, w.Job.ID)
		if err != nil {
			return err
		}
		if j.State.Ended() || j.Attempt != w.Job.Attempt {
			return errors.New("the job has ended meanwhile")
		}
		j.Checkpoint = encoded
		j, err = w.Table.SaveJob(ctx, j)
		if err == nil {
			w.Job.Version, w.Job.Checkpoint, w.Job.Stop = j.Version, encoded, j.Stop
			return nil
		}
		if !errors.Is(err, table.ErrStale) || try == tries {
			return err
		}
	}
}
