// Package accounts is the public API of accounts: sign-up, activation, password
// recovery. What it answers does not tell whether an e-mail address has an
// account; only a mail to the address does.
package accounts

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/common/links"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
)

// sender makes links and mails them on the caller's request.
func sender(call *rest.Call) links.Sender {
	return links.Sender{Table: call.Table, Mail: call.Mail, AppURL: call.AppURL, Now: call.Now, By: call.User, Address: call.Address, RequestID: call.RequestID}
}

// begin starts a transaction on the records of a person: by themselves, or by who invites them.
func begin(call *rest.Call, p table.Person, action string) *table.Tx {
	return sender(call).Begin(p, action)
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
