package cognito

import (
	"encoding/hex"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// user is one account. Of the password only the SRP verifier is kept.
type user struct {
	Sub        string            `json:"sub"`
	Attributes map[string]string `json:"attributes"` // without sub
	Credential credential        `json:"credential"`
	MFA        mfa               `json:"mfa,omitzero"`
	// Passkeys are the credentials that sign the user in without a password.
	Passkeys []passkey `json:"passkeys,omitempty"`
	// Verification is the code that verifies the phone number, while one is under way.
	Verification *verification `json:"verification,omitempty"`
	// Disabled: neither signs in nor refreshes tokens.
	Disabled bool      `json:"disabled,omitempty"`
	Created  time.Time `json:"created"`
	Modified time.Time `json:"modified"`
	// Identity is that of a person from elsewhere, who has no password.
	Identity *identity `json:"identity,omitempty"`
	// Links are people from elsewhere who sign in to this account.
	Links []identity `json:"links,omitempty"`
}

// attribute is Name and Value as on the wire.
type attribute struct {
	Name  string
	Value string
}

// attributes lists the user's attributes, sub first.
func (u user) attributes() []attribute {
	list := []attribute{{"sub", u.Sub}}
	for _, name := range slices.Sorted(maps.Keys(u.Attributes)) {
		list = append(list, attribute{name, u.Attributes[name]})
	}
	if u.identities() != nil {
		list = append(list, attribute{"identities", u.identitiesText()})
	}
	return list
}

// fold normalises addresses for comparison: the pool is not case-sensitive.
func fold(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// find looks a user up by address or sub.
func (p *Pool) find(username string) (user, bool) {
	if sub, ok := p.state.byEmail[fold(username)]; ok {
		username = sub
	}
	u, ok := p.state.users[username]
	u.Attributes = maps.Clone(u.Attributes)
	return u, ok
}

// mustFind is find for the administrator, to whom missing users may be revealed.
func (p *Pool) mustFind(poolID, username string) (user, error) {
	if err := p.checkPool(poolID); err != nil {
		return user{}, err
	}
	if err := checkUsername(username); err != nil {
		return user{}, err
	}
	u, ok := p.find(username)
	if !ok {
		return user{}, fault("UserNotFoundException", "User does not exist.")
	}
	return u, nil
}

// longestName is the length of the longest user name ("AdminCreateUser" in the API reference).
const longestName = 128

func checkUsername(name string) error {
	if utf8.RuneCountInString(name) > longestName {
		return fault("InvalidParameterException", "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must have length less than or equal to 128")
	}
	return nil
}

func (p *Pool) checkPool(id string) error {
	if id != p.config.PoolID {
		return fault("ResourceNotFoundException", "User pool "+id+" does not exist.")
	}
	return nil
}

func (p *Pool) checkClient(id string) error {
	if id != p.config.ClientID {
		return fault("ResourceNotFoundException", "User pool client "+id+" does not exist.")
	}
	return nil
}

// checkAdmin checks the pool and the client of an administrator's request: both clients serve.
func (p *Pool) checkAdmin(pool, client string) error {
	if err := p.checkPool(pool); err != nil {
		return err
	}
	if client != "" && client == p.config.AdminClientID {
		return nil
	}
	return p.checkClient(client)
}

// standardAttributes are the OpenID Connect claims that every pool has.
var standardAttributes = []string{
	"address", "birthdate", "email", "email_verified", "family_name", "gender", "given_name", "locale", "middle_name",
	"name", "nickname", "phone_number", "phone_number_verified", "picture", "preferred_username", "profile",
	"updated_at", "website", "zoneinfo",
}

// setAttributes changes u's attributes; an empty value removes one. A changed address
// or number is unverified unless the same call verifies it.
func (p *Pool) setAttributes(u *user, list []attribute) error {
	if u.Attributes == nil {
		u.Attributes = map[string]string{}
	}
	given := map[string]string{}
	for _, a := range list {
		custom, isCustom := strings.CutPrefix(a.Name, "custom:")
		switch {
		case a.Name == "sub":
			return fault("InvalidParameterException", "Cannot modify an immutable attribute sub.")
		case isCustom && !slices.Contains(p.config.CustomAttributes, custom),
			!isCustom && !slices.Contains(standardAttributes, a.Name):
			return fault("InvalidParameterException", "user."+a.Name+": Attribute does not exist in the schema.")
		case len(a.Value) > 2048:
			return fault("InvalidParameterException", "user."+a.Name+": String must be no longer than 2048 characters.")
		}
		given[a.Name] = a.Value
	}
	if email, ok := given["email"]; ok {
		if err := p.checkEmail(u.Sub, email); err != nil {
			return err
		}
	}
	if phone := given["phone_number"]; phone != "" && !isPhone(phone) {
		return fault("InvalidParameterException", "Invalid phone number format.")
	}
	for _, name := range []string{"email", "phone_number"} {
		if value, ok := given[name]; ok && value != u.Attributes[name] {
			delete(u.Attributes, name+"_verified")
			if value != "" {
				u.Attributes[name+"_verified"] = "false"
			}
		}
	}
	for name, value := range given {
		if value == "" {
			delete(u.Attributes, name)
		} else {
			u.Attributes[name] = value
		}
	}
	return nil
}

// checkEmail refuses what is no address, and an address of another user.
func (p *Pool) checkEmail(sub, email string) error {
	if address, err := mail.ParseAddress(email); err != nil || address.Address != email {
		return fault("InvalidParameterException", "Invalid email address format.")
	}
	if other, ok := p.state.byEmail[fold(email)]; ok && other != sub {
		return fault("AliasExistsException", "An account with the given email already exists.")
	}
	return nil
}

// isPhone reports whether s is an E.164 number: a plus sign and up to 15 digits.
func isPhone(s string) bool {
	digits, ok := strings.CutPrefix(s, "+")
	return ok && len(digits) >= 5 && len(digits) <= 15 && strings.Trim(digits, "0123456789") == ""
}

// random returns n bytes of the pool's randomness.
func (p *Pool) random(n int) []byte {
	bytes := make([]byte, n)
	for read := 0; read < n; {
		m, err := p.config.Random.Read(bytes[read:])
		if err != nil {
			// Without randomness no answer of the pool would be secure.
			panic(fmt.Sprintf("cognito: read randomness: %v", err))
		}
		read += m
	}
	return bytes
}

func (p *Pool) uuid() string { return uuidOf(p.random(16)) }

// uuidOf makes a version 4 UUID from the first 16 bytes.
func uuidOf(b []byte) string {
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:16])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
