package cognito

import "strings"

// symbols are the characters that count as symbols for a password policy, from
// "Adding user pool password requirements" in the Cognito developer guide.
const symbols = "^$*.[]{}()?-\"!@#%&/\\,><':;|_~`+= "

// checkPolicy checks a password against the pool's policy: 8 to 256 characters with an
// upper-case and a lower-case letter, a digit and a symbol.
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
