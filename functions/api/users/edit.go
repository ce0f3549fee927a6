package users

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// EditRoute is the declaration of PUT users/{userId}.
var EditRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/users/{userId}", ID: "editUser", Tag: "users", Rule: rest.Need(access.UserEdit),
	Summary: "Change a user's profile, departments and role, effective with their next request; the last administrator stays one (409)",
	Grants:  append([]grant.Grant{grant.Table("BatchGetItem")}, ChangeGrants...),
}

// UserChange is what administrators may change about users. Absent members stay
// unchanged; the email address cannot be changed.
type UserChange struct {
	FirstName    *string             `json:"first_name,omitempty" maxLength:"46"`
	MiddleName   *string             `json:"middle_name,omitempty" maxLength:"46"`
	LastName     *string             `json:"last_name,omitempty" maxLength:"46"`
	Phone        *string             `json:"phone,omitempty" maxLength:"30"`
	Position     *string             `json:"position,omitempty" maxLength:"50"`
	IsSubscribed *bool               `json:"is_subscribe,omitempty"`
	Departments  *[]sds.DepartmentID `json:"department_id_list,omitempty" maxItems:"50"`
	RoleID       *access.Role        `json:"role_id,omitempty" enum:"0,1,90,100"`
	IsSuspended  *bool               `json:"is_suspended,omitempty" doc:"true: the user is signed out at once, and may not sign in until it is false; they keep everything"`
	ResumeMail   bool                `json:"resume_mail,omitempty" doc:"send mails to the user's address again (mail_stop); has no effect where they are not stopped"`
}

// EditInput is a change of a user.
type EditInput struct {
	OfUser
	rest.Edited
	Body UserChange
}

// maxTries is the most attempts of a change that conflicts with other administrators'
// changes.
const maxTries = 4

// Edit changes a user.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*UserOutput, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	after, err := Change(ctx, call, in.User, func(u *company.User) error {
		if u.Version != read {
			return table.ErrStale
		}
		role := u.Role
		if err := in.Body.apply(ctx, call, u); err != nil || u.Role == role {
			return err
		}
		return call.Recent(ctx)
	})
	if err != nil {
		return nil, err
	}
	return viewOne(ctx, call, after)
}

// ChangeGrants are what Change needs.
var ChangeGrants = []grant.Grant{
	grant.Table("GetItem", "Query", "PutItem", "ConditionCheckItem"), grant.Users("AdminDisableUser", "AdminEnableUser", "AdminUserGlobalSignOut"),
}

// Change changes a user of the caller's company, and returns them as written. The company
// keeps an administrator (ErrLastAdmin). A change that conflicts with those of other
// administrators is tried again, with the user as read again; table.ErrStale of apply ends
// it. A suspension or its end takes effect at the user pool, too: what was interrupted can
// be repeated. A user whom apply activates for the first time becomes the owner of their
// address (table.ErrEmailExists where it has another by now).
func Change(ctx context.Context, call *rest.Call, id sds.UserID, apply func(*company.User) error) (company.User, error) {
	for try := 1; ; try++ {
		before, err := call.Table.User(ctx, call.CompanyID, id)
		if err != nil {
			return before, err
		}
		after := before
		after.Departments = slices.Clone(before.Departments)
		if err := apply(&after); err != nil {
			return after, err
		}
		if before.Role != after.Role {
			now := call.Now().UTC()
			after.RoleFrom = &now
		}
		if before.Suspended() && !after.Suspended() && after.Active {
			if err := call.Users.Enable(ctx, after.Email); err != nil {
				return after, err
			}
		}
		if !reflect.DeepEqual(before, after) {
			x, err := change(ctx, call, before, after)
			if err != nil {
				return after, err
			}
			if err := x.Commit(ctx); (errors.Is(err, errAdminsChanged) || errors.Is(err, table.ErrStale)) && try < maxTries {
				continue
			} else if err != nil {
				return after, err
			}
			after.Version++
			after.UpdatedAt = call.Now()
		}
		if after.Suspended() && after.Suspension.WasActive {
			accounts.EndAtPool(ctx, call, after)
			return after, call.Users.Disable(ctx, after.Email)
		}
		return after, nil
	}
}

// change is the transaction that writes the user as after.
func change(ctx context.Context, call *rest.Call, before, after company.User) (*table.Tx, error) {
	action := "user.edited"
	switch {
	case !before.Suspended() && after.Suspended():
		action = "user.suspended"
	case before.Suspended() && !after.Suspended():
		action = "user.resumed"
	case activated(before, after):
		action = "user.activated"
	case before.Role != after.Role:
		action = "user.role_changed"
	case !before.Reachable() && after.Reachable():
		action = "user.mail_resumed"
	}
	x := call.Begin(action, string(before.ID))
	x.WriteUser(after)
	if activated(before, after) {
		if err := takeEmail(ctx, call, x, after); err != nil {
			return nil, err
		}
	}
	RequireDepartments(x, call, newIn(after.Departments, before.Departments))
	if !after.Administers() {
		if err := keepAdmin(ctx, call, x, before); err != nil {
			return nil, err
		}
	}
	return x, disablePeriodic(ctx, call, x, before.ID, &after)
}

// activated reports whether a change activates a user who had never been.
func activated(before, after company.User) bool {
	was := before.Active || before.Suspended() && before.Suspension.WasActive
	return after.Active && !was
}

// takeEmail makes a user who is activated the owner of their address; table.ErrEmailExists
// where it is another company's user's by now.
func takeEmail(ctx context.Context, call *rest.Call, x *table.Tx, u company.User) error {
	a, there, err := call.Table.Account(ctx, u.Email)
	switch {
	case err != nil:
		return err
	case !there:
		x.TakeEmail(u, nil)
	case a.Pending || a.Of(u):
		x.TakeEmail(u, &a)
	default:
		return table.ErrEmailExists
	}
	return nil
}

// disablePeriodic disables, in the transaction of a change of a user, the periodic exports
// that must not run with the users as they are then; after is nil where the user leaves.
func disablePeriodic(ctx context.Context, call *rest.Call, x *table.Tx, id sds.UserID, after *company.User) error {
	settings, err := call.Table.PeriodicSettings(ctx, call.CompanyID)
	if err != nil {
		return err
	}
	settings = slices.DeleteFunc(settings, func(s periodic.Setting) bool { return !s.Enabled || !s.Concerns(id) })
	if len(settings) == 0 {
		return nil
	}
	people, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(u company.User) bool { return u.ID == id })
	if after != nil {
		people = append(people, *after)
	}
	for _, s := range settings {
		if why := s.Hold(call.Company, people); why != "" {
			x.DisablePeriodic(s, why)
		}
	}
	return nil
}

func (c UserChange) apply(ctx context.Context, call *rest.Call, u *company.User) error {
	var wrong input.FieldErrors
	profile := ProfileChange{c.FirstName, c.MiddleName, c.LastName, c.Phone, c.Position, c.IsSubscribed}
	profile.set(u, &wrong)
	if c.RoleID != nil {
		u.Role = *c.RoleID
	}
	switch {
	case c.IsSuspended == nil:
	case !*c.IsSuspended:
		u.Resume()
	case u.ID == call.User:
		return message.New(message.Conflict, CodeSuspendSelf)
	default:
		u.Suspend(call.Now())
	}
	if c.ResumeMail {
		u.ResumeMail(call.Now())
	}
	if c.Departments != nil {
		// A deleted department may stay in the list: it has no effect.
		if err := checkDepartments(ctx, call, &wrong, newIn(*c.Departments, u.Departments)); err != nil {
			return err
		}
		u.Departments = slices.Compact(slices.Sorted(slices.Values(*c.Departments)))
	}
	return wrong.Err()
}

// CodeSuspendSelf is the error of an administrator who suspends themselves.
const CodeSuspendSelf message.Code = "user.suspend_self"

// newIn are the ids that are not in had.
func newIn(ids, had []sds.DepartmentID) []sds.DepartmentID {
	return slices.DeleteFunc(slices.Clone(ids), func(d sds.DepartmentID) bool { return slices.Contains(had, d) })
}
