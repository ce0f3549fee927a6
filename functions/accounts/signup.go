package accounts

import (
	"context"
	"errors"

	"anzen/functions/accounts/execution"
	"anzen/functions/common/links"
	"anzen/shared/aws/table"
	"anzen/shared/domain/mail"
)

// errTaken makes a sign-up be retried: an account with the address has been activated
// concurrently, or its company is being closed.
var errTaken = errors.New("the owner of the address has changed")

// signUp makes a company and its first administrator, both inactive, and mails the link
// that activates them. Other sign-ups and invitations with the address that are not
// activated do not matter. The owner of an address that has an account is notified by
// mail.
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
		case found && !p.User.Suspended(): // whose activation was interrupted
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
