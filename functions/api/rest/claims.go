package rest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"anzen/shared/domain/company"
)

// Claims are what the user pool says of a caller.
type Claims struct {
	Company  string
	User     string
	Email    string
	Session  string    // origin_jti: what all tokens of one sign-in share
	SignedIn time.Time // auth_time: when the person last gave their credentials
}

// claimsSkew is how far ahead of ours the user pool's clock may be.
const claimsSkew = time.Minute

var sessionForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// claimsOf reads the claims that the gateway's authorizer has found good, and holds
// them against what we expect once more: an ID token for the dashboard's client, of a
// session that can be ended, good now and not only later.
func claimsOf(authorizer map[string]any, client string, now time.Time) (Claims, error) {
	claims, ok := authorizer["claims"].(map[string]any)
	if !ok {
		return Claims{}, errors.New("no claims from the authorizer")
	}
	text := func(name string) string {
		if claims[name] == nil {
			return ""
		}
		return fmt.Sprint(claims[name])
	}
	switch {
	case text("token_use") != "id":
		return Claims{}, fmt.Errorf("token_use is %q, not id", text("token_use"))
	case client == "" || text("aud") != client:
		return Claims{}, fmt.Errorf("aud is %q, not the dashboard's client", text("aud"))
	case !sessionForm.MatchString(text("origin_jti")):
		return Claims{}, fmt.Errorf("origin_jti %q names no session", text("origin_jti"))
	}
	times := map[string]time.Time{}
	for _, name := range []string{"auth_time", "iat", "exp", "nbf"} {
		if name == "nbf" && text(name) == "" { // which the user pool does not write
			continue
		}
		at, err := claimTime(text(name))
		if err != nil {
			return Claims{}, fmt.Errorf("%s: %w", name, err)
		}
		if times[name] = at; name != "exp" && at.After(now.Add(claimsSkew)) {
			return Claims{}, fmt.Errorf("%s is %s, in the future", name, at)
		}
	}
	if !now.Before(times["exp"].Add(claimsSkew)) {
		return Claims{}, fmt.Errorf("exp is %s, long ago", times["exp"])
	}
	return Claims{
		Company: text("custom:company_id"), User: text("custom:user_id"), Email: text("email"), Session: text("origin_jti"), SignedIn: times["auth_time"],
	}, nil
}

// claimTime reads a time as the authorizer hands it on: some in seconds, others as dates.
func claimTime(text string) (time.Time, error) {
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Unix(seconds, 0), nil
	}
	return time.Parse("Mon Jan 2 15:04:05 MST 2006", text)
}

// UntilEnded waits until a person's sessions that were just ended can be followed by
// another (company.User.EndSessions).
func (c *Call) UntilEnded(ctx context.Context, u company.User) {
	c.Wait(ctx, u.SessionsFrom.Add(company.ClockSkew).Sub(c.Now()))
}

// wait waits for a time, unless nobody waits for the answer any more.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
