// Package accounts is the public API of accounts: sign-up, activation, password
// recovery. Its answers do not reveal whether an email address has an account; only a
// mail to the address does.
package accounts

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/common/links"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
)

// sender makes and mails links on behalf of the caller.
func sender(call *rest.Call) links.Sender {
	return links.Sender{Table: call.Table, Mail: call.Mail, AppURL: call.AppURL, Now: call.Now, By: call.User, ByToken: call.Token, Address: call.Address, RequestID: call.RequestID}
}

// begin starts a transaction on the records of a user, by the caller.
func begin(call *rest.Call, p table.Person, action string) *table.Tx {
	return sender(call).Begin(p, action)
}

// link is a valid mailed link with its user, and the account of the address to which it
// was mailed (nil: none).
type link struct {
	token   company.Token
	person  table.Person
	account *table.Account
}

// open reads a link with its user, and refuses an invalid one: used, expired, or replaced
// by another.
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
	return l, l.validate(call.Now())
}

// validate refuses a link that is no longer valid.
func (l link) validate(now time.Time) error {
	active, lasts := false, company.ActivationLasts
	if l.token.Purpose == company.PurposeReset {
		active, lasts = true, company.ResetLasts
	}
	issued, p := l.token.ExpiresAt.Add(-lasts), l.person
	mine := l.account != nil && l.account.Of(p.User)
	switch {
	case p.Active() != active || p.User.Suspended() || issued.Before(p.User.LinksFrom):
		return table.ErrTokenUsed
	case mine && l.account.Lapsed(now):
		return table.ErrTokenExpired
	case mine:
		return nil
	case p.Company.Active && !active && (l.account == nil || l.account.Pending):
		return nil // invited: no account with the address is activated
	case !p.Company.Active: // another sign-up or invitation has replaced it
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
