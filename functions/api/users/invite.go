package users

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// InviteRoute is the declaration of POST users.
var InviteRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/users", ID: "inviteUser", Tag: "users", Rule: rest.Need(access.UserInvite),
	Summary: "Invite a user to the company: adds them, inactive, and mails the activation link, valid for 24 hours",
	Status:  201, Creates: true, Makes: "/companies/{id}/users/{made}",
	Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query", "PutItem", "DeleteItem", "UpdateItem", "ConditionCheckItem"), grant.Mail()},
}

// UserInvitation is a user to invite.
type UserInvitation struct {
	Email       string             `json:"email" format:"email" minLength:"1" maxLength:"128" doc:"of the company: free-mail addresses are refused"`
	FirstName   string             `json:"first_name" minLength:"1" maxLength:"46"`
	MiddleName  string             `json:"middle_name,omitempty" maxLength:"46"`
	LastName    string             `json:"last_name" minLength:"1" maxLength:"46"`
	Phone       string             `json:"phone,omitempty" maxLength:"30"`
	Position    string             `json:"position,omitempty" maxLength:"50"`
	Departments []sds.DepartmentID `json:"department_id_list,omitempty" maxItems:"50"`
	RoleID      access.Role        `json:"role_id" enum:"0,1,90,100"`
	Locale      string             `json:"locale,omitempty" enum:"ja-JP,en-US,ja,en" doc:"of the mail and the dashboard; default: the inviter's"`
}

// InviteInput is an invitation.
type InviteInput struct {
	rest.OfCompany
	Body UserInvitation
}

// Invite adds a user and mails the invitation. Where the mail cannot be sent the user is
// removed again, so that the request can be repeated.
func Invite(ctx context.Context, call *rest.Call, in *InviteInput) (*UserOutput, error) {
	if in.Body.RoleID == access.Admin {
		if err := call.Recent(ctx); err != nil {
			return nil, err
		}
	}
	u, err := in.Body.person(ctx, call)
	if err != nil {
		return nil, err
	}
	if err := call.Table.CheckDisclosures(ctx, call.CompanyID, call.User); err != nil {
		return nil, err
	}
	u.Version, u.CreatedAt = 1, call.Now()
	out, err := viewOne(ctx, call, u)
	if err != nil {
		return nil, err
	}
	x := call.Begin("user.invited", string(u.ID)).CreateUser(u)
	RequireDepartments(x, call, u.Departments)
	call.Remember(x, out.Body)
	if err := x.Commit(ctx); err != nil {
		if errors.Is(err, table.ErrEmailExists) {
			if err := call.Table.CountDisclosures(ctx, call.CompanyID, call.Audit("user.address_taken", "1"), 1); err != nil {
				return nil, err
			}
		}
		return nil, onEmail(err)
	}
	if err := accounts.Invite(ctx, call, u); err != nil {
		return nil, errors.Join(err, Uninvite(ctx, call, u))
	}
	return out, nil
}

// Uninvite removes the user of an invitation whose mail could not be sent.
func Uninvite(ctx context.Context, call *rest.Call, u company.User) error {
	has, err := call.Table.HasEmail(ctx, u)
	if err != nil {
		return err
	}
	x := call.Begin("user.invitation_failed", string(u.ID)).RemoveUser(u, has)
	call.Forget(x)
	return x.Commit(ctx)
}

// person is the invited user, or all errors of the invitation.
func (i UserInvitation) person(ctx context.Context, call *rest.Call) (company.User, error) {
	u := company.User{ID: sds.NewID[sds.UserID](), Company: call.CompanyID, Role: i.RoleID, Locale: company.LocaleOf(cmp.Or(i.Locale, call.Locale))}
	var wrong input.FieldErrors
	email, trouble := company.Email(i.Email)
	if trouble == "" && company.FreeMail(email) {
		trouble = company.CodeFreeMail
	}
	u.Email = email
	connection, _, err := call.Table.Connection(ctx, call.CompanyID)
	if err != nil {
		return u, fmt.Errorf("how the company signs in: %w", err)
	}
	var args message.Args
	if trouble == "" {
		trouble, args = accounts.LetsIn(connection, call, u)
	}
	wrong.AddWith("email", trouble, args)
	profile := ProfileChange{FirstName: &i.FirstName, MiddleName: &i.MiddleName, LastName: &i.LastName, Phone: &i.Phone, Position: &i.Position}
	profile.set(&u, &wrong)
	u.Departments = slices.Compact(slices.Sorted(slices.Values(i.Departments)))
	if err := checkDepartments(ctx, call, &wrong, i.Departments); err != nil {
		return u, fmt.Errorf("departments of the invited: %w", err)
	}
	if err := wrong.Err(); err != nil {
		return u, err
	}
	// A pending invitation or sign-up elsewhere with the address does not matter until the
	// account is activated, but a company has an address only once.
	people, err := call.Table.Users(ctx, call.CompanyID)
	if err == nil && slices.ContainsFunc(people, func(other company.User) bool { return other.Email == u.Email }) {
		err = onEmail(table.ErrEmailExists)
	}
	return u, err
}

// RequireDepartments makes the transaction fail where a department has been
// deleted meanwhile.
func RequireDepartments(x *table.Tx, call *rest.Call, ids []sds.DepartmentID) {
	var wrong input.FieldErrors
	wrong.Add("department_id_list", codeDepartmentUnknown)
	for _, id := range ids {
		x.Require(table.DepartmentKey(call.CompanyID, id), wrong.Err())
	}
}

// onEmail adds the field to the error for an address that is taken.
func onEmail(err error) error {
	if errors.Is(err, table.ErrEmailExists) {
		return table.ErrEmailExists.On("email", table.CodeEmailExists, nil)
	}
	return err
}
