package scim

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"anzen/functions/api/departments"
	"anzen/functions/api/users"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/scim"
)

// The ids of groups.
const (
	departmentPrefix = "department-"
	rolePrefix       = "role-"
)

// roleNames are the names of the groups of roles. Providers match groups by name, so they
// never change; no department's name has a colon in this place.
var roleNames = map[access.Role]string{
	access.Admin: "Anzen: Administrators", access.Editor: "Anzen: Editors", access.DownloadableViewer: "Anzen: Viewers with downloads", access.Viewer: "Anzen: Viewers",
}

// The errors of groups.
const (
	CodeRoleGroup message.Code = "scim.role_group"
	CodeRoleName  message.Code = "scim.role_name"
	CodeMember    message.Code = "scim.member_unknown"
)

// rolesOf are the groups of roles of the user: those of which the provider made them a
// member, unless somebody gave them another role since.
func rolesOf(u company.User) []access.Role {
	role := u.Role.Known()
	if u.External != nil && len(u.External.Roles) > 0 && slices.Max(u.External.Roles) == role {
		return slices.Sorted(slices.Values(u.External.Roles))
	}
	return []access.Role{role}
}

// group is a department, or the users of a role.
type group struct {
	id, name      string
	department    company.Department
	role          access.Role
	isRole        bool
	made, changed time.Time
}

func departmentGroup(d company.Department) group {
	return group{id: departmentPrefix + string(d.ID), name: d.Name, department: d, made: d.CreatedAt, changed: d.UpdatedAt}
}

func (r request) roleGroup(role access.Role) group {
	return group{id: rolePrefix + role.Name(), name: roleNames[role], role: role, isRole: true, made: r.Company.CreatedAt, changed: r.Company.CreatedAt}
}

func (g group) has(u company.User) bool {
	if g.isRole {
		return slices.Contains(rolesOf(u), g.role)
	}
	return slices.Contains(u.Departments, g.department.ID)
}

// join and leave change the user's membership.
func (g group) join(r request, u *company.User) error {
	if g.has(*u) {
		return nil
	}
	if !g.isRole {
		u.Departments = append(slices.Clone(u.Departments), g.department.ID)
		return r.bounded(u)
	}
	setRoles(u, append(rolesOf(*u), g.role))
	return nil
}

func (g group) leave(_ request, u *company.User) error {
	if !g.has(*u) {
		return nil
	}
	if !g.isRole {
		u.Departments = slices.DeleteFunc(slices.Clone(u.Departments), func(d sds.DepartmentID) bool { return d == g.department.ID })
		return nil
	}
	setRoles(u, slices.DeleteFunc(rolesOf(*u), func(role access.Role) bool { return role == g.role }))
	return nil
}

// setRoles sets the groups of roles: the highest counts, none is viewer.
func setRoles(u *company.User, roles []access.Role) {
	external := company.External{}
	if u.External != nil {
		external = *u.External
	}
	external.Roles, u.Role = slices.Compact(slices.Sorted(slices.Values(roles))), access.Viewer
	if len(roles) > 0 {
		u.Role = slices.Max(roles)
	}
	u.External = &external
}

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

// departmentName validates the name of a group that is a department.
func departmentName(one scim.Resource) (string, error) {
	var wrong fields
	name, _ := wrong.text(one, "displayName", "displayName", company.MaxPosition)
	wrong.Add("displayName", company.OrganisationName(name))
	for _, taken := range roleNames {
		if company.Fold(taken) == company.Fold(name) {
			return "", message.New(message.Conflict, CodeRoleName)
		}
	}
	return company.Clean(name), wrong.Err()
}

// makeDepartment makes a department; one that was made with the name just now is as good.
func (r request) makeDepartment(ctx context.Context, name string, known names) (sds.DepartmentID, error) {
	if _, err := departmentName(scim.Resource{"displayName": name}); err != nil {
		return "", err
	}
	d := company.Department{ID: sds.NewID[sds.DepartmentID](), Name: name}
	x := r.Begin("department.created", string(d.ID))
	x.CreateDepartment(d)
	err := x.Commit(ctx)
	var exists *message.Error
	if errors.As(err, &exists) && exists.Code == table.CodeDepartmentExists {
		again, err := r.departments(ctx)
		for id, have := range again {
			if company.Fold(have) == company.Fold(name) {
				known[id] = have
				return id, nil
			}
		}
		return "", errors.Join(err, exists)
	}
	known[d.ID] = name
	return d.ID, err
}

func (r request) createGroup(ctx context.Context) (answer, error) {
	want := scim.Group.Canonical(r.body)
	name, err := departmentName(want)
	if err != nil {
		return answer{}, err
	}
	people, err := r.people(ctx)
	if err != nil {
		return answer{}, err
	}
	joining, err := members(want, people)
	if err != nil {
		return answer{}, err
	}
	d := company.Department{ID: sds.NewID[sds.DepartmentID](), Name: name}
	x := r.Begin("department.created", string(d.ID))
	d = x.CreateDepartment(d)
	if err := x.Commit(ctx); err != nil {
		return answer{}, err
	}
	g := departmentGroup(d)
	if err := r.each(ctx, joining, func(u *company.User) error { return g.join(r, u) }); err != nil {
		return answer{}, err
	}
	return r.groupAnswer(ctx, 201, g.id)
}

// maxMembers is the most users whose membership a request changes: each is a transaction.
const maxMembers = 1000

// members are the users that a group names as members.
func members(g scim.Resource, people []company.User) ([]sds.UserID, error) {
	known := map[string]bool{}
	for _, u := range people {
		known[string(u.ID)] = true
	}
	var ids []sds.UserID
	for _, m := range scim.Values(scim.Get(g, "members")) {
		id := scim.Text(m, "value")
		if !known[id] {
			return nil, message.New(message.Invalid, message.CodeInvalid).On("members", CodeMember, message.Args{"id": id})
		}
		ids = append(ids, sds.UserID(id))
	}
	return slices.Compact(slices.Sorted(slices.Values(ids))), nil
}

// each changes users, one after the other: what was interrupted can be repeated. Users who
// were removed meanwhile are left out.
func (r request) each(ctx context.Context, ids []sds.UserID, change func(*company.User) error) error {
	if len(ids) > maxMembers {
		return &scim.Error{Type: scim.TooMany, Detail: fmt.Sprintf("the membership of at most %d users can be changed at once", maxMembers)}
	}
	for _, id := range ids {
		if _, err := users.Change(ctx, r.Call, id, change); err != nil && !errors.Is(err, table.ErrNotFound) {
			return err
		}
	}
	return nil
}

func (r request) replaceGroup(ctx context.Context, id string) (answer, error) {
	return r.changeGroup(ctx, id, func(scim.Resource) (scim.Resource, error) { return scim.Group.Canonical(r.body), nil })
}

func (r request) patchGroup(ctx context.Context, id string) (answer, error) {
	operations, err := scim.Operations(r.body)
	if err != nil {
		return answer{}, err
	}
	return r.changeGroup(ctx, id, func(have scim.Resource) (scim.Resource, error) { return scim.Group.Patch(have, operations) })
}

// changeGroup changes a group into the resource that wanted makes of the one it is.
func (r request) changeGroup(ctx context.Context, id string, wanted func(have scim.Resource) (scim.Resource, error)) (answer, error) {
	g, err := r.find(ctx, id)
	if err != nil {
		return answer{}, err
	}
	people, err := r.people(ctx)
	if err != nil {
		return answer{}, err
	}
	have := r.resource(g, people)
	if err := required(r.http, versionOf(have)); err != nil {
		return answer{}, err
	}
	want, err := wanted(have)
	if err != nil {
		return answer{}, err
	}
	after, err := members(want, people)
	if err != nil {
		return answer{}, err
	}
	if err := r.rename(ctx, g, want); err != nil {
		return answer{}, err
	}
	var joining, leaving []sds.UserID
	for _, u := range people {
		switch is, will := g.has(u), slices.Contains(after, u.ID); {
		case will && !is:
			joining = append(joining, u.ID)
		case is && !will:
			leaving = append(leaving, u.ID)
		}
	}
	// Who joins comes first: a company may exchange its only administrator.
	if err := r.each(ctx, joining, func(u *company.User) error { return g.join(r, u) }); err != nil {
		return answer{}, err
	}
	if err := r.each(ctx, leaving, func(u *company.User) error { return g.leave(r, u) }); err != nil {
		return answer{}, err
	}
	return r.groupAnswer(ctx, 200, id)
}

func (r request) rename(ctx context.Context, g group, want scim.Resource) error {
	if scim.Text(want, "displayName") == g.name {
		return nil
	}
	if g.isRole {
		if scim.Get(want, "displayName") == nil {
			return nil
		}
		return message.New(message.Invalid, CodeRoleGroup)
	}
	name, err := departmentName(want)
	if err != nil || name == g.name {
		return err
	}
	x := r.Begin("department.edited", string(g.department.ID))
	table.DepartmentRecords.Rename(x, g.department, name)
	return x.Commit(ctx)
}

func (r request) removeGroup(ctx context.Context, id string) (answer, error) {
	g, err := r.find(ctx, id)
	switch {
	case err != nil:
		return answer{}, err
	case g.isRole:
		return answer{}, message.New(message.Invalid, CodeRoleGroup)
	}
	if r.http.Header.Get("If-Match") != "" {
		people, err := r.people(ctx)
		if err == nil {
			err = required(r.http, versionOf(r.resource(g, people)))
		}
		if err != nil {
			return answer{}, err
		}
	}
	return answer{status: 204}, departments.DeleteUnused(ctx, r.Call, g.department.ID)
}
