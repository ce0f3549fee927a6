package company

import (
	"slices"
	"time"

	"anzen/shared/domain/sds"
)

// MaxPasskeys is how many passkeys a user can have; the user pool allows 20.
const MaxPasskeys = 10

// PasskeyID names a passkey of a user.
type PasskeyID string

// Passkey is a credential (WebAuthn) with which a user signs in without their password. The
// user pool has the key itself: this is how the user knows it.
type Passkey struct {
	ID PasskeyID `dynamodbav:"ID"`
	// Credential is the id by which authenticator and user pool name it, in base 64 for URLs.
	Credential string    `dynamodbav:"Credential"`
	Name       string    `dynamodbav:"Name"` // by the user
	CreatedAt  time.Time `dynamodbav:"CreatedAt"`
}

// Passkey is the user's passkey with the id.
func (u User) Passkey(id PasskeyID) (Passkey, bool) {
	n := slices.IndexFunc(u.Passkeys, func(k Passkey) bool { return k.ID == id })
	if n < 0 {
		return Passkey{}, false
	}
	return u.Passkeys[n], true
}

// NewPasskeyID is the id of a new passkey.
func NewPasskeyID() PasskeyID { return sds.NewID[PasskeyID]() }
