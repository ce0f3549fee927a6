package scim

import (
	"context"
	"slices"
	"strconv"
	"time"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/scim"
)

// names are the names of the company's departments.
type names map[sds.DepartmentID]string

func (r request) departments(ctx context.Context) (names, error) {
	all, err := r.Table.Departments(ctx, r.CompanyID)
	known := names{}
	for _, d := range all {
		known[d.ID] = d.Name
	}
	return known, err
}

func etag(version int64) string { return `W/"` + strconv.FormatInt(version, 10) + `"` }

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// user is the resource of a user.
func (r request) user(u company.User, known names) scim.Resource {
	role := u.Role.Known()
	out := scim.Resource{
		"schemas": []any{scim.UserURN}, "id": string(u.ID), "userName": u.Email, "displayName": u.Name(), "active": !u.Suspended(),
		"name":              scim.Resource{"formatted": u.Name(), "familyName": u.LastName, "givenName": u.FirstName},
		"preferredLanguage": company.LocaleOf(u.Locale), "locale": company.LocaleOf(u.Locale),
		"emails": []any{scim.Resource{"value": u.Email, "type": "work", "primary": true}},
		"roles":  []any{scim.Resource{"value": role.Name(), "display": roleNames[role], "primary": true}},
		"meta": scim.Resource{
			"resourceType": "User", "created": stamp(u.CreatedAt), "lastModified": stamp(u.UpdatedAt), "location": r.location("Users", string(u.ID)), "version": etag(u.Version),
		},
	}
	if u.MiddleName != "" {
		out["name"].(scim.Resource)["middleName"] = u.MiddleName
	}
	if u.Position != "" {
		out["title"] = u.Position
	}
	if u.Phone != "" {
		out["phoneNumbers"] = []any{scim.Resource{"value": u.Phone, "type": "work", "primary": true}}
	}
	if u.External != nil && u.External.ID != "" {
		out["externalId"] = u.External.ID
	}
	groups := []any{}
	add := func(id, name string) {
		groups = append(groups, scim.Resource{"value": id, "$ref": r.location("Groups", id), "display": name, "type": "direct"})
	}
	for _, d := range u.Departments {
		if name, ok := known[d]; ok {
			add(departmentPrefix+string(d), name)
		}
	}
	for _, role := range rolesOf(u) {
		add(rolePrefix+role.Name(), roleNames[role])
	}
	out["groups"] = groups
	if d := departmentOf(u, known); d != "" {
		out["schemas"] = []any{scim.UserURN, scim.EnterpriseURN}
		out[scim.EnterpriseURN] = scim.Resource{"department": known[d]}
	}
	return out
}

// departmentOf is the department that the provider named in the user's record; others,
// which came by groups or from administrators, are none of its attributes.
func departmentOf(u company.User, known names) sds.DepartmentID {
	if u.External != nil && slices.Contains(u.Departments, u.External.Department) && known[u.External.Department] != "" {
		return u.External.Department
	}
	return ""
}
