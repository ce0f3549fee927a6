package factors_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/factors"
	"anzen/functions/api/rest"
	"anzen/shared/aws/mailer"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

const passkeys = "/users/me/passkeys"

// made is a passkey as a browser makes it.
func made(id string) map[string]any {
	return map[string]any{"id": id, "rawId": id, "type": "public-key", "response": apitest.PasskeyChallenge}
}

func add(u *company.User, name, id string) apitest.Request {
	return request(u, "POST", passkeys, map[string]any{"name": name, "credential": made(id)})
}

// enrol registers a passkey of a user who has reauthenticated.
func enrol(w *apitest.World, t *testing.T, u *company.User, name, id string) factors.Passkey {
	t.Helper()
	if r := w.Do(t, request(u, "POST", passkeys+"/registration", nil)); r.Status != 200 {
		t.Fatalf("%+v", r)
	}
	r := w.Do(t, add(u, name, id))
	if r.Status != 201 {
		t.Fatalf("%+v", r)
	}
	var k factors.Passkey
	r.Into(t, &k)
	return k
}

func lastMail(w *apitest.World) mailer.Mail { return w.Mailbox.Mails[len(w.Mailbox.Mails)-1] }

func TestPasskeys(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u, other := w.User(t, c, access.Viewer), w.User(t, c, access.Viewer)
	begin := request(&u, "POST", passkeys+"/registration", nil)
	w.Run(t,
		apitest.Scenario{Name: "none yet", Request: request(&u, "GET", passkeys, nil), Status: 200, Contains: []string{`"items":[]`, `"limit":10`}},
		apitest.Scenario{Name: "not without the password", Request: begin, Status: 409, Code: string(rest.CodeReauthenticate)},
		apitest.Scenario{Name: "nor added", Request: add(&u, "PC", "key1"), Status: 409, Code: string(rest.CodeReauthenticate)},
	)
	prove(w, t, &u)
	foreign := made("key1")
	foreign["response"] = "another challenge"
	large := made(strings.Repeat("x", 1365))
	w.Run(t,
		apitest.Scenario{Name: "not begun", Request: add(&u, "PC", "key1"), Status: 409, Code: "passkey.expired"},
		apitest.Scenario{Name: "options", Request: begin, Status: 200, Contains: []string{`"challenge":"` + apitest.PasskeyChallenge + `"`}},
		apitest.Scenario{Name: "no name", Request: add(&u, " ", "key1"), Status: 400, Field: "name input.required"},
		apitest.Scenario{Name: "a name of two lines", Request: add(&u, "a\nb", "key1"), Status: 400, Field: "name text.control"},
		apitest.Scenario{Name: "no id", Request: add(&u, "PC", ""), Status: 400, Code: "passkey.refused"},
		apitest.Scenario{Name: "an id of another form", Request: add(&u, "PC", "a b"), Status: 400, Code: "passkey.refused"},
		apitest.Scenario{Name: "too large", Request: request(&u, "POST", passkeys, map[string]any{"name": "PC", "credential": large}), Status: 400, Code: "passkey.refused"},
		apitest.Scenario{Name: "for another challenge", Request: request(&u, "POST", passkeys, map[string]any{"name": "PC", "credential": foreign}), Status: 400, Code: "passkey.refused"},
		apitest.Scenario{Name: "nothing is left of it", Request: request(&u, "GET", passkeys, nil), Status: 200, Contains: []string{`"items":[]`}},
	)
	k := enrol(w, t, &u, " 会社のPC ", "key1")
	if m := lastMail(w); m.To != u.Email || !strings.Contains(m.Subject, "パスキーが登録") || !strings.Contains(m.Text, "会社のPC") {
		t.Errorf("%+v", m)
	}
	if got := w.Reread(t, u); len(got.Passkeys) != 1 || got.Passkeys[0].Credential != "key1" || w.Pool.Accounts[u.Email].PasskeysCount {
		t.Errorf("%+v", got.Passkeys)
	}
	at := passkeys + "/" + string(k.ID)
	w.Run(t,
		apitest.Scenario{Name: "listed", Request: request(&u, "GET", passkeys, nil), Status: 200, Contains: []string{`"name":"会社のPC"`, string(k.ID)}},
		apitest.Scenario{Name: "not for others", Request: request(&other, "GET", passkeys, nil), Status: 200, Contains: []string{`"items":[]`}},
		apitest.Scenario{Name: "renamed by another", Request: request(&other, "PATCH", at, map[string]any{"name": "x"}), Status: 404},
		apitest.Scenario{Name: "renamed", Request: request(&u, "PATCH", at, map[string]any{"name": "自宅のPC"}), Status: 200, Contains: []string{"自宅のPC"}},
		apitest.Scenario{Name: "renamed to nothing", Request: request(&u, "PATCH", at, map[string]any{"name": "　"}), Status: 400, Field: "name input.required"},
		apitest.Scenario{Name: "removed without the password", Request: request(&other, "DELETE", at, nil), Status: 409, Code: "session.reauthenticate"},
	)
	prove(w, t, &other)
	w.Run(t,
		apitest.Scenario{Name: "removed by another", Request: request(&other, "DELETE", at, nil), Status: 404},
		apitest.Scenario{Name: "removed", Request: request(&u, "DELETE", at, nil), Status: 204},
		apitest.Scenario{Name: "removed again", Request: request(&u, "DELETE", at, nil), Status: 404},
	)
	if m := lastMail(w); !strings.Contains(m.Subject, "パスキーが削除") || !strings.Contains(m.Text, "自宅のPC") {
		t.Errorf("%+v", m)
	}
	if got := w.Reread(t, u); len(got.Passkeys) != 0 || len(w.Pool.Accounts[u.Email].Passkeys) != 0 {
		t.Errorf("%+v", got.Passkeys)
	}
}

// A user has at most ten, also where many are added at once.
func TestTooManyPasskeys(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	prove(w, t, &u)
	for i := range company.MaxPasskeys - 1 {
		enrol(w, t, &u, fmt.Sprint("key ", i), fmt.Sprint("key", i))
	}
	if r := w.Do(t, request(&u, "POST", passkeys+"/registration", nil)); r.Status != 200 {
		t.Fatalf("%+v", r)
	}
	var all sync.WaitGroup
	for i := range 5 {
		all.Go(func() { w.Do(t, add(&u, "at once", fmt.Sprint("parallel", i))) })
	}
	all.Wait()
	got := w.Reread(t, u)
	if len(got.Passkeys) > company.MaxPasskeys || len(w.Pool.Accounts[u.Email].Passkeys) > company.MaxPasskeys {
		t.Errorf("%d passkeys", len(got.Passkeys))
	}
	if len(got.Passkeys) < company.MaxPasskeys {
		enrol(w, t, &u, "last", "last")
	}
	w.Run(t,
		apitest.Scenario{Name: "begun", Request: request(&u, "POST", passkeys+"/registration", nil), Status: 409, Code: "passkey.too_many"},
		apitest.Scenario{Name: "added", Request: add(&u, "one more", "more"), Status: 409, Code: "passkey.too_many"},
	)
}

// With a second factor a passkey counts as one too; a recovery code does not register one.
func TestPasskeyWithSecondFactor(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	w.Pool.Accounts[u.Email].Factors = []string{"SOFTWARE_TOKEN_MFA"}
	prove(w, t, &u)
	w.Run(t,
		apitest.Scenario{Name: "not by the password alone", Request: request(&u, "POST", passkeys+"/registration", nil), Status: 409, Code: "session.reauthenticate"},
		apitest.Scenario{Name: "a code", Request: request(&u, "POST", reauth+"/code", coded(apitest.RightCode)), Status: 200},
	)
	enrol(w, t, &u, "PC", "key1")
	if a := w.Pool.Accounts[u.Email]; !a.PasskeysCount || !slices.Equal(a.Factors, []string{"SOFTWARE_TOKEN_MFA"}) {
		t.Errorf("%+v", a)
	}
	w.Run(t, apitest.Scenario{Name: "the factor is turned off", Request: request(&u, "DELETE", base+"/totp", nil), Status: 204})
	if a := w.Pool.Accounts[u.Email]; a.PasskeysCount {
		t.Errorf("%+v", a)
	}
}

// An administrator's reset removes the passkeys, and the password with them.
func TestResetRemovesPasskeys(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, u := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	prove(w, t, &u)
	enrol(w, t, &u, "PC", "key1")
	enrol(w, t, &u, "iPhone", "key2")
	w.Clock.Advance(time.Minute)
	before := w.Pool.Accounts[u.Email].Password
	prove(w, t, &admin)
	reset := request(&admin, "POST", "/companies/"+string(c.ID)+"/users/"+string(u.ID)+"/reset-second-factors", nil)
	w.Run(t, apitest.Scenario{Name: "reset", Request: reset, Status: 204})
	a := w.Pool.Accounts[u.Email]
	if got := w.Reread(t, u); len(got.Passkeys) != 0 || len(a.Passkeys) != 0 || a.Password == before || a.SignedOut == 0 {
		t.Errorf("%+v, %+v", got.Passkeys, a)
	}
	if m := lastMail(w); m.To != u.Email || !strings.Contains(m.Text, "新しいパスワードを設定") || !strings.Contains(m.Text, "/password-recovery") {
		t.Errorf("%+v", m)
	}
	password := a.Password
	w.Run(t, apitest.Scenario{Name: "again, without passkeys", Request: reset, Status: 204})
	if w.Pool.Accounts[u.Email].Password != password {
		t.Error("the password ended without a need")
	}
}
