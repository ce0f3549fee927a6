package scim

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/scim"
)

// intent is how the attributes that a request leaves out are meant.
type intent int

const (
	creating  intent = iota // they have their defaults
	replacing               // the profile's are removed; the role, the language and the suspension stay
	patching                // they were removed
)

// The errors of attributes.
const (
	CodeUserName    message.Code = "scim.user_name_fixed"
	CodeDomain      message.Code = "scim.domain"
	CodeName        message.Code = "scim.name"
	CodeRoleUnknown message.Code = "scim.role_unknown"
	CodeBoolean     message.Code = "scim.boolean"
	CodeText        message.Code = "scim.text"
)

// maxExternal is the longest id of a provider.
const maxExternal = 200

// fields collects errors, and reads texts.
type fields struct{ input.FieldErrors }

func (f *fields) text(at scim.Resource, path, name string, longest int) (text string, given bool) {
	v := scim.Get(at, name)
	if v == nil {
		return "", false
	}
	text, ok := v.(string)
	if !ok {
		f.Add(path, CodeText)
	} else if len([]rune(text)) > longest {
		f.Cell(message.Field{Path: path, Code: message.CodeTooLong, Args: message.Args{"length": longest}})
	}
	return text, ok
}

// apply writes the attributes of a resource into the user. before is the resource before a
// PATCH, nil else; department is the name of the enterprise extension's, empty for none.
func apply(now time.Time, u *company.User, before, after scim.Resource, how intent) (department string, err error) {
	var wrong fields
	changed := func(name string) bool {
		return before == nil || fmt.Sprint(scim.Get(before, name)) != fmt.Sprint(scim.Get(after, name))
	}
	email, given := wrong.text(after, "userName", "userName", company.MaxEmail)
	email, trouble := company.Email(email)
	switch {
	case !given:
		wrong.Add("userName", message.CodeRequired)
	case trouble != "":
		wrong.Add("userName", trouble)
	case how == creating:
		u.Email = email
	case email != u.Email:
		return "", message.New(message.Invalid, CodeUserName)
	}
	applyName(u, before, after, &wrong)
	if title, given := wrong.text(after, "title", "title", company.MaxPosition); given || how != creating {
		if company.Clean(title) != "" {
			wrong.Add("title", company.OrganisationName(title))
		}
		u.Position = company.Clean(title)
	}
	phone := phoneOf(after)
	wrong.Add("phoneNumbers", company.Phone(phone))
	if len([]rune(phone)) > 30 {
		wrong.Add("phoneNumbers", company.CodePhone)
	}
	u.Phone = company.CleanPhone(phone)
	for _, name := range []string{"locale", "preferredLanguage"} { // the last one wins
		if text, given := wrong.text(after, name, name, 100); given && text != "" && changed(name) {
			u.Locale = company.LocaleOf(text)
		}
	}
	external := company.External{}
	if u.External != nil {
		external = *u.External
	}
	external.ID, _ = wrong.text(after, "externalId", "externalId", maxExternal)
	u.External = &external
	applyRoles(u, after, how, &wrong)
	if v := scim.Get(after, "active"); v != nil || how == patching {
		active, ok := scim.Bool(v)
		if !ok && v != nil {
			wrong.Add("active", CodeBoolean)
		}
		if active || v == nil {
			u.Resume()
		} else {
			u.Suspend(now)
		}
	}
	extension, _ := scim.Get(after, scim.EnterpriseURN).(scim.Resource)
	if department, given = wrong.text(extension, "department", "department", company.MaxPosition); given && company.Clean(department) != "" {
		wrong.Add("department", company.OrganisationName(department))
	}
	return company.Clean(department), wrong.Err()
}

func phoneOf(r scim.Resource) string {
	all := scim.Values(scim.Get(r, "phoneNumbers"))
	i := slices.IndexFunc(all, func(one scim.Resource) bool { return strings.EqualFold(scim.Text(one, "type"), "work") })
	if len(all) == 0 {
		return ""
	}
	return scim.Text(all[max(i, 0)], "value")
}

// applyRoles sets the highest of the roles. Unless that is another than the user's, the
// groups of roles stay as they are.
func applyRoles(u *company.User, r scim.Resource, how intent, wrong *fields) {
	given := scim.Values(scim.Get(r, "roles"))
	if len(given) == 0 && how == replacing {
		return
	}
	highest := access.Viewer
	for _, one := range given {
		role, ok := roleOf(scim.Text(one, "value"))
		if !ok {
			wrong.Cell(message.Field{Path: "roles", Code: CodeRoleUnknown, Args: message.Args{"role": scim.Text(one, "value")}})
		}
		highest = max(highest, role)
	}
	if highest != u.Role.Known() {
		u.Role, u.External.Roles = highest, []access.Role{highest}
	}
}

// roleOf is the role with a name, that of its group, or a number.
func roleOf(text string) (access.Role, bool) {
	text = strings.TrimSpace(text)
	for _, role := range access.Roles {
		if strings.EqualFold(text, role.Name()) || strings.EqualFold(text, roleNames[role]) || text == strconv.Itoa(int(role)) {
			return role, true
		}
	}
	return access.Viewer, false
}

// enter makes the user a member of the department that the provider names, in place of the
// one it named before. A department that does not exist is made.
func (r request) enter(ctx context.Context, u *company.User, name string, known names) error {
	var id sds.DepartmentID
	for d, have := range known {
		if name != "" && company.Fold(have) == company.Fold(name) {
			id = d
		}
	}
	if name != "" && id == "" {
		var err error
		if id, err = r.makeDepartment(ctx, name, known); err != nil {
			return err
		}
	}
	if u.External == nil {
		u.External = &company.External{}
	}
	if id == departmentOf(*u, known) {
		return nil
	}
	u.Departments = slices.DeleteFunc(slices.Clone(u.Departments), func(d sds.DepartmentID) bool { return d == u.External.Department })
	if u.External.Department = id; id != "" && !slices.Contains(u.Departments, id) {
		u.Departments = append(u.Departments, id)
	}
	return r.bounded(u)
}

// maxOfUser is the most departments of a user.
const maxOfUser = 50

func (r request) bounded(u *company.User) error {
	slices.Sort(u.Departments)
	if len(u.Departments) > maxOfUser {
		return &scim.Error{Type: scim.TooMany, Detail: fmt.Sprintf("a user can have %d departments", maxOfUser)}
	}
	return nil
}

// tidy leaves out an empty External, so that records without one stay without.
func tidy(u *company.User) {
	if u.External != nil && u.External.ID == "" && u.External.Department == "" && len(u.External.Roles) == 0 {
		u.External = nil
	}
}
