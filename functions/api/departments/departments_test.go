package departments_test

import (
	"fmt"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/departments"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// create adds a department through the API.
func create(t *testing.T, w *apitest.World, as *company.User, name string) departments.Department {
	t.Helper()
	r := w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/departments", As: as, Body: departments.DepartmentName{Name: name}})
	if r.Status != 201 {
		t.Fatalf("create %s: %d %s", name, r.Status, r.Body)
	}
	var d departments.Department
	r.Into(t, &d)
	return d
}

func TestCreate(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t), access.Admin)
	other := w.User(t, w.Company(t), access.Admin)
	post := func(as *company.User, name, key string) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/companies/{id}/departments", As: as, Key: key, Body: departments.DepartmentName{Name: name}, Lang: "ja"}
	}
	count := func(want int) func(*testing.T, *apitest.World, apitest.Response) {
		return func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if all, err := w.Table.Departments(t.Context(), admin.Company); err != nil || len(all) != want {
				t.Errorf("%d departments, %v; want %d", len(all), err, want)
			}
		}
	}
	var first string
	w.Run(t,
		apitest.Scenario{Name: "created", Request: post(&admin, " 研究所　", "k1"), Status: 201, Contains: []string{`"name":"研究所"`, `"version":1`}, After: func(t *testing.T, w *apitest.World, r apitest.Response) {
			first = r.Body
			count(1)(t, w, r)
		}},
		apitest.Scenario{Name: "the same request again", Request: post(&admin, " 研究所　", "k1"), Status: 201, After: func(t *testing.T, w *apitest.World, r apitest.Response) {
			if strings.TrimSpace(r.Body) != strings.TrimSpace(first) {
				t.Errorf("answered %s, before %s", r.Body, first)
			}
			count(1)(t, w, r)
		}},
		apitest.Scenario{Name: "the same key with another body", Request: post(&admin, "工場", "k1"), Status: 422, Code: "idempotency.reused", After: count(1)},
		apitest.Scenario{Name: "another person's key", Request: post(&other, "研究所", "k1"), Status: 201, After: count(1)},
		apitest.Scenario{Name: "the name exists", Request: post(&admin, "研究所", "k2"), Status: 409, Code: "department.name_exists", Field: "name department.name_exists", Contains: []string{"同じ名前の部署"}, After: count(1)},
		apitest.Scenario{Name: "the failed key with another name", Request: post(&admin, "工場", "k2"), Status: 201, After: count(2)},
		apitest.Scenario{Name: "no name", Request: post(&admin, "", ""), Status: 400, Field: "name input.required"},
		apitest.Scenario{Name: "spaces for a name", Request: post(&admin, "　 ", ""), Status: 400, Field: "name input.required"},
		apitest.Scenario{Name: "begins with a formula", Request: post(&admin, "=SUM(A1)", ""), Status: 400, Field: "name input.leading_character", Contains: []string{"先頭に記号"}},
		apitest.Scenario{Name: "a comma", Request: post(&admin, "東京,大阪", ""), Status: 400, Field: "name input.forbidden_characters"},
		apitest.Scenario{Name: "fifty characters", Request: post(&admin, strings.Repeat("部", 50), ""), Status: 201},
		apitest.Scenario{Name: "fifty-one characters", Request: post(&admin, strings.Repeat("部", 51), ""), Status: 400, Field: "name input.too_long", Contains: []string{"50文字以内"}},
		apitest.Scenario{Name: "something else in the body", Request: apitest.Request{Method: "POST", Path: "/companies/{id}/departments", As: &admin, Body: `{"name":"x","company_id":"y"}`}, Status: 400, Field: "company_id input.unknown_field"},
		apitest.Scenario{Name: "no JSON", Request: apitest.Request{Method: "POST", Path: "/companies/{id}/departments", As: &admin, Body: `{"name":`}, Status: 400, Code: "input.malformed"},
	)
}

func TestListIsByName(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t), access.Admin)
	create(t, w, &stranger, "Elsewhere")
	for _, name := range []string{"b", "Ａ", "C", "研究所"} {
		create(t, w, &admin, name)
	}
	r := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/departments", As: &viewer})
	var list departments.DepartmentList
	r.Into(t, &list)
	var names []string
	for _, d := range list.Items {
		names = append(names, d.Name)
	}
	if got := strings.Join(names, " "); r.Status != 200 || list.Total != 4 || got != "Ａ b C 研究所" {
		t.Errorf("%d: %d departments: %s", r.Status, list.Total, got)
	}
	empty := w.User(t, w.Company(t), access.Viewer)
	w.Run(t, apitest.Scenario{Name: "none", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/departments", As: &empty}, Status: 200, Contains: []string{`"items":[]`, `"total":0`}})
}

func TestEdit(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t), access.Admin)
	stranger := w.User(t, w.Company(t), access.Admin)
	lab, _ := create(t, w, &admin, "研究所"), create(t, w, &admin, "工場")
	put := func(as *company.User, version, name string) apitest.Request {
		return apitest.Request{
			Method: "PUT", Path: fmt.Sprintf("/companies/{id}/departments/%s", lab.ID), As: as, IfMatch: version, Body: departments.DepartmentName{Name: name}, Lang: "en",
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "no version", Request: put(&admin, "", "x"), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "a version that is none", Request: put(&admin, "x", "x"), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "renamed", Request: put(&admin, `"1"`, "中央研究所"), Status: 200, Contains: []string{`"version":2`, `"name":"中央研究所"`}},
		apitest.Scenario{Name: "stale", Request: put(&admin, `"1"`, "x"), Status: 412, Code: "version.stale", Contains: []string{"Somebody else has changed this"}},
		apitest.Scenario{Name: "a name that exists", Request: put(&admin, "2", "工場"), Status: 409, Code: "department.name_exists", Contains: []string{"A department with this name"}},
		apitest.Scenario{Name: "from another company", Request: put(&stranger, "2", "x"), Status: 404, Code: "not_found"},
		apitest.Scenario{Name: "an id that is none", Request: apitest.Request{Method: "PUT", Path: "/companies/{id}/departments/COMPANY", As: &admin, IfMatch: "1", Body: `{"name":"x"}`}, Status: 404, Code: "not_found"},
	)
}

func TestDelete(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	lab, plant := create(t, w, &admin, "研究所"), create(t, w, &admin, "工場")
	person := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{lab.ID, plant.ID} })
	var sheets []sds.Sheet
	for i := range 65 { // three transactions
		sheets = append(sheets, w.Sheet(t, c, func(s *sds.Sheet) {
			s.Departments = []sds.DepartmentID{plant.ID, lab.ID}
			if now := w.Clock.Now(); i == 0 {
				s.DeletedAt = &now
			}
		}))
	}
	stranger := w.User(t, w.Company(t), access.Admin)
	del := func(as *company.User, d departments.Department, query string) apitest.Request {
		return apitest.Request{Method: "DELETE", Path: fmt.Sprintf("/companies/{id}/departments/%s%s", d.ID, query), As: as, Lang: "ja"}
	}
	empty := create(t, w, &admin, "空き部署")
	w.Run(t,
		apitest.Scenario{Name: "unused", Request: del(&admin, empty, ""), Status: 204},
		apitest.Scenario{Name: "again", Request: del(&admin, empty, ""), Status: 404},
		apitest.Scenario{Name: "another company's", Request: del(&stranger, lab, "?force=true"), Status: 404},
		apitest.Scenario{
			Name: "in use", Request: del(&admin, lab, ""), Status: 409, Code: "department.in_use", Field: "sdses department.used_by_sheets",
			Contains: []string{"ユーザー1名", "SDS 64件", "64件のSDSに設定されています。"},
		},
		apitest.Scenario{Name: "in use, in English", Request: apitest.Request{Method: "DELETE", Path: del(&admin, lab, "").Path, As: &admin, Lang: "en"}, Status: 409, Contains: []string{"users: 1, SDSs: 64"}},
		apitest.Scenario{Name: "taken off what uses it", Request: del(&admin, lab, "?force=true"), Status: 204, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if u := w.Reread(t, person); len(u.Departments) != 1 || u.Departments[0] != plant.ID {
				t.Errorf("the person's departments: %v", u.Departments)
			}
			records, err := w.Table.SheetRecordsByID(t.Context(), c.ID)
			if err != nil || len(records) != len(sheets) {
				t.Fatalf("%d sheets, %v", len(records), err)
			}
			for _, s := range records {
				if len(s.Departments) != 1 || s.Departments[0] != plant.ID || s.Version != 2 {
					t.Errorf("sheet in %v, version %d", s.Departments, s.Version)
				}
			}
			edits, err := w.Table.Edits(t.Context(), c.ID, sheets[1].ID)
			if err != nil || len(edits) != 1 || edits[0].By != admin.ID || edits[0].Changes[0].Field != "departments" {
				t.Errorf("history: %+v, %v", edits, err)
			}
		}},
		apitest.Scenario{Name: "its name is free", Request: apitest.Request{Method: "POST", Path: "/companies/{id}/departments", As: &admin, Body: `{"name":"研究所"}`}, Status: 201},
	)
}

// Each department has its numbers of sheets, without removed ones, and of users.
func TestUsage(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	var made []departments.Department
	for _, name := range []string{"あ製造部", "い営業部"} {
		var d departments.Department
		w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/departments", As: &admin, Body: departments.DepartmentName{Name: name}}).Into(t, &d)
		made = append(made, d)
	}
	w.Edit(t, editor, func(u *company.User) { u.Departments = []sds.DepartmentID{made[0].ID} })
	w.Sheets(t, c, 3, func(i int, s *sds.Sheet) {
		s.Departments = []sds.DepartmentID{made[0].ID}
		if i == 0 {
			s.Departments = append(s.Departments, made[1].ID)
		}
	})
	get := func(as company.User) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/companies/{id}/departments/usage", As: &as}
	}
	w.Run(t,
		apitest.Scenario{Name: "numbers", Request: get(admin), Status: 200, Contains: []string{
			`{"id":"` + string(made[0].ID) + `","sheets":3,"users":1}`, `{"id":"` + string(made[1].ID) + `","sheets":1,"users":0}`, `"total":2`,
		}},
		apitest.Scenario{Name: "an editor may not", Request: get(editor), Status: 403},
	)
}
