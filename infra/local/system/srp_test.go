package system_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"anzen/infra/local/cognito/srp"
)

// trySignIn signs in without sending the password, as the dashboard does.
func (s site) trySignIn(t testing.TB, email, with string) (tokens, answer) {
	t.Helper()
	in, err := srp.New()
	if err != nil {
		t.Fatal(err)
	}
	var first struct {
		Session             string
		ChallengeParameters map[string]string
	}
	s.pool(t, "InitiateAuth", map[string]any{"AuthFlow": "USER_SRP_AUTH", "AuthParameters": in.Parameters(email)}).into(t, &first)
	responses, err := in.Answer(s.settings(t).UserPoolID, with, first.ChallengeParameters, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	a := s.pool(t, "RespondToAuthChallenge", map[string]any{"ChallengeName": "PASSWORD_VERIFIER", "Session": first.Session, "ChallengeResponses": responses})
	var v struct{ AuthenticationResult tokens }
	a.into(t, &v)
	return v.AuthenticationResult, a
}

// The password does not leave the browser, and must not.
func TestSignInWithoutSendingThePassword(t *testing.T) {
	s := here(t)
	got, a := s.trySignIn(t, viewer, password)
	if got.IdToken == "" {
		t.Fatalf("sign in: %s", a)
	}
	if who := want[me](t, &browser{site: s, tokens: got}, call{method: "GET", path: "/users/me"}); who.Email != viewer {
		t.Errorf("signed in as %+v", who)
	}
	if _, a := s.trySignIn(t, viewer, "Wr0ng-Passw0rd"); a.status != http.StatusBadRequest {
		t.Errorf("signed in with a wrong password: %s", a)
	}
	clear := s.pool(t, "InitiateAuth", map[string]any{
		"AuthFlow": "USER_PASSWORD_AUTH", "AuthParameters": map[string]string{"USERNAME": viewer, "PASSWORD": password},
	})
	if clear.status != http.StatusBadRequest || !strings.Contains(clear.String(), "USER_PASSWORD_AUTH flow not enabled for this client") {
		t.Errorf("the pool takes passwords in the clear: %s", clear)
	}
}
