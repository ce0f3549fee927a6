package cognito

import (
	"strings"
	"time"
)

// symbols are the characters that count as symbols for a password policy, from
// "Adding user pool password requirements" in the Cognito developer guide.
const symbols = "^$*.[]{}()?-\"!@#%&/\\,><':;|_~`+= "

// checkPolicy holds a password against the pool's policy: 8 to 256 characters
// with an upper-case and a lower-case letter, a digit and a symbol.
func checkPolicy(password string) error {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	var reason string
	switch {
	case len(password) > 256:
		return fault("InvalidParameterException", "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length less than or equal to 256")
	case len(password) < 8:
		reason = "Password not long enough"
	case !strings.ContainsAny(password, strings.ToUpper(letters)):
		reason = "Password must have uppercase characters"
	case !strings.ContainsAny(password, letters):
		reason = "Password must have lowercase characters"
	case !strings.ContainsAny(password, "0123456789"):
		reason = "Password must have numeric characters"
	case !strings.ContainsAny(strings.TrimSpace(password), symbols):
		reason = "Password must have symbol characters"
	case strings.TrimSpace(password) != password:
		return fault("InvalidParameterException", "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\S]+.*[\\S]+")
	default:
		return nil
	}
	return fault("InvalidPasswordException", "Password did not conform with policy: "+reason)
}

// setPassword gives u a password that lasts.
func (p *Pool) setPassword(u *user, password string) error {
	if err := checkPolicy(password); err != nil {
		return err
	}
	u.Credential = newCredential(p.name(), u.Sub, password, p.random(16))
	u.Status, u.Reset, u.TemporaryUntil = confirmed, nil, time.Time{}
	return nil
}

// setTemporaryPassword gives u a password that must be changed at the next
// sign-in, within 7 days.
func (p *Pool) setTemporaryPassword(u *user, password string) error {
	if err := p.setPassword(u, password); err != nil {
		return err
	}
	u.Status, u.TemporaryUntil = forceChangePassword, p.now().Add(temporaryPasswordLife)
	return nil
}

// temporaryPassword makes up a password that meets the policy.
func (p *Pool) temporaryPassword() string {
	const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
	password := []byte("Aa1!")
	for _, b := range p.random(12) {
		password = append(password, alphabet[int(b)%len(alphabet)])
	}
	return string(password)
}
