package sdses_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/functions/jobs/deletion"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/reanalysis"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/sheets"
)

// records reads sheets.
func records(t *testing.T, w *apitest.World, c company.Company, ids []sds.SheetID) (all []sds.Sheet) {
	t.Helper()
	for part := range slices.Chunk(ids, 100) {
		some, err := w.Table.VersionRecords(t.Context(), c.ID, part)
		if err != nil || len(some) != len(part) {
			t.Fatalf("read %d sheets: %d %v", len(part), len(some), err)
		}
		all = append(all, some...)
	}
	return all
}

// states counts the sheets that are there and those that are removed.
func states(t *testing.T, w *apitest.World, c company.Company, ids []sds.SheetID) (there, removed int) {
	t.Helper()
	for _, s := range records(t, w, c, ids) {
		if s.DeletedAt == nil {
			there++
		} else {
			removed++
		}
	}
	return there, removed
}

func idsOf(all []sds.Sheet) (ids []sds.SheetID) {
	for i := range all {
		ids = append(ids, all[i].ID)
	}
	return ids
}

func undo(as *company.User, id job.ID) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/companies/{id}/jobs/" + string(id) + "/undo", As: as, Lang: "ja"}
}

// More than a request deletes are deleted by a job, without those that may not be, and restored by another.
func TestDeletingThousands(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	colleague, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	all := w.Sheets(t, c, 530, func(i int, s *sds.Sheet) {
		s.Name, s.Departments = fmt.Sprintf("製品%d", i), []sds.DepartmentID{"mine"}
		if i >= 525 {
			s.Departments = []sds.DepartmentID{"other"}
		}
	})
	ids := idsOf(all)
	everything := body{"filter": body{}, "exclude_ids": ids[:2], "expected_count": 528}
	w.Run(t,
		apitest.Scenario{Name: "some may not be deleted", Request: removal(&editor, everything), Status: 400, Code: "deletion.denied", Contains: []string{`"name":"製品525"`, "5件"}},
		apitest.Scenario{Name: "another number", Request: removal(&editor, body{"filter": body{}, "expected_count": 12}), Status: 409, Code: "choice.count_changed"},
	)
	everything["skip_denied"] = true
	answer := w.Do(t, removal(&editor, everything))
	var started sdses.Deleted
	answer.Into(t, &started)
	if answer.Status != 202 || started.JobID == "" || started.Skipped != 5 || started.Deleted != 0 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	w.Run(t, apitest.Scenario{Name: "not undone while it runs", Request: undo(&editor, started.JobID), Status: 409, Code: "job.not_undoable"})
	// Meanwhile one goes to another department, and one is deleted by a colleague.
	moved := all[10]
	after := moved
	after.Departments = []sds.DepartmentID{"other"}
	rewrite(t, w, c, moved, after)
	w.Run(t, apitest.Scenario{Name: "a colleague deletes one", Request: remove(&colleague, ids[11]), Status: 200})
	j := w.RunJob(t, c.ID, started.JobID)
	if j.State != job.Done || j.Done != 523 || j.Total != 523 || j.LeftTotal != 1 || j.Left[0].Sheet != ids[10] || j.Left[0].Why.Code != message.CodeOtherDepartment {
		t.Fatalf("%+v", j)
	}
	if there, removed := states(t, w, c, ids); there != 2+5+1 || removed != 522 {
		t.Fatalf("%d are there, %d are removed", there, removed)
	}
	if file := string(w.Bucket.Object("work", j.Result.Key)); !strings.Contains(file, string(ids[10])) || !strings.Contains(file, "製品10") || !strings.Contains(file, "他部署") {
		t.Errorf("the file of what is left: %s", file)
	}
	path := "/companies/{id}/jobs/" + string(j.ID)
	w.Run(t,
		apitest.Scenario{Name: "told", Request: apitest.Request{Method: "GET", Path: path, As: &editor, Lang: "ja"}, Status: 200, Contains: []string{`"can_undo":true`, `"left_total":1`, "製品10", "1件のSDSは削除できませんでした"}},
		apitest.Scenario{Name: "not a colleague's to undo", Request: undo(&colleague, j.ID), Status: 404},
		apitest.Scenario{Name: "nor a viewer's", Request: undo(&viewer, j.ID), Status: 403},
	)
	// One was restored and deleted again since: the undo leaves it.
	w.Run(t,
		apitest.Scenario{Name: "restored", Request: restoring(&editor, ids[20]), Status: 204},
		apitest.Scenario{Name: "deleted again", Request: remove(&editor, ids[20]), Status: 200},
	)
	answer = w.Do(t, undo(&editor, j.ID))
	var restored struct {
		JobID job.ID `json:"job_id"`
	}
	answer.Into(t, &restored)
	if answer.Status != 202 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if j := w.RunJob(t, c.ID, restored.JobID); j.State != job.Done || j.Done != 523 || j.LeftTotal != 0 || j.Result != nil {
		t.Errorf("%+v", j)
	}
	if there, removed := states(t, w, c, ids); there != 528 || removed != 2 {
		t.Errorf("%d are there again, %d are removed", there, removed)
	}
	w.Clock.Advance(job.ResultLasts + 1)
	w.Run(t, apitest.Scenario{Name: "too late", Request: undo(&editor, j.ID), Status: 409, Code: "job.not_undoable"})
}

// rewrite changes a sheet record.
func rewrite(t *testing.T, w *apitest.World, c company.Company, before, after sds.Sheet) {
	t.Helper()
	x, err := w.Table.VersionRecords(t.Context(), c.ID, []sds.SheetID{before.ID})
	if err != nil {
		t.Fatal(err)
	}
	after.Version = x[0].Version
	if err := w.Table.WriteSheets(t.Context(), c.ID, writesOf(x[0], after), table.Audit{Action: "test.changed"}); err != nil {
		t.Fatal(err)
	}
}

var errKilled = errors.New("the worker is gone")

// killed is a client of the table whose worker ends at the nth transaction: before it, or after it.
type killed struct {
	table.API
	at    int
	after bool
	seen  int
}

func (k *killed) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	if k.seen++; k.seen < k.at {
		return k.API.TransactWriteItems(ctx, in, o...)
	}
	if k.seen == k.at && k.after {
		if _, err := k.API.TransactWriteItems(ctx, in, o...); err != nil {
			return nil, err
		}
	}
	return nil, errKilled
}

// drive runs a job to its end with workers of which the first is killed.
func drive(t *testing.T, w *apitest.World, kind runner.Kind, in execution.Input, first *killed, between func()) (was bool, j job.Job) {
	t.Helper()
	function := w.JobFunctionOver(kind, first)
	for range 500 {
		payload, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		out, err := function.Invoke(t.Context(), payload)
		if err != nil {
			if was || !strings.Contains(err.Error(), errKilled.Error()) {
				t.Fatal(err)
			}
			was, function = true, w.JobFunctionOver(kind, w.Engine.Client)
			continue
		}
		if err := json.Unmarshal(out, &in); err != nil {
			t.Fatal(err)
		}
		if !in.More {
			return was, w.Job(t, in.Company, in.Job)
		}
		if between != nil {
			between()
		}
	}
	t.Fatal("the job does not end")
	return was, j
}

// Wherever the worker of a deletion is killed, the next one continues: all is deleted once, and all of it is restored.
func TestADeletionContinuesAfterACrash(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	crashes := 0
	for _, after := range []bool{false, true} {
		for at := 1; ; at++ {
			ids := idsOf(w.Sheets(t, c, 20, nil))
			in := w.Queue(t, admin, job.Deletion, execution.Deletion{}, ids)
			was, j := drive(t, w, deletion.Kind, in, &killed{API: w.Engine.Client, at: at, after: after}, nil)
			if j.State != job.Done || j.Done != 20 || j.LeftTotal != 0 {
				t.Fatalf("killed at %d: %+v", at, j)
			}
			if _, removed := states(t, w, c, ids); removed != 20 {
				t.Fatalf("killed at %d: %d are removed", at, removed)
			}
			for _, id := range ids[:3] {
				edits, err := w.Table.Edits(t.Context(), c.ID, id)
				if err != nil || len(edits) != 1 {
					t.Fatalf("killed at %d: %d entries in the history (%v)", at, len(edits), err)
				}
			}
			var restored struct {
				JobID job.ID `json:"job_id"`
			}
			w.Do(t, undo(&admin, j.ID)).Into(t, &restored)
			w.RunJob(t, c.ID, restored.JobID)
			if there, _ := states(t, w, c, ids); there != 20 {
				t.Fatalf("killed at %d: %d are there again", at, there)
			}
			if !was {
				break
			}
			crashes++
		}
	}
	if crashes < 6 {
		t.Errorf("the worker was killed %d times only", crashes)
	}
}

func reanalyses(as *company.User, b body) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/reanalysis", As: as, Lang: "ja", Body: b}
}

// analyses are the sheets whose analysis has been started and has not ended.
func analyses(t *testing.T, w *apitest.World, c company.Company, ids []sds.SheetID) (running []sds.Sheet) {
	t.Helper()
	for _, s := range records(t, w, c, ids) {
		if s.Status.InProgress() {
			running = append(running, s)
		}
	}
	return running
}

// finish ends the analysis of a sheet.
func finish(t *testing.T, w *apitest.World, c company.Company, s sds.Sheet, status sds.Status, reason string) {
	t.Helper()
	after := s
	after.Status, after.Reason = status, reason
	if err := w.Table.WriteSheets(t.Context(), c.ID, writesOf(s, after), table.Audit{Action: "test.analysed"}); err != nil {
		t.Fatal(err)
	}
}

func TestAnalyzingThousandsAgain(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	viewer := w.User(t, c, access.Viewer)
	ids := idsOf(w.Sheets(t, c, 27, func(i int, s *sds.Sheet) {
		s.Name = fmt.Sprintf("製品%d", i)
		switch i {
		case 0:
			s.Departments = []sds.DepartmentID{"other"}
		case 1:
			s.Status = sds.StatusFirstCheck
		case 2:
			s.File = sds.File{}
		}
	}))
	all := body{"filter": body{}, "expected_count": 27, "comment": "新しい辞書で"}
	w.Run(t,
		apitest.Scenario{Name: "a viewer", Request: reanalyses(&viewer, all), Status: 403, Code: "permission.denied"},
		apitest.Scenario{Name: "neither ids nor a filter", Request: reanalyses(&editor, body{}), Status: 400, Field: "sds_ids choice.which"},
		apitest.Scenario{Name: "none", Request: reanalyses(&editor, body{"filter": body{"name": []string{"無い"}}}), Status: 400, Code: "choice.none"},
		apitest.Scenario{Name: "another number", Request: reanalyses(&editor, body{"filter": body{}, "expected_count": 26}), Status: 409, Code: "choice.count_changed"},
		apitest.Scenario{Name: "one of another department", Request: reanalyses(&editor, all), Status: 400, Code: "reanalysis.denied", Contains: []string{"製品0", "1件"}},
	)
	all["skip_denied"] = true
	q := reanalyses(&editor, all)
	q.Key = "k"
	answer := w.Do(t, q)
	var started sdses.ReanalyzeAllBody
	answer.Into(t, &started)
	if answer.Status != 202 || started.Sheets != 26 || started.Skipped != 1 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	var again sdses.ReanalyzeAllBody
	if w.Do(t, q).Into(t, &again); again != started {
		t.Errorf("the same request again: %+v", again)
	}
	in, most, failed := w.JobInput(t, c.ID, started.JobID), 0, false
	for steps := 0; ; steps++ {
		if in = w.JobStep(t, in); !in.More {
			break
		}
		running := analyses(t, w, c, append(ids[:1:1], ids[2:]...))
		most = max(most, len(running))
		if len(running) > 3 {
			running = running[:3]
		}
		for _, s := range running { // the pipeline
			if !failed {
				finish(t, w, c, s, sds.StatusImpossible, "analysis.broken")
				failed = true
			} else {
				finish(t, w, c, s, sds.StatusCompleted, "")
			}
		}
		if steps > 100 {
			t.Fatal("the job does not end")
		}
	}
	j := w.Job(t, c.ID, started.JobID)
	reasons := map[message.Code]int{}
	for _, l := range j.Left {
		reasons[l.Why.Code]++
	}
	if j.State != job.Done || j.Done != 26 || j.LeftTotal != 3 || reasons[sheets.CodeNotEditable] != 1 || reasons[sheets.CodeNoPDFToRead] != 1 || reasons["analysis.broken"] != 1 {
		t.Errorf("%+v %v", j, reasons)
	}
	if most > 10 || most < 5 {
		t.Errorf("%d analyses at the same time", most)
	}
	for i, id := range ids {
		edits, err := w.Table.Edits(t.Context(), c.ID, id)
		if err != nil || (len(edits) == 1) != (i > 2) || len(edits) == 1 && (edits[0].Action != "reanalysis_requested" || edits[0].Comment != "新しい辞書で") {
			t.Errorf("history of %d: %+v %v", i, edits, err)
		}
	}
}

// Wherever the worker is killed, each sheet is analyzed again once.
func TestAnalysesContinueAfterACrash(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	crashes := 0
	for _, after := range []bool{false, true} {
		for at := 1; ; at++ {
			ids := idsOf(w.Sheets(t, c, 12, nil))
			in := w.Queue(t, admin, job.Reanalysis, execution.Reanalysis{}, ids)
			was, j := drive(t, w, reanalysis.Kind, in, &killed{API: w.Engine.Client, at: at, after: after}, func() {
				for _, s := range analyses(t, w, c, ids) {
					finish(t, w, c, s, sds.StatusCompleted, "")
				}
			})
			if j.State != job.Done || j.Done != 12 || j.LeftTotal != 0 {
				t.Fatalf("killed at %d: %+v", at, j)
			}
			for _, s := range records(t, w, c, ids) {
				if s.Attempt != 1 || s.Status != sds.StatusCompleted {
					t.Fatalf("killed at %d: %d attempts, status %d", at, s.Attempt, s.Status)
				}
			}
			if !was {
				break
			}
			crashes++
		}
	}
	if crashes < 20 {
		t.Errorf("the worker was killed %d times only", crashes)
	}
}

// A cancelled deletion stops, and what it has deleted can be restored.
func TestACancelledDeletionCanBeUndone(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	ids := idsOf(w.Sheets(t, c, 150, nil))
	in := w.JobStep(t, w.Queue(t, admin, job.Deletion, execution.Deletion{}, ids))
	w.Run(t, apitest.Scenario{Name: "cancelled", Request: apitest.Request{Method: "DELETE", Path: "/companies/{id}/jobs/" + string(in.Job), As: &admin}, Status: 202})
	for in.More {
		in = w.JobStep(t, in)
	}
	if there, removed := states(t, w, c, ids); there != 50 || removed != 100 {
		t.Fatalf("%d are there, %d are removed", there, removed)
	}
	var restored struct {
		JobID job.ID `json:"job_id"`
	}
	w.Do(t, undo(&admin, in.Job)).Into(t, &restored)
	w.RunJob(t, c.ID, restored.JobID)
	if there, _ := states(t, w, c, ids); there != 150 {
		t.Errorf("%d are there again", there)
	}
}

func writesOf(before, after sds.Sheet) []write.Sheet {
	return []write.Sheet{{Before: &before, After: after}}
}
