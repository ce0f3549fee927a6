package sdses_test

import (
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func restoring(as *company.User, ids ...sds.SheetID) apitest.Request {
	return apitest.Request{Method: "PUT", Path: "/companies/{id}/sdses/restore", As: as, Lang: "ja", Body: body{"sds_ids": ids}}
}

func TestRestoringSheets(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer, stranger := w.User(t, c, access.Admin), w.User(t, c, access.Viewer), w.User(t, w.Company(t), access.Admin)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	coded := read(t, w, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"mine"} })
	if r := w.Do(t, edit(&admin, coded, coded.Version, change(1, "product_codes", "confirm"))); r.Status != 200 {
		t.Fatal(r.Body)
	}
	other := w.Sheet(t, c, func(s *sds.Sheet) { s.Departments, s.Name = []sds.DepartmentID{"other"}, "他部署の品" })
	purged := w.Sheet(t, c, nil)
	list := apitest.Request{Method: "GET", Path: "/companies/{id}/sdses", As: &admin}
	var deleted struct {
		IDs []sds.SheetID `json:"deleted_ids"`
	}
	w.Run(t, apitest.Scenario{Name: "deleted", Request: remove(&admin, coded.ID, other.ID, purged.ID), Status: 200, After: func(t *testing.T, _ *apitest.World, r apitest.Response) { r.Into(t, &deleted) }})
	if len(deleted.IDs) != 3 {
		t.Fatalf("deleted %v", deleted.IDs)
	}
	records, err := w.Table.VersionRecords(t.Context(), c.ID, []sds.SheetID{purged.ID})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Table.Purge(t.Context(), table.Removed{Company: c.ID, Sheet: purged.ID, At: *records[0].DeletedAt}, table.Audit{Action: "test"}); err != nil {
		t.Fatal(err)
	}
	w.Run(t,
		apitest.Scenario{Name: "a viewer", Request: restoring(&viewer, coded.ID), Status: 403, Code: "permission.denied"},
		apitest.Scenario{Name: "none named", Request: restoring(&admin), Status: 400},
		apitest.Scenario{Name: "another company's", Request: restoring(&stranger, coded.ID), Status: 400, Field: "sds_ids[0] sheet.unknown"},
		apitest.Scenario{Name: "one whose contents are gone", Request: restoring(&admin, coded.ID, purged.ID), Status: 400, Field: "sds_ids[1] sheet.unknown"},
		apitest.Scenario{Name: "another department's among them", Request: restoring(&editor, coded.ID, other.ID), Status: 400, Code: "deletion.restore_denied", Contains: []string{"他部署の品"}},
		apitest.Scenario{Name: "none was restored", Request: list, Status: 200, Contains: []string{`"total":0`}},
		apitest.Scenario{Name: "one", Request: restoring(&editor, coded.ID, coded.ID), Status: 204},
		apitest.Scenario{Name: "once more", Request: restoring(&editor, coded.ID), Status: 204},
		apitest.Scenario{Name: "it is listed", Request: list, Status: 200, Contains: []string{`"total":1`, string(coded.ID)}},
		apitest.Scenario{Name: "with its values", Request: get(&admin, coded, ""), Status: 200},
		apitest.Scenario{Name: "and its history", Request: get(&admin, coded, "/edit_histories"), Status: 200, Contains: []string{`"action":"removed"`, `"action":"restored"`}},
		apitest.Scenario{Name: "the others are among the removed", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?removed=true", As: &admin}, Status: 200, Contains: []string{string(other.ID)}, Lacks: []string{string(coded.ID)}},
	)
	twin := read(t, w, c, nil)
	if r := w.Do(t, edit(&admin, twin, twin.Version, change(1, "product_codes", "confirm"))); r.Status != 409 {
		t.Errorf("a restored sheet does not guard its code: %d %s", r.Status, r.Body)
	}
}
