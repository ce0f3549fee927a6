package apitest

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambda"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/evaluate"
)

const workName = "work"

// jobMachines are the state machines of each kind, with the route's grants for it.
func jobMachines(m *Machine, r rest.Route) map[job.Kind]*workflow.Machine {
	machines := map[job.Kind]*workflow.Machine{}
	for _, kind := range job.Kinds {
		allowed := grants{route: r.ID}
		for _, g := range r.AllGrants() {
			if g.Resource == grant.Job(kind) {
				allowed.actions = append(allowed.actions, g.Actions...)
			}
		}
		machines[kind] = workflow.New(&guardedMachine{API: m, allowed: allowed}, "arn:aws:states:ap-northeast-1:000000000000:stateMachine:job-"+string(kind))
	}
	return machines
}

// JobFunction is the function of a kind of job with its own grants only. Every step does
// one part of the work and ends, so that all state between parts goes through the
// checkpoint.
func (w *World) JobFunction(k runner.Kind) lambda.Handler {
	allowed := grants{route: k.FunctionName()}
	for _, g := range k.Task().Grants {
		allowed.actions = append(allowed.actions, g.Actions...)
	}
	return w.JobFunctionOver(k, &guardedTable{w.Engine.Client, allowed})
}

// JobFunctionOver is the function of a kind of job over another client of the table, such
// as one that fails.
func (w *World) JobFunctionOver(k runner.Kind, api table.API) lambda.Handler {
	allowed := grants{route: k.FunctionName()}
	for _, g := range k.Task().Grants {
		allowed.actions = append(allowed.actions, g.Actions...)
	}
	t := table.New(api, w.Engine.Name, w.Clock.Now)
	takes := w.StepTakes
	if takes == 0 {
		takes = -time.Second
	}
	return runner.New(k, &runner.Services{
		Table: t, Catalog: catalog.New(t, w.Clock.Now, evaluate.Rules{}.Options(t, w.Clock.Now), catalog.WithSnapshots(snapshots.Store{Requests: t, Objects: w.NightlyResults()})),
		Sheets: files.New(w.Bucket.client, bucketName), Files: files.New(w.Bucket.client, workName),
		Analysis: workflow.New(&guardedMachine{API: w.Machine, allowed: allowed}, "arn:aws:states:ap-northeast-1:000000000000:stateMachine:analysis"),
		Users:    idp.New(&guardedPool{API: w.Pool, allowed: allowed}, "pool"),
		Mail:     mailer.New(&guardedMail{w.Mailbox, allowed}, "no-reply@anzen.example"), AppURL: AppURL,
		Now: w.Clock.Now, StepTakes: takes, Wait: func(_ context.Context, d time.Duration) { w.Clock.Advance(d) }, Log: slog.New(slog.NewJSONHandler(w.Logs, nil)),
	})
}

// maxSteps ends a job that does not end.
const maxSteps = 10_000

// RunJob runs a started job to its end.
func (w *World) RunJob(t testing.TB, c sds.CompanyID, id job.ID) job.Job {
	t.Helper()
	in := w.JobInput(t, c, id)
	for range maxSteps {
		if in = w.JobStep(t, in); !in.More {
			return w.Job(t, c, id)
		}
	}
	t.Fatalf("job %s has not ended after %d steps", id, maxSteps)
	return job.Job{}
}

// Job reads a job.
func (w *World) Job(t testing.TB, c sds.CompanyID, id job.ID) job.Job {
	t.Helper()
	j, err := w.Table.Job(t.Context(), c, id)
	if err != nil {
		t.Fatalf("read the job: %v", err)
	}
	return j
}

// Queue starts a job that changes the sheets of a list, as a route does.
func (w *World) Queue(t testing.TB, by company.User, kind job.Kind, params any, list []sds.SheetID) execution.Input {
	t.Helper()
	encoded, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	x := w.Table.Begin(by.Company).Audit(table.Audit{Action: "test.made"})
	j := x.StartJob(job.Job{ID: table.NewJobID(w.Clock.Now()), By: by.ID, Kind: kind, Lang: "ja", Params: encoded, Total: len(list)})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatalf("start a job: %v", err)
	}
	plan, err := json.Marshal(execution.Worklist{Sheets: list})
	if err != nil {
		t.Fatal(err)
	}
	if err := files.New(w.Bucket.client, workName).Write(t.Context(), execution.PlanKey(j), "application/json", plan); err != nil {
		t.Fatal(err)
	}
	return execution.Of(j)
}

// JobInput is the input with which the job's state machine was started.
func (w *World) JobInput(t testing.TB, c sds.CompanyID, id job.ID) execution.Input {
	t.Helper()
	j := w.Job(t, c, id)
	var in execution.Input
	if err := json.Unmarshal(w.Machine.Started[execution.Name(j.ID, j.Attempt)], &in); err != nil {
		t.Fatalf("job %s was not started: %v", id, err)
	}
	return in
}

// JobStep is one call of the job's function; an error fails the test.
func (w *World) JobStep(t testing.TB, in execution.Input) execution.Input {
	t.Helper()
	out, err := w.TryJobStep(t, in)
	if err != nil {
		t.Fatalf("step of job %s: %v", in.Job, err)
	}
	return out
}

// TryJobStep is one call of the job's function.
func (w *World) TryJobStep(t testing.TB, in execution.Input) (execution.Input, error) {
	t.Helper()
	kind := w.Job(t, in.Company, in.Job).Kind
	for _, k := range jobs.Kinds() {
		if k.Name == kind {
			return step(t, w.JobFunction(k), in)
		}
	}
	t.Fatalf("there is no kind of job %q", kind)
	return execution.Input{}, nil
}

func step(t testing.TB, f lambda.Handler, in execution.Input) (execution.Input, error) {
	t.Helper()
	payload, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	body, err := f.Invoke(t.Context(), payload)
	if err != nil {
		return in, err
	}
	var out execution.Input
	return out, json.Unmarshal(body, &out)
}
