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
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
)

// How often an address is sent a mail of one kind on somebody's request: nobody's
// mailbox can be flooded through us, and nobody who asks without end keeps another
// from what they ask for.
const (
	mailEvery = time.Minute      // asked for from the same network address
	mailApart = 15 * time.Second // asked for by anybody
)

// sparingly sends a mail unless one of the kind went to the address a moment ago.
// If sending fails it may be tried again at once.
func sparingly(ctx context.Context, call *rest.Call, kind mail.Kind, email string, send func() error) error {
	asked := email + " " + call.Address
	may, err := call.Table.ThrottleFor(ctx, string(kind), asked, mailEvery, call.RequestID)
	if err != nil || !may {
		return err
	}
	may, err = call.Table.ThrottleFor(ctx, string(kind), email, mailApart, call.RequestID)
	if err == nil && may {
		if err = send(); err == nil {
			return nil
		}
		err = errors.Join(err, call.Table.Unthrottle(ctx, string(kind), email))
	}
	return errors.Join(err, call.Table.Unthrottle(ctx, string(kind), asked))
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
	pageSignUp     = "/signup"
	pageRecovery   = "/password-recovery"
	pageActivation = "/signup/activation"
	pageReset      = "/reset-password"
)

// sendActivation mails a person the link that activates their account.
func sendActivation(ctx context.Context, call *rest.Call, p table.Person, a table.Account) error {
	return sparingly(ctx, call, mail.Activation, p.User.Email, func() error { return mailActivation(ctx, call, p, a) })
}

func mailActivation(ctx context.Context, call *rest.Call, p table.Person, a table.Account) error {
	secret, x := newLink(call, p, company.PurposeActivation, company.ActivationLasts)
	if err := x.RenewSignUp(p.User, a).Commit(ctx); err != nil {
		return err
	}
	return post(ctx, call, p.User, mail.Activation, mail.Args{
		"company": p.Company.Name, "link": page(call, pageActivation, secret), "hours": strconv.Itoa(int(company.ActivationLasts.Hours())),
	})
}

// sendReset mails a person the link that sets a new password.
func sendReset(ctx context.Context, call *rest.Call, p table.Person) error {
	secret, x := newLink(call, p, company.PurposeReset, company.ResetLasts)
	if err := x.Commit(ctx); err != nil {
		return err
	}
	return post(ctx, call, p.User, mail.PasswordReset, mail.Args{
		"link": page(call, pageReset, secret), "minutes": strconv.Itoa(int(company.ResetLasts.Minutes())),
	})
}

// newLink is the secret of a new one-time link, and the transaction that keeps it.
func newLink(call *rest.Call, p table.Person, purpose company.Purpose, lasts time.Duration) (string, *table.Tx) {
	secret, hash := table.NewSecret()
	token := company.Token{
		Hash: hash, Purpose: purpose, Company: p.Company.ID, User: p.User.ID, Email: p.User.Email,
		NeedsPassword: true, ExpiresAt: call.Now().Add(lasts),
	}
	return secret, begin(call, p, "link.sent."+string(purpose)).CreateToken(token)
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

// link is a mailed link that holds: whose it is, and whose the address is to which it
// was mailed (nil: nobody's).
type link struct {
	token   company.Token
	person  table.Person
	account *table.Account
}

// open finds whose a link is, and refuses one that no longer holds: spent,
// expired, or overtaken by another.
func open(ctx context.Context, call *rest.Call, secret string) (link, error) {
	token, err := call.Table.Token(ctx, secret)
	l := link{token: token}
	if err != nil {
		return l, err
	}
	p, found, err := call.Table.Person(ctx, token.Company, token.User)
	if err != nil {
		return l, err
	}
	if l.person = p; !found || p.User.Email != token.Email {
		return l, table.ErrTokenUnknown
	}
	if a, there, err := call.Table.Account(ctx, token.Email); err != nil {
		return l, err
	} else if there {
		l.account = &a
	}
	return l, l.judge(call.Now())
}

// judge refuses a link that others have overtaken.
func (l link) judge(now time.Time) error {
	active, lasts := false, company.ActivationLasts
	if l.token.Purpose == company.PurposeReset {
		active, lasts = true, company.ResetLasts
	}
	issued, p := l.token.ExpiresAt.Add(-lasts), l.person
	mine := l.account != nil && l.account.Of(p.User)
	switch {
	case p.Active() != active || issued.Before(p.User.LinksFrom):
		return table.ErrTokenUsed
	case mine && l.account.Lapsed(now):
		return table.ErrTokenExpired
	case mine:
		return nil
	case p.Company.Active && !active && (l.account == nil || l.account.Pending):
		return nil // invited: nobody has activated an account with the address
	case !p.Company.Active: // another sign-up or invitation has come in its place
		return table.ErrTokenExpired
	default:
		return table.ErrTokenUsed
	}
}

// openFor is open for links of one purpose.
func openFor(ctx context.Context, call *rest.Call, secret string, purpose company.Purpose) (link, error) {
	l, err := open(ctx, call, secret)
	if err == nil && l.token.Purpose != purpose {
		err = table.ErrTokenUnknown
	}
	return l, err
}
