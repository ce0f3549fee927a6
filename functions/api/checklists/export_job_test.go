package checklists_test

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/rest"
	"anzen/functions/jobs/execution"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
)

// exportOf is the path of a checklist's export.
func exportOf(l checklist.ID) string { return "/dynamic_list_results/" + string(l) + "/export" }

// started starts a job that makes a file, and returns its id.
func started(t *testing.T, w *apitest.World, as company.User, l checklist.ID, body map[string]any) job.ID {
	t.Helper()
	r := w.Do(t, send("POST", exportOf(l), as, body))
	if r.Status != 202 {
		t.Fatalf("not started: %d %s", r.Status, r.Body)
	}
	var answer rest.JobBody
	r.Into(t, &answer)
	return answer.JobID
}

// fill makes sheets of lye, of which every second is too weak for the law.
func fill(t *testing.T, w *apitest.World, c company.Company, n int) []sds.Sheet {
	t.Helper()
	return w.Sheets(t, c, n, func(i int, s *sds.Sheet) {
		makeLye(s, fmt.Sprintf("製品%04d 𠮷", i/2), []float64{30, 1}[i%2])
	})
}

// The file of a job is the same as that of a direct export, for all filters.
func TestExportByJob(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin := w.User(t, c, access.Admin)
	l := made(t, w, admin, nil)
	sheets := fill(t, w, c, 600) // all of them take two pages
	for i, body := range []map[string]any{{"judgement": "applies", "note": "保管庫へ"}, {"judgement": "on_hold", "excluded": true}} {
		q := send("PUT", "/dynamic_list_results/"+string(l.ID)+"/"+string(sheets[2*i].ID), admin, body)
		q.IfMatch = "0"
		if r := w.Do(t, q); r.Status != 200 {
			t.Fatal(r.Body)
		}
	}
	for i, of := range []struct {
		query string
		count int
		notes []string
	}{
		{"", 299, nil},
		{"verdict=applies&verdict=below_threshold&order_by_name=desc&format=xlsx", 599, nil},
		{"verdict=below_threshold&order_by_updated_at=desc&language=en", 300, nil},
		{"charset=shift_jis", 299, []string{"export.replaced"}},
		{"excluded=true", 1, nil},
		{"judgement=applies", 1, nil},
		{"judgement=none&q=製品000&order_by_created_at=asc", 8, nil},
	} {
		query, err := url.ParseQuery(of.query)
		if err != nil {
			t.Fatal(err)
		}
		body := map[string]any{}
		for name, values := range query {
			body[name] = any(values[0])
			switch name {
			case "verdict", "judgement":
				body[name] = values
			case "excluded":
				body[name] = true
			}
		}
		direct := w.Do(t, send("GET", exportOf(l.ID)+"?"+of.query, admin, nil))
		j := w.RunJob(t, c.ID, started(t, w, admin, l.ID, body))
		if direct.Status != 200 || j.State != job.Done || j.Kind != job.Checklist || j.Done != of.count || j.Total != of.count || !strings.HasPrefix(j.Result.Name, "毒劇物_20") || j.Result.ContentType != direct.Headers.Get("Content-Type") {
			t.Fatalf("%s: %d %+v", of.query, direct.Status, j)
		}
		if made := w.Bucket.Object("work", j.Result.Key); string(made) != direct.Body {
			t.Errorf("%s: %d bytes by the job, %d directly", of.query, len(made), len(direct.Body))
		}
		var notes []string
		for _, n := range j.Notes {
			notes = append(notes, string(n.Code))
		}
		if fmt.Sprint(notes) != fmt.Sprint(of.notes) || len(j.Notes) == 1 && !strings.Contains(j.Notes[0].Text("ja"), "598字") {
			t.Errorf("%s: %+v", of.query, j.Notes)
		}
		if mail := w.Mailbox.Take(t); !strings.Contains(mail.Subject, "毒劇物_") {
			t.Errorf("mail %s", mail.Subject)
		}
		if keys := w.Bucket.Keys("work"); len(keys) != i+1 || w.Bucket.Unfinished() != 0 {
			t.Errorf("left over: %v", keys)
		}
	}
}

// Interrupted after any step, the file is the same to the byte.
func TestExportByJobGoesOnAfterACrash(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin := w.User(t, c, access.Admin)
	l := made(t, w, admin, nil)
	fill(t, w, c, 600)
	var whole []byte
	for _, at := range []int{-1, 0, 1} {
		id := started(t, w, admin, l.ID, map[string]any{"verdict": []string{"applies", "below_threshold"}})
		in, steps := w.JobInput(t, c.ID, id), 0
		for more := true; more; steps++ {
			before := w.Job(t, c.ID, id)
			out := w.JobStep(t, in)
			if steps == at { // its work was done, but its last save of the record was lost
				now := w.Job(t, c.ID, id)
				now.Done, now.Checkpoint, now.State = before.Done, before.Checkpoint, before.State
				if _, err := w.Table.SaveJob(t.Context(), now); err != nil {
					t.Fatal(err)
				}
				continue
			}
			in, more = out, out.More
		}
		j := w.Job(t, c.ID, id)
		if j.State != job.Done || j.Done != 600 || steps < 3 {
			t.Fatalf("%d: %d steps, %+v", at, steps, j)
		}
		file := w.Bucket.Object("work", j.Result.Key)
		if whole == nil {
			whole = file
		}
		if !bytes.Equal(file, whole) {
			t.Errorf("interrupted in step %d: %d bytes differ from %d", at, len(file), len(whole))
		}
	}
}

func TestExportByJobRefusals(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin, viewer, leaves := w.User(t, c, access.Admin), w.User(t, c, access.Viewer), w.User(t, c, access.Editor)
	stranger := w.User(t, w.Company(t, withOption), access.Admin)
	l := made(t, w, admin, nil)
	at := exportOf(l.ID)
	w.Run(t,
		apitest.Scenario{Name: "nothing found", Request: send("POST", at, admin, map[string]any{}), Status: 400, Code: "checklist.export_nothing", Contains: []string{"出力する結果がありません"}},
	)
	lye(t, w, c, "苛性ソーダ液", 30)
	w.Run(t,
		apitest.Scenario{Name: "a viewer may not", Request: send("POST", at, viewer, map[string]any{}), Status: 403},
		apitest.Scenario{Name: "another company's", Request: send("POST", at, stranger, map[string]any{}), Status: 404, Lacks: []string{"毒劇物"}},
		apitest.Scenario{Name: "another format", Request: send("POST", at, admin, map[string]any{"format": "pdf"}), Status: 400, Field: "format input.choice"},
		apitest.Scenario{Name: "another verdict", Request: send("POST", at, admin, map[string]any{"verdict": []string{"x"}}), Status: 400, Field: "verdict[0] input.choice"},
	)
	if len(w.Machine.Started) > 0 {
		t.Errorf("%d jobs were started", len(w.Machine.Started))
	}

	// Permissions are checked when the job runs.
	id := started(t, w, leaves, l.ID, map[string]any{})
	w.Edit(t, leaves, func(u *company.User) { u.Role = access.Viewer })
	if j := w.RunJob(t, c.ID, id); j.State != job.Failed || j.Trouble.Code != "job.no_rights" || j.Result != nil {
		t.Errorf("%+v", j)
	}
	w.Mailbox.Take(t)

	id = started(t, w, admin, l.ID, map[string]any{})
	w.Run(t, apitest.Scenario{Name: "the checklist is deleted meanwhile", Request: func() apitest.Request {
		q := send("DELETE", "/dynamic_lists/"+string(l.ID), admin, nil)
		q.IfMatch = fmt.Sprint(l.Version)
		return q
	}(), Status: 204})
	j := w.RunJob(t, c.ID, id)
	if j.State != job.Failed || j.Trouble == nil || j.Trouble.Text("ja") != "出力の途中でチェックリスト「毒劇物」が削除されたため、ファイルを作成できませんでした。" || j.Result != nil {
		t.Errorf("%+v", j)
	}
	if mail := w.Mailbox.Take(t); !strings.Contains(mail.Text, "チェックリスト「毒劇物」が削除された") {
		t.Errorf("%s", mail.Text)
	}
}

// All rows of a table have the same basis: after a change of it reading starts again.
func TestExportByJobOfAChecklistThatChanges(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin := w.User(t, c, access.Admin)
	l := made(t, w, admin, nil)
	w.Sheets(t, c, 510, func(i int, s *sds.Sheet) { makeLye(s, fmt.Sprintf("製品%04d", i), 30) })
	id := started(t, w, admin, l.ID, map[string]any{})
	in := w.JobStep(t, w.JobInput(t, c.ID, id))
	if done := w.Job(t, c.ID, id).Done; done != 500 {
		t.Fatalf("%d", done)
	}
	edit := send("PUT", "/dynamic_lists/"+string(l.ID), admin, definition(map[string]any{
		"dbt_types": []string{"substances"}, "law_regulation_ids": nil, "substances": []any{map[string]any{"cas": "1310-73-2", "threshold": 5}},
	}))
	edit.IfMatch = fmt.Sprint(l.Version)
	w.Run(t, apitest.Scenario{Name: "it watches something else", Request: edit, Status: 200})
	for in.More {
		in = w.JobStep(t, execution.Input{Company: in.Company, Job: in.Job, Attempt: in.Attempt, More: in.More})
	}
	j := w.Job(t, c.ID, id)
	direct := w.Do(t, send("GET", exportOf(l.ID), admin, nil))
	if file := w.Bucket.Object("work", j.Result.Key); j.Done != 510 || direct.Status != 200 || string(file) != direct.Body || strings.Contains(direct.Body, "劇物,") {
		t.Errorf("%d bytes by the job, %d directly", len(file), len(direct.Body))
	}
}

func TestExportAboveTheLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of sheets")
	}
	w := apitest.New(t)
	w.StepTakes = time.Hour // all parts in one step: an instance reads the sheets once
	c := w.Company(t, withOption)
	admin := w.User(t, c, access.Admin)
	l := made(t, w, admin, nil)
	w.Sheets(t, c, 2001, func(i int, s *sds.Sheet) { makeLye(s, fmt.Sprintf("製品%04d", i), 30) })
	w.Run(t, apitest.Scenario{Name: "directly", Request: send("GET", exportOf(l.ID), admin, nil), Status: 400, Code: "checklist.export_too_much", Contains: []string{"2000件", "処理状況"}})
	if j := w.RunJob(t, c.ID, started(t, w, admin, l.ID, map[string]any{})); j.State != job.Done || j.Done != 2001 {
		t.Errorf("%+v", j)
	}
}
