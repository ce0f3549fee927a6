package sdses_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Management attributes: departments, assignees, tags, dates, note, name.
func TestWhatASheetIsManagedBy(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	mine, theirs := sds.NewID[sds.DepartmentID](), sds.NewID[sds.DepartmentID]()
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	x.CreateDepartment(company.Department{ID: mine, Name: "研究"})
	x.CreateDepartment(company.Department{ID: theirs, Name: "製造"})
	tag := x.CreateTag(company.Tag{ID: sds.NewID[sds.TagID](), Name: "要確認"}).ID
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{mine} })
	admin, stranger := w.User(t, c, access.Admin), w.User(t, w.Company(t), access.Admin)
	s := read(t, w, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{mine} })
	v := s.Version
	w.Run(t,
		apitest.Scenario{Name: "an editor puts it into another department", Request: edit(&editor, s, v, body{"department_id_list": []sds.DepartmentID{mine, theirs}}), Status: 403, Code: "department.not_yours"},
		apitest.Scenario{Name: "an admin does", Request: edit(&admin, s, v, body{"department_id_list": []sds.DepartmentID{mine, theirs, mine}}), Status: 200, Contains: []string{`"department_id_list":["` + string(mine) + `","` + string(theirs) + `"]`}},
		apitest.Scenario{Name: "an editor leaves it there", Request: edit(&editor, s, v+1, body{"department_id_list": []sds.DepartmentID{theirs, mine}, "note": "a"}), Status: 200},
		apitest.Scenario{Name: "a department that there is not", Request: edit(&admin, s, v+2, body{"department_id_list": []sds.DepartmentID{sds.NewID[sds.DepartmentID]()}}), Status: 400, Field: "department_id_list[0] department.unknown"},
		apitest.Scenario{Name: "a user of another company", Request: edit(&admin, s, v+2, body{"assignee_id_list": []sds.UserID{stranger.ID}}), Status: 400, Field: "assignee_id_list user.unknown", Contains: []string{"存在しないユーザー"}},
		apitest.Scenario{Name: "assignees", Request: edit(&admin, s, v+2, body{"assignee_id_list": []sds.UserID{editor.ID, editor.ID}}), Status: 200, Contains: []string{`"assignee_id_list":["` + string(editor.ID) + `"]`}},
		apitest.Scenario{Name: "a tag", Request: edit(&admin, s, v+3, body{"tag_id_list": []sds.TagID{tag}}), Status: 200, Contains: []string{string(tag)}},
		apitest.Scenario{Name: "a day that there is not", Request: edit(&admin, s, v+4, body{"supplier_confirmed_at": "2026-02-29", "assessed_at": "2026-13-01"}), Status: 400, Field: "supplier_confirmed_at input.pattern", Contains: []string{`"assessed_at"`}},
		apitest.Scenario{Name: "days to come", Request: edit(&admin, s, v+4, body{"supplier_confirmed_at": "2026-11-21", "assessed_at": "2999-01-01"}), Status: 400, Field: "supplier_confirmed_at input.future", Contains: []string{`"assessed_at"`}},
		apitest.Scenario{Name: "a leap day", Request: edit(&admin, s, v+4, body{"supplier_confirmed_at": "2024-02-29", "assessed_at": "2026-11-20"}), Status: 200, Contains: []string{`"assessed_at":"2026-11-20"`, `"supplier_confirmed_at":"2024-02-29"`}},
		apitest.Scenario{Name: "no day", Request: edit(&admin, s, v+5, body{"assessed_at": ""}), Status: 200, Contains: []string{`"assessed_at":""`}},
		apitest.Scenario{Name: "a note that is too long", Request: edit(&admin, s, v+6, body{"note": strings.Repeat("あ", 4001)}), Status: 400, Field: "note input.too_long"},
		apitest.Scenario{Name: "a name of its own", Request: edit(&admin, s, v+6, body{"name": " 倉庫A "}), Status: 200, Contains: []string{`"name":"倉庫A"`}},
		apitest.Scenario{Name: "none again", Request: edit(&admin, s, v+7, body{"name": ""}), Status: 200, Contains: []string{`"name":"アセトン"`}},
		apitest.Scenario{Name: "too many product codes", Request: edit(&admin, s, v+8, change(1, "product_codes", "edit", body{"kind": "list", "list": codes(31)})), Status: 400, Field: "fields[0] input.too_many_items"},
		apitest.Scenario{Name: "many product codes", Request: edit(&admin, s, v+8, change(1, "product_codes", "edit", body{"kind": "list", "list": codes(30)})), Status: 200},
	)
	if r := w.Do(t, remove(&admin, s.ID)); r.Status != 200 {
		t.Errorf("a sheet with so many codes cannot be deleted: %s", r.Body)
	}
}

func codes(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("C-%d", i))
	}
	return list
}

// The most product codes of a sheet are moved to a newer version, and back.
func TestManyProductCodesGoOver(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	var pairs []string
	for k := range 3 {
		s := read(t, w, c, nil)
		list := codes(30)
		for i := range list {
			list[i] += fmt.Sprint("-", k)
		}
		if r := w.Do(t, edit(&admin, s, s.Version, change(1, "product_codes", "edit", body{"kind": "list", "list": list}))); r.Status != 200 {
			t.Fatal(r.Body)
		}
		pairs = append(pairs, string(s.ID), string(allow(t, w, &admin, "n.pdf")[0]))
	}
	r := w.Do(t, revise(&admin, "", pairs...))
	if r.Status != 200 {
		t.Fatal(r.Body)
	}
	var out sdses.ReviseBody
	r.Into(t, &out)
	var ids []sds.SheetID
	for _, item := range out.Items {
		if s := recordOf(t, w, c.ID, item.ID); len(s.GuardedCodes) != 30 {
			t.Errorf("%d codes", len(s.GuardedCodes))
		}
		ids = append(ids, item.ID)
	}
	if r := w.Do(t, remove(&admin, ids...)); r.Status != 200 {
		t.Fatal(r.Body)
	}
	for i := 0; i < len(pairs); i += 2 {
		if s := recordOf(t, w, c.ID, sds.SheetID(pairs[i])); len(s.GuardedCodes) != 30 || s.Newer != "" {
			t.Errorf("%d codes, newer %q", len(s.GuardedCodes), s.Newer)
		}
	}
}

// The revision status in a list is that of its filter, on every day around a sheet's
// expiration and after every change of the company's setting.
func TestTheRevisionStatusFollowsDayAndSetting(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	revised := w.Sheet(t, c, func(s *sds.Sheet) { s.RevisedOn = "2024-02-29" })
	confirmed := w.Sheet(t, c, func(s *sds.Sheet) { s.RevisedOn, s.SupplierConfirmedOn = "2010-01-01", "2025-03-01" })
	settled := int64(1)
	for _, step := range []struct {
		day       string
		years     int
		revised   sds.RevisionStatus
		confirmed sds.RevisionStatus
	}{
		{"2028-02-29", 4, sds.RevisionRevised, sds.RevisionSupplierConfirmed},
		{"2028-03-01", 4, sds.RevisionNeeded, sds.RevisionSupplierConfirmed},
		{"2029-03-01", 5, sds.RevisionRevised, sds.RevisionSupplierConfirmed},
		{"2029-03-01", 4, sds.RevisionNeeded, sds.RevisionSupplierConfirmed},
		{"2029-03-02", 5, sds.RevisionNeeded, sds.RevisionSupplierConfirmed},
		{"2029-03-02", 4, sds.RevisionNeeded, sds.RevisionNeeded},
		{"2029-03-02", 10, sds.RevisionRevised, sds.RevisionSupplierConfirmed},
	} {
		// Midnight in Japan is the fifteenth hour of the day before.
		at, err := time.Parse(time.DateOnly, step.day)
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(at.Add(-9 * time.Hour).Sub(w.Clock.Now()))
		r := w.Do(t, apitest.Request{Method: "PUT", Path: "/companies/{id}/settings", As: &admin, IfMatch: strconv.FormatInt(settled, 10), Body: body{"sds_expiration_years": step.years}})
		if r.Status != 200 {
			t.Fatalf("settings: %d %s", r.Status, r.Body)
		}
		firm, err := w.Table.Company(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		settled = firm.Version
		for id, want := range map[sds.SheetID]sds.RevisionStatus{revised.ID: step.revised, confirmed.ID: step.confirmed} {
			for _, status := range []sds.RevisionStatus{sds.RevisionOld, sds.RevisionNeeded, sds.RevisionRevised, sds.RevisionSupplierConfirmed} {
				var page struct{ Items []sdses.SheetRow }
				w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?revision_status=" + string(status), As: &admin}).Into(t, &page)
				i := slices.IndexFunc(page.Items, func(r sdses.SheetRow) bool { return r.ID == id })
				if found := i >= 0; found != (status == want) || found && page.Items[i].RevisionStatus != want {
					t.Errorf("%s, %d years: looking for %s finds %s: %v, want it %s", step.day, step.years, status, id, found, want)
				}
			}
		}
	}
}
