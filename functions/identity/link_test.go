package identity_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/identity"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

// federation is a world of companies with identity providers of their own.
type federation struct {
	*apitest.World
	t *testing.T
	s identity.Services
}

func newFederation(t *testing.T) federation {
	w := apitest.New(t)
	return federation{w, t, identity.Services{Table: w.Table, Users: idp.New(w.Pool, "pool"), Now: w.Clock.Now, Log: slog.New(slog.DiscardHandler)}}
}

func bought(c *company.Company) { c.Features = []plan.Feature{plan.FeatureSAML} }

// connect connects a company's provider for mail domains.
func (f federation) connect(c company.Company, state saml.State, domains ...string) {
	f.t.Helper()
	x := f.Table.Begin(c.ID).Audit(table.Audit{Action: "test.connected"})
	x.WriteConnection(nil, saml.Connection{State: state, Domains: domains, UpdatedAt: f.Clock.Now()})
	if err := x.Commit(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

// ask calls a function, and returns its refusal.
func (f federation) ask(function string, event map[string]any) string {
	f.t.Helper()
	h, err := identity.Of(function, f.s)
	if err != nil {
		f.t.Fatal(err)
	}
	text, _ := json.Marshal(event)
	if _, err := h.Invoke(context.Background(), text); err != nil {
		return err.Error()
	}
	return ""
}

// first is a first sign-in at a company's provider.
func (f federation) first(provider, subject, address string) string {
	f.t.Helper()
	return f.ask(identity.Link, map[string]any{
		"triggerSource": "PreSignUp_ExternalProvider", "userName": provider + "_" + subject,
		"request": map[string]any{"userAttributes": map[string]string{"custom:asserted_email": address}},
	})
}

func (f federation) linked(email string) []string {
	a := f.Pool.Accounts[email]
	if a == nil {
		return nil
	}
	return a.Linked
}

func email(address string) func(*company.User) { return func(u *company.User) { u.Email = address } }

func TestAFirstSignInIsLinkedToTheUser(t *testing.T) {
	f := newFederation(t)
	c := f.Company(t, bought)
	u := f.User(t, c, access.Editor, email("hanako@midori.example"))
	f.connect(c, saml.StateActive, "midori.example")
	delete(f.Pool.Accounts, u.Email)
	name := saml.ProviderName(c.ID)
	if refused := f.first(name, "employee_7", "Hanako@Midori.example"); refused != "" {
		t.Fatal(refused)
	}
	a := f.Pool.Accounts[u.Email]
	if a == nil || a.User != string(u.ID) || a.Company != string(c.ID) || len(a.Password) < 24 || !slices.Equal(a.Linked, []string{name + "/employee_7"}) {
		t.Errorf("%+v", a)
	}
	// A second identity of the same person, on an account that exists.
	a.Password = "Kept-1234"
	if refused := f.first(name, "other", u.Email); refused != "" || f.Pool.Accounts[u.Email].Password != "Kept-1234" || len(a.Linked) != 2 {
		t.Errorf("%s %+v", refused, f.Pool.Accounts[u.Email])
	}
}

func TestAProviderAssertsNobodyElse(t *testing.T) {
	f := newFederation(t)
	a, b := f.Company(t, bought), f.Company(t, bought)
	f.connect(a, saml.StateActive, "a.example", "group.example")
	f.connect(b, saml.StateActive, "b.example")
	f.User(t, a, access.Viewer, email("taro@a.example"))
	f.User(t, a, access.Viewer, email("taro@other.example"))
	f.User(t, b, access.Viewer, email("jiro@b.example"))
	f.User(t, b, access.Viewer, email("jiro@group.example")) // of b, with an address of a domain of a
	closed, pending, poor, none := f.Company(t, bought), f.Company(t, bought), f.Company(t), f.Company(t, bought)
	f.connect(closed, saml.StateActive, "closed.example")
	f.connect(pending, saml.StatePending, "pending.example")
	f.connect(poor, saml.StateActive, "poor.example")
	for c, address := range map[*company.Company]string{&closed: "x@closed.example", &pending: "x@pending.example", &poor: "x@poor.example", &none: "x@none.example"} {
		f.User(t, *c, access.Viewer, email(address))
	}
	read, err := f.Table.Company(t.Context(), closed.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Table.Begin(closed.ID).Audit(table.Audit{Action: "test.closed"}).CloseCompany(read).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	nameOf := func(c company.Company) string { return saml.ProviderName(c.ID) }
	for name, tt := range map[string]struct{ provider, address, want string }{
		"a user of another company":          {nameOf(a), "jiro@b.example", "saml.address_refused"},
		"one with an address of the domain":  {nameOf(a), "jiro@group.example", "saml.user_unknown"},
		"an own user with a foreign address": {nameOf(a), "taro@other.example", "saml.address_refused"},
		"nobody":                             {nameOf(a), "nobody@a.example", "saml.user_unknown"},
		"a domain that ends like ours":       {nameOf(a), "taro@evil-a.example", "saml.address_refused"},
		"a subdomain":                        {nameOf(a), "taro@x.a.example", "saml.address_refused"},
		"no address":                         {nameOf(a), "", "saml.address_refused"},
		"two addresses":                      {nameOf(a), "taro@a.example, x@a.example", "saml.address_refused"},
		"an address in letters that look so": {nameOf(a), "t\u0430ro@a.example", "saml.address_refused"},
		"a provider of no company":           {"facebook", "taro@a.example", "saml.connection_closed"},
		"a company that does not exist":      {strings.Repeat("0", 31) + "1", "taro@a.example", "saml.connection_closed"},
		"a provider's name in another form":  {string(a.ID), "taro@a.example", "saml.connection_closed"},
		"a closed company":                   {nameOf(closed), "x@closed.example", "saml.user_unknown"},
		"a connection that is not finished":  {nameOf(pending), "x@pending.example", "saml.connection_closed"},
		"a company without the option":       {nameOf(poor), "x@poor.example", "saml.connection_closed"},
		"a company without a connection":     {nameOf(none), "x@none.example", "saml.connection_closed"},
	} {
		if got := f.first(tt.provider, "s", tt.address); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	for address, account := range f.Pool.Accounts {
		if len(account.Linked) > 0 {
			t.Errorf("%s is linked with %v", address, account.Linked)
		}
	}
	if got := f.ask(identity.Link, map[string]any{"triggerSource": "PreSignUp_SignUp", "userName": nameOf(a) + "_s"}); got == "" {
		t.Error("somebody signs up by themselves")
	}
	if got := f.ask(identity.Link, map[string]any{"triggerSource": "PreSignUp_AdminCreateUser", "userName": "x"}); got != "" {
		t.Errorf("our own functions make no accounts: %s", got)
	}
}

func TestAnInvitedUserIsActivated(t *testing.T) {
	f := newFederation(t)
	c, rival := f.Company(t, bought), f.Company(t, bought)
	f.connect(c, saml.StateActive, "midori.example")
	invite := func(c company.Company, address string) company.User {
		u := company.User{ID: sds.NewID[sds.UserID](), Company: c.ID, Email: address, FirstName: "Y", LastName: "Y", Role: access.Viewer, Locale: company.LocaleJapanese}
		if err := f.Table.Begin(c.ID).Audit(table.Audit{Action: "test.invited"}).CreateUser(u).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		return u
	}
	u := invite(c, "yuki@midori.example")
	other := invite(rival, "yuki@midori.example") // the guard is the rival's now
	if refused := f.first(saml.ProviderName(c.ID), "y", u.Email); refused != "" {
		t.Fatal(refused)
	}
	got, err := f.Table.User(t.Context(), c.ID, u.ID)
	if has, _ := f.Table.HasEmail(t.Context(), u); err != nil || !got.Active || !got.LinksFrom.Equal(f.Clock.Now()) || !has {
		t.Errorf("%+v %v %v", got, has, err)
	}
	if rivals, _ := f.Table.User(t.Context(), rival.ID, other.ID); rivals.Active {
		t.Error("another company's user was activated")
	}
	if len(f.linked(u.Email)) != 1 || f.Pool.Accounts[u.Email].Company != string(c.ID) {
		t.Errorf("%+v", f.Pool.Accounts[u.Email])
	}
	// A sign-in that was cut off after the activation is completed by the next.
	delete(f.Pool.Accounts, u.Email)
	if refused := f.first(saml.ProviderName(c.ID), "y", u.Email); refused != "" || len(f.linked(u.Email)) != 1 {
		t.Errorf("%s %+v", refused, f.Pool.Accounts[u.Email])
	}
}

// By the company's setting unknown people become users who may only read, once.
func TestUnknownPeopleBecomeUsers(t *testing.T) {
	f := newFederation(t)
	c, other, poor := f.Company(t, bought), f.Company(t, bought), f.Company(t)
	for company, domain := range map[*company.Company]string{&c: "midori.example", &poor: "poor.example"} {
		x := f.Table.Begin(company.ID).Audit(table.Audit{Action: "test.connected"})
		x.WriteConnection(nil, saml.Connection{State: saml.StateActive, Creates: true, Domains: []string{domain}})
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	f.User(t, other, access.Admin, email("theirs@midori.example"))
	if got := f.first(saml.ProviderName(c.ID), "t", "theirs@midori.example"); got != "saml.user_unknown" {
		t.Errorf("another company's user: %q", got)
	}
	if got := f.first(saml.ProviderName(poor.ID), "p", "x@poor.example"); got != "saml.connection_closed" {
		t.Errorf("a company without the option: %q", got)
	}
	if got := f.first(saml.ProviderName(c.ID), "n", "hanako.sato@midori.example"); got != "" {
		t.Fatal(got)
	}
	for range 2 { // an interrupted sign-in is repeated
		if got := f.first(saml.ProviderName(c.ID), "n2", "hanako.sato@midori.example"); got != "" {
			t.Fatal(got)
		}
	}
	people, err := f.Table.Users(t.Context(), c.ID)
	if err != nil || len(people) != 1 || people[0].Role != access.Viewer || !people[0].Active || people[0].FirstName != "Hanako" || people[0].LastName != "Sato" {
		t.Errorf("%+v %v", people, err)
	}
}

// An account that outlived its user keeps none of their identities.
func TestAnAccountThatOutlivedItsUser(t *testing.T) {
	f := newFederation(t)
	c := f.Company(t, bought)
	f.connect(c, saml.StateActive, "midori.example")
	u := f.User(t, c, access.Viewer, email("a@midori.example"))
	f.Pool.Accounts[u.Email] = &apitest.Account{Company: string(c.ID), User: "removed", Password: "Old-1234", Linked: []string{"elsewhere/1"}}
	if refused := f.first(saml.ProviderName(c.ID), "new", u.Email); refused != "" || !slices.Equal(f.linked(u.Email), []string{saml.ProviderName(c.ID) + "/new"}) || f.Pool.Accounts[u.Email].Password == "Old-1234" {
		t.Errorf("%s %+v", refused, f.Pool.Accounts[u.Email])
	}
}

// Each sign-in: tokens only for a user whose every identity is of their own company.
func TestTokensOfASignInAtAProvider(t *testing.T) {
	f := newFederation(t)
	a, b := f.Company(t, bought), f.Company(t, bought)
	f.connect(a, saml.StateActive, "a.example")
	f.connect(b, saml.StateActive, "b.example")
	u := f.User(t, a, access.Viewer, email("taro@a.example"))
	f.User(t, a, access.Viewer, email("hanako@a.example"))
	gone := f.User(t, a, access.Viewer, email("gone@a.example"), func(u *company.User) { u.Active = false })
	by := func(providers ...company.Company) string {
		var list []map[string]string
		for _, c := range providers {
			list = append(list, map[string]string{"providerName": saml.ProviderName(c.ID), "userId": "s"})
		}
		text, _ := json.Marshal(list)
		return string(text)
	}
	ask := func(source string, u company.User, identities, address string) string {
		return f.ask(identity.Tokens, map[string]any{"triggerSource": source, "userName": "u", "request": map[string]any{"userAttributes": map[string]string{
			"custom:company_id": string(u.Company), "custom:user_id": string(u.ID), "custom:asserted_email": address, "identities": identities,
		}}})
	}
	const hosted = "TokenGeneration_HostedAuth"
	for name, tt := range map[string]struct {
		u                   company.User
		identities, address string
		want                string
	}{
		"their own":                     {u, by(a), "taro@a.example", ""},
		"a new address at the provider": {u, by(a), "taro.yamada@a.example", ""},
		"another user's address":        {u, by(a), "hanako@a.example", "saml.user_unknown"},
		"a foreign address":             {u, by(a), "taro@b.example", "saml.address_refused"},
		"another company's provider":    {u, by(b), "taro@a.example", "saml.user_unknown"},
		"both companies' providers":     {u, by(a, b), "taro@a.example", "saml.user_unknown"},
		"no identity":                   {u, "[]", "taro@a.example", "saml.user_unknown"},
		"not even a list":               {u, "", "taro@a.example", "saml.user_unknown"},
		"a user who is not active":      {gone, by(a), "gone@a.example", "saml.user_unknown"},
		"a removed user":                {company.User{ID: sds.NewID[sds.UserID](), Company: a.ID}, by(a), "x@a.example", "saml.user_unknown"},
		"an account of nobody":          {company.User{}, by(a), "taro@a.example", "saml.user_unknown"},
	} {
		f.Clock.Advance(time.Second)
		if got := ask(hosted, tt.u, tt.identities, tt.address); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	if got := ask("TokenGeneration_Authentication", u, "", ""); got != "" {
		t.Errorf("a password: %s", got)
	}
	history, err := f.Table.SignIns(t.Context(), a.ID, u.ID)
	if err != nil || len(history) != 2 || history[0].Agent != company.AgentSAML || history[0].Attempts != nil || history[0].New || f.Reread(t, u).LoginAt == nil {
		t.Errorf("the two sign-ins at the provider are recorded as %+v, %v", history, err)
	}
	// Without its device a linked person's sign-in could pass for one at the provider, of which no mail is sent.
	if got := ask("TokenGeneration_Authentication", u, by(a), ""); got != "sign_in.device_missing" {
		t.Errorf("a password from a hidden device: %q", got)
	}
	if after, err := f.Table.SignIns(t.Context(), a.ID, u.ID); err != nil || len(after) != len(history) {
		t.Errorf("a refused one is recorded: %+v, %v", after, err)
	}
}

// A company that refuses passwords keeps those of administrators with a second factor.
func TestACompanyRefusesPasswords(t *testing.T) {
	f := newFederation(t)
	c, former := f.Company(t, bought), f.Company(t)
	for of, domain := range map[*company.Company]string{&c: "a.example", &former: "b.example"} {
		x := f.Table.Begin(of.ID).Audit(table.Audit{Action: "test.connected"})
		x.WriteConnection(nil, saml.Connection{State: saml.StateActive, Only: true, Domains: []string{domain}})
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	with := func(u *company.User) { u.Factors = []company.Factor{company.FactorTOTP} }
	ask := func(source, client string, u company.User) string {
		return f.ask(identity.Tokens, map[string]any{"triggerSource": source, "callerContext": map[string]any{"clientId": client}, "request": map[string]any{
			"userAttributes": map[string]string{"custom:company_id": string(u.Company), "custom:user_id": string(u.ID)}, "clientMetadata": map[string]string{"device": "x"},
		}})
	}
	const native = "TokenGeneration_Authentication"
	for name, tt := range map[string]struct {
		u    company.User
		want string
	}{
		"an editor":                              {f.User(t, c, access.Editor), "saml.password_refused"},
		"an editor with a second factor":         {f.User(t, c, access.Editor, with), "saml.password_refused"},
		"an administrator":                       {f.User(t, c, access.Admin), "saml.password_refused"},
		"an administrator with a second factor":  {f.User(t, c, access.Admin, with), ""},
		"a user of a company without the option": {f.User(t, former, access.Viewer), ""},
	} {
		if got := ask(native, apitest.Client, tt.u); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	u := f.User(t, c, access.Editor)
	f.s.AdminClient = apitest.AdminClient
	if got := ask(native, apitest.AdminClient, u); got != "" {
		t.Errorf("a function's own sign-in: %q", got)
	}
	if got := ask("TokenGeneration_RefreshTokens", apitest.Client, u); got != "" {
		t.Errorf("a session that exists: %q", got)
	}
	if got := ask("TokenGeneration_NewPasswordChallenge", apitest.Client, u); got != "saml.password_refused" {
		t.Errorf("by a new password: %q", got)
	}
}

// A suspension outlasts a sign-in at the provider.
func TestASuspendedUserIsNotActivated(t *testing.T) {
	f := newFederation(t)
	c := f.Company(t, bought)
	f.connect(c, saml.StateActive, "a.example")
	active := f.User(t, c, access.Viewer, email("a@a.example"), func(u *company.User) { u.Suspend(f.Clock.Now()) })
	invited := f.User(t, c, access.Viewer, email("b@a.example"), func(u *company.User) {
		u.Active = false
		u.Suspend(f.Clock.Now())
	})
	for _, u := range []company.User{active, invited} {
		if got := f.first(saml.ProviderName(c.ID), string(u.ID), u.Email); got != "saml.user_unknown" {
			t.Errorf("%q", got)
		}
		if u = f.Reread(t, u); u.Active || !u.Suspended() {
			t.Errorf("%+v", u)
		}
	}
}
