package system_test

import (
	"net/http"
	"slices"
	"testing"

	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
)

const (
	pageActivation = "/signup/activation"
	pageReset      = "/reset-password"
)

type tokenBody struct {
	Token       string `json:"token"`
	Password    string `json:"password,omitempty"`
	NewPassword string `json:"new_password,omitempty"`
}

type linkState struct {
	Purpose       string `json:"purpose"`
	Email         string `json:"email"`
	NeedsPassword bool   `json:"needs_password"`
}

// A company signs up, its first user signs in and resets the password, and the former
// session is refused.
func TestFromSignUpToNewPassword(t *testing.T) {
	s := here(t)
	const email, chosen = "hanako@shiro-chemical.example", "Quiet-Harbour-71"
	guest := &browser{site: s, lang: "ja"}
	want[struct{}](t, guest, call{method: "POST", path: "/signup", body: map[string]string{
		"company_name": "しろ化学株式会社", "first_name": "花子", "last_name": "白井", "email": email, "phone": "03-1111-2222", "locale": "ja-JP",
	}})
	if _, a := s.trySignIn(t, email, chosen); a.status != http.StatusBadRequest {
		t.Errorf("signed in before the activation: %s", a)
	}
	secret := s.mailedToken(t, email, pageActivation)
	state := want[linkState](t, guest, call{method: "POST", path: "/verify-token", body: tokenBody{Token: secret}})
	if state != (linkState{string(company.PurposeActivation), email, true}) {
		t.Errorf("the link is for %+v", state)
	}
	activation := call{method: "PUT", path: "/signup/activation", body: tokenBody{Token: secret, Password: chosen}}
	want[struct{}](t, guest, activation)
	refused(t, guest, activation, http.StatusBadRequest, code(t, table.ErrTokenUsed))
	refused(t, guest, call{method: "POST", path: "/verify-token", body: tokenBody{Token: secret}}, http.StatusBadRequest, code(t, table.ErrTokenUsed))

	before := s.signIn(t, email, chosen)
	who := want[me](t, before, call{method: "GET", path: "/users/me"})
	if who.Email != email || who.Role.Name != "admin" || who.Locale != company.LocaleJapanese {
		t.Errorf("signed in as %+v", who)
	}
	if n := before.usage(t); n != 0 {
		t.Errorf("a new company has used %d uploads", n)
	}

	want[struct{}](t, guest, call{method: "POST", path: "/password-recovery", body: map[string]string{"email": email}})
	reset := call{method: "POST", path: "/reset-password/", body: tokenBody{Token: s.mailedToken(t, email, pageReset), NewPassword: "N3w-Harbour-71"}}
	want[struct{}](t, guest, reset)
	refused(t, guest, reset, http.StatusBadRequest, code(t, table.ErrTokenUsed))
	refused(t, before, call{method: "GET", path: "/users/me"}, http.StatusUnauthorized, string(message.CodeUnauthorized))
	if a := s.pool(t, "GetTokensFromRefreshToken", map[string]any{"RefreshToken": before.tokens.RefreshToken}); a.status != http.StatusBadRequest {
		t.Errorf("the old session was renewed: %s", a)
	}
	if _, a := s.trySignIn(t, email, chosen); a.status != http.StatusBadRequest {
		t.Errorf("signed in with the old password: %s", a)
	}
	s.signIn(t, email, "N3w-Harbour-71")

	var subjects []string
	for _, l := range s.letters(t, email) {
		subjects = append(subjects, l.Subject)
	}
	if len(subjects) != 4 || slices.Contains(subjects, "") {
		t.Errorf("mails: %q", subjects)
	}
}

// The API's answers do not reveal whether an address has an account.
func TestAnswersDoNotRevealAccounts(t *testing.T) {
	s := here(t)
	guest := &browser{site: s, lang: "en"}
	for _, c := range []func(email string) call{
		func(email string) call {
			return call{method: "POST", path: "/password-recovery", body: map[string]string{"email": email}}
		},
		func(email string) call {
			return call{method: "POST", path: "/activation/regeneration", body: map[string]string{"email": email}}
		},
		func(email string) call {
			return call{method: "POST", path: "/signup", body: map[string]string{
				"company_name": "Kuro Works", "first_name": "Ken", "last_name": "Kuroda", "email": email, "locale": "en-US",
			}}
		},
	} {
		known, unknown := guest.do(t, c(viewer)), guest.do(t, c("guest@kuro-works.example"))
		if known.String() != unknown.String() {
			t.Errorf("%s: %s for a user, %s for an unknown address", c("").path, known, unknown)
		}
	}
	_, wrong := s.trySignIn(t, viewer, "Wr0ng-Passw0rd")
	_, nowhere := s.trySignIn(t, "noone@kuro-works.example", "Wr0ng-Passw0rd")
	if wrong.String() != nowhere.String() {
		t.Errorf("sign-in: %s for a user, %s for an unknown address", wrong, nowhere)
	}
}

// Refresh tokens are valid for one use.
func TestSessionsAreRenewed(t *testing.T) {
	s := here(t)
	b := s.signIn(t, viewer, password)
	renew := func(refresh string) (tokens, answer) {
		a := s.pool(t, "GetTokensFromRefreshToken", map[string]any{"RefreshToken": refresh})
		var v struct{ AuthenticationResult tokens }
		a.into(t, &v)
		return v.AuthenticationResult, a
	}
	fresh, a := renew(b.tokens.RefreshToken)
	if fresh.IdToken == "" || fresh.RefreshToken == b.tokens.RefreshToken {
		t.Fatalf("renewed: %s", a)
	}
	renewed := &browser{site: s, tokens: fresh}
	want[me](t, renewed, call{method: "GET", path: "/users/me"})
	if a := s.pool(t, "RevokeToken", map[string]any{"Token": fresh.RefreshToken}); a.status != http.StatusOK {
		t.Errorf("sign out: %s", a)
	}
	if _, a := renew(fresh.RefreshToken); a.status != http.StatusBadRequest {
		t.Errorf("renewed after signing out: %s", a)
	}
}
