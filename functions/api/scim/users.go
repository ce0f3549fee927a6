package scim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/users"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/saml"
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

func (r request) userAnswer(ctx context.Context, status int, u company.User) (answer, error) {
	known, err := r.departments(ctx)
	if err != nil {
		return answer{}, err
	}
	return answer{status: status, body: r.selected(scim.User, r.user(u, known)), location: r.location("Users", string(u.ID)), version: etag(u.Version)}, nil
}

// one reads a user by the id of a path.
func (r request) one(ctx context.Context, id string) (company.User, error) {
	if !sds.ValidID(id) {
		return company.User{}, table.ErrNotFound
	}
	return r.Table.User(ctx, r.CompanyID, sds.UserID(id))
}

func (r request) readUser(ctx context.Context, id string) (answer, error) {
	u, err := r.one(ctx, id)
	if err != nil {
		return answer{}, err
	}
	return r.userAnswer(ctx, 200, u)
}

func (r request) searchUsers(ctx context.Context, s search) (answer, error) {
	filter, err := scim.User.Filter(s.filter)
	if err != nil {
		return answer{}, err
	}
	known, err := r.departments(ctx)
	if err != nil {
		return answer{}, err
	}
	people, found, err := r.named(ctx, filter)
	if err == nil && !found {
		people, err = r.Table.Users(ctx, r.CompanyID)
	}
	if err != nil {
		return answer{}, err
	}
	slices.SortFunc(people, func(a, b company.User) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(string(a.ID), string(b.ID)))
	})
	all := make([]scim.Resource, len(people))
	for i, u := range people {
		all[i] = r.user(u, known)
	}
	return s.answer(scim.User, filter, all), nil
}

// named finds the user of the filter by which providers look for one: their address. found
// is false where all users have to be searched.
func (r request) named(ctx context.Context, filter *scim.Filter) (people []company.User, found bool, err error) {
	name, ok := filter.Equals("userName")
	if !ok {
		return nil, false, nil
	}
	a, there, err := r.Table.Account(ctx, strings.ToLower(name))
	if err != nil || !there || a.Company != r.CompanyID {
		return nil, false, err
	}
	u, err := r.Table.User(ctx, a.Company, a.User)
	if errors.Is(err, table.ErrNotFound) {
		return nil, false, nil
	}
	return []company.User{u}, err == nil, err
}

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

func applyName(u *company.User, before, after scim.Resource, wrong *fields) {
	part := func(r scim.Resource, name string) string {
		inner, _ := scim.Get(r, "name").(scim.Resource)
		return scim.Text(inner, name)
	}
	name, _ := scim.Get(after, "name").(scim.Resource)
	family, _ := wrong.text(name, "name.familyName", "familyName", company.MaxPersonName)
	first, _ := wrong.text(name, "name.givenName", "givenName", company.MaxPersonName)
	middle, _ := wrong.text(name, "name.middleName", "middleName", company.MaxPersonName)
	whole := cmp.Or(scim.Text(after, "displayName"), scim.Text(name, "formatted"))
	if before != nil && family == part(before, "familyName") && first == part(before, "givenName") {
		// A provider that knows only whole names has changed one.
		for _, one := range [][2]string{{scim.Text(before, "displayName"), scim.Text(after, "displayName")}, {part(before, "formatted"), part(after, "formatted")}} {
			if one[0] != one[1] && len(strings.Fields(company.Clean(one[1]))) == 2 {
				first, _, family = split(one[1])
			}
		}
	}
	if family == "" || first == "" {
		f, m, l := split(whole)
		first, family, middle = cmp.Or(first, f), cmp.Or(family, l), cmp.Or(middle, m)
	}
	if company.Clean(family) == "" || company.Clean(first) == "" {
		wrong.Add("name", CodeName)
		return
	}
	for path, one := range map[string]string{"name.familyName": family, "name.givenName": first, "name.middleName": middle} {
		wrong.Add(path, company.PersonName(one, false))
		if len([]rune(one)) > company.MaxPersonName {
			wrong.Cell(message.Field{Path: path, Code: message.CodeTooLong, Args: message.Args{"length": company.MaxPersonName}})
		}
	}
	u.LastName, u.FirstName, u.MiddleName = company.Clean(family), company.Clean(first), company.Clean(middle)
}

// split splits a whole name: names in Chinese characters, kana or hangul, and those with a
// comma, begin with the family name. One word cannot be split.
func split(whole string) (first, middle, family string) {
	head, rest, comma := strings.Cut(whole, ",")
	words := strings.Fields(company.Clean(whole))
	if comma {
		words = append(strings.Fields(company.Clean(rest)), company.Clean(head))
	} else if strings.ContainsFunc(whole, func(r rune) bool { return r >= 0x2E80 }) && len(words) > 1 {
		words = append(words[1:], words[0])
	}
	if len(words) < 2 {
		return "", "", ""
	}
	return words[0], strings.Join(words[1:len(words)-1], " "), words[len(words)-1]
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

func (r request) createUser(ctx context.Context) (answer, error) {
	now := r.Now()
	u := company.User{ID: sds.NewID[sds.UserID](), Company: r.CompanyID, Locale: company.LocaleJapanese, Version: 1, CreatedAt: now, UpdatedAt: now}
	connection, there, err := r.Table.Connection(ctx, r.CompanyID)
	if err != nil {
		return answer{}, err
	}
	federated := there && connection.State == saml.StateActive
	u.Active = federated
	department, err := apply(now, &u, nil, scim.User.Canonical(r.body), creating)
	if err != nil {
		return answer{}, err
	}
	_, domain, _ := strings.Cut(u.Email, "@")
	switch {
	case federated && !slices.Contains(connection.Domains, domain):
		return answer{}, message.New(message.Invalid, CodeDomain).With(message.Args{"domains": strings.Join(connection.Domains, ", ")})
	case !federated && company.FreeMail(u.Email):
		return answer{}, message.New(message.Invalid, message.CodeInvalid).On("userName", company.CodeFreeMail, nil)
	}
	people, err := r.Table.Users(ctx, r.CompanyID)
	if err != nil {
		return answer{}, err
	}
	if slices.ContainsFunc(people, func(other company.User) bool { return other.Email == u.Email }) {
		return answer{}, table.ErrEmailExists
	}
	if !federated {
		if err := r.Table.CheckDisclosures(ctx, r.CompanyID, r.User); err != nil {
			return answer{}, err
		}
	}
	known, err := r.departments(ctx)
	if err == nil {
		err = r.enter(ctx, &u, department, known)
	}
	if err != nil {
		return answer{}, err
	}
	tidy(&u)
	x := r.Begin("user.provisioned", string(u.ID)).CreateUser(u)
	users.RequireDepartments(x, r.Call, u.Departments)
	if err := x.Commit(ctx); err != nil {
		if errors.Is(err, table.ErrEmailExists) && !federated {
			err = errors.Join(r.disclosed(ctx, u.Email), err)
		}
		return answer{}, err
	}
	if !u.Active && !u.Suspended() {
		if err := accounts.Invite(ctx, r.Call, u); err != nil {
			return answer{}, errors.Join(err, users.Uninvite(ctx, r.Call, u))
		}
	}
	return r.userAnswer(ctx, 201, u)
}

// disclosed counts that the provider learned of an account in another company. Providers
// repeat what was refused for days: an address counts once a day.
func (r request) disclosed(ctx context.Context, email string) error {
	a, there, err := r.Table.Account(ctx, email)
	if err != nil || there && a.Company == r.CompanyID {
		return err
	}
	first, err := r.Table.Throttle(ctx, "scim-taken", string(r.CompanyID)+" "+email, 24*time.Hour)
	if err != nil || !first {
		return err
	}
	return r.Table.CountDisclosures(ctx, r.CompanyID, r.Audit("user.address_taken", "1"), 1)
}

func (r request) replaceUser(ctx context.Context, id string) (answer, error) {
	return r.changeUser(ctx, id, func(scim.Resource) (before, after scim.Resource, how intent, err error) {
		return nil, scim.User.Canonical(r.body), replacing, nil
	})
}

func (r request) patchUser(ctx context.Context, id string) (answer, error) {
	operations, err := scim.Operations(r.body)
	if err != nil {
		return answer{}, err
	}
	return r.changeUser(ctx, id, func(have scim.Resource) (before, after scim.Resource, how intent, err error) {
		after, err = scim.User.Patch(have, operations)
		return have, after, patching, err
	})
}

// changeUser changes a user into the resource that wanted makes of the one they are.
func (r request) changeUser(ctx context.Context, id string, wanted func(have scim.Resource) (before, after scim.Resource, how intent, err error)) (answer, error) {
	if _, err := r.one(ctx, id); err != nil {
		return answer{}, err
	}
	known, err := r.departments(ctx)
	if err != nil {
		return answer{}, err
	}
	invited := false
	u, err := users.Change(ctx, r.Call, sds.UserID(id), func(u *company.User) error {
		if err := required(r.http, etag(u.Version)); err != nil {
			return err
		}
		suspended := u.Suspended()
		before, after, how, err := wanted(r.user(*u, known))
		if err != nil {
			return err
		}
		department, err := apply(r.Now(), u, before, after, how)
		if err != nil {
			return err
		}
		if err := r.enter(ctx, u, department, known); err != nil {
			return err
		}
		tidy(u)
		invited = suspended && !u.Suspended() && !u.Active
		return nil
	})
	if err != nil {
		return answer{}, err
	}
	if invited { // they have no valid link
		if err := accounts.Invite(ctx, r.Call, u); err != nil {
			return answer{}, err
		}
	}
	return r.userAnswer(ctx, 200, u)
}

func (r request) removeUser(ctx context.Context, id string) (answer, error) {
	if r.http.Header.Get("If-Match") != "" {
		u, err := r.one(ctx, id)
		if err == nil {
			err = required(r.http, etag(u.Version))
		}
		if err != nil {
			return answer{}, err
		}
	}
	if !sds.ValidID(id) {
		return answer{}, table.ErrNotFound
	}
	return answer{status: 204}, users.Remove(ctx, r.Call, sds.UserID(id))
}
