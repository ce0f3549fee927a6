package users_test

import (
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/users"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func TestGetMe(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	lab := x.CreateDepartment(company.Department{ID: sds.NewID[sds.DepartmentID](), Name: "研究所"})
	plant := x.CreateDepartment(company.Department{ID: sds.NewID[sds.DepartmentID](), Name: "工場"})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone := sds.NewID[sds.DepartmentID]()
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{lab.ID, gone, plant.ID, lab.ID} })
	r := w.Do(t, apitest.Request{Method: "GET", Path: "/users/me", As: &editor})
	var me users.Me
	r.Into(t, &me)
	switch {
	case r.Status != 200 || me.ID != editor.ID || me.Company != c.ID || me.Email != editor.Email || me.Version != 1 || !me.IsActive:
		t.Errorf("%d %s", r.Status, r.Body)
	case me.Name != "山田 花子" || me.Locale != "ja-JP":
		t.Errorf("name %s, locale %s", me.Name, me.Locale)
	case me.RoleID != access.Editor || me.Role.Name != "editor" || len(me.Role.Permissions) != len(access.Editor.Permissions()):
		t.Errorf("role %+v", me.Role)
	case len(me.Departments) != 2 || me.Departments[0].Name != "工場" || me.Departments[1].ID != lab.ID:
		t.Errorf("departments %+v", me.Departments)
	}
	unknown := w.User(t, c, access.Role(55))
	w.Run(t, apitest.Scenario{
		Name: "an unknown role is a viewer's", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &unknown}, Status: 200,
		Contains: []string{`"role_id":0`, `"name":"viewer"`, `"departments":[]`},
	})
}

func TestEditMe(t *testing.T) {
	w := apitest.New(t)
	viewer := w.User(t, w.Company(t), access.Viewer)
	put := func(version, body string) apitest.Request {
		return apitest.Request{Method: "PUT", Path: "/users/me", As: &viewer, IfMatch: version, Body: body, Lang: "en"}
	}
	w.Run(t,
		apitest.Scenario{
			Name:    "changed",
			Request: put("1", `{"first_name":" Taro ","middle_name":"K.","last_name":"Sato","phone":"+81 3 1234 5678","position":"課長","is_subscribe":true}`),
			Status:  200, Contains: []string{`"version":2`, `"first_name":"Taro"`, `"middle_name":"K."`, `"last_name":"Sato"`, `"phone":"+81 3 1234 5678"`, `"position":"課長"`, `"is_subscribe":true`, `"name":"Sato Taro"`},
		},
		apitest.Scenario{Name: "what is not named stays", Request: put("2", `{"position":""}`), Status: 200, Contains: []string{`"version":3`, `"first_name":"Taro"`, `"position":""`, `"is_subscribe":true`}},
		apitest.Scenario{Name: "stale", Request: put("2", `{"position":"x"}`), Status: 412, Code: "version.stale"},
		apitest.Scenario{Name: "no version", Request: put("", `{"position":"x"}`), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "no first name", Request: put("3", `{"first_name":" "}`), Status: 400, Field: "first_name input.required", Contains: []string{"This field is required."}},
		apitest.Scenario{Name: "all errors are returned at once", Request: put("3", `{"last_name":"","position":"@x","phone":"12"}`), Status: 400, Field: "position input.leading_character", Contains: []string{"last_name", "input.phone"}},
		apitest.Scenario{Name: "a name that is too long", Request: put("3", `{"first_name":"abcdefghijabcdefghijabcdefghijabcdefghijabcdefg"}`), Status: 400, Field: "first_name input.too_long"},
		apitest.Scenario{Name: "the role is not one's own to change", Request: put("3", `{"role_id":100}`), Status: 400, Field: "role_id input.unknown_field"},
		apitest.Scenario{Name: "nor the address", Request: put("3", `{"email":"x@y.example"}`), Status: 400, Field: "email input.unknown_field"},
	)
}

func TestLanguage(t *testing.T) {
	w := apitest.New(t)
	viewer := w.User(t, w.Company(t), access.Viewer)
	put := func(body string) apitest.Request {
		return apitest.Request{Method: "PUT", Path: "/users/me/language", As: &viewer, Body: body}
	}
	get := apitest.Request{Method: "GET", Path: "/users/me/language", As: &viewer}
	w.Run(t,
		apitest.Scenario{Name: "as made", Request: get, Status: 200, Contains: []string{`{"locale":"ja-JP"}`}},
		apitest.Scenario{Name: "changed", Request: put(`{"locale":"en-US"}`), Status: 200, Contains: []string{`{"locale":"en-US"}`}},
		apitest.Scenario{Name: "read again", Request: get, Status: 200, Contains: []string{`{"locale":"en-US"}`}, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if u := w.Reread(t, viewer); u.Locale != company.LocaleEnglish || u.Version != 2 {
				t.Errorf("%s, version %d", u.Locale, u.Version)
			}
		}},
		apitest.Scenario{Name: "the same again writes nothing", Request: put(`{"locale":"en-US"}`), Status: 200, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if u := w.Reread(t, viewer); u.Version != 2 {
				t.Errorf("version %d", u.Version)
			}
		}},
		apitest.Scenario{Name: "the language alone", Request: put(`{"locale":"ja"}`), Status: 200, Contains: []string{`{"locale":"ja-JP"}`}},
		apitest.Scenario{Name: "read as the locale", Request: get, Status: 200, Contains: []string{`{"locale":"ja-JP"}`}},
		apitest.Scenario{Name: "another language", Request: put(`{"locale":"fr-FR"}`), Status: 400, Field: "locale input.choice"},
	)
}
