package sdses_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

func restoringAll(as *company.User, b body) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/restoration", As: as, Lang: "ja", Body: b}
}

// All deleted sheets that match a filter are restored by a job, whoever deleted them and in how
// many deletions; others, and those that may not be, stay deleted.
func TestRestoringAllThatMatch(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	admin, viewer, stranger := w.User(t, c, access.Admin), w.User(t, c, access.Viewer), w.User(t, w.Company(t), access.Admin)
	all := w.Sheets(t, c, 260, func(i int, s *sds.Sheet) {
		s.Name, s.Departments = fmt.Sprintf("%s%d", []string{"アセトン", "トルエン"}[i%2], i), []sds.DepartmentID{"mine"}
		if i >= 250 {
			s.Departments = []sds.DepartmentID{"other"}
		}
	})
	ids := idsOf(all)
	for _, part := range [][]sds.SheetID{ids[:100], ids[100:255]} { // five are never deleted
		if r := w.Do(t, remove(&admin, part...)); r.Status != 200 {
			t.Fatal(r.Body)
		}
	}
	w.Clock.Advance(sds.WriteTakes + time.Second)
	matching := body{"filter": body{"name": []string{"ﾄﾙｴﾝ"}, "removed": true}, "exclude_ids": []sds.SheetID{ids[1]}, "expected_count": 126}
	w.Run(t,
		apitest.Scenario{Name: "a viewer", Request: restoringAll(&viewer, matching), Status: 403, Code: "permission.denied"},
		apitest.Scenario{Name: "another company's administrator", Request: restoringAll(&stranger, body{"filter": body{}}), Status: 400, Code: "choice.none"},
		apitest.Scenario{Name: "without a filter", Request: restoringAll(&editor, body{}), Status: 400, Field: "filter input.required"},
		apitest.Scenario{Name: "none matches", Request: restoringAll(&editor, body{"filter": body{"name": []string{"ベンゼン"}}}), Status: 400, Code: "choice.none"},
		apitest.Scenario{Name: "another number", Request: restoringAll(&editor, body{"filter": body{}, "expected_count": 260}), Status: 409, Code: "choice.count_changed", Contains: []string{"255件"}},
		apitest.Scenario{Name: "some may not be restored", Request: restoringAll(&editor, matching), Status: 400, Code: "deletion.restore_denied", Contains: []string{`"name":"トルエン251"`, "2件"}},
	)
	matching["skip_denied"] = true
	request := restoringAll(&editor, matching)
	request.Headers = map[string]string{"Idempotency-Key": "once"}
	var started sdses.RestoreAllBody
	for range 2 { // repeated, it is the same job
		answer := w.Do(t, request)
		var again sdses.RestoreAllBody
		answer.Into(t, &again)
		if answer.Status != 202 || again.Sheets != 124 || again.Skipped != 2 || started.JobID != "" && again != started {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		started = again
	}
	// Meanwhile one is restored, one goes to another department, and the contents of one are gone.
	w.Run(t, apitest.Scenario{Name: "restored by a colleague", Request: restoring(&admin, ids[3]), Status: 204})
	records, err := w.Table.VersionRecords(t.Context(), c.ID, []sds.SheetID{ids[5], ids[7]})
	if err != nil {
		t.Fatal(err)
	}
	after := records[1]
	after.Departments = []sds.DepartmentID{"other"}
	rewrite(t, w, c, records[1], after)
	if err := w.Table.Purge(t.Context(), table.Removed{Company: c.ID, Sheet: ids[5], At: *records[0].DeletedAt}, table.Audit{Action: "test"}); err != nil {
		t.Fatal(err)
	}
	j := w.RunJob(t, c.ID, started.JobID)
	why := map[sds.SheetID]message.Code{}
	for _, l := range j.Left {
		why[l.Sheet] = l.Why.Code
	}
	if j.State != job.Done || j.Kind != job.Restoration || j.Done != 124 || j.LeftTotal != 2 || why[ids[5]] != sheets.CodeRestorePurged || why[ids[7]] != message.CodeOtherDepartment || j.Undoable(w.Clock.Now()) {
		t.Fatalf("%+v, %v", j, why)
	}
	if file := string(w.Bucket.Object("work", j.Result.Key)); !strings.Contains(file, string(ids[5])) || !strings.Contains(file, "30日") || !strings.Contains(file, "トルエン7") {
		t.Errorf("the file of what is left: %s", file)
	}
	for i, id := range ids {
		deleted := i < 255 && (i%2 == 0 || i >= 250 || i == 1 || i == 5 || i == 7)
		records, err := w.Table.VersionRecords(t.Context(), c.ID, []sds.SheetID{id})
		if err != nil || len(records) != 1 || (records[0].DeletedAt != nil) != deleted {
			t.Errorf("sheet %d: %+v, %v", i, records, err)
		}
	}
	w.Run(t, apitest.Scenario{Name: "they are in the list", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count?name=トルエン", As: &admin}, Status: 200, Contains: []string{`"count":125`}})
}

// Versions that were deleted together are a chain again, in whatever order the job restores them.
func TestRestoringAllVersions(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	all := line(t, w, &admin)
	if r := w.Do(t, remove(&admin, all...)); r.Status != 200 {
		t.Fatal(r.Body)
	}
	w.Clock.Advance(sds.WriteTakes + time.Second)
	answer := w.Do(t, restoringAll(&admin, body{"filter": body{"removed": true}}))
	var started sdses.RestoreAllBody
	answer.Into(t, &started)
	if answer.Status != 202 {
		t.Fatal(answer.Body)
	}
	if j := w.RunJob(t, c.ID, started.JobID); j.State != job.Done || j.LeftTotal != 0 {
		t.Fatalf("%+v", j)
	}
	if got := versions(t, w, &admin, all[0]); len(got) != 3 || got[0] != all[2] || got[2] != all[0] {
		t.Errorf("versions %v of %v", got, all)
	}
}
