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

// Claims are the user pool's claims about a caller.
type Claims struct {
	Company  string
	User     string
	Email    string
	Session  string    // origin_jti: shared by all tokens of one sign-in
	SignedIn time.Time // auth_time: the last time the user entered credentials
}

// claimsSkew is how far ahead of ours the user pool's clock may be.
const claimsSkew = time.Minute

var sessionForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// claimsOf reads the claims that the gateway's authorizer has verified, and checks
// them again: an ID token for the dashboard's client, with a session id, valid now.
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
		return Claims{}, fmt.Errorf("exp is %s, in the past", times["exp"])
	}
	return Claims{
		Company: text("custom:company_id"), User: text("custom:user_id"), Email: text("email"), Session: text("origin_jti"), SignedIn: times["auth_time"],
	}, nil
}

// claimTime parses a time as the authorizer passes it: Unix seconds or a date.
func claimTime(text string) (time.Time, error) {
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Unix(seconds, 0), nil
	}
	return time.Parse("Mon Jan 2 15:04:05 MST 2006", text)
}

// UntilEnded waits until a user whose sessions were just ended can sign in again
// (company.User.EndSessions).
func (c *Call) UntilEnded(ctx context.Context, u company.User) {
	c.Wait(ctx, u.SessionsFrom.Add(company.ClockSkew).Sub(c.Now()))
}

// wait blocks for d or until the context is done.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
