package sdses_test

import (
	"slices"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func joining(as *company.User, newer, older sds.SheetID) apitest.Request {
	return apitest.Request{Method: "PUT", Path: "/companies/{id}/sdses/" + string(newer) + "/older_version", As: as, Lang: "ja", Body: body{"older_id": older}}
}

func separating(as *company.User, newer sds.SheetID) apitest.Request {
	return apitest.Request{Method: "DELETE", Path: "/companies/{id}/sdses/" + string(newer) + "/older_version", As: as, Lang: "ja"}
}

func resembling(as *company.User, ids ...sds.SheetID) apitest.Request {
	path := "/companies/{id}/sdses/revision_candidates?sds_ids="
	for i, id := range ids {
		if i > 0 {
			path += "&sds_ids="
		}
		path += string(id)
	}
	return apitest.Request{Method: "GET", Path: path, As: as}
}

// A sheet that was registered on its own is found to be a newer version of another and is
// joined to it, with its product codes, and separated again.
func TestJoiningVersions(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t), access.Admin)
	old := read(t, w, c, func(s *sds.Sheet) { s.Note = "棚3" })
	if r := w.Do(t, edit(&admin, old, old.Version, change(1, "product_codes", "confirm"))); r.Status != 200 {
		t.Fatal(r.Body)
	}
	late := read(t, w, c, nil)
	other := w.Sheet(t, c, nil)
	locked := w.Sheet(t, c, func(s *sds.Sheet) { s.Status, s.Reason = sds.StatusImpossible, "analysis.encrypted" })
	usage, err := w.Table.Usage(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	pair := `"newer_id":"` + string(late.ID) + `","older_id":"` + string(old.ID) + `"`
	changes := apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/" + string(late.ID) + "/changes", As: &viewer}
	superseded := apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?revision_status=OLD", As: &viewer}
	w.Run(t,
		apitest.Scenario{Name: "found", Request: resembling(&admin, late.ID, other.ID), Status: 200, Contains: []string{`"id":"` + string(old.ID), `"reasons":["same_code"`, pair, `"pending":false,"sds_list":[]}`}},
		apitest.Scenario{Name: "with how their analysis ended", Request: resembling(&admin, late.ID, locked.ID), Status: 200, Contains: []string{`"status_group":"completed"`, `"status_group":"impossible","reason":{"code":"analysis.encrypted","detail":"`}},
		apitest.Scenario{Name: "by a viewer, who cannot join them", Request: resembling(&viewer, late.ID), Status: 200, Contains: []string{`"id":"` + string(old.ID)}, Lacks: []string{`"newer_id"`}},
		apitest.Scenario{Name: "by another company", Request: resembling(&stranger, late.ID), Status: 200, Contains: []string{`"items":[]`}},
		apitest.Scenario{Name: "without a sheet", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/revision_candidates", As: &admin}, Status: 400},
		apitest.Scenario{Name: "joined by a viewer", Request: joining(&viewer, late.ID, old.ID), Status: 403},
		apitest.Scenario{Name: "joined by another company", Request: joining(&stranger, late.ID, old.ID), Status: 404},
		apitest.Scenario{Name: "joined to itself", Request: joining(&admin, late.ID, late.ID), Status: 400, Field: "older_id sheet.older_is_self"},
		apitest.Scenario{Name: "separated from nothing", Request: separating(&admin, late.ID), Status: 409, Code: "sheet.no_older_version"},
		apitest.Scenario{Name: "joined", Request: joining(&admin, late.ID, old.ID), Status: 204},
		apitest.Scenario{Name: "once more", Request: joining(&admin, late.ID, old.ID), Status: 204},
		apitest.Scenario{Name: "the other way", Request: joining(&admin, old.ID, late.ID), Status: 409, Code: "sheet.versions_of_one"},
		apitest.Scenario{Name: "compared", Request: changes, Status: 200, Contains: []string{`"from":{"id":"` + string(old.ID)}},
		apitest.Scenario{Name: "in lists", Request: superseded, Status: 200, Contains: []string{`"total":1`, string(old.ID)}},
		apitest.Scenario{Name: "no longer found", Request: resembling(&admin, late.ID, old.ID), Status: 200, Lacks: []string{"reasons"}},
		apitest.Scenario{Name: "in the history", Request: get(&admin, late, "/edit_histories"), Status: 200, Contains: []string{`"action":"joined"`, `"棚3"`}},
		apitest.Scenario{Name: "of both", Request: get(&admin, old, "/edit_histories"), Status: 200, Contains: []string{`"action":"superseded"`}},
	)
	is, was := recordOf(t, w, c.ID, late.ID), recordOf(t, w, c.ID, old.ID)
	if is.Note != "棚3" || !slices.Equal(is.GuardedCodes, []string{"A-1"}) || len(was.GuardedCodes) != 0 {
		t.Errorf("%+v\n%+v", is, was)
	}
	if now, err := w.Table.Usage(t.Context(), c.ID); err != nil || now != usage {
		t.Errorf("counted %+v, before %+v, %v", now, usage, err)
	}
	twin := read(t, w, c, nil)
	w.Run(t,
		apitest.Scenario{Name: "the code is guarded", Request: edit(&admin, twin, twin.Version, change(1, "product_codes", "confirm")), Status: 409, Code: "sheet.product_code_exists"},
		apitest.Scenario{Name: "separated", Request: separating(&admin, late.ID), Status: 204},
		apitest.Scenario{Name: "both are current", Request: superseded, Status: 200, Contains: []string{`"total":0`}},
		apitest.Scenario{Name: "not offered again", Request: resembling(&admin, late.ID), Status: 200, Lacks: []string{string(old.ID)}, Contains: []string{string(twin.ID)}},
		apitest.Scenario{Name: "dismissed", Request: apitest.Request{Method: "PUT", Path: "/companies/{id}/sdses/" + string(twin.ID) + "/unrelated_sdses", As: &admin, Body: body{"sds_ids": []sds.SheetID{late.ID}}}, Status: 204},
		apitest.Scenario{Name: "nor that", Request: resembling(&admin, late.ID), Status: 200, Lacks: []string{"reasons"}},
	)
}

// Requests at the same time for the same pair join it once, whichever way round.
func TestJoiningAtOnce(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	a, b := read(t, w, c, nil), read(t, w, c, nil)
	statuses := together(t, w, 6, func(i int) apitest.Request {
		if i%2 == 0 {
			return joining(&admin, a.ID, b.ID)
		}
		return joining(&admin, b.ID, a.ID)
	})
	if statuses[204] != 3 || statuses[409]+statuses[429] != 3 {
		t.Errorf("answers %v, want those of one way round", statuses)
	}
	one, two := recordOf(t, w, c.ID, a.ID), recordOf(t, w, c.ID, b.ID)
	if joined := one.Older == b.ID && two.Newer == a.ID && one.Newer == "" && two.Older == ""; !joined && !(two.Older == a.ID && one.Newer == b.ID && two.Newer == "" && one.Older == "") {
		t.Errorf("%+v\n%+v", one, two)
	}
}

// Of joined versions the newer one may have been registered before the older one. Deleted
// and restored it is the newer one again, and a separated one stays alone.
func TestRestoringJoinedVersions(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	late := w.Sheet(t, c, nil)
	w.Clock.Advance(time.Hour)
	old := w.Sheet(t, c, nil)
	again := func(id sds.SheetID) {
		t.Helper()
		if r := w.Do(t, remove(&admin, id)); r.Status != 200 {
			t.Fatal(r.Body)
		}
		if r := w.Do(t, restoring(&admin, id)); r.Status != 204 {
			t.Fatal(r.Body)
		}
	}
	if r := w.Do(t, joining(&admin, late.ID, old.ID)); r.Status != 204 {
		t.Fatal(r.Body)
	}
	for _, id := range []sds.SheetID{late.ID, old.ID, late.ID} {
		again(id)
		if got, want := versions(t, w, &admin, old.ID), []sds.SheetID{late.ID, old.ID}; !slices.Equal(got, want) {
			t.Fatalf("versions %v, want %v", got, want)
		}
	}
	if r := w.Do(t, separating(&admin, late.ID)); r.Status != 204 {
		t.Fatal(r.Body)
	}
	for _, id := range []sds.SheetID{late.ID, old.ID} {
		again(id)
		if got := versions(t, w, &admin, id); len(got) != 1 {
			t.Errorf("separated, but versions %v", got)
		}
	}
}

// A replacement for the file of an incomplete sheet is compared with the files of others.
func TestAReplacementWithAKnownFile(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	content := "%PDF-1.7 the same"
	known := w.Sheet(t, c, func(s *sds.Sheet) { s.Name, s.File.SHA256 = "トルエン", digest(content) })
	broken := w.Sheet(t, c, func(s *sds.Sheet) { s.Status, s.File.SHA256 = sds.StatusImpossible, digest("broken") })
	upload := allow(t, w, &admin, "同じ.pdf")[0]
	w.Bucket.Put("uploads/"+string(upload)+".pdf", []byte(content))
	resume := func(accept bool) apitest.Request {
		return reconfirm(&admin, broken, broken.Version, body{"action": "resume", "upload_id": upload, "accept_known_file": accept})
	}
	w.Run(t,
		apitest.Scenario{Name: "refused", Request: resume(false), Status: 400, Field: "upload_id upload.known", Contains: []string{`"denied_sds_list":[{"id":"` + string(known.ID), "トルエン"}},
		apitest.Scenario{Name: "accepted", Request: resume(true), Status: 200, Contains: []string{`"status":10000`}},
	)
	if s := recordOf(t, w, c.ID, broken.ID); s.File.SHA256 != digest(content) || !s.IsUnrelated(&known) {
		t.Errorf("%+v", s)
	}
}
