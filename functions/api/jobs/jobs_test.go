package jobs_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
)

// start starts a job of a user as a route does.
func start(t *testing.T, w *apitest.World, u company.User, change func(*job.Job)) job.Job {
	t.Helper()
	x := w.Table.Begin(u.Company).Audit(table.Audit{Action: "test.made"})
	j := x.StartJob(job.Job{ID: table.NewJobID(w.Clock.Now()), By: u.ID, Kind: job.Export})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&j)
		x := w.Table.Begin(u.Company).Audit(table.Audit{Action: "test.changed"})
		j = x.WriteJob(j)
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

func ended(w *apitest.World, state job.State) func(*job.Job) {
	return func(j *job.Job) {
		now := w.Clock.Now()
		j.State, j.EndedAt = state, &now
	}
}

func TestJobs(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	me, other := w.User(t, c, access.Editor), w.User(t, c, access.Admin)
	running := start(t, w, me, func(j *job.Job) { j.State, j.Done, j.Total = job.Running, 3, 10 })
	done := start(t, w, me, func(j *job.Job) {
		ended(w, job.Done)(j)
		j.Result = &job.Result{Key: "jobs/x/result", Name: "一覧.csv", ContentType: "text/csv", Size: 7}
		j.Notes = []job.Trouble{{Code: "job.no_rights"}}
	})
	failed := start(t, w, me, func(j *job.Job) {
		ended(w, job.Failed)(j)
		j.Trouble = &job.Trouble{Code: "plan.upload_limit", Args: map[string]string{"limit": "10"}}
	})
	theirs := start(t, w, other, nil)
	path := func(j job.Job) string { return "/companies/{id}/jobs/" + string(j.ID) }
	w.Run(t, []apitest.Scenario{
		{
			Name: "the latest first, and only one's own", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/jobs?limit=2", As: &me}, Status: 200,
			Contains: []string{`"total":3`, string(failed.ID), string(done.ID), "allows 10 SDSs"}, Lacks: []string{string(running.ID), string(theirs.ID), `"url"`},
		},
		{
			Name: "the second page", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/jobs?limit=2&page=2", As: &me}, Status: 200,
			Contains: []string{string(running.ID), `"done":3`, `"total":10`},
		},
		{
			Name: "one with a link to its result", Request: apitest.Request{Method: "GET", Path: path(done), As: &me}, Status: 200,
			Contains: []string{`"name":"一覧.csv"`, "jobs/x/result", `"code":"job.no_rights"`},
		},
		{Name: "another's is not there", Request: apitest.Request{Method: "GET", Path: path(theirs), As: &me}, Status: 404},
		{Name: "nor can it be cancelled", Request: apitest.Request{Method: "DELETE", Path: path(theirs), As: &me}, Status: 404},
		{Name: "nor tried again", Request: apitest.Request{Method: "POST", Path: path(theirs) + "/retry", As: &me}, Status: 404},
		{
			Name: "cancelling", Request: apitest.Request{Method: "DELETE", Path: path(running), As: &me}, Status: 202, Contains: []string{`"stopping":true`},
			After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
				if !w.Job(t, c.ID, running.ID).Stop {
					t.Error("the job is not to be stopped")
				}
			},
		},
		{Name: "cancelling twice", Request: apitest.Request{Method: "DELETE", Path: path(running), As: &me}, Status: 202},
		{Name: "too late to cancel", Request: apitest.Request{Method: "DELETE", Path: path(done), As: &me}, Status: 409, Code: "job.ended"},
		{Name: "nothing to try again", Request: apitest.Request{Method: "POST", Path: path(done) + "/retry", As: &me}, Status: 409, Code: "job.not_failed"},
		{
			Name: "trying again", Request: apitest.Request{Method: "POST", Path: path(failed) + "/retry", As: &me}, Status: http.StatusAccepted, Contains: []string{`"state":"queued"`},
			After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
				if w.Machine.Started[execution.Name(failed.ID, 2)] == nil {
					t.Error("no second attempt was started")
				}
			},
		},
	}...)
	demoted := w.Edit(t, me, func(u *company.User) { u.Role = access.Viewer })
	w.Run(t,
		apitest.Scenario{Name: "no file for who may not export any more", Request: apitest.Request{Method: "GET", Path: path(done), As: &demoted}, Status: 200, Contains: []string{`"state":"done"`}, Lacks: []string{`"url"`, `"file"`}},
		apitest.Scenario{Name: "nor in the list", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/jobs", As: &demoted}, Status: 200, Lacks: []string{`"file"`}},
	)
	w.Edit(t, me, func(u *company.User) { u.Role = access.Editor })
	w.Clock.Advance(job.ResultLasts + time.Minute)
	if answer := w.Do(t, apitest.Request{Method: "GET", Path: path(done), As: &me}); answer.Status != 200 || strings.Contains(answer.Body, `"url"`) {
		t.Errorf("a result that has expired: %d %s", answer.Status, answer.Body)
	}
	w.Clock.Advance(job.RecordLasts)
	if answer := w.Do(t, apitest.Request{Method: "GET", Path: path(done), As: &me}); answer.Status != 404 {
		t.Errorf("a job that has expired: %d %s", answer.Status, answer.Body)
	}
}

// A retry counts like a start: who has as many unfinished jobs as allowed retries none.
func TestRetryKeepsToTheLimit(t *testing.T) {
	w := apitest.New(t)
	me := w.User(t, w.Company(t), access.Editor)
	failed := start(t, w, me, ended(w, job.Failed))
	var running []job.Job
	for range job.MaxUnfinished {
		running = append(running, start(t, w, me, nil))
	}
	retry := apitest.Request{Method: "POST", Path: "/companies/{id}/jobs/" + string(failed.ID) + "/retry", As: &me}
	if r := w.Do(t, retry); r.Status != http.StatusTooManyRequests || r.Problem(t).Code != string(table.CodeJobsTooMany) {
		t.Errorf("with %d unfinished jobs: %d %s", len(running), r.Status, r.Body)
	}
	x := w.Table.Begin(me.Company).Audit(table.Audit{Action: "test.changed"})
	ended(w, job.Done)(&running[0])
	x.WriteJob(running[0])
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := w.Do(t, retry); r.Status != http.StatusAccepted {
		t.Errorf("with one unfinished job less: %d %s", r.Status, r.Body)
	}
}
