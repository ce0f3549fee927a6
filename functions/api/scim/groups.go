package scim

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/scim"
)

// groups are all groups of the company: the roles, and the departments by name.
func (r request) groups(ctx context.Context) ([]group, error) {
	all, err := r.Table.Departments(ctx, r.CompanyID)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b company.Department) int { return company.Compare(a.Name, b.Name) })
	var groups []group
	for _, role := range slices.Backward(access.Roles) {
		groups = append(groups, r.roleGroup(role))
	}
	for _, d := range all {
		groups = append(groups, departmentGroup(d))
	}
	return groups, nil
}

// find reads a group by the id of a path.
func (r request) find(ctx context.Context, id string) (group, error) {
	if name, ok := strings.CutPrefix(id, rolePrefix); ok {
		for _, role := range access.Roles {
			if role.Name() == name {
				return r.roleGroup(role), nil
			}
		}
	}
	department, ok := strings.CutPrefix(id, departmentPrefix)
	if !ok || !sds.ValidID(department) {
		return group{}, table.ErrNotFound
	}
	d, err := r.Table.Department(ctx, r.CompanyID, sds.DepartmentID(department))
	return departmentGroup(d), err
}

// resource is the resource of a group. Its version changes with its name and its members.
func (r request) resource(g group, people []company.User) scim.Resource {
	members := []any{}
	sum := sha256.New()
	fmt.Fprintln(sum, g.name)
	changed := g.changed
	for _, u := range people {
		if !g.has(u) {
			continue
		}
		fmt.Fprintln(sum, u.ID)
		if u.UpdatedAt.After(changed) {
			changed = u.UpdatedAt
		}
		members = append(members, scim.Resource{"value": string(u.ID), "$ref": r.location("Users", string(u.ID)), "display": u.Name(), "type": "User"})
	}
	return scim.Resource{
		"schemas": []any{scim.GroupURN}, "id": g.id, "displayName": g.name, "members": members,
		"meta": scim.Resource{
			"resourceType": "Group", "created": stamp(g.made), "lastModified": stamp(changed), "location": r.location("Groups", g.id),
			"version": `W/"` + hex.EncodeToString(sum.Sum(nil)[:8]) + `"`,
		},
	}
}

// people are all users of the company by id.
func (r request) people(ctx context.Context) ([]company.User, error) {
	all, err := r.Table.Users(ctx, r.CompanyID)
	slices.SortFunc(all, func(a, b company.User) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return all, err
}

func versionOf(one scim.Resource) string {
	meta, _ := one["meta"].(scim.Resource)
	return scim.Text(meta, "version")
}

func (r request) groupAnswer(ctx context.Context, status int, id string) (answer, error) {
	g, err := r.find(ctx, id)
	if err != nil {
		return answer{}, err
	}
	people, err := r.people(ctx)
	if err != nil {
		return answer{}, err
	}
	one := r.resource(g, people)
	return answer{status: status, body: r.selected(scim.Group, one), location: r.location("Groups", id), version: versionOf(one)}, nil
}

func (r request) readGroup(ctx context.Context, id string) (answer, error) {
	return r.groupAnswer(ctx, 200, id)
}

func (r request) searchGroups(ctx context.Context, s search) (answer, error) {
	filter, err := scim.Group.Filter(s.filter)
	if err != nil {
		return answer{}, err
	}
	groups, err := r.groups(ctx)
	if err != nil {
		return answer{}, err
	}
	people, err := r.people(ctx)
	if err != nil {
		return answer{}, err
	}
	all := make([]scim.Resource, len(groups))
	for i, g := range groups {
		all[i] = r.resource(g, people)
	}
	return s.answer(scim.Group, filter, all), nil
}
