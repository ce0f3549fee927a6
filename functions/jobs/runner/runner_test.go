package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

const kindName job.Kind = "counting"

// counting counts to the number in its parameters, one in a step where there is no time.
type counting struct {
	ended []job.State
	// before is called before each number.
	before func(n int) error
}

type position struct{ At int }

func (c *counting) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var to, at position
	if err := errors.Join(w.Params(&to), w.Checkpoint(&at)); err != nil {
		return false, err
	}
	for at.At < to.At {
		if c.before != nil {
			if err := c.before(at.At); err != nil {
				return false, err
			}
		}
		at.At++
		if err := w.Save(ctx, at.At, to.At, at); err != nil {
			return false, err
		}
		if !w.HasTime() {
			return true, nil
		}
	}
	w.Note("job.internal", nil)
	w.Job.Result = &job.Result{Key: w.Key("result"), Name: "結果.txt"}
	return false, nil
}

func (c *counting) Ended(_ context.Context, w *runner.Work) error {
	c.ended = append(c.ended, w.Job.State)
	return nil
}

type world struct {
	*testing.T
	clock   *tabletest.Clock
	table   *table.Table
	runner  *counting
	company company.Company
	user    company.User
	kind    runner.Kind
	takes   time.Duration
}

func newWorld(t *testing.T) *world {
	clock := tabletest.NewClock()
	w := &world{T: t, clock: clock, table: tabletest.New(t, clock.Now), runner: &counting{}, takes: -1}
	w.company = company.Company{ID: sds.NewID[sds.CompanyID](), Active: true}
	w.user = company.User{ID: sds.NewID[sds.UserID](), Company: w.company.ID, Email: "a@b.example", Role: access.Editor, Active: true}
	if err := w.table.Begin(w.company.ID).Audit(table.Audit{}).CreateCompany(w.company).CreateUser(w.user).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.kind = runner.Kind{Name: kindName, Needs: access.SDSExport, New: func(*runner.Services) runner.Runner { return w.runner }}
	return w
}

func (w *world) start(to int) execution.Input {
	w.Helper()
	params, _ := json.Marshal(position{to})
	x := w.table.Begin(w.company.ID).Audit(table.Audit{})
	j := x.StartJob(job.Job{ID: table.NewJobID(w.clock.Now()), By: w.user.ID, Kind: kindName, Params: params})
	if err := x.Commit(w.Context()); err != nil {
		w.Fatal(err)
	}
	return execution.Of(j)
}

func (w *world) step(in execution.Input) (execution.Input, error) {
	w.Helper()
	f := runner.New(w.kind, &runner.Services{Table: w.table, Now: w.clock.Now, StepTakes: w.takes, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	payload, _ := json.Marshal(in)
	body, err := f.Invoke(w.Context(), payload)
	if err != nil {
		return in, err
	}
	var out execution.Input
	if err := json.Unmarshal(body, &out); err != nil {
		w.Fatal(err)
	}
	return out, nil
}

func (w *world) job(in execution.Input) job.Job {
	w.Helper()
	j, err := w.table.Job(w.Context(), in.Company, in.Job)
	if err != nil {
		w.Fatal(err)
	}
	return j
}

// waits reports whether the job is in the sweep's list.
func (w *world) waits() bool {
	w.Helper()
	all, err := w.table.AllWaiting(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	return len(all) > 0
}

func TestAJobGoesOnFromStepToStep(t *testing.T) {
	w := newWorld(t)
	in := w.start(3)
	steps := 0
	for next := in; ; steps++ {
		out, err := w.step(next)
		if err != nil {
			t.Fatal(err)
		}
		if !out.More {
			break
		}
		if j := w.job(in); j.State != job.Running || j.Done != steps+1 || j.Total != 3 || !w.waits() {
			t.Fatalf("after step %d: %+v", steps, j)
		}
		next = out
	}
	j := w.job(in)
	if steps != 3 || j.State != job.Done || j.Result == nil || j.EndedAt == nil || len(j.Notes) != 1 || len(w.runner.ended) != 1 || w.waits() {
		t.Errorf("after %d steps: %+v, ended %v", steps, j, w.runner.ended)
	}
	if out, err := w.step(in); err != nil || out.More || len(w.runner.ended) != 1 {
		t.Errorf("a step of a job that has ended: %+v, %v, %v", out, err, w.runner.ended)
	}
}

func TestAStepWithRoomDoesAll(t *testing.T) {
	w := newWorld(t)
	w.takes = time.Hour
	in := w.start(5)
	if out, err := w.step(in); err != nil || out.More || w.job(in).State != job.Done {
		t.Errorf("%+v, %v, %+v", out, err, w.job(in))
	}
}

func TestAStepThatIsCutOffIsRepeated(t *testing.T) {
	w := newWorld(t)
	w.takes = time.Hour
	in := w.start(4)
	fail := true
	w.runner.before = func(n int) error {
		if n == 2 && fail {
			return errors.New("interrupted")
		}
		return nil
	}
	if _, err := w.step(in); err == nil {
		t.Fatal("the step did not fail")
	}
	if j := w.job(in); j.State != job.Running || j.Done != 2 {
		t.Fatalf("after the crash: %+v", j)
	}
	fail = false
	if out, err := w.step(in); err != nil || out.More || w.job(in).Done != 4 {
		t.Errorf("%+v, %v, %+v", out, err, w.job(in))
	}
}

func TestCancellingEndsAJobWithItsNextSave(t *testing.T) {
	w := newWorld(t)
	w.takes = time.Hour
	in := w.start(5)
	w.runner.before = func(n int) error {
		if n != 3 {
			return nil
		}
		j := w.job(in)
		j.Stop = true
		x := w.table.Begin(in.Company).Audit(table.Audit{})
		x.WriteJob(j)
		return x.Commit(t.Context())
	}
	out, err := w.step(in)
	if j := w.job(in); err != nil || out.More || j.State != job.Cancelled || j.Result != nil || len(w.runner.ended) != 1 || w.waits() {
		t.Errorf("%+v, %v, %+v, ended %v", out, err, j, w.runner.ended)
	}
}

func TestTwoRunsOfAJobDoNotMix(t *testing.T) {
	w := newWorld(t)
	w.takes = time.Hour
	in := w.start(5)
	inner := false
	w.runner.before = func(n int) error {
		if n == 2 && !inner {
			inner = true
			_, err := w.step(in) // another run takes over and ends the job
			return err
		}
		return nil
	}
	out, err := w.step(in)
	if j := w.job(in); err != nil || out.More || j.State != job.Done || j.Done != 5 || len(w.runner.ended) != 1 {
		t.Errorf("%+v, %v, %+v, ended %v", out, err, j, w.runner.ended)
	}
}

func TestWhatEndsAJob(t *testing.T) {
	tests := []struct {
		name    string
		prepare func(*world)
		in      func(execution.Input) execution.Input
		state   job.State
		code    message.Code
	}{
		{
			"a refusal", func(w *world) {
				w.runner.before = func(int) error { return runner.Refuse("plan.upload_limit", map[string]string{"limit": "10"}) }
			}, nil, job.Failed, "plan.upload_limit",
		},
		{
			"a failure that was tried again in vain", func(*world) {}, func(in execution.Input) execution.Input {
				in.Error = &execution.Error{Error: "States.Timeout"}
				return in
			}, job.Failed, runner.CodeInternal,
		},
		{"rights that were taken", func(w *world) { w.change(func(u *company.User) { u.Role = access.Viewer }) }, nil, job.Failed, runner.CodeNoRights},
		{"a person who was locked out", func(w *world) { w.change(func(u *company.User) { u.Active = false }) }, nil, job.Failed, runner.CodeNoRights},
		{
			"a person who is gone, of a job by machine", func(w *world) {
				w.change(func(u *company.User) { u.Active = false })
				w.kind.ByMachine, w.takes = true, time.Hour
			}, nil, job.Done, "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			in := w.start(2)
			tt.prepare(w)
			request := in
			if tt.in != nil {
				request = tt.in(in)
			}
			out, err := w.step(request)
			j := w.job(in)
			code := message.Code("")
			if j.Trouble != nil {
				code = j.Trouble.Code
			}
			if err != nil || out.More || j.State != tt.state || code != tt.code || len(w.runner.ended) != 1 || w.waits() {
				t.Errorf("%+v, %v, %+v (%s), ended %v", out, err, j, code, w.runner.ended)
			}
		})
	}
}

func (w *world) change(f func(*company.User)) {
	w.Helper()
	u, err := w.table.User(w.Context(), w.company.ID, w.user.ID)
	if err != nil {
		w.Fatal(err)
	}
	f(&u)
	x := w.table.Begin(w.company.ID).Audit(table.Audit{})
	x.WriteUser(u)
	if err := x.Commit(w.Context()); err != nil {
		w.Fatal(err)
	}
}

func TestARetryGoesOnFromTheCheckpoint(t *testing.T) {
	w := newWorld(t)
	in := w.start(3)
	in, err := w.step(in)
	if err != nil {
		t.Fatal(err)
	}
	failed := in
	failed.Error = &execution.Error{Error: "States.Timeout"}
	if _, err := w.step(failed); err != nil {
		t.Fatal(err)
	}
	x := w.table.Begin(in.Company).Audit(table.Audit{})
	again := x.ContinueJob(w.job(in))
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.takes = time.Hour
	if out, err := w.step(in); err != nil || out.More || w.job(in).State != job.Queued {
		t.Errorf("a step of the old attempt: %+v, %v, %+v", out, err, w.job(in))
	}
	if _, err := w.step(execution.Of(again)); err != nil {
		t.Fatal(err)
	}
	if j := w.job(in); j.State != job.Done || j.Done != 3 || j.Attempt != 2 || w.waits() {
		t.Errorf("%+v", j)
	}
}

// What a newer version of the function has stored in a checkpoint outlives the steps of this one.
func TestACheckpointKeepsWhatNewerCodeHasAdded(t *testing.T) {
	w := newWorld(t)
	in := w.start(3)
	out, err := w.step(in)
	if err != nil {
		t.Fatal(err)
	}
	j := w.job(in)
	var checkpoint map[string]any
	if err := json.Unmarshal(j.Checkpoint, &checkpoint); err != nil {
		t.Fatal(err)
	}
	checkpoint["later"] = "x"
	j.Checkpoint, _ = json.Marshal(checkpoint)
	if _, err := w.table.SaveJob(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if _, err := w.step(out); err != nil {
		t.Fatal(err)
	}
	if j := w.job(in); !strings.Contains(string(j.Checkpoint), `"later":"x"`) || j.Done != 2 {
		t.Errorf("%d done, checkpoint %s", j.Done, j.Checkpoint)
	}
}
