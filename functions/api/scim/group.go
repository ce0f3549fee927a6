package scim

import (
	"slices"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
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
