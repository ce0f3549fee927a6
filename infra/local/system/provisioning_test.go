package system_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"

	"anzen/functions/api/scim"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// An identity provider adds a user over the stand-ins of AWS, with the policies of the
// functions, suspends them while they are signed in, and removes them.
func TestProvisioning(t *testing.T) {
	s := here(t)
	records := tableOf(shared.Stack, time.Now)
	firm, err := records.Company(t.Context(), midori)
	if err != nil {
		t.Fatal(err)
	}
	firm.Features = append(firm.Features, plan.FeatureSAML)
	x := records.Begin(midori).Audit(table.Audit{Action: "test.changed"})
	x.WriteCompany(firm)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := s.signIn(t, admin, password)
	made := want[scim.MadeProvisioningToken](t, b, call{method: "POST", path: "/companies/{id}/provisioning_tokens", body: map[string]any{"name": "Okta"}})
	ask := func(token, method, path, body string) answer {
		t.Helper()
		q, err := http.NewRequest(method, s.URL+scim.Root+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Authorization", "Bearer "+token)
		q.Header.Set("Content-Type", "application/scim+json")
		a, err := exchange(q)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	do := func(method, path, body string, status int) answer {
		t.Helper()
		a := ask(made.Token, method, path, body)
		if a.status != status {
			t.Fatalf("%s %s: %s", method, path, a)
		}
		return a
	}
	const email = "provisioned@midori.example"
	var user struct{ ID string }
	a := do("POST", "/Users", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"`+email+`","displayName":"Taro Okta"}`, 201)
	a.into(t, &user)
	if kind := a.header.Get("Content-Type"); kind != "application/scim+json" || a.header.Get("Location") == "" || a.header.Get("Etag") != `W/"1"` {
		t.Errorf("headers %v", a.header)
	}
	// They activate their account.
	u, err := records.User(t.Context(), midori, sds.UserID(user.ID))
	if err != nil {
		t.Fatal(err)
	}
	guard, _, err := records.Account(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	u.Active = true
	x = records.Begin(midori).Audit(table.Audit{Action: "test.activated"}).TakeEmail(u, &guard)
	x.WriteUser(u)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	users := idp.New(cognitoidentityprovider.NewFromConfig(shared.Config()), shared.Names().Pool)
	if err := users.SetPassword(t.Context(), email, password, midori, u.ID); err != nil {
		t.Fatal(err)
	}
	in := s.signIn(t, email, password)
	active := func(value string) {
		t.Helper()
		do("PATCH", "/Users/"+user.ID, `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"Replace","path":"active","value":"`+value+`"}]}`, 200)
	}
	active("False")
	if a, err := in.try(call{method: "GET", path: "/users/me"}); err != nil || a.status != 401 {
		t.Errorf("a suspended user is still signed in: %s, %v", a, err)
	}
	if got, a := s.trySignIn(t, email, password); got.IdToken != "" {
		t.Errorf("a suspended user signs in: %s", a)
	}
	active("True")
	time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(1100 * time.Millisecond))) // the ended sessions are of earlier seconds
	s.signIn(t, email, password)
	do("PUT", "/Groups/role-viewer", `{"schemas":[],"displayName":"Anzen: Viewers","members":[{"value":"`+user.ID+`"}]}`, 200)
	do("GET", "/Groups", "", 200)
	do("POST", "/Groups", `{"displayName":"ID連携部"}`, 201)
	do("DELETE", "/Users/"+user.ID, "", 204)
	if got, a := s.trySignIn(t, email, password); got.IdToken != "" {
		t.Errorf("a removed user signs in: %s", a)
	}
	// Neither a person's token, nor one that has ended, nor none.
	for name, token := range map[string]string{"a person's": b.tokens.IdToken, "none": "", "another company's": strings.Replace(made.Token, string(midori), string(akane), 1)} {
		if a := ask(token, "GET", "/Users", ""); a.status != 401 || !strings.Contains(a.String(), `"status":"401"`) {
			t.Errorf("%s: %s", name, a)
		}
	}
	want[any](t, b, call{method: "DELETE", path: "/companies/{id}/provisioning_tokens/" + string(made.ID)})
	if a := ask(made.Token, "GET", "/Users", ""); a.status != 401 {
		t.Errorf("an ended token: %s", a)
	}
	// A provisioning token is none for the API.
	thief := &browser{site: s, lang: "ja", company: string(midori), tokens: tokens{IdToken: made.Token}}
	if a, err := thief.try(call{method: "GET", path: "/companies/{id}/users"}); err != nil || a.status != 401 {
		t.Errorf("the API takes a provisioning token: %s, %v", a, err)
	}
}
