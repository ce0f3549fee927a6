package sdses_test

import (
	"slices"
	"strings"
	"testing"
	"time"

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
		apitest.Scenario{Name: "none that a record can have, after one that is named twice", Request: restoring(&admin, coded.ID, coded.ID, "", sds.SheetID(strings.Repeat("x", 1025))), Status: 400, Field: "sds_ids[2] sheet.unknown"},
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

// line registers two newer versions of a sheet; the oldest is first.
func line(t *testing.T, w *apitest.World, admin *company.User) (all []sds.SheetID) {
	t.Helper()
	first := read(t, w, company.Company{ID: admin.Company}, nil)
	if r := w.Do(t, edit(admin, first, first.Version, change(1, "product_codes", "confirm"))); r.Status != 200 {
		t.Fatal(r.Body)
	}
	all = append(all, first.ID)
	for range 2 {
		w.Clock.Advance(time.Hour)
		all = append(all, newer(t, w, admin, all[len(all)-1]).ID)
	}
	return all
}

// A restored sheet is among its versions again, whatever was removed and restored in which order.
func TestRestoringVersions(t *testing.T) {
	for name, orders := range map[string]struct{ removed, restored []int }{
		"the oldest":                   {[]int{0}, []int{0}},
		"the one between":              {[]int{1}, []int{1}},
		"the newest":                   {[]int{2}, []int{2}},
		"two, the older first":         {[]int{0, 1}, []int{0, 1}},
		"two, the newer first":         {[]int{2, 1}, []int{2, 1}},
		"two at the end, in turn":      {[]int{1, 2}, []int{2, 1}},
		"both ends":                    {[]int{0, 2}, []int{2, 0}},
		"all, in the order of removal": {[]int{0, 1, 2}, []int{0, 1, 2}},
		"all, the ends first":          {[]int{1, 0, 2}, []int{0, 2, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w := apitest.New(t)
			c := w.Company(t)
			admin := w.User(t, c, access.Admin)
			all := line(t, w, &admin)
			for _, i := range orders.removed {
				if r := w.Do(t, remove(&admin, all[i])); r.Status != 200 {
					t.Fatal(r.Body)
				}
			}
			for _, i := range orders.restored {
				if r := w.Do(t, restoring(&admin, all[i])); r.Status != 204 {
					t.Fatal(r.Body)
				}
			}
			if got, want := versions(t, w, &admin, all[0]), []sds.SheetID{all[2], all[1], all[0]}; !slices.Equal(got, want) {
				t.Errorf("versions %v, want %v", got, want)
			}
			for i, id := range all {
				s := recordOf(t, w, c.ID, id)
				if older, newer := i > 0 && s.Older == all[i-1] || i == 0 && s.Older == "", i < 2 && s.Newer == all[i+1] || i == 2 && s.Newer == ""; !older || !newer {
					t.Errorf("links of version %d: older %q, newer %q", i, s.Older, s.Newer)
				}
				if i < 2 && len(s.GuardedCodes) > 0 {
					t.Errorf("version %d guards the codes of the newest", i)
				}
			}
		})
	}
}

func TestRestoringBelowAVersionRegisteredMeanwhile(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	all := line(t, w, &admin)
	w.Do(t, remove(&admin, all[2]))
	w.Clock.Advance(time.Hour)
	all = append(all, newer(t, w, &admin, all[1]).ID)
	// The first one is restored last: the others find each other without it.
	w.Do(t, remove(&admin, all[3], all[1]))
	for _, i := range []int{3, 2, 1} {
		if r := w.Do(t, restoring(&admin, all[i])); r.Status != 204 {
			t.Fatal(r.Body)
		}
	}
	if got, want := versions(t, w, &admin, all[0]), []sds.SheetID{all[3], all[2], all[1], all[0]}; !slices.Equal(got, want) {
		t.Errorf("versions %v, want %v", got, want)
	}
}
