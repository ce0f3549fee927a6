// Package accounts is the public API of accounts: sign-up, activation, password
// recovery. What it answers does not tell whether an e-mail address has an
// account; only a mail to the address does.
package accounts

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/company"
	"anzen/shared/mail"
	"anzen/shared/mailer"
	"anzen/shared/table"
)

// mailEvery is how often an address is sent a mail of one kind on somebody's
// request: nobody's mailbox can be flooded through us.
const mailEvery = time.Minute

// sparingly sends a mail unless one of the kind went to the address a moment ago.
// If sending fails it may be tried again at once.
func sparingly(ctx context.Context, call *rest.Call, kind mail.Kind, email string, send func() error) error {
	may, err := call.Table.Throttle(ctx, string(kind), email, mailEvery)
	if err != nil || !may {
		return err
	}
	if err := send(); err != nil {
		return errors.Join(err, call.Table.Unthrottle(ctx, string(kind), email))
	}
	return nil
}

func post(ctx context.Context, call *rest.Call, to company.User, kind mail.Kind, args mail.Args) error {
	args["name"] = to.Name()
	m := mail.Compose(to.Locale, kind, args)
	return call.Mail.Send(ctx, mailer.Mail{To: to.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML})
}

// page is the address of a page of the dashboard, with the secret of a link.
func page(call *rest.Call, path, secret string) string {
	at := call.AppURL + "/#" + path
	if secret != "" {
		at += "?token=" + url.QueryEscape(secret)
	}
	return at
}

const (
	pageLogin      = "/login"
	pageRecovery   = "/password-recovery"
	pageActivation = "/signup/activation"
	pageReset      = "/reset-password"
)

// sendActivation mails a person the link that activates their account.
func sendActivation(ctx context.Context, call *rest.Call, p table.Person) error {
	return sparingly(ctx, call, mail.Activation, p.User.Email, func() error {
		secret, err := newLink(ctx, call, p, company.PurposeActivation, company.ActivationLasts)
		if err != nil {
			return err
		}
		return post(ctx, call, p.User, mail.Activation, mail.Args{
			"company": p.Company.Name, "link": page(call, pageActivation, secret), "hours": strconv.Itoa(int(company.ActivationLasts.Hours())),
		})
	})
}

// sendReset mails a person the link that sets a new password.
func sendReset(ctx context.Context, call *rest.Call, p table.Person) error {
	secret, err := newLink(ctx, call, p, company.PurposeReset, company.ResetLasts)
	if err != nil {
		return err
	}
	return post(ctx, call, p.User, mail.PasswordReset, mail.Args{
		"link": page(call, pageReset, secret), "minutes": strconv.Itoa(int(company.ResetLasts.Minutes())),
	})
}

// newLink keeps a new one-time link and answers its secret.
func newLink(ctx context.Context, call *rest.Call, p table.Person, purpose company.Purpose, lasts time.Duration) (string, error) {
	secret, hash := table.NewSecret()
	token := company.Token{
		Hash: hash, Purpose: purpose, Company: p.Company.ID, User: p.User.ID, Email: p.User.Email,
		NeedsPassword: true, ExpiresAt: call.Now().Add(lasts),
	}
	return secret, begin(call, p, "link.sent."+string(purpose)).CreateToken(token).Commit(ctx)
}

// begin starts a transaction on the records of a person who has no session yet: by
// themselves, or by who invites them.
func begin(call *rest.Call, p table.Person, action string) *table.Tx {
	by := p.User.ID
	if call.User != "" {
		by = call.User
	}
	return call.Table.Begin(p.Company.ID).Audit(table.Audit{
		By: by, Action: action, Target: string(p.User.ID), Address: call.Address, At: call.Now(),
	})
}

// open finds whose a link is, and refuses one that no longer holds: spent,
// expired, or overtaken by another of its kind.
func open(ctx context.Context, call *rest.Call, secret string) (company.Token, table.Person, error) {
	token, err := call.Table.Token(ctx, secret)
	if err != nil {
		return token, table.Person{}, err
	}
	p, found, err := call.Table.Person(ctx, token.Company, token.User)
	if err != nil {
		return token, p, err
	}
	if !found || p.User.Email != token.Email {
		return token, p, table.ErrTokenUnknown
	}
	active, lasts := false, company.ActivationLasts
	if token.Purpose == company.PurposeReset {
		active, lasts = true, company.ResetLasts
	}
	if issued := token.ExpiresAt.Add(-lasts); p.Active() != active || issued.Before(p.User.LinksFrom) {
		return token, p, table.ErrTokenUsed
	}
	return token, p, nil
}

// openFor is open for links of one purpose.
func openFor(ctx context.Context, call *rest.Call, secret string, purpose company.Purpose) (company.Token, table.Person, error) {
	token, p, err := open(ctx, call, secret)
	if err == nil && token.Purpose != purpose {
		err = table.ErrTokenUnknown
	}
	return token, p, err
}
