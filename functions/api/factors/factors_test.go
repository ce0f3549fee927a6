package factors_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/factors"
	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

const (
	base   = "/users/me/second-factors"
	reauth = "/users/me/reauthentication"
)

func prove(w *apitest.World, t *testing.T, u *company.User) factors.State {
	t.Helper()
	var state factors.State
	r := w.Do(t, apitest.Request{Method: "POST", Path: reauth, As: u, Body: map[string]any{"password": "Passw0rd!"}})
	r.Into(t, &state)
	if r.Status != 200 {
		t.Fatalf("%+v", r)
	}
	return state
}

func request(u *company.User, method, path string, body any) apitest.Request {
	return apitest.Request{Method: method, Path: path, As: u, Body: body, Lang: "ja"}
}

func coded(code string) map[string]any { return map[string]any{"code": code} }

func TestAuthenticatorApp(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	confirm, start := request(&u, "PUT", base+"/totp", coded(apitest.RightCode)), w.Clock.Now()
	w.Run(t,
		apitest.Scenario{Name: "none yet", Request: request(&u, "GET", base, nil), Status: 200, Contains: []string{`"methods":[]`, `"total":0`}},
		apitest.Scenario{Name: "not without the password", Request: request(&u, "POST", base+"/totp", nil), Status: 409, Code: string(rest.CodeReauthenticate)},
		apitest.Scenario{Name: "a wrong password", Request: request(&u, "POST", reauth, map[string]any{"password": "x"}), Status: 400, Field: "password password.wrong"},
		apitest.Scenario{Name: "no code is wanted", Request: request(&u, "POST", reauth+"/code", coded(apitest.RightCode)), Status: 409, Code: string(rest.CodeReauthenticate)},
	)
	if state := prove(w, t, &u); state.Demands != "" {
		t.Fatalf("%+v", state)
	}
	w.Run(t,
		apitest.Scenario{Name: "a code before the secret", Request: confirm, Status: 400, Field: "code factor.wrong_code"},
		apitest.Scenario{Name: "a secret", Request: request(&u, "POST", base+"/totp", nil), Status: 200, Contains: []string{`"secret":"JBSWY3DPEHPK3PXP"`, "otpauth://totp/Anzen:" + u.Email + "?secret=JBSWY3DPEHPK3PXP"}},
		apitest.Scenario{Name: "a wrong code", Request: request(&u, "PUT", base+"/totp", coded("000000")), Status: 400, Field: "code factor.wrong_code", Contains: []string{"認証コードが正しくない"}},
		apitest.Scenario{Name: "no code", Request: request(&u, "PUT", base+"/totp", coded("12 456")), Status: 400},
		apitest.Scenario{Name: "the right one", Request: confirm, Status: 204},
		apitest.Scenario{Name: "ended the session", Request: apitest.Request{Method: "GET", Path: base, As: &u, SignedIn: start}, Status: 401},
	)
	if got := w.Reread(t, u); !slices.Equal(got.Factors, []company.Factor{company.FactorTOTP}) || w.Pool.Accounts[u.Email].SignedOut != 1 {
		t.Errorf("%+v", got)
	}
	mails := w.Mailbox.Mails
	if last := mails[len(mails)-1]; last.To != u.Email || !strings.Contains(last.Text, "認証アプリ") {
		t.Errorf("%+v", last)
	}

	w.Clock.Advance(time.Minute)
	if state := prove(w, t, &u); state.Demands != company.FactorTOTP {
		t.Fatalf("%+v", state)
	}
	w.Run(t,
		apitest.Scenario{Name: "not by the password alone", Request: request(&u, "DELETE", base+"/totp", nil), Status: 409, Code: "session.reauthenticate"},
		apitest.Scenario{Name: "a wrong code again", Request: request(&u, "POST", reauth+"/code", coded("000000")), Status: 400, Field: "code factor.wrong_code"},
		apitest.Scenario{Name: "a code that was used", Request: request(&u, "POST", reauth+"/code", coded(apitest.UsedCode)), Status: 400, Field: "code factor.wrong_code"},
		apitest.Scenario{Name: "a code", Request: request(&u, "POST", reauth+"/code", coded(apitest.RightCode)), Status: 200, Contains: []string{"{}"}},
		apitest.Scenario{Name: "a factor that is not on", Request: request(&u, "DELETE", base+"/phone_code", nil), Status: 404},
		apitest.Scenario{Name: "an unknown factor", Request: request(&u, "DELETE", base+"/palm", nil), Status: 404},
		apitest.Scenario{Name: "turned off", Request: request(&u, "DELETE", base+"/totp", nil), Status: 204},
		apitest.Scenario{Name: "none", Request: request(&u, "GET", base, nil), Status: 200, Contains: []string{`"methods":[]`}},
	)
	if got := w.Reread(t, u); len(got.Factors) != 0 || len(w.Pool.Accounts[u.Email].Factors) != 0 {
		t.Errorf("%+v", got)
	}
	if last := w.Mailbox.Mails[len(w.Mailbox.Mails)-1]; !strings.Contains(last.Subject, "解除") {
		t.Errorf("%+v", last)
	}
}

// A reauthentication holds for ten minutes, in its own session.
func TestReauthenticationExpires(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	start := w.Clock.Now()
	prove(w, t, &u)
	begin := request(&u, "POST", base+"/totp", nil)
	begin.SignedIn = start
	other := begin
	other.SignedIn = start.Add(-time.Second)
	w.Run(t,
		apitest.Scenario{Name: "another session", Request: other, Status: 409, Code: "session.reauthenticate"},
		apitest.Scenario{Name: "this one", Request: begin, Status: 200},
	)
	w.Clock.Advance(company.ReauthenticationLasts)
	w.Run(t, apitest.Scenario{Name: "later", Request: begin, Status: 409, Code: "session.reauthenticate"})
}

func TestPhone(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	start := w.Clock.Now()
	at := func(q apitest.Request) apitest.Request {
		q.SignedIn = start
		return q
	}
	send := func(number string) apitest.Request {
		return at(request(&u, "POST", base+"/phone_code", map[string]any{"phone": number}))
	}
	prove(w, t, &u)
	w.Run(t,
		apitest.Scenario{Name: "too short", Request: send("090-1234-5"), Status: 400, Field: "phone input.phone"},
		apitest.Scenario{Name: "sent", Request: send("０９０-1234-5678"), Status: 200, Contains: []string{"+********5678"}},
		apitest.Scenario{Name: "not again at once", Request: send("090-1234-5678"), Status: 429, Code: "factor.code_just_sent"},
	)
	if got := w.Pool.Accounts[u.Email].Phone; got != "+819012345678" {
		t.Errorf("sent to %s", got)
	}
	w.Clock.Advance(company.ResendAfter)
	w.Run(t,
		apitest.Scenario{Name: "sent again", Request: send("+1 202 555 0123"), Status: 200},
		apitest.Scenario{Name: "a wrong code", Request: at(request(&u, "PUT", base+"/phone_code", coded("000000"))), Status: 400, Field: "code factor.wrong_code"},
		apitest.Scenario{Name: "an expired code", Request: at(request(&u, "PUT", base+"/phone_code", coded(apitest.UsedCode))), Status: 400, Field: "code factor.wrong_code"},
		apitest.Scenario{Name: "the right one", Request: at(request(&u, "PUT", base+"/phone_code", coded(apitest.RightCode))), Status: 204},
	)
	w.Clock.Advance(time.Minute)
	start = w.Clock.Now()
	if state := prove(w, t, &u); state.Demands != company.FactorPhone || state.Destination != "+********5678" {
		t.Fatalf("%+v", state)
	}
	w.Run(t,
		apitest.Scenario{Name: "a code", Request: at(request(&u, "POST", reauth+"/code", coded(apitest.RightCode))), Status: 200},
		apitest.Scenario{Name: "not over a number in use", Request: send("090-1234-5679"), Status: 409, Code: "factor.in_use"},
		apitest.Scenario{Name: "status", Request: at(request(&u, "GET", base, nil)), Status: 200, Contains: []string{`"methods":["phone_code"]`, `"phone":"0123"`}},
		apitest.Scenario{Name: "cannot prefer what is not on", Request: at(request(&u, "PUT", base+"/preferred", map[string]any{"method": "totp"})), Status: 409, Code: "factor.none"},
		apitest.Scenario{Name: "prefer", Request: at(request(&u, "PUT", base+"/preferred", map[string]any{"method": "phone_code"})), Status: 204},
		apitest.Scenario{Name: "preferred", Request: at(request(&u, "GET", base, nil)), Status: 200, Contains: []string{`"preferred":"phone_code"`}},
		apitest.Scenario{Name: "no preference", Request: at(request(&u, "PUT", base+"/preferred", map[string]any{})), Status: 204},
		apitest.Scenario{Name: "turned off", Request: at(request(&u, "DELETE", base+"/phone_code", nil)), Status: 204},
	)
	if a := w.Pool.Accounts[u.Email]; a.Phone != "" || len(a.Factors) != 0 {
		t.Errorf("left: %+v", a)
	}
}

// A change that was interrupted after the user pool had it is found, and recorded.
func TestFactorsAreFound(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	w.Pool.Accounts[u.Email].Factors = []string{"SOFTWARE_TOKEN_MFA"}
	w.Run(t, apitest.Scenario{Name: "status", Request: request(&u, "GET", base, nil), Status: 200, Contains: []string{`"methods":["totp"]`}})
	if got := w.Reread(t, u); !slices.Equal(got.Factors, []company.Factor{company.FactorTOTP}) {
		t.Errorf("%+v", got)
	}
}

// An administrator who has entered their password again resets the factors of a colleague,
// whose sessions and recovery codes end.
func TestReset(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	invited := w.User(t, c, access.Viewer, func(u *company.User) { u.Active = false })
	u := w.User(t, c, access.Viewer, func(u *company.User) { u.Factors = []company.Factor{company.FactorTOTP} })
	w.Pool.Accounts[u.Email].Factors = []string{"SOFTWARE_TOKEN_MFA"}
	set, _ := company.NewRecoverySet(u.ID, w.Clock.Now())
	if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"}).ReplaceRecoverySet(u.ID, set).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	start := w.Clock.Now()
	reset := func(as, of *company.User) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/companies/{id}/users/" + string(of.ID) + "/reset-second-factors", As: as, SignedIn: start}
	}
	w.Run(t,
		apitest.Scenario{Name: "not by an editor", Request: reset(&editor, &u), Status: 403},
		apitest.Scenario{Name: "not without the password", Request: reset(&admin, &u), Status: 409, Code: "session.reauthenticate"},
	)
	prove(w, t, &admin)
	w.Run(t,
		apitest.Scenario{Name: "not one's own", Request: reset(&admin, &admin), Status: 409, Code: "factor.own"},
		apitest.Scenario{Name: "nobody's", Request: reset(&admin, &company.User{ID: sds.NewID[sds.UserID]()}), Status: 404},
		apitest.Scenario{Name: "of somebody invited", Request: reset(&admin, &invited), Status: 404},
		apitest.Scenario{Name: "a colleague's", Request: reset(&admin, &u), Status: 204},
		apitest.Scenario{Name: "whose session ends", Request: apitest.Request{Method: "GET", Path: base, As: &u, SignedIn: start}, Status: 401},
	)
	left, err := w.Table.RecoverySet(t.Context(), c.ID, u.ID)
	if got := w.Reread(t, u); len(got.Factors) != 0 || len(left.Codes) != 0 || err != nil || len(w.Pool.Accounts[u.Email].Factors) != 0 || w.Pool.Accounts[u.Email].SignedOut != 1 {
		t.Errorf("%+v, %+v, %v", got, left, err)
	}
	if last := w.Mailbox.Mails[len(w.Mailbox.Mails)-1]; last.To != u.Email || !strings.Contains(last.Text, admin.Name()) {
		t.Errorf("%+v", last)
	}
}
