package rest

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
)

// CodeReauthenticate is the error where the user has to enter their password again first.
const CodeReauthenticate message.Code = "session.reauthenticate"

// ErrNotProven is the error where the caller's session has no valid reauthentication.
var ErrNotProven = message.New(message.Conflict, CodeReauthenticate)

// Reauthentication is that of the caller's session; ErrNotProven where there is none, or
// where it has expired.
func (c *Call) Reauthentication(ctx context.Context) (company.Reauthentication, error) {
	r, found, err := c.Table.Reauthentication(ctx, c.CompanyID, c.User, c.Claims.Session)
	switch {
	case err != nil:
		return r, err
	case !found || r.Token == "" && !r.Recovered || !c.Now().Before(r.ExpiresAt):
		return r, ErrNotProven
	}
	return r, nil
}

// Recent returns ErrNotProven where the caller has entered no credentials within
// company.ReauthenticationLasts: neither at the sign-in nor since. A session that is
// stolen later cannot make changes that would give it more (OWASP ASVS 5.0, 7.5).
func (c *Call) Recent(ctx context.Context) error {
	if c.Now().Sub(c.Claims.SignedIn) < company.ReauthenticationLasts {
		return nil
	}
	_, err := c.Reauthentication(ctx)
	return err
}
