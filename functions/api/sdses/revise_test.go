package sdses_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// revise registers newer files, as pairs of sheet and upload.
func revise(as *company.User, key string, pairs ...string) apitest.Request {
	list := []body{}
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, body{"sds_id": pairs[i], "upload_id": pairs[i+1]})
	}
	return apitest.Request{Method: "PUT", Path: "/companies/{id}/sdses", As: as, Key: key, Lang: "ja", Body: body{"sds_list": list}}
}

// newer registers a newer file of a sheet and completes its analysis.
func newer(t *testing.T, w *apitest.World, as *company.User, older sds.SheetID) sds.Sheet {
	t.Helper()
	upload := allow(t, w, as, "新版.pdf")[0]
	r := w.Do(t, revise(as, "", string(older), string(upload)))
	if r.Status != 200 {
		t.Fatalf("revise: %d %s", r.Status, r.Body)
	}
	var out sdses.ReviseBody
	r.Into(t, &out)
	return complete(t, w, as.Company, out.Items[0].ID)
}

// complete ends the analysis of a sheet that reads nothing.
func complete(t *testing.T, w *apitest.World, c sds.CompanyID, id sds.SheetID) sds.Sheet {
	t.Helper()
	before := recordOf(t, w, c, id)
	after := before
	after.Status = sds.StatusCompleted
	after, err := w.Table.WriteSheet(t.Context(), c, write.Sheet{Before: &before, After: after, Audit: table.Audit{Action: "test.read"}})
	if err != nil {
		t.Fatal(err)
	}
	return after
}

func recordOf(t *testing.T, w *apitest.World, c sds.CompanyID, id sds.SheetID) sds.Sheet {
	t.Helper()
	s, err := w.Table.Sheet(t.Context(), c, id)
	if err != nil {
		t.Fatalf("sheet %s: %v", id, err)
	}
	return s
}

// versions are the ids that a sheet's answer lists.
func versions(t *testing.T, w *apitest.World, as *company.User, id sds.SheetID) (ids []sds.SheetID) {
	t.Helper()
	var whole sdses.WholeSheet
	w.Do(t, get(as, sds.Sheet{ID: id}, "")).Into(t, &whole)
	for _, v := range whole.Versions {
		ids = append(ids, v.ID)
	}
	return ids
}

func TestANewerVersionTakesOver(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	old := read(t, w, c, func(s *sds.Sheet) {
		s.Departments, s.Tags, s.Assignees, s.Note = []sds.DepartmentID{"d"}, []sds.TagID{"t"}, []sds.UserID{admin.ID}, "棚3"
	})
	if r := w.Do(t, edit(&admin, old, old.Version, change(1, "product_codes", "confirm"))); r.Status != 200 {
		t.Fatalf("confirm: %s", r.Body)
	}
	upload := allow(t, w, &admin, "新版.pdf")[0]
	w.Bucket.Put("uploads/"+string(upload)+".pdf", []byte("%PDF-1.7"))
	r := w.Do(t, revise(&admin, "k", string(old.ID), string(upload)))
	if r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	var out sdses.ReviseBody
	r.Into(t, &out)
	if again := w.Do(t, revise(&admin, "k", string(old.ID), string(upload))); again.Status != 200 || !strings.Contains(again.Body, string(out.Items[0].ID)) {
		t.Errorf("the same request again: %d %s", again.Status, again.Body)
	}
	if again := w.Do(t, revise(&admin, "", string(old.ID), string(upload))); again.Status != 200 {
		t.Errorf("the same request without a key: %d %s", again.Status, again.Body)
	}
	id := out.Items[0].ID
	s, was := recordOf(t, w, c.ID, id), recordOf(t, w, c.ID, old.ID)
	switch {
	case s.Older != old.ID || s.Newer != "" || was.Newer != id || was.Older != "":
		t.Errorf("the chain: %+v, %+v", s, was)
	case !slices.Equal(s.Departments, old.Departments) || !slices.Equal(s.Tags, old.Tags) || !slices.Equal(s.Assignees, old.Assignees) || s.Note != "棚3":
		t.Errorf("taken over: %+v", s)
	case !slices.Equal(s.GuardedCodes, []string{"A-1"}) || len(was.GuardedCodes) != 0 || !slices.Equal(was.ProductCodes, []string{"A-1"}):
		t.Errorf("product codes: %v, %v, %v", s.GuardedCodes, was.GuardedCodes, was.ProductCodes)
	case s.Status != sds.StatusUploading || w.Machine.Started[string(id)+"-1"] == nil:
		t.Errorf("status %d, started %v", s.Status, w.Machine.Started)
	}
	if usage, err := w.Table.Usage(t.Context(), c.ID); err != nil || usage.UploadedSheets != 1 {
		t.Errorf("usage %+v, %v; the newer file counts once", usage, err)
	}
	complete(t, w, c.ID, id)
	twin := read(t, w, c, nil)
	w.Run(t,
		apitest.Scenario{
			Name: "the old one", Request: get(&admin, old, ""), Status: 200,
			Contains: []string{`"revision_status":"OLD"`, `"newer_id":"` + string(id) + `"`, `"product_code_list":["A-1"]`},
		},
		apitest.Scenario{Name: "in lists", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?revision_status=OLD", As: &admin}, Status: 200, Contains: []string{`"total":1`, string(old.ID)}},
		apitest.Scenario{Name: "the code is the new one's", Request: edit(&admin, twin, twin.Version, change(1, "product_codes", "confirm")), Status: 409, Code: "sheet.product_code_exists"},
		apitest.Scenario{Name: "the old one stays editable", Request: edit(&admin, old, was.Version, body{"note": "旧"}), Status: 200},
		apitest.Scenario{Name: "and claims nothing", Request: edit(&admin, old, was.Version+1, change(1, "product_codes", "edit", body{"kind": "list", "list": []string{"A-1"}})), Status: 200},
		apitest.Scenario{Name: "a second newer one", Request: revise(&admin, "", string(old.ID), string(allow(t, w, &admin, "b.pdf")[0])), Status: 409, Code: "sheet.superseded", Contains: []string{string(old.ID)}},
	)
	if got := versions(t, w, &admin, old.ID); !slices.Equal(got, []sds.SheetID{id, old.ID}) {
		t.Errorf("versions %v", got)
	}
	edits, err := w.Table.Edits(t.Context(), c.ID, id)
	if err != nil || len(edits) != 1 || edits[0].Action != "registered" || len(edits[0].Changes) != 4 {
		t.Errorf("history of the new one: %+v, %v", edits, err)
	}
}

func TestOnlyWhatTheSettingsNameIsTakenOver(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.CopyFields = []string{"note"} })
	admin := w.User(t, c, access.Admin)
	old := read(t, w, c, func(s *sds.Sheet) { s.Departments, s.Tags, s.Note = []sds.DepartmentID{"d"}, []sds.TagID{"t"}, "棚3" })
	w.Do(t, edit(&admin, old, old.Version, change(1, "product_codes", "confirm")))
	s := newer(t, w, &admin, old.ID)
	if s.Note != "棚3" || len(s.Departments)+len(s.Tags)+len(s.GuardedCodes)+len(s.ProductCodes) != 0 {
		t.Errorf("taken over: %+v", s)
	}
	// The code is free: an older version does not block it.
	twin := read(t, w, c, nil)
	if r := w.Do(t, edit(&admin, twin, twin.Version, change(1, "product_codes", "confirm"))); r.Status != 200 {
		t.Errorf("the code of an older version: %s", r.Body)
	}
	// When the newer one is deleted the older one replaces it, and keeps what it can.
	if r := w.Do(t, remove(&admin, s.ID)); r.Status != 200 {
		t.Fatalf("delete: %s", r.Body)
	}
	was := recordOf(t, w, c.ID, old.ID)
	if was.Newer != "" || len(was.GuardedCodes) != 0 {
		t.Errorf("the older one: %+v", was)
	}
	w.Run(t,
		apitest.Scenario{Name: "its note", Request: edit(&admin, was, was.Version, body{"note": "x"}), Status: 200},
		apitest.Scenario{Name: "its code, which is another's now", Request: edit(&admin, was, was.Version+1, change(1, "product_codes", "edit", body{"kind": "list", "list": []string{"a-1", "B"}})), Status: 409, Code: "sheet.product_code_exists"},
		apitest.Scenario{Name: "another code", Request: edit(&admin, was, was.Version+1, change(1, "product_codes", "edit", body{"kind": "list", "list": []string{"B"}})), Status: 200},
	)
}

func TestRefusedRevisions(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	stranger := w.User(t, w.Company(t), access.Admin)
	mine := read(t, w, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"mine"} })
	second := read(t, w, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"mine"} })
	other := read(t, w, c, func(s *sds.Sheet) {
		s.Departments, s.Name, s.NameByPerson = []sds.DepartmentID{"other"}, "他部署", true
	})
	busy := w.Sheet(t, c, func(s *sds.Sheet) { s.Status = sds.StatusFirstCheck })
	ups := allow(t, w, &editor, "a.pdf", "b.pdf", "c.pdf")
	a, b := string(ups[0]), string(ups[1])
	theirs := string(allow(t, w, &stranger, "x.pdf")[0])
	if r := w.Do(t, register(&editor, "", nil, ups[2])); r.Status != 201 {
		t.Fatal(r.Body)
	}
	w.Run(t,
		apitest.Scenario{Name: "no such sheet", Request: revise(&editor, "", sds.NewID[string](), a), Status: 400, Field: "sds_list[0].sds_id sheet.unknown"},
		apitest.Scenario{Name: "another company's sheet", Request: revise(&stranger, "", string(mine.ID), theirs), Status: 400, Field: "sds_list[0].sds_id sheet.unknown"},
		apitest.Scenario{Name: "another company's upload", Request: revise(&editor, "", string(mine.ID), theirs), Status: 400, Field: "sds_list[0].upload_id upload.unknown"},
		apitest.Scenario{Name: "one sheet twice", Request: revise(&editor, "", string(mine.ID), a, string(mine.ID), b), Status: 400, Field: "sds_list[1].sds_id sheet.twice"},
		apitest.Scenario{Name: "one upload twice", Request: revise(&editor, "", string(mine.ID), a, string(second.ID), a), Status: 400, Field: "sds_list[1].upload_id upload.twice"},
		apitest.Scenario{Name: "an upload that is a sheet", Request: revise(&editor, "", string(mine.ID), string(ups[2])), Status: 400, Field: "sds_list[0].upload_id upload.used"},
		apitest.Scenario{Name: "another department's among them", Request: revise(&editor, "", string(mine.ID), a, string(other.ID), b), Status: 403, Code: "permission.other_department", Contains: []string{"他部署"}},
		apitest.Scenario{Name: "being analysed", Request: revise(&editor, "", string(busy.ID), a), Status: 409, Code: "sheet.not_editable"},
		apitest.Scenario{Name: "registered twice in a list", Request: register(&editor, "", nil, ups[0], ups[0]), Status: 400, Field: "sds_list[1].upload_id upload.twice"},
	)
	for _, s := range []sds.Sheet{mine, second, other} {
		if got := recordOf(t, w, c.ID, s.ID); got.Version != s.Version {
			t.Errorf("a refused request changed %+v", got)
		}
	}
	if u, _, _ := w.Table.Upload(t.Context(), ups[0]); u.Sheet != "" {
		t.Errorf("a refused request took the upload: %+v", u)
	}
}

func TestRevisionsKeepToThePlan(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Plan = plan.Free })
	u := w.User(t, c, access.Editor)
	var pairs []string
	for range 11 {
		pairs = append(pairs, string(read(t, w, c, nil).ID), string(allow(t, w, &u, "a.pdf")[0]))
	}
	w.Run(t,
		apitest.Scenario{Name: "eleven", Request: revise(&u, "", pairs...), Status: 402, Code: "plan.upload_limit", Contains: []string{"10件"}},
		apitest.Scenario{Name: "none was made", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count", As: &u}, Status: 200, Contains: []string{`"count":11`}},
		apitest.Scenario{Name: "ten", Request: revise(&u, "", pairs[:20]...), Status: 200},
		apitest.Scenario{Name: "one more", Request: revise(&u, "", pairs[20:]...), Status: 402, Code: "plan.upload_limit"},
	)
}

func TestTwoNewerVersionsAtOnce(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	old := read(t, w, c, nil)
	ups := allow(t, w, &admin, "a.pdf", "b.pdf", "c.pdf", "d.pdf")
	statuses := together(t, w, len(ups), func(i int) apitest.Request { return revise(&admin, "", string(old.ID), string(ups[i])) })
	if statuses[200] != 1 || statuses[409] != 3 {
		t.Errorf("answers %v, want one taken and three refused", statuses)
	}
	if usage, _ := w.Table.Usage(t.Context(), c.ID); usage.UploadedSheets != 1 {
		t.Errorf("%d counted", usage.UploadedSheets)
	}
	if got := versions(t, w, &admin, old.ID); len(got) != 2 {
		t.Errorf("versions %v", got)
	}
}

// together sends requests concurrently and counts the answers by status.
func together(t *testing.T, w *apitest.World, n int, request func(int) apitest.Request) map[int]int {
	t.Helper()
	statuses := make([]int, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { statuses[i] = w.Do(t, request(i)).Status })
	}
	all.Wait()
	counts := map[int]int{}
	for _, s := range statuses {
		counts[s]++
	}
	return counts
}

// A newer version is compared with the one before, or with any other of the sheet.
func TestChangesOfAVersion(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	old := readToluene(t, w, c)
	alone := w.Sheet(t, c, nil)
	latest := newer(t, w, &admin, old.ID)
	get := func(of sds.SheetID, query string) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/" + string(of) + "/changes" + query, As: &viewer, Lang: "ja"}
	}
	w.Run(t,
		apitest.Scenario{Name: "since the one before", Request: get(latest.ID, ""), Status: 200, Contains: []string{
			`"from":{"id":"` + string(old.ID), `"to":{"id":"` + string(latest.ID), `{"kind":"name","section":1,"key":"product_name","was":{"kind":"text","text":"トルエン"}}`,
			`"kind":"composition"`, `"class_key":"JP-PRTR/C1/DEFAULT"`, `"was":"applies","is":"unknown"`,
		}},
		apitest.Scenario{Name: "backwards", Request: get(old.ID, "?since="+string(latest.ID)), Status: 200, Contains: []string{`"is":{"kind":"text","text":"トルエン"}`}},
		apitest.Scenario{Name: "no other version", Request: get(alone.ID, ""), Status: 404, Code: string(sdses.CodeFirstVersion), Contains: []string{"ほかの版"}},
		apitest.Scenario{Name: "of another sheet", Request: get(latest.ID, "?since="+string(alone.ID)), Status: 404},
		apitest.Scenario{Name: "of itself", Request: get(latest.ID, "?since="+string(latest.ID)), Status: 404},
	)
}
