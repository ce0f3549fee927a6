package access_test

import (
	"slices"
	"testing"

	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

func TestRolesGrow(t *testing.T) {
	for i := 1; i < len(access.Roles); i++ {
		for _, p := range access.Roles[i-1].Permissions() {
			if !access.Roles[i].Has(p) {
				t.Errorf("%s lacks %s of %s", access.Roles[i].Name(), p, access.Roles[i-1].Name())
			}
		}
	}
	if access.Role(55).Known() != access.Viewer || access.Role(55).Has(access.SDSUpload) {
		t.Error("an unknown role is more than a viewer")
	}
}

func TestSpecifiedPermissions(t *testing.T) {
	has := map[access.Role]map[access.Permission]bool{
		access.Viewer:             {access.SDSRead: true, access.CheckListRead: true, access.SDSExport: false, access.SDSUpload: false, access.SDSEdit: false, access.CreateSimpleDownload: false},
		access.DownloadableViewer: {access.SDSExport: true, access.CreateSimpleDownload: true, access.SDSUpload: false, access.TagCreate: false},
		access.Editor: {
			access.SDSUpload: true, access.SDSDelete: true, access.SDSEditOwnDepartment: true, access.SDSEditOtherDepartment: false, access.SDSRequestOwnDepartment: true,
			access.SDSRequestOtherDepartment: false, access.TagDelete: true, access.CheckListExport: true, access.CheckListCreate: false, access.DepartmentCreate: false,
			access.UserInvite: false, access.CompanyEdit: false, access.SDSEdit: true, access.SDSRequest: true,
		},
		access.Admin: {access.SDSEditOtherDepartment: true, access.CheckListEdit: true, access.AllowedIPAddressCreate: true, access.UserDelete: true, access.CompanyEdit: true},
	}
	for role, permissions := range has {
		for p, want := range permissions {
			if got := role.Has(p); got != want {
				t.Errorf("%s has %s: %v, want %v", role.Name(), p, got, want)
			}
		}
	}
}

func TestDepartmentRule(t *testing.T) {
	own, other, none := sds.Sheet{Departments: []sds.DepartmentID{"a", "b"}}, sds.Sheet{Departments: []sds.DepartmentID{"c"}}, sds.Sheet{}
	for _, c := range []struct {
		role              access.Role
		own, other, empty bool
	}{
		{access.Viewer, false, false, false},
		{access.DownloadableViewer, false, false, false},
		{access.Editor, true, false, true},
		{access.Admin, true, true, true},
	} {
		p := access.Principal{Role: c.role, Departments: []sds.DepartmentID{"b"}}
		if p.MayEdit(own) != c.own || p.MayEdit(other) != c.other || p.MayEdit(none) != c.empty {
			t.Errorf("%s: edit own %v, other %v, none %v", c.role.Name(), p.MayEdit(own), p.MayEdit(other), p.MayEdit(none))
		}
		if p.MayRequest(own) != c.own || p.MayRequest(other) != c.other || p.MayRequest(none) != c.empty {
			t.Errorf("%s: request own %v, other %v, none %v", c.role.Name(), p.MayRequest(own), p.MayRequest(other), p.MayRequest(none))
		}
	}
}

func TestDepartmentsOfOthersStay(t *testing.T) {
	type ids = []sds.DepartmentID
	editor := access.Principal{Role: access.Editor, Departments: ids{"mine", "ours"}}
	admin := access.Principal{Role: access.Admin}
	for _, tt := range []struct {
		name           string
		had, has, want ids
	}{
		{"registered to one's own", nil, ids{"mine"}, nil},
		{"registered to another's too", nil, ids{"mine", "theirs"}, ids{"theirs"}},
		{"left as it is", ids{"mine", "theirs"}, ids{"theirs", "mine"}, nil},
		{"another's removed", ids{"mine", "theirs"}, ids{"mine"}, ids{"theirs"}},
		{"one's own added and removed beside another's", ids{"mine", "theirs"}, ids{"theirs", "ours"}, nil},
		{"one swapped for another, named twice", ids{"theirs"}, ids{"other", "other"}, ids{"other", "theirs"}},
	} {
		if got := editor.Trespasses(tt.had, tt.has); !slices.Equal(got, tt.want) {
			t.Errorf("%s: trespasses on %v, want %v", tt.name, got, tt.want)
		}
		if got := admin.Trespasses(tt.had, tt.has); got != nil {
			t.Errorf("%s: an administrator trespasses on %v", tt.name, got)
		}
	}
	if got := editor.Fixed(ids{"mine", "theirs"}); !slices.Equal(got, ids{"theirs"}) || editor.AnyDepartment() || !admin.AnyDepartment() {
		t.Errorf("fixed for an editor: %v", got)
	}
}
