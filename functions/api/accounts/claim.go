package accounts

import (
	"context"
	"errors"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/password"
)

// ChoosingTakes is how long a claim locks the user's password: longer than the function
// can run.
const ChoosingTakes = 15 * time.Second

// choice is a password to set, by a mailed link or a change.
type choice struct {
	purpose  company.Purpose
	action   string // of the audit record, once the password is set
	field    string // of the password in the request
	secret   string
	password string
	effect   func(*table.Person) // other effects of the link
}

// choose sets a password by a link. Of concurrent attempts, with one link or several of
// the user, one claims the user's password in the table and sets it at the user pool; the
// others are refused and change nothing. An attempt that is interrupted after the claim
// leaves a used link and changes nothing else: the user requests another link.
func choose(ctx context.Context, call *rest.Call, c choice) (table.Person, error) {
	link, claimed, err := c.claim(ctx, call)
	if err != nil {
		return claimed, err
	}
	err = call.Users.SetPassword(ctx, claimed.User.Email, c.password, claimed.Company.ID, claimed.User.ID)
	switch {
	case err == nil:
		return c.finish(ctx, call, claimed)
	case idp.Answered(err): // the password has not changed, and will not
		err = errors.Join(err, c.release(ctx, call, link, claimed))
	}
	if errors.Is(err, idp.ErrWeakPassword) {
		return claimed, c.refuse(company.CodeWeakPassword)
	}
	return claimed, err
}

// claim uses the link up, and with it every other link of the user, and locks the user's
// password. An activation proves that the user owns the address: the address and the
// records of the sign-up no longer yield to others. It returns the link before the claim,
// and the user after it.
func (c choice) claim(ctx context.Context, call *rest.Call) (link, table.Person, error) {
	for try := 1; ; try++ {
		l, err := openFor(ctx, call, c.secret, c.purpose)
		if err == nil && try == 1 {
			err = c.validate(l.person)
		}
		if err == nil {
			err = alone(call, l.person)
		}
		if err != nil {
			return l, l.person, err
		}
		claimed := l.person
		claimed.User.LinksFrom, claimed.User.ChoosingUntil = call.Now(), call.Now().Add(ChoosingTakes)
		x := begin(call, claimed, "link.used."+string(c.purpose)).UseToken(l.token)
		switch c.purpose {
		case company.PurposeReset: // whatever happens next, no session outlives the old password
			claimed.User.EndSessions(call.Now())
		case company.PurposeActivation:
			x.TakeEmail(claimed.User, l.account)
			if !claimed.Company.Active {
				claimed.Company = x.WriteCompany(claimed.Company)
			}
		}
		claimed.User = x.WriteUser(claimed.User)
		if err := x.Commit(ctx); !errors.Is(err, table.ErrStale) || try == 3 {
			return l, claimed, err
		}
	}
}

// alone refuses while the user's password is locked by a claim.
func alone(call *rest.Call, p table.Person) error {
	if call.Now().Before(p.User.ChoosingUntil) {
		return message.New(message.TooMany, message.CodeBusy)
	}
	return nil
}

// validate refuses an empty password and one that breaks the rules of passwords: of
// composition, or because it is easily guessed, also from the person's own words.
func (c choice) validate(p table.Person) error {
	if c.password == "" {
		return c.refuse(message.CodeRequired)
	}
	return c.refuse(password.Validate(c.password, password.Known(p.User, p.Company)...))
}

func (c choice) refuse(code message.Code) error {
	var wrong input.FieldErrors
	wrong.Add(c.field, code)
	return wrong.Err()
}

// finish records that the password is set, with the other effects of the link.
func (c choice) finish(ctx context.Context, call *rest.Call, claimed table.Person) (table.Person, error) {
	return c.write(ctx, call, claimed, func(p *table.Person) *table.Tx {
		p.User.ChoosingUntil = time.Time{}
		waits := !p.Company.Active
		c.effect(p)
		x := begin(call, *p, c.action)
		p.User = x.WriteUser(p.User)
		if waits && p.Company.Active {
			p.Company = x.WriteCompany(p.Company)
		}
		return x
	})
}

// release undoes the claim: the link is valid again, and the others; a sign-up lapses as
// before.
func (c choice) release(ctx context.Context, call *rest.Call, l link, claimed table.Person) error {
	before := l.person.User
	_, err := c.write(ctx, call, claimed, func(p *table.Person) *table.Tx {
		p.User.LinksFrom, p.User.SessionsFrom, p.User.ChoosingUntil = before.LinksFrom, before.SessionsFrom, time.Time{}
		x := begin(call, *p, "link.released."+string(c.purpose)).RestoreToken(l.token)
		if c.purpose == company.PurposeActivation {
			x.GiveBackEmail(p.User, l.account)
			if l.account != nil && l.account.TTL != 0 && l.account.Of(p.User) {
				*p = x.WriteSignUp(*p, *l.account)
				return x
			}
		}
		p.User = x.WriteUser(p.User)
		return x
	})
	return err
}

// write writes a change of the claimed user, and keeps other concurrent changes.
func (c choice) write(ctx context.Context, call *rest.Call, p table.Person, change func(*table.Person) *table.Tx) (table.Person, error) {
	for try := 1; ; try++ {
		after := p
		err := change(&after).Commit(ctx)
		if !errors.Is(err, table.ErrStale) || try == 5 {
			return after, err
		}
		read, found, err := call.Table.Person(ctx, p.Company.ID, p.User.ID)
		if err != nil {
			return p, err
		}
		if !found {
			return p, table.ErrTokenUnknown
		}
		p = read
	}
}
