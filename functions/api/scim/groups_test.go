package scim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/access"
)

func TestGroups(t *testing.T) {
	s := start(t)
	a, b := s.do("POST", "/Users", person("a@midori.example", "a", "a"), 201)["id"], s.do("POST", "/Users", person("b@midori.example", "b", "b"), 201)["id"]
	made := s.do("POST", "/Groups", doc{"schemas": []string{"urn:ietf:params:scim:schemas:core:2.0:Group"}, "displayName": "研究所", "externalId": "x", "members": []doc{{"value": a}}}, 201)
	lab, _ := made["id"].(string)
	if !strings.HasPrefix(lab, "department-") || len(s.stored(a).Departments) != 1 {
		t.Errorf("made %v", made)
	}
	s.refused("POST", "/Groups", doc{"displayName": "研究所"}, 409, "uniqueness")
	s.refused("POST", "/Groups", doc{"displayName": "anzen: administrators"}, 409, "uniqueness")
	s.refused("POST", "/Groups", doc{"displayName": ""}, 400, "invalidValue")
	s.refused("POST", "/Groups", doc{"displayName": "工場", "members": []doc{{"value": "nobody"}}}, 400, "invalidValue")
	if found := s.do("GET", `/Groups?excludedAttributes=members&filter=displayName eq "研究所"`, nil, 200); found["totalResults"] != 1.0 || strings.Contains(fmt.Sprint(found), "members") {
		t.Errorf("found %v", found)
	}
	if found := s.do("GET", `/Groups?filter=displayName eq "Anzen: Editors"`, nil, 200); found["totalResults"] != 1.0 {
		t.Errorf("found %v", found)
	}
	if all := s.do("GET", "/Groups", nil, 200); all["totalResults"] != 5.0 {
		t.Errorf("all %v", all)
	}
	// Members in Entra ID's way.
	s.do("PATCH", "/Groups/"+lab, patch(doc{"op": "Add", "path": "members", "value": []doc{{"value": b}}}), 200)
	got := s.do("PATCH", "/Groups/"+lab, patch(doc{"op": "Remove", "path": "members", "value": []doc{{"value": a}}}), 200)
	if len(s.stored(a).Departments) != 0 || len(s.stored(b).Departments) != 1 || len(got["members"].([]any)) != 1 {
		t.Errorf("members %v", got["members"])
	}
	s.do("PATCH", "/Groups/"+lab, patch(doc{"op": "replace", "value": doc{"id": lab, "displayName": "中央研究所"}}), 200) // Okta's
	s.refused("DELETE", "/Groups/"+lab, nil, 409, "")
	s.do("PATCH", "/Groups/"+lab, patch(doc{"op": "remove", "path": "members"}), 200)
	s.do("DELETE", "/Groups/"+lab, nil, 204)
	s.refused("GET", "/Groups/"+lab, nil, 404, "")
	// Roles: the highest counts.
	role := func(name, op string, id any) {
		t.Helper()
		s.do("PATCH", "/Groups/role-"+name, patch(doc{"op": op, "path": `members`, "value": []doc{{"value": id}}}), 200)
	}
	for _, step := range []struct {
		name, op string
		want     access.Role
	}{{"downloadable_viewer", "add", access.DownloadableViewer}, {"editor", "add", access.Editor}, {"downloadable_viewer", "remove", access.Editor}, {"downloadable_viewer", "add", access.Editor}, {"editor", "remove", access.DownloadableViewer}, {"downloadable_viewer", "remove", access.Viewer}} {
		role(step.name, step.op, a)
		if got := s.stored(a).Role; got != step.want {
			t.Errorf("after %s %s: %d, want %d", step.op, step.name, got, step.want)
		}
	}
	s.refused("DELETE", "/Groups/role-editor", nil, 400, "mutability")
	s.refused("PATCH", "/Groups/role-editor", patch(doc{"op": "replace", "path": "displayName", "value": "x"}), 400, "mutability")
	s.refused("GET", "/Groups/role-god", nil, 404, "")
	other := s.User(t, s.Company(t), access.Viewer)
	s.refused("PATCH", "/Groups/role-editor", patch(doc{"op": "add", "path": "members", "value": []doc{{"value": string(other.ID)}}}), 400, "invalidValue")
}

// The department of a user's record is one of their groups; others stay.
func TestDepartmentOfTheRecord(t *testing.T) {
	s := start(t)
	const urn = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
	made := s.do("POST", "/Users", person("d@midori.example", "a", "b"), 201)
	id, _ := made["id"].(string)
	group := s.do("POST", "/Groups", doc{"displayName": "委員会", "members": []doc{{"value": id}}}, 201)
	set := func(op, path string, value any) doc {
		t.Helper()
		o := doc{"op": op, "path": path}
		if value != nil {
			o["value"] = value
		}
		return s.do("PATCH", "/Users/"+id, patch(o), 200)
	}
	set("Add", urn+":department", "研究所")
	set("Replace", urn+":department", "工場")
	got := set("add", "title", "係長")
	if fmt.Sprint(got[urn]) != "map[department:工場]" {
		t.Errorf("%v", got[urn])
	}
	all, err := s.Table.Departments(t.Context(), s.company.ID)
	if err != nil || len(all) != 3 {
		t.Errorf("%d departments, %v", len(all), err)
	}
	in := func() (list []string) {
		for _, d := range all {
			if slices.Contains(s.stored(id).Departments, d.ID) {
				list = append(list, d.Name)
			}
		}
		slices.Sort(list)
		return list
	}
	if got := in(); !slices.Equal(got, []string{"委員会", "工場"}) {
		t.Errorf("in %v", got)
	}
	set("remove", urn+":department", nil)
	if got := in(); !slices.Equal(got, []string{"委員会"}) {
		t.Errorf("in %v after the removal; the group is %v", got, group["id"])
	}
	// A provider that knows no departments takes nobody out of one.
	s.do("PUT", "/Users/"+id, person("d@midori.example", "a", "b"), 200)
	if got := in(); !slices.Equal(got, []string{"委員会"}) {
		t.Errorf("in %v after a PUT", got)
	}
}
