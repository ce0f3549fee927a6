package users_test

import (
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
)

// samlOnly is a company whose users sign in at its identity provider only.
func samlOnly(t *testing.T, w *apitest.World) (company.Company, saml.Connection) {
	t.Helper()
	c := w.Company(t, func(c *company.Company) { c.Features = []plan.Feature{plan.FeatureSAML} })
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	connection := x.WriteConnection(nil, saml.Connection{State: saml.StateActive, Domains: []string{"midori.example", "aoi.example"}, Only: true})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c, connection
}

// mailed checks the next mail: what it is about, and where it leads.
func mailed(subject, link string) func(*testing.T, *apitest.World, apitest.Response) {
	return func(t *testing.T, w *apitest.World, _ apitest.Response) {
		t.Helper()
		m := w.Mailbox.Take(t)
		if !strings.Contains(m.Subject, subject) || !strings.Contains(m.Text, "/#"+link) {
			t.Errorf("%s\n%s", m.Subject, m.Text)
		}
		if saml := strings.HasPrefix(link, "/saml/login"); saml == strings.Contains(m.Text, "token=") {
			t.Errorf("with a link that sets a password, or without:\n%s", m.Text)
		}
	}
}

// Where a company refuses passwords, no mail leads to a page that sets one.
func TestMailsOfACompanyThatRefusesPasswords(t *testing.T) {
	w := apitest.New(t)
	c, connection := samlOnly(t, w)
	admin := w.User(t, c, access.Admin)
	active := w.User(t, c, access.Viewer, func(u *company.User) { u.Email = "a+b@midori.example" })
	emergency := w.User(t, c, access.Admin, func(u *company.User) {
		u.Email, u.Factors = "elsewhere@kumo.example", []company.Factor{company.FactorTOTP}
	})
	invite := func(email string) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/companies/{id}/users", As: &admin, Lang: "en", Body: map[string]any{"email": email, "first_name": "Yuki", "last_name": "Mori", "role_id": 0, "locale": "en-US"}}
	}
	resend := func(u company.User) apitest.Request {
		return apitest.Request{Method: "POST", Path: of(u) + "/reset-password", As: &admin}
	}
	w.Run(t,
		apitest.Scenario{Name: "invited", Request: invite("yuki@aoi.example"), Status: 201, After: mailed("Invitation", "/saml/login?email=yuki%40aoi.example")},
		apitest.Scenario{Name: "who could not sign in", Request: invite("yuki@kumo.example"), Status: 400, Field: "email saml.address", Contains: []string{"midori.example, aoi.example"}},
		apitest.Scenario{Name: "to an active user", Request: resend(active), Status: 204, After: mailed("ログイン方法", "/saml/login?email=a%2Bb%40midori.example")},
		apitest.Scenario{Name: "to one for emergencies", Request: resend(emergency), Status: 204, After: mailed("パスワード", "/reset-password")},
	)
	w.Clock.Advance(time.Minute)
	yuki := everybody(t, w, c)["yuki@aoi.example"]
	w.Run(t, apitest.Scenario{Name: "invited again", Request: resend(yuki), Status: 204, After: mailed("Invitation", "/saml/login?email=yuki%40aoi.example")})

	// By a file, and by whoever asks for a password at the login.
	w.Run(t,
		apitest.Scenario{Name: "a row that could not sign in", Request: csvUpload(t, &admin, "メールアドレス,姓,名,権限\nx@kumo.example,森,雪,閲覧者\n"), Status: 400, Field: "rows[2].email saml.address"},
		apitest.Scenario{Name: "a row", Request: csvUpload(t, &admin, "メールアドレス,姓,名,権限\nx@midori.example,森,雪,閲覧者\n"), Status: 200, After: mailed("招待", "/saml/login?email=x%40midori.example")},
	)
	for _, path := range []string{"/password-recovery", "/activation/regeneration"} {
		w.Do(t, apitest.Request{Method: "POST", Path: path, Body: map[string]any{"email": "x@midori.example"}})
		w.HandleRequests(t)
		mailed("ログイン方法", "/saml/login?email=x%40midori.example")(t, w, apitest.Response{})
		w.Clock.Advance(time.Minute)
	}

	// Once the connection is disabled, passwords count again.
	disabled := connection
	disabled.State = saml.StateDisabled
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	x.WriteConnection(&connection, disabled)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Run(t,
		apitest.Scenario{Name: "invited while it is disabled", Request: invite("z@kumo.example"), Status: 201, After: mailed("Invitation", "/signup/activation")},
		apitest.Scenario{Name: "a password while it is disabled", Request: resend(active), Status: 204, After: mailed("パスワード再設定", "/reset-password")},
	)
}
