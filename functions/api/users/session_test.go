package users_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idptypes "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// me requests the caller's profile, in a session that began at a time.
func asks(u *company.User, signedIn time.Time) apitest.Request {
	return apitest.Request{Method: "GET", Path: "/users/me", As: u, SignedIn: signedIn, Lang: "ja"}
}

func signOut(u *company.User, signedIn time.Time, body string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/users/me/sign-out", As: u, SignedIn: signedIn, Body: body, Lang: "ja"}
}

func changePassword(u *company.User, old, password string) apitest.Request {
	return apitest.Request{Method: "PUT", Path: "/users/me/password", As: u, Lang: "ja", Body: map[string]string{"password": old, "new_password": password}}
}

// audits are the actions in the audit records of a company.
func audits(t *testing.T, w *apitest.World, c sds.CompanyID) (actions []string) {
	t.Helper()
	for _, a := range w.Audits(t, c) {
		actions = append(actions, a.Action)
	}
	return actions
}

func TestSignOutHere(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u, colleague := w.User(t, c, access.Viewer), w.User(t, c, access.Viewer)
	desk := w.Clock.Now()
	phone := desk.Add(time.Second)
	w.Clock.Advance(time.Minute)
	w.Run(t,
		apitest.Scenario{Name: "the session goes on", Request: asks(&u, desk), Status: 200},
		apitest.Scenario{Name: "signed out", Request: signOut(&u, desk, `{"scope":"here"}`), Status: 204},
		apitest.Scenario{Name: "its token is of no use", Request: asks(&u, desk), Status: 401, Code: "session.expired"},
		apitest.Scenario{Name: "nor is one that was refreshed", Request: func() apitest.Request {
			q := asks(&u, desk)
			q.Claims = map[string]any{"jti": "another"}
			return q
		}(), Status: 401, Before: func(_ *testing.T, w *apitest.World) { w.Clock.Advance(2 * time.Hour) }},
		apitest.Scenario{Name: "the other device goes on", Request: asks(&u, phone), Status: 200},
		apitest.Scenario{Name: "and so does somebody else", Request: asks(&colleague, desk), Status: 200},
		apitest.Scenario{Name: "one that was lost is ended from there", Request: signOut(&u, phone, `{"scope":"session","session":"`+apitest.SessionOf(u, desk.Add(5*time.Second))+`"}`), Status: 204},
		apitest.Scenario{Name: "and is of no use", Request: asks(&u, desk.Add(5*time.Second)), Status: 401},
		apitest.Scenario{Name: "another user's session does not end", Request: signOut(&u, phone, `{"scope":"session","session":"`+apitest.SessionOf(colleague, desk)+`"}`), Status: 204},
		apitest.Scenario{Name: "which goes on", Request: asks(&colleague, desk), Status: 200},
		apitest.Scenario{Name: "no session is named", Request: signOut(&u, phone, `{"scope":"session"}`), Status: 400, Field: "session input.required"},
		apitest.Scenario{Name: "no name of one", Request: signOut(&u, phone, `{"scope":"session","session":"a#b"}`), Status: 400},
		apitest.Scenario{Name: "no scope", Request: signOut(&u, phone, `{}`), Status: 400, Field: "scope input.required"},
	)
	if w.Pool.Accounts[u.Email].SignedOut != 0 {
		t.Error("the user pool ended all sessions")
	}
}

func TestSignOutEverywhere(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	w.Clock.Advance(time.Minute + 400*time.Millisecond)
	before := w.Clock.Now()
	w.Run(t,
		apitest.Scenario{Name: "a session of this very second", Request: asks(&u, before), Status: 200},
		apitest.Scenario{Name: "signed out", Request: signOut(&u, before, `{"scope":"everywhere"}`), Status: 204},
		apitest.Scenario{Name: "it is of no use", Request: asks(&u, before), Status: 401},
		apitest.Scenario{Name: "nor is one of before", Request: asks(&u, before.Add(-time.Minute)), Status: 401},
		apitest.Scenario{Name: "who signs in upon the answer is in", Request: asks(&u, time.Time{}), Status: 200},
	)
	if waited := w.Clock.Now().Sub(before); waited > 1200*time.Millisecond {
		t.Errorf("the answer took %s", waited)
	}
	if w.Pool.Accounts[u.Email].SignedOut != 1 {
		t.Error("the user pool's sessions go on")
	}
	w.Pool.Fail["AdminUserGlobalSignOut"] = errors.New("Cognito is down")
	again := w.Clock.Now()
	w.Run(t,
		apitest.Scenario{Name: "without the pool", Request: signOut(&u, again, `{"scope":"everywhere"}`), Status: 204},
		apitest.Scenario{Name: "it is of no use all the same", Request: asks(&u, again), Status: 401},
	)
}

func TestChangePassword(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u := w.User(t, c, access.Viewer)
	session := w.Clock.Now()
	w.Clock.Advance(time.Hour + 700*time.Millisecond)
	admin := w.User(t, c, access.Admin)
	w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/users/" + string(u.ID) + "/reset-password", As: &admin})
	link := w.Mailbox.TakeToken(t)
	w.Clock.Advance(time.Second)
	w.Pool.Refuses["Aa345678!"] = true
	w.Run(t,
		apitest.Scenario{Name: "no old password", Request: changePassword(&u, "", "N3w-Harbour-71"), Status: 400, Field: "password input.required"},
		apitest.Scenario{Name: "a weak one", Request: changePassword(&u, "Passw0rd!", "weak"), Status: 400, Field: "new_password password.weak"},
		apitest.Scenario{Name: "a wrong old one", Request: changePassword(&u, "Wr0ng-Passw0rd", "N3w-Harbour-71"), Status: 400, Field: "password password.wrong", Contains: []string{"現在のパスワードが正しくありません"}},
		apitest.Scenario{Name: "too weak for the pool", Request: changePassword(&u, "Passw0rd!", "Aa345678!"), Status: 400, Field: "new_password password.weak"},
		apitest.Scenario{Name: "the pool counts wrong ones", Request: changePassword(&u, "Passw0rd!", "N3w-Harbour-71"), Status: 429, Code: "password.too_many_attempts", Before: func(_ *testing.T, w *apitest.World) {
			w.Pool.Fail["AdminInitiateAuth"] = &idptypes.NotAuthorizedException{Message: aws.String("Password attempts exceeded")}
		}, After: func(_ *testing.T, w *apitest.World, _ apitest.Response) { delete(w.Pool.Fail, "AdminInitiateAuth") }},
		apitest.Scenario{Name: "so far the session goes on", Request: asks(&u, session), Status: 200, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if len(w.Mailbox.Mails) != 0 || w.Pool.Accounts[u.Email].Password != "Passw0rd!" {
				t.Errorf("mails %+v, account %+v", w.Mailbox.Mails, w.Pool.Accounts[u.Email])
			}
		}},
		apitest.Scenario{Name: "changed", Request: changePassword(&u, "Passw0rd!", "N3w-Harbour-71"), Status: 204, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			a := w.Pool.Accounts[u.Email]
			if mail := w.Mailbox.Take(t); a.Password != "N3w-Harbour-71" || a.SignedOut != 1 || mail.To != u.Email || !strings.Contains(mail.Subject, "パスワードが変更されました") {
				t.Errorf("account %+v, mail %+v", a, mail)
			}
		}},
		apitest.Scenario{Name: "the session has ended", Request: asks(&u, session), Status: 401},
		apitest.Scenario{Name: "who signs in again is in", Request: asks(&u, time.Time{}), Status: 200},
		apitest.Scenario{Name: "a link of before does not hold", Request: apitest.Request{Method: "POST", Path: "/reset-password/", Body: map[string]string{"token": link, "new_password": "Other-Harbour-72"}}, Status: 400, Code: "token.used"},
	)
	actions := audits(t, w, u.Company)
	for _, action := range []string{"user.password_change_refused", "user.password_changed"} {
		if !slices.Contains(actions, action) {
			t.Errorf("%s is not in the audit: %q", action, actions)
		}
	}
}

// A change interrupted after the old password was verified keeps the old one, and can be repeated.
func TestChangeOfPasswordThatWasCutOff(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	w.Pool.Fail["AdminSetUserPassword"] = errors.New("no answer")
	w.Run(t, apitest.Scenario{Name: "no answer", Request: changePassword(&u, "Passw0rd!", "N3w-Harbour-71"), Status: 500})
	delete(w.Pool.Fail, "AdminSetUserPassword")
	w.Run(t,
		apitest.Scenario{Name: "at once", Request: changePassword(&u, "Passw0rd!", "N3w-Harbour-71"), Status: 429, After: func(_ *testing.T, w *apitest.World, _ apitest.Response) { w.Clock.Advance(15 * time.Second) }},
		apitest.Scenario{Name: "a little later", Request: changePassword(&u, "Passw0rd!", "N3w-Harbour-71"), Status: 204},
	)
}

// A password that was reset between the verification of the old one and the change stays,
// and the sessions ended by the reset stay ended.
func TestChangeOfPasswordAgainstAReset(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	w.Clock.Advance(time.Hour)
	w.Do(t, apitest.Request{Method: "POST", Path: "/password-recovery", Body: map[string]string{"email": u.Email}})
	link := w.Mailbox.TakeToken(t)
	w.Run(t, apitest.Scenario{Name: "the session begins", Request: asks(&u, w.Clock.Now()), Status: 200})
	interfered := false
	w.Interfere = func() error {
		if interfered {
			return nil
		}
		interfered = true
		reset := apitest.Request{Method: "POST", Path: "/reset-password/", Body: map[string]string{"token": link, "new_password": "R3set-Harbour-73"}}
		if r := w.Do(t, reset); r.Status != 204 {
			t.Errorf("reset: %d %s", r.Status, r.Body)
		}
		return nil
	}
	w.Run(t, apitest.Scenario{Name: "overtaken by a reset", Request: changePassword(&u, "Passw0rd!", "N3w-Harbour-71"), Status: 429, Code: "busy"})
	if a := w.Pool.Accounts[u.Email]; a.Password != "R3set-Harbour-73" {
		t.Errorf("the password is %s", a.Password)
	}
	if after := w.Reread(t, u); !after.ChoosingUntil.IsZero() {
		t.Errorf("the password is still locked: %+v", after)
	}
}

func sessionsOf(u *company.User, signedIn time.Time) apitest.Request {
	return apitest.Request{Method: "GET", Path: "/users/me/sessions", As: u, SignedIn: signedIn}
}

// from is a request from a device at an address.
func from(q apitest.Request, agent, address string) apitest.Request {
	q.Headers = map[string]string{"User-Agent": agent, "CloudFront-Viewer-Address": address + ":443"}
	return q
}

const (
	chromeOnWindows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
	safariOnPhone   = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)

// The list of sessions is made by their use, whatever is requested with them; one is ended,
// then all others.
func TestSessions(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u, colleague := w.User(t, c, access.Viewer), w.User(t, c, access.Viewer)
	desk := w.Clock.Now()
	phone, tablet := desk.Add(time.Second), desk.Add(2*time.Second)
	w.Clock.Advance(time.Minute)
	language := func(signedIn time.Time) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/users/me/language", As: &u, SignedIn: signedIn}
	}
	id := func(signedIn time.Time) string { return apitest.SessionOf(u, signedIn) }
	w.Run(t,
		apitest.Scenario{Name: "at the desk", Request: from(language(desk), chromeOnWindows, "203.0.113.7"), Status: 200},
		apitest.Scenario{Name: "by phone", Request: from(language(phone), safariOnPhone, "2001:db8::7"), Status: 200},
		apitest.Scenario{Name: "by something else", Request: from(language(tablet), "", "203.0.113.9"), Status: 200},
		apitest.Scenario{Name: "somebody else", Request: asks(&colleague, desk), Status: 200},
	)
	w.Clock.Advance(4 * time.Minute)
	var list struct {
		Items []struct {
			ID, Browser, System, Address string
			Current                      bool
			SignedInAt                   time.Time `json:"signed_in_at"`
			LastUsedAt                   time.Time `json:"last_used_at"`
		}
	}
	w.Do(t, from(language(phone), safariOnPhone, "2001:db8::8")) // noted rarely
	r := w.Do(t, sessionsOf(&u, desk))
	r.Into(t, &list)
	if len(list.Items) != 3 {
		t.Fatalf("%s", r.Body)
	}
	byID := map[string]int{}
	for i, s := range list.Items {
		byID[s.ID] = i
	}
	if s := list.Items[byID[id(desk)]]; s.Browser != "Chrome" || s.System != "Windows" || s.Address != "203.0.113.7" || !s.Current || !s.SignedInAt.Equal(desk.Truncate(time.Second)) {
		t.Errorf("%+v", s)
	}
	if s := list.Items[byID[id(phone)]]; s.Browser != "Safari" || s.System != "iPhone" || s.Address != "2001:db8::7" || s.Current {
		t.Errorf("%+v", s)
	}
	if s := list.Items[byID[id(tablet)]]; s.Browser != "" || s.System != "" {
		t.Errorf("%+v", s)
	}
	w.Clock.Advance(time.Minute)
	used := w.Clock.Now().Truncate(time.Second)
	w.Do(t, from(language(phone), safariOnPhone, "2001:db8::8"))
	w.Do(t, sessionsOf(&u, desk)).Into(t, &list)
	if s := list.Items[0]; s.ID != id(phone) && s.ID != id(desk) || !s.LastUsedAt.Equal(used) {
		t.Errorf("the last use is not noted: %+v", list.Items)
	}
	w.Run(t,
		apitest.Scenario{Name: "the tablet is ended", Request: signOut(&u, desk, `{"scope":"session","session":"`+id(tablet)+`"}`), Status: 204},
		apitest.Scenario{Name: "and of no use", Request: asks(&u, tablet), Status: 401},
		apitest.Scenario{Name: "nor on the list", Request: sessionsOf(&u, desk), Status: 200, Contains: []string{id(phone)}, Lacks: []string{id(tablet)}},
		apitest.Scenario{Name: "all others are ended", Request: signOut(&u, desk, `{"scope":"others"}`), Status: 204},
		apitest.Scenario{Name: "the phone is out", Request: asks(&u, phone), Status: 401},
		apitest.Scenario{Name: "the desk is in", Request: sessionsOf(&u, desk), Status: 200, Contains: []string{id(desk)}, Lacks: []string{id(phone)}},
		apitest.Scenario{Name: "who signs in is in", Request: asks(&u, time.Time{}), Status: 200},
		apitest.Scenario{Name: "then everywhere", Request: signOut(&u, desk, `{"scope":"everywhere"}`), Status: 204},
		apitest.Scenario{Name: "the desk too", Request: asks(&u, desk), Status: 401},
		apitest.Scenario{Name: "a colleague never", Request: asks(&colleague, desk), Status: 200},
	)
}

// An administrator ends the sessions of a colleague, nobody else does.
func TestAdministratorEndsSessions(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u, admin, stranger := w.User(t, c, access.Editor), w.User(t, c, access.Admin), w.User(t, w.Company(t), access.Admin)
	session := w.Clock.Now()
	w.Clock.Advance(time.Minute)
	end := func(as *company.User) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/companies/{id}/users/" + string(u.ID) + "/sign-out", As: as, Lang: "en"}
	}
	w.Run(t,
		apitest.Scenario{Name: "not by an editor", Request: end(&u), Status: 403},
		apitest.Scenario{Name: "not from another company", Request: end(&stranger), Status: 404},
		apitest.Scenario{Name: "so far it goes on", Request: asks(&u, session), Status: 200},
		apitest.Scenario{Name: "by the administrator", Request: end(&admin), Status: 204},
		apitest.Scenario{Name: "it has ended", Request: asks(&u, session), Status: 401},
	)
	if w.Pool.Accounts[u.Email].SignedOut != 1 || !slices.Contains(audits(t, w, c.ID), "user.sessions_ended") {
		t.Errorf("%+v, %q", w.Pool.Accounts[u.Email], audits(t, w, c.ID))
	}
}

// A session that is not used ends after the company's time, and says why.
func TestIdleSessionEnds(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u, admin := w.User(t, c, access.Viewer), w.User(t, c, access.Admin)
	session := w.Clock.Now()
	used := func(after time.Duration, status int, code string) apitest.Scenario {
		return apitest.Scenario{Name: "after " + after.String(), Request: asks(&u, session), Status: status, Code: code, Before: func(_ *testing.T, w *apitest.World) { w.Clock.Advance(after) }}
	}
	w.Run(t, used(time.Minute, 200, ""), used(12*time.Hour, 200, ""), used(4*time.Minute, 200, ""), used(12*time.Hour, 200, ""), used(12*time.Hour+company.SessionNoted+time.Minute, 401, "session.idle"),
		used(time.Minute, 401, "session.idle"))
	session = w.Clock.Now()
	w.Run(t,
		apitest.Scenario{Name: "a new one", Request: asks(&u, session), Status: 200},
		apitest.Scenario{Name: "an unknown choice", Request: apitest.Request{Method: "PUT", Path: "/companies/{id}/settings", As: &admin, IfMatch: "1", Body: `{"session_idle_hours":5}`}, Status: 400},
		apitest.Scenario{Name: "an hour", Request: apitest.Request{Method: "PUT", Path: "/companies/{id}/settings", As: &admin, IfMatch: "1", Body: `{"session_idle_hours":1}`}, Status: 200, Contains: []string{`"session_idle_hours":1`}},
		used(time.Hour, 200, ""), used(time.Hour+company.SessionNoted+time.Minute, 401, "session.idle"),
		// A refreshed token of a session that was never used.
		apitest.Scenario{Name: "one that was never used", Request: asks(&u, session.Add(time.Second)), Status: 401, Code: "session.idle"},
	)
}

// The first of concurrent requests of a session records where it began; later ones record nothing.
func TestASessionBeginsOnceWithItsAddress(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	signedIn := w.Clock.Now()
	var begun sync.WaitGroup
	for range 16 {
		begun.Go(func() { w.Do(t, from(asks(&u, signedIn), "Firefox", "198.51.100.23")) })
	}
	begun.Wait()
	w.Clock.Advance(time.Hour)
	w.Do(t, from(asks(&u, signedIn), "Firefox", "198.51.100.24"))
	var found []string
	if err := w.Table.Audits(t.Context(), u.Company, table.AuditSpan{}, func(e table.AuditEntry) bool {
		if e.Action == "user.session_begun" {
			found = append(found, e.ByName+" "+e.Target+" "+e.Address+" "+e.Agent)
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if want := []string{u.Name() + " " + string(u.ID) + " 198.51.100.23 Firefox"}; !slices.Equal(found, want) {
		t.Errorf("%q, want %q", found, want)
	}
}
