package cognito

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/lestrrat-go/jwx/v3/jwa"
	"github.com/lestrrat-go/jwx/v3/jwk"
	"github.com/lestrrat-go/jwx/v3/jws"
)

// The errors of Verify.
var (
	ErrTokenInvalid = errors.New("the token is not valid")
	ErrTokenExpired = errors.New("the token has expired")
)

// Claims are the claims of a token as decoded from JSON; times are seconds
// since 1970.
type Claims map[string]any

// Subject is the user's sub, which is the user name too.
func (c Claims) Subject() string { return c.text("sub") }

// Email is the user's address.
func (c Claims) Email() string { return c.text("email") }

// IssuedAt is when the token was issued.
func (c Claims) IssuedAt() time.Time { return c.time("iat") }

// AuthTime is when the person signed in with a password.
func (c Claims) AuthTime() time.Time { return c.time("auth_time") }

// Authorizer returns the claims as API Gateway's Cognito authorizer passes them
// to a function in requestContext.authorizer.claims: every value is a string,
// "exp" and "iat" are dates like "Mon Nov 02 15:04:05 UTC 2026".
func (c Claims) Authorizer() map[string]any {
	out := make(map[string]any, len(c))
	for name, value := range c {
		switch v := value.(type) {
		case string:
			out[name] = v
		case bool:
			out[name] = strconv.FormatBool(v)
		case float64:
			out[name] = strconv.FormatFloat(v, 'f', -1, 64)
			if name == "exp" || name == "iat" {
				out[name] = c.time(name).UTC().Format("Mon Jan 02 15:04:05 MST 2006")
			}
		default:
			out[name] = fmt.Sprint(v)
		}
	}
	return out
}

func (c Claims) text(name string) string {
	s, _ := c[name].(string)
	return s
}

// skew is the tolerated difference of clocks.
const skew = time.Minute

// later reports whether a claim is a time in the future.
func (c Claims) later(name string, now time.Time) bool { return c.time(name).After(now.Add(skew)) }

func (c Claims) time(name string) time.Time {
	seconds, _ := c[name].(float64)
	return time.Unix(int64(seconds), 0)
}

// Verifier checks ID tokens as API Gateway's Cognito authorizer does: signature,
// issuer, audience, use and expiry. Like that one, it does not notice that a token was
// revoked before it expired.
type Verifier struct {
	keys     jwk.Set
	issuer   string
	clientID string
	now      func() time.Time
}

// Verifier returns the verifier of this pool's ID tokens.
func (p *Pool) Verifier() *Verifier {
	return &Verifier{keys: p.public, issuer: p.config.Issuer, clientID: p.config.ClientID, now: p.config.Clock}
}

// Verify returns the claims of an ID token, ErrTokenExpired or an error that
// wraps ErrTokenInvalid.
func (v *Verifier) Verify(token string) (Claims, error) {
	key, ok := v.keys.Key(0)
	if !ok {
		return nil, fmt.Errorf("%w: no key is published", ErrTokenInvalid)
	}
	payload, err := jws.Verify([]byte(token), jws.WithKey(jwa.RS256(), key))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTokenInvalid, err)
	}
	var claims Claims
	if err := json.Unmarshal(payload, &claims); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTokenInvalid, err)
	}
	switch {
	case claims.text("iss") != v.issuer:
		return nil, fmt.Errorf("%w: issuer %q", ErrTokenInvalid, claims.text("iss"))
	case claims.text("token_use") != "id":
		return nil, fmt.Errorf("%w: use %q", ErrTokenInvalid, claims.text("token_use"))
	case claims.text("aud") != v.clientID:
		return nil, fmt.Errorf("%w: client %q", ErrTokenInvalid, claims.text("aud"))
	case claims.later("iat", v.now()) || claims.later("nbf", v.now()) || claims.later("auth_time", v.now()):
		return nil, fmt.Errorf("%w: not valid yet", ErrTokenInvalid)
	case !v.now().Before(claims.time("exp")):
		return nil, ErrTokenExpired
	}
	return claims, nil
}
