package users

import (
	"context"
	"errors"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/filing"
)

// DeleteRoute is the declaration of DELETE users/{userId}.
var DeleteRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/users/{userId}", ID: "deleteUser", Tag: "users", Rule: rest.Need(access.UserDelete),
	Summary: "Remove a user: signs them out at once, deletes their account, removes them from the sheets they are assigned, disables the periodic exports that they own or receive; not the last administrator (409)",
	Status:  204, Memory: 1024, Timeout: rest.MaxTimeout,
	Grants: RemoveGrants,
}

// RemoveGrants are what Remove needs.
var RemoveGrants = append(grant.Catalog(), grant.Table("PutItem", "DeleteItem", "ConditionCheckItem"), grant.Users("AdminDeleteUser", "AdminEnableUser"))

// DeleteInput names a user.
type DeleteInput struct{ OfUser }

// Delete removes a user.
func Delete(ctx context.Context, call *rest.Call, in *DeleteInput) (*struct{}, error) {
	return nil, Remove(ctx, call, in.User)
}

// Remove removes a user of the caller's company: first their record, which ends all their
// sessions, then the rest. What was interrupted can be repeated.
func Remove(ctx context.Context, call *rest.Call, id sds.UserID) error {
	for try := 1; ; try++ {
		err := remove(ctx, call, id)
		if (errors.Is(err, errAdminsChanged) || errors.Is(err, table.ErrStale)) && try < maxTries {
			continue
		}
		if err != nil && !errors.Is(err, table.ErrNotFound) {
			return err
		}
		break
	}
	left, ok, err := call.Table.Left(ctx, call.CompanyID, id)
	switch {
	case err != nil:
		return err
	case !ok:
		return table.ErrNotFound
	}
	if err := clear(ctx, call, left); err != nil {
		return err
	}
	return call.Begin("user.cleared", string(id)).ForgetLeft(left).Commit(ctx)
}

// remove deletes the user's record.
func remove(ctx context.Context, call *rest.Call, id sds.UserID) error {
	u, err := call.Table.User(ctx, call.CompanyID, id)
	if err != nil {
		return err
	}
	has, err := call.Table.HasEmail(ctx, u)
	if err != nil {
		return err
	}
	x := call.Begin("user.deleted", string(id)).LeaveUser(u, has)
	if err := keepAdmin(ctx, call, x, u); err != nil {
		return err
	}
	if err := disablePeriodic(ctx, call, x, id, nil); err != nil {
		return err
	}
	return x.Commit(ctx)
}

// clear removes the rest of a removed user: the account, unless another user has been
// invited with the address since, their sessions, their saved searches, and their assignments to sheets.
func clear(ctx context.Context, call *rest.Call, left table.Left) error {
	_, taken, err := call.Table.Account(ctx, left.Email)
	if err != nil {
		return err
	}
	if taken { // the new owner takes over the account, which a suspension may have disabled
		err = call.Users.Enable(ctx, left.Email)
	} else {
		err = call.Users.Delete(ctx, left.Email)
	}
	if err != nil {
		return err
	}
	if err := call.Table.ForgetSessions(ctx, call.CompanyID, left.User, call.Audit("user.sessions_forgotten", string(left.User))); err != nil {
		return err
	}
	saved, err := call.Table.AllCriteria(ctx, call.CompanyID, left.User)
	if err != nil {
		return err
	}
	for _, s := range saved {
		if err := call.Begin("criteria.deleted", string(s.ID)).DeleteCriteria(left.User, s).Commit(ctx); err != nil {
			return err
		}
	}
	return filing.Assignees.TakeOff(ctx, call.Catalog, call.Table, call.Actor(), left.User, "user.taken_off_sheets")
}
