package accounts

import (
	"context"
	"strconv"

	"anzen/functions/common/links"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
)

// regenerate mails a new activation link to a user who has not activated their account
// yet. A user whose sign-up has lapsed is notified to sign up again.
func (w *worker) regenerate(ctx context.Context, email string) error {
	p, a, found, err := w.Table.PersonByEmail(ctx, email)
	switch {
	case err != nil || !found || p.Active() || p.User.Suspended():
		return err
	case a.Lapsed(w.Now()):
		return w.sendLapsed(ctx, p)
	}
	return w.unlessSAML(ctx, p, func() error { return w.sendActivation(ctx, p, a) })
}

func (w *worker) sendLapsed(ctx context.Context, p table.Person) error {
	return w.Sparingly(ctx, mail.SignupLapsed, p.User.Email, func() error {
		return w.Post(ctx, p.User, mail.SignupLapsed, mail.Args{"link": w.Page(links.PageSignUp, "")})
	})
}

// recoverPassword mails a link to set a new password. A user who has not activated their
// account gets the activation link instead: they have no password yet. A user whose company
// refuses passwords is told so.
func (w *worker) recoverPassword(ctx context.Context, email string) error {
	p, a, found, err := w.Table.PersonByEmail(ctx, email)
	switch {
	case err != nil || !found || p.User.Suspended() || a.Lapsed(w.Now()):
		return err
	}
	return w.unlessSAML(ctx, p, func() error {
		if !p.Active() {
			return w.sendActivation(ctx, p, a)
		}
		return w.Sparingly(ctx, mail.PasswordReset, p.User.Email, func() error { return w.SendReset(ctx, p) })
	})
}

// unlessSAML sends a link that sets a password, or tells a user whose company refuses
// passwords where they sign in.
func (w *worker) unlessSAML(ctx context.Context, p table.Person, send func() error) error {
	by, err := w.BySAML(ctx, p)
	if err != nil {
		return err
	}
	if by {
		send = func() error {
			return w.Sparingly(ctx, mail.SAMLSignIn, p.User.Email, func() error { return w.PostSAML(ctx, p, mail.SAMLSignIn, mail.Args{}) })
		}
	}
	return send()
}

// sendActivation mails a user the link that activates their account.
func (w *worker) sendActivation(ctx context.Context, p table.Person, a table.Account) error {
	return w.Sparingly(ctx, mail.Activation, p.User.Email, func() error { return w.mailActivation(ctx, p, a) })
}

func (w *worker) mailActivation(ctx context.Context, p table.Person, a table.Account) error {
	secret, x := w.New(p, company.PurposeActivation, company.ActivationLasts)
	if err := x.RenewSignUp(p.User, a).Commit(ctx); err != nil {
		return err
	}
	return w.Post(ctx, p.User, mail.Activation, mail.Args{
		"company": p.Company.Name, "link": w.Page(links.PageActivation, secret), "hours": strconv.Itoa(int(company.ActivationLasts.Hours())),
	})
}
