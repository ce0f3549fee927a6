package sdses_test

import (
	"slices"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// divided is a company with three departments: an editor's two and another one.
type divided struct {
	*apitest.World
	company             company.Company
	mine, ours, theirs  sds.DepartmentID
	editor, none, admin company.User
}

func newDivided(t *testing.T, change ...func(*company.Company)) divided {
	w := apitest.New(t)
	d := divided{World: w, company: w.Company(t, change...), mine: sds.NewID[sds.DepartmentID](), ours: sds.NewID[sds.DepartmentID](), theirs: sds.NewID[sds.DepartmentID]()}
	x := w.Table.Begin(d.company.ID).Audit(table.Audit{Action: "test"})
	for id, name := range map[sds.DepartmentID]string{d.mine: "研究", d.ours: "品質", d.theirs: "製造"} {
		x.CreateDepartment(company.Department{ID: id, Name: name})
	}
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.editor = w.User(t, d.company, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{d.mine, d.ours} })
	d.none, d.admin = w.User(t, d.company, access.Editor), w.User(t, d.company, access.Admin)
	return d
}

type departments = []sds.DepartmentID

// Editors register to their own departments, to at least one; administrators to any.
func TestEditorsRegisterToTheirDepartments(t *testing.T) {
	d := newDivided(t)
	ids := allow(t, d.World, &d.editor, "a.pdf", "b.pdf", "c.pdf")
	d.Run(t,
		apitest.Scenario{Name: "an editor to none", Request: register(&d.editor, "", nil, ids[0]), Status: 400, Field: "department_id_list department.required", Contains: []string{"at least one of your departments"}},
		apitest.Scenario{Name: "an editor to another", Request: register(&d.editor, "", departments{d.mine, d.theirs}, ids[0]), Status: 403, Code: "department.not_yours"},
		apitest.Scenario{Name: "an editor without departments to none", Request: register(&d.none, "", nil, ids[0]), Status: 403, Code: "department.you_have_none", Contains: []string{"ask your administrator"}},
		apitest.Scenario{Name: "an editor without departments to one", Request: register(&d.none, "", departments{d.mine}, ids[0]), Status: 403, Code: "department.not_yours"},
		apitest.Scenario{Name: "an editor to their own", Request: register(&d.editor, "", departments{d.mine, d.mine}, ids[0]), Status: 201},
		apitest.Scenario{Name: "an administrator to none", Request: register(&d.admin, "", nil, ids[1]), Status: 201},
		apitest.Scenario{Name: "an administrator to any", Request: register(&d.admin, "", departments{d.theirs}, ids[2]), Status: 201},
	)
	w := apitest.New(t)
	small := w.User(t, w.Company(t), access.Editor)
	w.Run(t, apitest.Scenario{Name: "in a company without departments", Request: register(&small, "", nil, allow(t, w, &small, "a.pdf")...), Status: 201})
}

// However an editor changes the departments of a sheet, those of others stay.
func TestEditorsLeaveTheDepartmentsOfOthers(t *testing.T) {
	d := newDivided(t)
	gone := sds.NewID[sds.DepartmentID]() // which the company has deleted
	for _, tt := range []struct {
		name     string
		had, has departments
		status   int
		code     string
	}{
		{"another's is taken away", departments{d.mine, d.theirs}, departments{d.mine}, 403, "department.not_yours"},
		{"all are taken away", departments{d.mine, d.theirs}, nil, 403, "department.not_yours"},
		{"another's is added", departments{d.mine}, departments{d.mine, d.theirs}, 403, "department.not_yours"},
		{"another's is added to none", nil, departments{d.theirs}, 403, "department.not_yours"},
		{"none is left", departments{d.mine}, nil, 400, "input.invalid"},
		{"none there is", nil, nil, 200, ""},
		{"one's own is added to none", nil, departments{d.mine}, 200, ""},
		{"one's own is added and taken away", departments{d.mine, d.theirs}, departments{d.theirs, d.ours}, 200, ""},
		{"one's own is given up", departments{d.mine, d.theirs}, departments{d.theirs}, 200, ""},
		{"one that is no more is taken away", departments{d.mine, gone}, departments{d.mine}, 200, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, d.World, d.company, func(s *sds.Sheet) { s.Departments = tt.had })
			has := append(departments{}, tt.has...)
			r := d.Do(t, edit(&d.editor, s, s.Version, body{"department_id_list": has, "note": "x"}))
			if r.Status != tt.status || tt.code != "" && r.Problem(t).Code != tt.code {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			want := tt.had
			if tt.status == 200 {
				want = tt.has
			}
			if got := recordOf(t, d.World, d.company.ID, s.ID); !slices.Equal(got.Departments, want) {
				t.Errorf("departments %v, want %v", got.Departments, want)
			}
			if r := d.Do(t, edit(&d.admin, s, recordOf(t, d.World, d.company.ID, s.ID).Version, body{"department_id_list": departments{}})); r.Status != 200 {
				t.Errorf("an administrator may not: %d %s", r.Status, r.Body)
			}
		})
	}
}

// A newer version keeps the departments of others too.
func TestNewerVersionsKeepTheDepartmentsOfOthers(t *testing.T) {
	for _, tt := range []struct {
		name           string
		copied         bool
		had, requested departments
		status         int
		want           func(d divided) departments
	}{
		{"copied", true, departments{"mine", "theirs"}, nil, 200, func(d divided) departments { return departments{d.mine, d.theirs} }},
		{"copied from none", true, nil, nil, 200, func(divided) departments { return nil }},
		{"chosen", false, departments{"mine", "theirs"}, departments{"ours"}, 200, func(d divided) departments { return departments{d.ours, d.theirs} }},
		{"none chosen", false, departments{"mine"}, nil, 400, nil},
		{"another's chosen", false, departments{"mine"}, departments{"theirs"}, 403, nil},
		{"none chosen, another's there", false, departments{"mine", "theirs"}, nil, 200, func(d divided) departments { return departments{d.theirs} }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDivided(t, func(c *company.Company) {
				if !tt.copied {
					c.CopyFields = []string{"note"}
				}
			})
			ids := func(names departments) departments {
				real := departments{}
				for _, n := range names {
					real = append(real, map[sds.DepartmentID]sds.DepartmentID{"mine": d.mine, "ours": d.ours, "theirs": d.theirs}[n])
				}
				return real
			}
			s := read(t, d.World, d.company, func(s *sds.Sheet) { s.Departments = ids(tt.had) })
			upload := allow(t, d.World, &d.editor, "newer.pdf")[0]
			q := apitest.Request{Method: "PUT", Path: "/companies/{id}/sdses", As: &d.editor, Body: body{
				"department_id_list": ids(tt.requested), "sds_list": []body{{"sds_id": s.ID, "upload_id": upload}},
			}}
			r := d.Do(t, q)
			if r.Status != tt.status {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			if tt.want == nil {
				return
			}
			var out sdses.ReviseBody
			r.Into(t, &out)
			if got := recordOf(t, d.World, d.company.ID, out.Items[0].ID).Departments; !slices.Equal(got, tt.want(d)) {
				t.Errorf("departments %v, want %v", got, tt.want(d))
			}
		})
	}
}
