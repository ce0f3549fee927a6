// Package links makes and mails one-time links for activation and password reset, for
// requests without a session and for invitations.
package links

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/sds"
)

// The interval between mails of one kind to an address: no mailbox can be flooded, and
// one client's requests do not block those of others.
const (
	MailEvery = time.Minute      // requested from the same network address
	mailApart = 15 * time.Second // requested by any client
)

// Sender makes and mails links.
type Sender struct {
	Table     *table.Table
	Mail      *mailer.Mailer
	AppURL    string // the dashboard's URL, without a trailing slash
	Now       func() time.Time
	By        sds.UserID // the inviter; empty: requested by the recipient
	ByToken   string     // the name of the provisioning token that invites; empty: a user
	Address   string     // the client's
	RequestID string
}

// Sparingly sends a mail unless one of the kind was sent to the address a moment ago. A
// failed one can be retried at once.
func (s Sender) Sparingly(ctx context.Context, kind mail.Kind, email string, send func() error) error {
	subject := email + " " + s.Address
	may, err := s.Table.ThrottleFor(ctx, string(kind), subject, MailEvery, s.RequestID)
	if err != nil || !may {
		return err
	}
	may, err = s.Table.ThrottleFor(ctx, string(kind), email, mailApart, s.RequestID)
	if err == nil && may {
		if err = send(); err == nil {
			return nil
		}
		err = errors.Join(err, s.Table.Unthrottle(ctx, string(kind), email))
	}
	return errors.Join(err, s.Table.Unthrottle(ctx, string(kind), subject))
}

// Post mails a user.
func (s Sender) Post(ctx context.Context, to company.User, kind mail.Kind, args mail.Args) error {
	args["name"] = to.Name()
	m := mail.Compose(to.Locale, kind, args)
	return s.Mail.Send(ctx, mailer.Mail{To: to.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML})
}

// Page is the URL of a page of the dashboard, with the secret of a link if any.
func (s Sender) Page(path, secret string) string {
	at := s.AppURL + "/#" + path
	if secret != "" {
		at += "?token=" + url.QueryEscape(secret)
	}
	return at
}

// Pages of the dashboard.
const (
	PageLogin      = "/login"
	PageSignUp     = "/signup"
	PageRecovery   = "/password-recovery"
	PageActivation = "/signup/activation"
	pageReset      = "/reset-password"
	pageSAML       = "/saml/login"
)

// SendReset mails a user the link that sets a new password.
func (s Sender) SendReset(ctx context.Context, p table.Person) error {
	secret, x := s.New(p, company.PurposeReset, company.ResetLasts)
	if err := x.Commit(ctx); err != nil {
		return err
	}
	return s.Post(ctx, p.User, mail.PasswordReset, mail.Args{
		"link": s.Page(pageReset, secret), "minutes": strconv.Itoa(int(company.ResetLasts.Minutes())),
	})
}

// BySAML reports whether a user signs in at their company's identity provider only, so that
// a link that sets a password would be of no use to them.
func (s Sender) BySAML(ctx context.Context, p table.Person) (bool, error) {
	connection, there, err := s.Table.Connection(ctx, p.Company.ID)
	return there && connection.RefusesPassword(p.Company, p.User), err
}

// PostSAML mails such a user the link to the sign-in at the provider, with their address
// filled in. It holds no secret and does not expire.
func (s Sender) PostSAML(ctx context.Context, p table.Person, kind mail.Kind, args mail.Args) error {
	args["company"], args["link"] = p.Company.Name, s.Page(pageSAML, "")+"?email="+url.QueryEscape(p.User.Email)
	return s.Post(ctx, p.User, kind, args)
}

// New is the secret of a new one-time link, and the transaction that stores it.
func (s Sender) New(p table.Person, purpose company.Purpose, lasts time.Duration) (string, *table.Tx) {
	secret, hash := table.NewSecret()
	token := company.Token{
		Hash: hash, Purpose: purpose, Company: p.Company.ID, User: p.User.ID, Email: p.User.Email,
		NeedsPassword: true, ExpiresAt: s.Now().Add(lasts),
	}
	return secret, s.Begin(p, "link.sent."+string(purpose)).CreateToken(token)
}

// Begin starts a transaction on the records of a user without a session, by the inviter
// or the user.
func (s Sender) Begin(p table.Person, action string) *table.Tx {
	by := p.User.ID
	if s.By != "" {
		by = s.By
	}
	return s.Table.Begin(p.Company.ID).Audit(table.Audit{By: by, ByToken: s.ByToken, Action: action, Target: string(p.User.ID), Address: s.Address, At: s.Now()})
}
