package users

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// GetMeRoute is the declaration of GET users/me.
var GetMeRoute = rest.Route{
	Method: "GET", Path: "/users/me", ID: "getMe", Tag: "users", Rule: rest.Session, Unenrolled: true,
	Summary: "The caller with role, permissions and departments",
	Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem")},
}

// GetMe answers the caller's own profile.
func GetMe(ctx context.Context, call *rest.Call, _ *struct{}) (*MeOutput, error) {
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	return me(ctx, call, u)
}

// EditMeRoute is the declaration of PUT users/me.
var EditMeRoute = rest.Route{
	Method: "PUT", Path: "/users/me", ID: "editMe", Tag: "users", Rule: rest.Session,
	Summary: "Change the caller's profile",
	Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem")},
}

// ProfileChange is what users may change about themselves. Absent members stay unchanged.
type ProfileChange struct {
	FirstName    *string `json:"first_name,omitempty" maxLength:"46"`
	MiddleName   *string `json:"middle_name,omitempty" maxLength:"46"`
	LastName     *string `json:"last_name,omitempty" maxLength:"46"`
	Phone        *string `json:"phone,omitempty" maxLength:"30"`
	Position     *string `json:"position,omitempty" maxLength:"50"`
	IsSubscribed *bool   `json:"is_subscribe,omitempty"`
}

// EditMeInput is a change of the caller's own profile.
type EditMeInput struct {
	rest.Edited
	Body ProfileChange
}

// EditMe changes the caller's own profile.
func EditMe(ctx context.Context, call *rest.Call, in *EditMeInput) (*MeOutput, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	if u.Version != read {
		return nil, table.ErrStale
	}
	if err := in.Body.apply(&u); err != nil {
		return nil, err
	}
	x := call.Begin("user.edited", string(u.ID))
	u = x.WriteUser(u)
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	return me(ctx, call, u)
}

func (p ProfileChange) apply(u *company.User) error {
	var wrong input.FieldErrors
	p.set(u, &wrong)
	return wrong.Err()
}

// set validates the changes and applies them to the user.
func (p ProfileChange) set(u *company.User, wrong *input.FieldErrors) {
	set := func(path string, at *string, to *string, validate func(string) message.Code, clean func(string) string) {
		if to != nil {
			wrong.Add(path, validate(*to))
			*at = clean(*to)
		}
	}
	required := func(name string) message.Code { return company.PersonName(name, true) }
	optional := func(name string) message.Code { return company.PersonName(name, false) }
	set("first_name", &u.FirstName, p.FirstName, required, company.Clean)
	set("middle_name", &u.MiddleName, p.MiddleName, optional, company.Clean)
	set("last_name", &u.LastName, p.LastName, required, company.Clean)
	set("phone", &u.Phone, p.Phone, company.Phone, company.CleanPhone)
	set("position", &u.Position, p.Position, position, company.Clean)
	if p.IsSubscribed != nil {
		u.Subscribed = *p.IsSubscribed
	}
}

// position validates a user's position in the company, which may be empty.
func position(name string) message.Code {
	if company.Clean(name) == "" {
		return ""
	}
	return company.OrganisationName(name)
}
