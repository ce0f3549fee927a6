package sdses_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func remove(as *company.User, ids ...sds.SheetID) apitest.Request {
	return removal(as, body{"sds_ids": ids})
}

func removal(as *company.User, b body) apitest.Request {
	return apitest.Request{Method: "PUT", Path: "/companies/{id}/sdses/delete", As: as, Lang: "ja", Body: b}
}

func TestDeletingSheets(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	admin, viewer, stranger := w.User(t, c, access.Admin), w.User(t, c, access.DownloadableViewer), w.User(t, w.Company(t), access.Admin)
	mine := read(t, w, c, func(s *sds.Sheet) { s.Departments, s.File.Key = []sds.DepartmentID{"mine"}, "uploads/m.pdf" })
	none := w.Sheet(t, c, func(s *sds.Sheet) { s.Status = sds.StatusUploading })
	other := w.Sheet(t, c, func(s *sds.Sheet) { s.Departments, s.Name = []sds.DepartmentID{"other"}, "他部署の品" })
	if r := w.Do(t, edit(&editor, mine, mine.Version, change(1, "product_codes", "confirm"))); r.Status != 200 {
		t.Fatal(r.Body)
	}
	gone := apitest.Request{Method: "GET", Path: "/companies/{id}/sdses", As: &admin}
	w.Run(t,
		apitest.Scenario{Name: "a viewer", Request: remove(&viewer, mine.ID), Status: 403, Code: "permission.denied"},
		apitest.Scenario{Name: "nothing named", Request: removal(&editor, body{}), Status: 400, Field: "sds_ids choice.which"},
		apitest.Scenario{Name: "both ways", Request: removal(&editor, body{"sds_ids": []sds.SheetID{mine.ID}, "filter": body{}}), Status: 400, Field: "sds_ids choice.which"},
		apitest.Scenario{Name: "a filter of no such kind", Request: removal(&editor, body{"filter": body{"title": "x"}}), Status: 400, Code: "input.invalid"},
		apitest.Scenario{Name: "another company's", Request: remove(&stranger, mine.ID), Status: 400, Field: "sds_ids[0] sheet.unknown"},
		apitest.Scenario{Name: "another department's among them", Request: remove(&editor, mine.ID, other.ID), Status: 400, Code: "deletion.denied", Contains: []string{`"name":"他部署の品"`, string(other.ID)}, Lacks: []string{string(mine.ID)}},
		apitest.Scenario{Name: "all of a list", Request: removal(&editor, body{"filter": body{}}), Status: 400, Code: "deletion.denied", Contains: []string{"他部署の品"}},
		apitest.Scenario{Name: "none was deleted", Request: gone, Status: 200, Contains: []string{`"total":3`}},
		apitest.Scenario{Name: "two, one of them twice", Request: remove(&editor, mine.ID, none.ID, mine.ID), Status: 200, Contains: []string{`"deleted":2`, `"remaining":0`}},
		apitest.Scenario{Name: "once more", Request: remove(&editor, mine.ID, none.ID), Status: 200, Contains: []string{`"deleted":0`, `"remaining":0`}},
		apitest.Scenario{Name: "gone from lists", Request: gone, Status: 200, Contains: []string{`"total":1`}, Lacks: []string{string(mine.ID)}},
		apitest.Scenario{Name: "gone", Request: get(&admin, mine, ""), Status: 404},
		apitest.Scenario{Name: "its history", Request: get(&admin, mine, "/edit_histories"), Status: 404},
		apitest.Scenario{Name: "its PDF", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sds/" + string(mine.ID) + "/pdf", As: &admin}, Status: 404},
		apitest.Scenario{Name: "no edit", Request: edit(&admin, mine, mine.Version+2, body{"note": "x"}), Status: 404},
		apitest.Scenario{Name: "no other analysis", Request: apitest.Request{Method: "POST", Path: "/sdses/" + string(mine.ID) + "/reanalysis", As: &admin, Body: body{}}, Status: 404},
		apitest.Scenario{Name: "among the removed", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?removed=true", As: &admin}, Status: 200, Contains: []string{`"total":2`, string(mine.ID)}},
	)
	twin := read(t, w, c, nil)
	if r := w.Do(t, edit(&admin, twin, twin.Version, change(1, "product_codes", "confirm"))); r.Status != 200 {
		t.Errorf("the code of a deleted sheet: %s", r.Body)
	}
	// Deleting and uploading again does not circumvent the plan.
	if usage, _ := w.Table.Usage(t.Context(), c.ID); usage.UploadedSheets != 0 {
		t.Errorf("usage %+v", usage)
	}
}

func TestDeletingByAFilter(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	editor := w.User(t, c, access.Editor)
	var ids []sds.SheetID
	for i := range 40 {
		ids = append(ids, w.Sheet(t, c, func(s *sds.Sheet) { s.Name = []string{"アセトン", "トルエン"}[i%2] + fmt.Sprint(i) }).ID)
	}
	count := func(query string) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count?" + query, As: &admin}
	}
	w.Run(t,
		apitest.Scenario{Name: "another number", Request: removal(&admin, body{"filter": body{"name": []string{"ﾄﾙｴﾝ"}}, "expected_count": 21}), Status: 409, Code: "choice.count_changed", Contains: []string{"20件"}},
		apitest.Scenario{Name: "still there", Request: count(""), Status: 200, Contains: []string{`"count":40`}},
		apitest.Scenario{Name: "all but two", Request: removal(&editor, body{"filter": body{"name": []string{"ﾄﾙｴﾝ"}}, "exclude_ids": []sds.SheetID{ids[1], ids[3], ids[0]}, "expected_count": 18}), Status: 200, Contains: []string{`"deleted":18`, `"remaining":0`}},
		apitest.Scenario{Name: "two are left", Request: count("name=トルエン"), Status: 200, Contains: []string{`"count":2`}},
		apitest.Scenario{Name: "the others stay", Request: count("name=アセトン"), Status: 200, Contains: []string{`"count":20`}},
		apitest.Scenario{Name: "everything", Request: removal(&admin, body{"filter": body{}}), Status: 200, Contains: []string{`"deleted":22`}},
		apitest.Scenario{Name: "none is left", Request: count(""), Status: 200, Contains: []string{`"count":0`}},
	)
}

// All are checked before the first is deleted, however many there are.
func TestNoneIsDeletedWhereTheLastMayNot(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor)
	var ids []sds.SheetID
	for _, s := range w.Sheets(t, c, 110, nil) {
		ids = append(ids, s.ID)
	}
	ids = append(ids, w.Sheet(t, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"other"} }).ID)
	count := apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count", As: &editor}
	w.Run(t,
		apitest.Scenario{Name: "named", Request: remove(&editor, ids...), Status: 400, Code: "deletion.denied"},
		apitest.Scenario{Name: "all are there", Request: count, Status: 200, Contains: []string{`"count":111`}},
		apitest.Scenario{Name: "by a filter", Request: removal(&editor, body{"filter": body{}}), Status: 400, Code: "deletion.denied"},
		apitest.Scenario{Name: "all are still there", Request: count, Status: 200, Contains: []string{`"count":111`}},
	)
}

// Whatever is registered as newer and deleted, the remaining versions are one chain in
// their order, the last of them current and with the product code.
func TestVersionsStayAChain(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	runs := 0
	rapid.Check(t, func(r *rapid.T) {
		if runs++; runs > 25 {
			return // each is some dozen requests
		}
		code := fmt.Sprintf("CODE-%d", runs)
		first := read(t, w, c, nil)
		w.Do(t, edit(&admin, first, first.Version, change(1, "product_codes", "edit", body{"kind": "list", "list": []string{code}})))
		chain := []sds.SheetID{first.ID} // the oldest first
		for range rapid.IntRange(1, 4).Draw(r, "newer") {
			chain = append(chain, newer(t, w, &admin, chain[len(chain)-1]).ID)
		}
		for range rapid.IntRange(1, 4).Draw(r, "steps") {
			if rapid.Bool().Draw(r, "newer again") {
				chain = append(chain, newer(t, w, &admin, chain[len(chain)-1]).ID)
			} else {
				some := rapid.SliceOfNDistinct(rapid.SampledFrom(chain), 1, len(chain), rapid.ID[sds.SheetID]).Draw(r, "deleted")
				if len(some) == len(chain) {
					some = some[1:] // one is left, to continue with
				}
				if len(some) > 0 {
					if a := w.Do(t, remove(&admin, some...)); a.Status != 200 || !strings.Contains(a.Body, fmt.Sprintf(`"deleted":%d`, len(some))) {
						r.Fatalf("delete %v: %d %s", some, a.Status, a.Body)
					}
				}
				chain = slices.DeleteFunc(chain, func(id sds.SheetID) bool { return slices.Contains(some, id) })
			}
			holds(t, r, w, &admin, chain, code)
		}
	})
}

func holds(t *testing.T, r *rapid.T, w *apitest.World, as *company.User, chain []sds.SheetID, code string) {
	t.Helper()
	want := slices.Clone(chain)
	slices.Reverse(want)
	for i, id := range chain {
		var whole sdses.WholeSheet
		w.Do(t, get(as, sds.Sheet{ID: id}, "")).Into(t, &whole)
		var got []sds.SheetID
		for _, v := range whole.Versions {
			got = append(got, v.ID)
		}
		if !slices.Equal(got, want) {
			r.Fatalf("versions of %d are %v, want %v", i, got, want)
		}
		last := i == len(chain)-1
		if old := whole.RevisionStatus == sds.RevisionOld; old == last {
			r.Fatalf("version %d of %d: OLD is %v", i, len(chain), old)
		}
		record := recordOf(t, w, as.Company, id)
		if guards := slices.Equal(record.GuardedCodes, []string{code}); guards != last || len(record.GuardedCodes) > 0 != last {
			r.Fatalf("version %d of %d guards %v", i, len(chain), record.GuardedCodes)
		}
	}
	twin := read(t, w, company.Company{ID: as.Company}, nil)
	if a := w.Do(t, edit(as, twin, twin.Version, change(1, "product_codes", "edit", body{"kind": "list", "list": []string{code}}))); a.Status != 409 {
		r.Fatalf("the code could be taken: %d %s", a.Status, a.Body)
	}
}

func TestARemovedSheetIsPurged(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s := read(t, w, c, func(s *sds.Sheet) { s.Note = "秘密" })
	if r := w.Do(t, remove(&admin, s.ID)); r.Status != 200 {
		t.Fatal(r.Body)
	}
	if due, err := w.Table.RemovedBefore(t.Context(), w.Clock.Now().Add(-table.RemovedKept), 10); err != nil || len(due) != 0 {
		t.Errorf("due already: %v, %v", due, err)
	}
	w.Clock.Advance(table.RemovedKept + 2e9)
	due, err := w.Table.RemovedBefore(t.Context(), w.Clock.Now().Add(-table.RemovedKept), 10)
	if err != nil || len(due) != 1 || due[0].Sheet != s.ID || due[0].Company != c.ID {
		t.Fatalf("due: %v, %v", due, err)
	}
	for range 2 { // it can be repeated
		if err := w.Table.Purge(t.Context(), due[0], table.Audit{Action: "sheet.purged"}); err != nil {
			t.Fatal(err)
		}
	}
	if due, _ = w.Table.RemovedBefore(t.Context(), w.Clock.Now(), 10); len(due) != 0 {
		t.Errorf("still due: %v", due)
	}
	sections, _ := w.Table.Sections(t.Context(), c.ID, s.ID)
	edits, _ := w.Table.Edits(t.Context(), c.ID, s.ID)
	records, _ := w.Table.VersionRecords(t.Context(), c.ID, []sds.SheetID{s.ID})
	if len(sections)+len(edits) != 0 || len(records) != 1 || records[0].Note+records[0].Name != "" || records[0].DeletedAt == nil {
		t.Errorf("left: %d sections, %d edits, %+v", len(sections), len(edits), records)
	}
	w.Run(t, apitest.Scenario{Name: "not among the removed", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?removed=true", As: &admin}, Status: 200, Contains: []string{`"total":0`}})
}
