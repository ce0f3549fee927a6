package scim_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/scim"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
)

func bought(c *company.Company) { c.Features = []plan.Feature{plan.FeatureSAML} }

const tokens = "/companies/{id}/provisioning_tokens"

// token makes a token as an administrator does.
func token(t *testing.T, w *apitest.World, admin company.User, name string) string {
	t.Helper()
	r := w.Do(t, apitest.Request{Method: "POST", Path: tokens, As: &admin, Body: map[string]any{"name": name}})
	if r.Status != 201 {
		t.Fatalf("make a token: %d %s", r.Status, r.Body)
	}
	var made scim.MadeProvisioningToken
	r.Into(t, &made)
	w.Mailbox.Mails = nil
	return made.Token
}

// ask is a request with a token.
func ask(token, method, path string, body any) apitest.Request {
	return apitest.Request{Method: method, Path: scim.Root + path, Body: body, Headers: map[string]string{"Authorization": "Bearer " + token, "Content-Type": "application/scim+json"}}
}

// connect gives the company an active SAML connection for a domain.
func connect(t *testing.T, w *apitest.World, c company.Company, domain string) {
	t.Helper()
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.connected"})
	x.WriteConnection(nil, saml.Connection{State: saml.StateActive, Domains: []string{domain}, UpdatedAt: w.Clock.Now()})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// stand is a company with its administrator and a token.
type stand struct {
	*apitest.World
	t       *testing.T
	company company.Company
	admin   company.User
	token   string
}

func start(t *testing.T) stand {
	t.Helper()
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	connect(t, w, c, "midori.example")
	return stand{w, t, c, admin, token(t, w, admin, "Entra ID")}
}

type doc = map[string]any

// do sends a request, and returns the answer decoded.
func (s stand) do(method, path string, body any, status int) doc {
	s.t.Helper()
	r := s.Do(s.t, ask(s.token, method, path, body))
	if r.Status != status {
		s.t.Fatalf("%s %s: %d %s, want %d", method, path, r.Status, r.Body, status)
	}
	d := doc{}
	if r.Body != "" {
		r.Into(s.t, &d)
	}
	return d
}

func (s stand) refused(method, path string, body any, status int, kind string) string {
	s.t.Helper()
	d := s.do(method, path, body, status)
	if got, _ := d["scimType"].(string); got != kind || d["status"] != fmt.Sprint(status) || d["detail"] == "" || fmt.Sprint(d["schemas"]) != "[urn:ietf:params:scim:api:messages:2.0:Error]" {
		s.t.Errorf("%s %s: %v, want type %q", method, path, d, kind)
	}
	text, _ := d["detail"].(string)
	return text
}

func parse(t *testing.T, text string) doc {
	t.Helper()
	var d doc
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func person(name, given, family string) doc {
	return doc{"schemas": []string{"urn:ietf:params:scim:schemas:core:2.0:User"}, "userName": name, "name": doc{"givenName": given, "familyName": family}}
}

func patch(operations ...doc) doc {
	return doc{"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:PatchOp"}, "Operations": operations}
}

func (s stand) stored(id any) company.User {
	s.t.Helper()
	for _, u := range s.all() {
		if string(u.ID) == id {
			return u
		}
	}
	s.t.Fatalf("there is no user %v", id)
	return company.User{}
}

func (s stand) all() []company.User {
	s.t.Helper()
	all, err := s.Table.Users(s.t.Context(), s.company.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}
