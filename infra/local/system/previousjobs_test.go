package system_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"anzen/functions/jobs/reanalysis"
	"anzen/infra/local/lambda"
	"anzen/shared/domain/job"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// desk is where jobs are asked for: an editor, an administrator, three sheets and a checklist.
type desk struct {
	e, a   *browser
	name   string // in the names of the sheets
	sheets []string
	list   string
	codes  [2]string // product codes of the first two sheets, which a job exchanges
}

// newDesk registers the sheets.
func newDesk(t *testing.T, e, a *browser) *desk {
	t.Helper()
	permit(t, plan.FeatureChecklists, plan.FeatureBulkDownload)
	d := &desk{e: e, a: a, name: "side-by-side", codes: [2]string{"FIRST-1", "SECOND-2"}}
	d.sheets = e.upload(t, file{"side-1.pdf", sample(t, "js-005.pdf")}, file{"side-2.pdf", sheetPDF("Side 2", 1)}, file{"side-3.pdf", sheetPDF("Side 3", 1)})
	for i, s := range e.analyzed(t, d.sheets...) {
		want[any](t, e, call{method: "PUT", path: "/companies/{id}/sdses/" + s.ID, version: s.Version, body: map[string]any{"name": fmt.Sprintf("%s %d", d.name, i+1)}})
	}
	want[any](t, e, d.exchange()) // so few rows need no job, unless codes are exchanged
	d.list = want[struct{ ID string }](t, a, call{method: "POST", path: "/dynamic_lists", body: map[string]any{
		"dbt_types": []string{"substances"}, "extraction_targets": []string{"composition"}, "title": d.name, "substances": []any{map[string]any{"cas": "7681-52-9", "threshold": 0}},
	}}).ID
	return d
}

// exchange is a file that gives the codes of the first two sheets to one another, which needs a job.
func (d *desk) exchange() call {
	d.codes[0], d.codes[1] = d.codes[1], d.codes[0]
	rows := fmt.Sprintf("SDS ID,製品コード\r\n%s,%s\r\n%s,%s\r\n", d.sheets[0], d.codes[0], d.sheets[1], d.codes[1])
	return call{method: "PATCH", path: "/companies/{id}/sdses/batch_patch", key: newKey(), body: map[string]any{"csv": rows}}
}

func (d *desk) filter() map[string]any { return map[string]any{"name": []string{d.name}} }

// completes waits until the job that a call starts is done.
func completes(t *testing.T, b *browser, c call) work {
	t.Helper()
	w := b.ended(t, c)
	if w.State != "done" || w.Trouble != nil {
		t.Fatalf("%s: %+v", c.path, w)
	}
	return w
}

// entries are the names and sizes of the files in an archive.
func entries(t *testing.T, body []byte) string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range r.File {
		all = append(all, fmt.Sprintf("%s %d", f.Name, f.UncompressedSize64))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// rows are the lines of a table below its head, whose words a version may change.
func rows(body []byte) string {
	_, below, _ := strings.Cut(string(body), "\n")
	return below
}

// kindsOfJobs are the jobs that a few sheets need, and what each has made, which is to be the same whoever did it. (Deletions are
// jobs from 501 sheets on, and closing removes the company: see runs.)
var kindsOfJobs = map[job.Kind]func(t *testing.T, d *desk) string{
	job.Export: func(t *testing.T, d *desk) string {
		return rows(fetched(t, completes(t, d.e, call{method: "POST", path: "/companies/{id}/sdses/export", key: newKey(), body: map[string]any{
			"columns": []string{"id", "name", "recommended_use"}, "filter": d.filter(), "order_by": "name", "order": "asc",
		}})))
	},
	job.Checklist: func(t *testing.T, d *desk) string {
		return rows(fetched(t, completes(t, d.a, call{method: "POST", path: "/dynamic_list_results/" + d.list + "/export", key: newKey(), body: map[string]any{"language": "en"}})))
	},
	job.ZIP: func(t *testing.T, d *desk) string {
		ids := "ids=" + strings.Join(d.sheets, "&ids=")
		return entries(t, fetched(t, completes(t, d.e, call{method: "GET", path: "/companies/{id}/sdses/download/pdf?" + ids, key: newKey()})))
	},
	job.CreateSimple: func(t *testing.T, d *desk) string {
		body := fetched(t, completes(t, d.e, call{method: "POST", path: "/companies/{id}/create_simple", key: newKey(), body: map[string]any{"version": 3, "filter": d.filter()}}))
		return fmt.Sprint(strings.Count(entries(t, body), ".xlsx"), " workbooks")
	},
	job.Patch: func(t *testing.T, d *desk) string {
		for range 2 {
			completes(t, d.e, d.exchange())
			for i, code := range d.codes {
				if found := d.e.list(t, "&product_code="+code); found.Total != 1 || found.Items[0].ID != d.sheets[i] {
					t.Errorf("%s is the code of %+v", code, found.Items)
				}
			}
		}
		return ""
	},
	job.Reanalysis: func(t *testing.T, d *desk) string {
		before := d.analyses(t)
		completes(t, d.e, call{method: "POST", path: "/companies/{id}/sdses/reanalysis", key: newKey(), body: map[string]any{"sds_ids": d.sheets}})
		for i, n := range d.analyses(t) {
			if n != before[i]+1 {
				t.Errorf("the sheet %d was analyzed %d times more", i+1, n-before[i])
			}
		}
		return ""
	},
	job.Restoration: func(t *testing.T, d *desk) string {
		want[any](t, d.e, call{method: "PUT", path: "/companies/{id}/sdses/delete", body: map[string]any{"sds_ids": d.sheets}})
		completes(t, d.e, call{method: "POST", path: "/companies/{id}/sdses/restoration", key: newKey(), body: map[string]any{"filter": d.filter()}})
		return fmt.Sprint(d.e.list(t, "&name="+d.name).Total, " sheets")
	},
}

// analyses are how often each sheet was analyzed.
func (d *desk) analyses(t *testing.T) []int {
	t.Helper()
	all := make([]int, len(d.sheets))
	for i, id := range d.sheets {
		all[i] = strings.Count(d.e.actions(t, id), "analyzed")
	}
	return all
}

// done does all kinds of jobs, and returns what they have made.
func (d *desk) done(t *testing.T) map[job.Kind]string {
	t.Helper()
	made := map[job.Kind]string{}
	for _, kind := range slices.Sorted(maps.Keys(kindsOfJobs)) {
		made[kind] = kindsOfJobs[kind](t, d)
	}
	return made
}

// Jobs that one version starts are done by the other, and the steps of a job by both in turn: what they make is the same.
func (v *beside) jobsOf(t *testing.T, e, a *browser) {
	v.api.use(current)
	v.jobs.use(current)
	d := newDesk(t, e, a)
	usual := d.done(t)
	for i, tt := range []struct{ api, jobs version }{{current, former}, {former, current}, {current, mixed}, {current, mixed}} {
		t.Run(fmt.Sprintf("%s for %s", tt.jobs, tt.api), func(t *testing.T) {
			v.api.use(tt.api)
			v.jobs.use(tt.jobs)
			v.jobs.turn.Store(int64(i)) // in turn, once this version begins, and once the other
			before := v.jobs.answered.Load()
			for kind, made := range d.done(t) {
				if made != usual[kind] {
					t.Errorf("%s made\n%s\nnot\n%s", kind, made, usual[kind])
				}
			}
			t.Logf("%d calls of the previous version", v.jobs.answered.Load()-before)
		})
	}
	t.Run("killed between two steps", func(t *testing.T) { v.killed(t, d) })
}

// killed: a process of the previous version dies while it waits for analyses, a second after it has saved its progress, and this one goes on from there.
func (v *beside) killed(t *testing.T, d *desk) {
	v.api.use(current)
	name := reanalysis.Kind.FunctionName()
	k := &mortal{Handler: v.made[name], saved: func() bool {
		jobs, err := tableOf(shared.Stack, time.Now).Jobs(t.Context(), midori, sds.UserID(d.e.id))
		return err == nil && slices.ContainsFunc(jobs, func(j job.Job) bool {
			return j.Kind == job.Reanalysis && !j.State.Ended() && len(j.Checkpoint) > 0 && time.Since(j.UpdatedAt) > time.Second
		})
	}}
	if err := shared.Functions.Shift(name, k, func() bool { return !k.dead.Load() }); err != nil {
		t.Fatal(err)
	}
	kindsOfJobs[job.Reanalysis](t, d)
	if !k.dead.Load() {
		t.Error("the previous version has done it all")
	}
}

// mortal is a function whose process is killed once it has saved something.
type mortal struct {
	lambda.Handler
	saved func() bool
	dead  atomic.Bool
}

func (m *mortal) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	ctx, kill := context.WithCancel(ctx)
	defer kill()
	go func() {
		for tick := time.Tick(20 * time.Millisecond); ctx.Err() == nil; <-tick {
			if m.saved() && !m.dead.Swap(true) {
				kill()
			}
		}
	}()
	return m.Handler.Invoke(ctx, payload)
}
