package system_test

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"

	"anzen/functions/api/rest"
	"anzen/infra/blueprint"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// to is a call of a route with unknown ids in its path, except the company's.
func to(r rest.Route) call {
	c := call{method: r.Method, path: r.Path, version: 1}
	for _, name := range r.Params() {
		if name != "id" {
			c.path = strings.Replace(c.path, "{"+name+"}", sds.NewID[string](), 1)
		}
	}
	if r.Method != http.MethodGet && r.Method != http.MethodDelete {
		c.body = map[string]string{}
	}
	return c
}

// leaver is a user who is signed in and then removed.
func leaver(t *testing.T, s site) *browser {
	t.Helper()
	all := tableOf(shared.Stack, time.Now)
	u := company.User{
		ID: sds.NewID[sds.UserID](), Company: midori, Email: "leaver@midori.example", FirstName: "次郎", LastName: "去川", Role: access.Admin, Active: true, Locale: company.LocaleJapanese,
	}
	audit := table.Audit{Action: "test.made"}
	if err := all.Begin(midori).Audit(audit).CreateUser(u).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	users := idp.New(cognitoidentityprovider.NewFromConfig(shared.Config()), shared.Names().Pool)
	if err := users.SetPassword(t.Context(), u.Email, password, midori, u.ID); err != nil {
		t.Fatal(err)
	}
	b := s.signIn(t, u.Email, password)
	u, err := all.User(t.Context(), midori, u.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := all.Begin(midori).Audit(audit).RemoveUser(u, true).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// Every route of the blueprint refuses unauthorised requests over HTTP: the gateway
// those without a valid token, the function those of other companies.
func TestEveryRouteIsClosed(t *testing.T) {
	s := here(t)
	in := s.signIn(t, admin, password)
	key := poolKey(t)
	otherKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	with := func(token string) *browser {
		b := *in
		b.tokens.IdToken = token
		return &b
	}
	id := in.tokens.IdToken
	now := time.Now().Unix()
	tests := []struct {
		name string
		by   *browser
		// function: the gateway admits the request, and the function refuses it.
		function bool
	}{
		{"anonymous", &browser{site: s, company: in.company}, false},
		{"garbage", with("garbage"), false},
		{"three parts of garbage", with("e30.e30.e30"), false},
		{"a token without a signature", with(unsigned(id)), false},
		{"a token of another key", with(forged(t, id, otherKey, nil)), false},
		{"a token of another pool", with(forged(t, id, key, map[string]any{"iss": "https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_OTHER"})), false},
		{"a token of another client", with(forged(t, id, key, map[string]any{"aud": "another"})), false},
		{"an access token", with(in.tokens.AccessToken), false},
		{"an expired token", with(forged(t, id, key, map[string]any{"exp": now - 1, "iat": now - 3601})), false},
		{"a removed person", leaver(t, s), true},
		{"an unknown user", with(forged(t, id, key, map[string]any{"custom:user_id": sds.NewID[string]()})), true},
		{"a person moved into another company", with(forged(t, id, key, map[string]any{"custom:company_id": string(akane)})), true},
	}
	other := s.signIn(t, stranger, password)
	other.company = in.company
	closed := 0
	for _, r := range blueprint.New().Routes {
		if r.Rule.IsPublic() {
			continue
		}
		closed++
		for _, tt := range tests {
			a := tt.by.do(t, to(r))
			// The gateway does not know the reader's language and answers in both.
			p := a.problem(t)
			if a.status != http.StatusUnauthorized || p.Code != string(message.CodeUnauthorized) || strings.Contains(p.Detail, " / ") == tt.function {
				t.Errorf("%s by %s: %s", r.ID, tt.name, a)
			}
		}
		if r.OfCompany() {
			refused(t, other, to(r), http.StatusNotFound, string(message.CodeNotFound))
		}
	}
	if closed < 20 {
		t.Errorf("only %d routes are not public", closed)
	}
	// The token from which the others are derived is valid.
	want[me](t, with(forged(t, id, key, nil)), call{method: "GET", path: "/users/me"})
}

// A company does not see another's data, by whatever id it requests it.
func TestCompaniesDoNotSeeEachOther(t *testing.T) {
	s := here(t)
	mine, other := s.signIn(t, editor, password), s.signIn(t, stranger, password)
	body := sheetPDF("Secret 50", 1)
	forms := mine.allow(t, file{"secret.pdf", body}, file{"unused.pdf", body})
	mine.mustSend(t, forms[0], body)
	id := mine.register(t, forms[0])[0]
	mine.completed(t, id)
	for _, c := range []call{
		{method: "GET", path: "/companies/{id}/sdses/" + id},
		{method: "GET", path: "/companies/{id}/sds/" + id + "/pdf"},
		{method: "GET", path: "/companies/{id}/sdses/" + id + "/edit_histories"},
		{method: "PUT", path: "/companies/{id}/sdses/" + id, version: 1, body: map[string]string{"note": "x"}},
		{method: "POST", path: "/sdses/" + id + "/reanalysis", body: map[string]string{}},
	} {
		refused(t, other, c, http.StatusNotFound, string(message.CodeNotFound))
	}
	if got := other.list(t, "&ids="+id); got.Total != 0 {
		t.Errorf("the other company lists %+v", got)
	}
	a := other.do(t, registrationInto(newKey(), "", forms[1]))
	if p := a.problem(t); a.status != http.StatusBadRequest || len(p.Fields) != 1 || p.Fields[0].Code != "upload.unknown" {
		t.Errorf("the other company registers our upload: %s", a)
	}
	refused(t, other, registrationInto(newKey(), string(someDivision), other.allow(t, file{"a.pdf", body})[0]), http.StatusBadRequest, string(message.CodeInvalid))
}

// Samples of the roles' rights; functions/api tests every route with every role.
func TestRolesCount(t *testing.T) {
	s := here(t)
	v, e := s.signIn(t, viewer, password), s.signIn(t, editor, password)
	for _, c := range []struct {
		by   *browser
		call call
	}{
		{v, registration(newKey())},
		{v, call{method: "POST", path: "/companies/{id}/get_signed_url", body: map[string]any{}}},
		{v, call{method: "POST", path: "/companies/{id}/tags", body: map[string]string{"name": "a"}}},
		{e, call{method: "POST", path: "/companies/{id}/departments", body: map[string]string{"name": "a"}}},
		{e, call{method: "PUT", path: "/companies/{id}", version: 1, body: map[string]string{"name": "a"}}},
	} {
		refused(t, c.by, c.call, http.StatusForbidden, string(message.CodeForbidden))
	}
	// A demotion takes effect at once, even with an existing token.
	a := s.signIn(t, admin, password)
	all := tableOf(shared.Stack, time.Now)
	set := func(role access.Role) {
		u, err := all.User(t.Context(), midori, sds.UserID(a.id))
		if err != nil {
			t.Fatal(err)
		}
		u.Role = role
		x := all.Begin(midori).Audit(table.Audit{Action: "test.changed"})
		x.WriteUser(u)
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	rename := call{method: "POST", path: "/companies/{id}/departments", body: map[string]string{"name": "研究部"}}
	set(access.Viewer)
	refused(t, a, rename, http.StatusForbidden, string(message.CodeForbidden))
	set(access.Admin)
	want[struct{}](t, a, rename)
}
