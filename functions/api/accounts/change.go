package accounts

import (
	"context"
	"errors"

	"anzen/functions/api/rest"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// The errors of a password change.
const (
	CodeWrongPassword   message.Code = "password.wrong"
	CodeTooManyAttempts message.Code = "password.too_many_attempts"
)

// Change sets a new password for the caller, given the old one, and ends all their
// sessions, this one included, and the links that were mailed before. oldField and field
// are the paths of the two passwords in the request, for errors.
func Change(ctx context.Context, call *rest.Call, old, password, oldField, field string) error {
	c := choice{
		action: "user.password_changed", field: field, password: password,
		effect: func(p *table.Person) { p.User.EndSessions(call.Now()) },
	}
	p, found, err := call.Table.Person(ctx, call.CompanyID, call.User)
	switch {
	case err != nil:
		return err
	case !found:
		return table.ErrNotFound
	}
	if err := c.validate(p); err != nil {
		return err
	}
	if err := c.prove(ctx, call, p.User, old, oldField); err != nil {
		return err
	}
	claimed, err := c.claimOwn(ctx, call, p)
	if err != nil {
		return err
	}
	err = call.Users.SetPassword(ctx, claimed.User.Email, password, claimed.Company.ID, claimed.User.ID)
	if err == nil {
		if claimed, err = c.finish(ctx, call, claimed); err != nil {
			return err
		}
		changed(ctx, call, claimed)
		return nil
	}
	if idp.Answered(err) { // the password has not changed, and will not
		_, failed := c.write(ctx, call, claimed, func(after *table.Person) *table.Tx {
			after.User.ChoosingUntil, after.User.LinksFrom = p.User.ChoosingUntil, p.User.LinksFrom
			x := begin(call, *after, "user.password_change_failed")
			after.User = x.WriteUser(after.User)
			return x
		})
		err = errors.Join(err, failed)
	}
	if errors.Is(err, idp.ErrWeakPassword) {
		return c.refuse(company.CodeWeakPassword)
	}
	return err
}

// prove verifies the old password at the user pool; a wrong one is recorded in the audit.
func (c choice) prove(ctx context.Context, call *rest.Call, u company.User, old, field string) error {
	err := call.Users.CheckPassword(ctx, u.Email, old)
	switch {
	case errors.Is(err, idp.ErrTooManyAttempts):
		err = message.New(message.TooMany, CodeTooManyAttempts).Because(err)
	case errors.Is(err, idp.ErrWrongPassword):
		var wrong input.FieldErrors
		wrong.Add(field, CodeWrongPassword)
		err = wrong.Err()
	default:
		return err
	}
	return errors.Join(err, call.Begin("user.password_change_refused", string(u.ID)).Commit(ctx))
}

// claimOwn locks the user's password against concurrent changes. It refuses where the
// password was set or the sessions were ended since the old password was verified.
func (c choice) claimOwn(ctx context.Context, call *rest.Call, p table.Person) (table.Person, error) {
	for try := 1; ; try++ {
		if err := alone(call, p); err != nil {
			return p, err
		}
		claimed := p
		claimed.User.LinksFrom, claimed.User.ChoosingUntil = call.Now(), call.Now().Add(ChoosingTakes)
		x := begin(call, p, "user.password_changing")
		claimed.User = x.WriteUser(claimed.User)
		err := x.Commit(ctx)
		if !errors.Is(err, table.ErrStale) || try == 3 {
			return claimed, err
		}
		read, found, err := call.Table.Person(ctx, p.Company.ID, p.User.ID)
		if err != nil || !found {
			return p, errors.Join(err, table.ErrNotFound)
		}
		if !read.User.LinksFrom.Equal(p.User.LinksFrom) || !read.User.SessionsFrom.Equal(p.User.SessionsFrom) {
			return p, message.New(message.TooMany, message.CodeBusy)
		}
		p = read
	}
}
