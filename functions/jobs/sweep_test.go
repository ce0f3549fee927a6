package jobs

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sfn"
	sfntypes "github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
)

// starts records the started executions, each name once.
type starts map[string]execution.Input

func (s starts) StartExecution(_ context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	if _, again := s[*in.Name]; again {
		return nil, &sfntypes.ExecutionAlreadyExists{}
	}
	var input execution.Input
	if err := json.Unmarshal([]byte(*in.Input), &input); err != nil {
		return nil, err
	}
	s[*in.Name] = input
	return &sfn.StartExecutionOutput{}, nil
}

func TestTheSweepKeepsWhatWasPromised(t *testing.T) {
	clock := tabletest.NewClock()
	store := tabletest.New(t, clock.Now)
	started := starts{}
	s := &sweeper{
		table: store, machines: map[job.Kind]*workflow.Machine{job.Export: workflow.New(started, "arn")}, now: clock.Now,
		log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	sweep := func() {
		t.Helper()
		if err := s.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	company := sds.NewID[sds.CompanyID]()
	x := store.Begin(company).Audit(table.Audit{Action: "test.made"})
	j := x.StartJob(job.Job{ID: table.NewJobID(clock.Now()), By: sds.NewID[sds.UserID](), Kind: job.Export})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}

	sweep()
	if len(started) != 0 {
		t.Fatalf("what has just been promised is left to who promised it: %v", started)
	}
	clock.Advance(startTakes)
	sweep()
	sweep()
	if in := started[execution.Name(j.ID, 1)]; len(started) != 1 || in.Job != j.ID || in.Company != company {
		t.Fatalf("what a crash kept from starting: %v", started)
	}
	clock.Advance(runTakes + time.Second)
	sweep()
	if in := started[execution.Name(j.ID, 2)]; len(started) != 2 || in.Attempt != 2 {
		t.Fatalf("an aborted execution: %v", started)
	}

	j, err := store.Job(t.Context(), company, j.ID)
	if err != nil || j.Attempt != 2 || j.State != job.Queued {
		t.Fatalf("%+v, %v", j, err)
	}
	j.State = job.Done
	x = store.Begin(company).Audit(table.Audit{Action: "test.ended"})
	x.WriteJob(j)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.Advance(runTakes)
	sweep()
	waiting, err := store.AllWaiting(t.Context())
	if err != nil || len(waiting) != 0 || len(started) != 2 {
		t.Errorf("after its end: %v, %v, %v", waiting, started, err)
	}
}

// A job that ends while the sweep is on its way to it has ended once: the audit log has no record of the sweep.
func TestAJobThatEndsDuringTheSweepIsNoneOfIts(t *testing.T) {
	clock := tabletest.NewClock()
	store := tabletest.New(t, clock.Now)
	company := sds.NewID[sds.CompanyID]()
	x := store.Begin(company).Audit(table.Audit{Action: "test.made"})
	j := x.StartJob(job.Job{ID: table.NewJobID(clock.Now()), By: sds.NewID[sds.UserID](), Kind: job.Export})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.Advance(startTakes)
	waiting, err := store.AllWaiting(t.Context())
	if err != nil || len(waiting) != 1 {
		t.Fatalf("%v, %v", waiting, err)
	}
	j.State = job.Done
	x = store.Begin(company).Audit(table.Audit{Action: "test.ended"})
	x.WriteJob(j)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := &sweeper{table: store, machines: map[job.Kind]*workflow.Machine{job.Export: workflow.New(starts{}, "arn")}, now: clock.Now, log: slog.New(slog.DiscardHandler)}
	if err := s.one(t.Context(), waiting[0], startTakes); err != nil {
		t.Fatal(err)
	}
	var actions []string
	err = store.Audits(t.Context(), company, table.AuditSpan{}, func(a table.AuditEntry) bool {
		actions = append(actions, a.Action)
		return true
	})
	if slices.Sort(actions); err != nil || !slices.Equal(actions, []string{"test.ended", "test.made"}) {
		t.Errorf("%q, %v", actions, err)
	}
}

// A job whose execution was failed as a whole makes no progress any more: an hour later another attempt takes it up. As long as it
// makes progress it is left alone.
func TestABrokenJobIsTakenUp(t *testing.T) {
	clock := tabletest.NewClock()
	store := tabletest.New(t, clock.Now)
	started := starts{}
	s := &sweeper{
		table: store, machines: map[job.Kind]*workflow.Machine{job.Export: workflow.New(started, "arn")}, now: clock.Now,
		log: slog.New(slog.DiscardHandler),
	}
	x := store.Begin(sds.NewID[sds.CompanyID]()).Audit(table.Audit{Action: "test.made"})
	j := x.StartJob(job.Job{ID: table.NewJobID(clock.Now()), By: sds.NewID[sds.UserID](), Kind: job.Export})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	sweep := func(what string, after time.Duration, attempts int) {
		t.Helper()
		clock.Advance(after)
		if err := s.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(started) != attempts {
			t.Errorf("%s: started %v, want %d", what, started, attempts)
		}
	}
	sweep("its start was lost", time.Minute, 1)
	sweep("it runs", 50*time.Minute, 1)
	j, err := store.SaveJob(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	sweep("it has made progress", 50*time.Minute, 1)
	sweep("it broke", 11*time.Minute, 2)
	if in := started[execution.Name(j.ID, 2)]; in.Attempt != 2 {
		t.Errorf("started %v", started)
	}
	sweep("the other attempt runs", 50*time.Minute, 2)
}

// A waiting record whose job has been removed with its company is removed too.
func TestTheSweepClearsUp(t *testing.T) {
	clock := tabletest.NewClock()
	store := tabletest.New(t, clock.Now)
	x := store.Begin(sds.NewID[sds.CompanyID]()).Audit(table.Audit{Action: "test.made"})
	x.StartJob(job.Job{ID: table.NewJobID(clock.Now()), Kind: job.Export})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.Advance(job.RecordLasts + time.Hour) // the record has expired
	started := starts{}
	s := &sweeper{table: store, machines: map[job.Kind]*workflow.Machine{job.Export: workflow.New(started, "arn")}, now: clock.Now, log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	if err := s.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if waiting, err := store.AllWaiting(t.Context()); err != nil || len(waiting) != 0 || len(started) != 0 {
		t.Errorf("%v, %v, %v", waiting, started, err)
	}
}
