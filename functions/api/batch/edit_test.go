package batch_test

import (
	"fmt"
	"slices"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/batch"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
)

func together(as *company.User, b body) apitest.Request {
	return apitest.Request{Method: "PATCH", Path: "/companies/{id}/sdses/batch_edit", As: as, Lang: "ja", Body: b}
}

func TestSelectedSheetsAreFiledAlike(t *testing.T) {
	f := newFirm(t)
	a, b := f.sheet(t, "アセトン"), f.sheet(t, "エタノール")
	viewer, stranger := f.User(t, f.company, access.Viewer), f.User(t, f.Company(t), access.Admin)
	ids := []sds.SheetID{a.ID, b.ID}
	tagged := body{"sds_ids": ids, "add_tags": []sds.TagID{f.tag}}
	f.Run(t,
		apitest.Scenario{Name: "a viewer may not", Request: together(&viewer, tagged), Status: 403},
		apitest.Scenario{Name: "nothing is asked", Request: together(&f.admin, body{"sds_ids": ids}), Status: 400, Code: "batch.nothing_asked"},
		apitest.Scenario{Name: "no sheets", Request: together(&f.admin, body{"add_tags": []sds.TagID{f.tag}}), Status: 400, Field: "sds_ids batch.which"},
		apitest.Scenario{Name: "both ways", Request: together(&f.admin, body{"sds_ids": ids, "filter": body{}, "add_tags": []sds.TagID{f.tag}}), Status: 400, Field: "sds_ids batch.which"},
		apitest.Scenario{Name: "another company's", Request: together(&stranger, tagged), Status: 400, Field: "sds_ids[0] sheet.unknown"},
		apitest.Scenario{Name: "a tag that is gone", Request: together(&f.admin, body{"sds_ids": ids, "add_tags": []sds.TagID{"gone"}}), Status: 400, Code: "batch.choice_gone"},
		apitest.Scenario{Name: "another number than seen", Request: together(&f.admin, body{"filter": body{}, "expected_count": 3, "add_tags": []sds.TagID{f.tag}}), Status: 409, Code: "batch.count_changed"},
		apitest.Scenario{Name: "tags, a department and an assignee", Request: together(&f.admin, body{
			"sds_ids": ids, "expected_count": 2, "add_tags": []sds.TagID{f.tag}, "add_departments": []sds.DepartmentID{f.making}, "add_assignees": []sds.UserID{f.editor.ID},
		}), Status: 200, Contains: []string{`"changed":2`, `"skipped":0`}},
		apitest.Scenario{Name: "once more", Request: together(&f.admin, tagged), Status: 200, Contains: []string{`"changed":0`}},
		apitest.Scenario{Name: "one's own department is added to one of all", Request: together(&f.admin, body{"filter": body{"tag_id": []sds.TagID{f.tag}}, "exclude_ids": []sds.SheetID{b.ID}, "expected_count": 1, "remove_departments": []sds.DepartmentID{f.making}, "add_departments": []sds.DepartmentID{f.research}}), Status: 200, Contains: []string{`"changed":1`}},
		apitest.Scenario{Name: "an editor's and another department's", Request: together(&f.editor, body{"sds_ids": ids, "remove_tags": []sds.TagID{f.tag}}), Status: 400, Code: "batch.denied", Contains: []string{`"name":"エタノール"`, "権限のないSDSが1件"}, Lacks: []string{"アセトン"}},
		apitest.Scenario{Name: "an editor leaves no department", Request: together(&f.editor, body{"sds_ids": []sds.SheetID{a.ID}, "remove_departments": []sds.DepartmentID{f.research}}), Status: 400, Code: "batch.no_department_left"},
		apitest.Scenario{Name: "only the editor's", Request: together(&f.editor, body{"sds_ids": ids, "remove_tags": []sds.TagID{f.tag}, "skip_denied": true}), Status: 200, Contains: []string{`"changed":1`, `"skipped":1`}},
	)
	got, left := f.reread(t, a.ID), f.reread(t, b.ID)
	if len(got.Tags) != 0 || !slices.Equal(got.Departments, []sds.DepartmentID{f.research}) || !slices.Equal(got.Assignees, []sds.UserID{f.editor.ID}) {
		t.Errorf("%v %v %v", got.Tags, got.Departments, got.Assignees)
	}
	if !slices.Equal(left.Tags, []sds.TagID{f.tag}) || !slices.Equal(left.Departments, []sds.DepartmentID{f.making}) {
		t.Errorf("%v %v", left.Tags, left.Departments)
	}
}

func TestManySheetsAreFiledByAJob(t *testing.T) {
	f := newFirm(t)
	f.Sheets(t, f.company, 70, func(i int, s *sds.Sheet) { s.Name = fmt.Sprint("製品", i) })
	r := f.Do(t, together(&f.admin, body{"filter": body{}, "expected_count": 70, "add_tags": []sds.TagID{f.tag}}))
	var answer batch.BulkEdited
	if r.Into(t, &answer); r.Status != 202 || answer.Changed != 70 || answer.JobID == "" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	if j := f.RunJob(t, f.company.ID, answer.JobID); j.State != job.Done || j.Done != 70 || j.Total != 70 {
		t.Fatalf("%+v", j)
	}
	f.Run(t, apitest.Scenario{
		Name: "all have the tag", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count?tag_id=" + string(f.tag), As: &f.admin}, Status: 200, Contains: []string{`"count":70`},
	})
}
