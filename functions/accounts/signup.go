package accounts

import (
	"context"
	"errors"

	"anzen/functions/accounts/execution"
	"anzen/functions/common/links"
	"anzen/shared/aws/table"
	"anzen/shared/domain/mail"
)

// errTaken has a sign-up seen to again: somebody has activated an account with the
// address at the same moment, or the company whose it is is being closed.
var errTaken = errors.New("whose the address is has changed")

// signUp makes a company and its first administrator, both inactive, and mails
// the link that activates them. Whoever else has signed up with the address, or was
// invited with it, and has not activated their account is in nobody's way. The owner
// of an address that has an account is told by mail.
func (w *worker) signUp(ctx context.Context, r execution.SignUpRequest) error {
	c, u, err := r.Accept()
	if err != nil {
		return err
	}
	fresh := table.Person{User: u, Company: c}
	a, there, err := w.Table.Account(ctx, fresh.User.Email)
	switch {
	case err != nil:
		return err
	case there && !a.Pending:
		p, found, err := w.Table.Person(ctx, a.Company, a.User)
		switch {
		case err != nil:
			return err
		case found && p.Active():
			return w.sendExists(ctx, p)
		case found: // who was cut off while activating their account
			return w.sendActivation(ctx, p, a)
		}
		return errTaken
	}
	err = w.Sparingly(ctx, mail.Activation, fresh.User.Email, func() error {
		if err := w.Begin(fresh, "company.signed_up").SignUp(fresh.Company, fresh.User).Commit(ctx); err != nil {
			return err
		}
		return w.mailActivation(ctx, fresh, table.Account{})
	})
	if errors.Is(err, table.ErrEmailExists) {
		return errors.Join(errTaken, err)
	}
	return err
}

func (w *worker) sendExists(ctx context.Context, p table.Person) error {
	return w.Sparingly(ctx, mail.SignupExists, p.User.Email, func() error {
		return w.Post(ctx, p.User, mail.SignupExists, mail.Args{"link": w.Page(links.PageLogin, ""), "recovery": w.Page(links.PageRecovery, "")})
	})
}
