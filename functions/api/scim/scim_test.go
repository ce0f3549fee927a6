package scim_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

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

func TestTokens(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	other, poor := w.User(t, w.Company(t, bought), access.Admin), w.User(t, w.Company(t), access.Admin)
	post := func(as *company.User, name string, end any) apitest.Request {
		body := map[string]any{"name": name}
		if end != nil {
			body["expires_at"] = end
		}
		return apitest.Request{Method: "POST", Path: tokens, As: as, Body: body}
	}
	get := apitest.Request{Method: "GET", Path: tokens, As: &admin}
	year := w.Clock.Now().Add(360 * 24 * time.Hour).Format(time.RFC3339)
	var made scim.MadeProvisioningToken
	w.Run(t,
		apitest.Scenario{Name: "not for editors", Request: post(&editor, "x", nil), Status: 403},
		apitest.Scenario{Name: "not bought", Request: post(&poor, "x", nil), Status: 402, Code: "option.saml"},
		apitest.Scenario{Name: "not bought, listed", Request: apitest.Request{Method: "GET", Path: tokens, As: &poor}, Status: 402, Code: "option.saml"},
		apitest.Scenario{Name: "none yet", Request: get, Status: 200, Contains: []string{`"items":[]`, `"max":2`, `"base_url":"https://anzen.example/scim/v2"`}},
		apitest.Scenario{Name: "ends too late", Request: post(&admin, "x", w.Clock.Now().Add(400*24*time.Hour)), Status: 400, Field: "expires_at provisioning.expires_at"},
		apitest.Scenario{Name: "ended already", Request: post(&admin, "x", w.Clock.Now()), Status: 400, Field: "expires_at provisioning.expires_at"},
		apitest.Scenario{Name: "no name", Request: post(&admin, " ", nil), Status: 400, Field: "name input.required"},
		apitest.Scenario{Name: "made", Request: post(&admin, "Entra ID", year), Status: 201, Contains: []string{`"name":"Entra ID"`, `"token":"anzen_scim_`}, After: func(t *testing.T, w *apitest.World, r apitest.Response) {
			r.Into(t, &made)
			m := w.Mailbox.Take(t)
			if m.To != admin.Email || !strings.Contains(m.Text, "Entra ID") || strings.Contains(m.Text, made.Token) {
				t.Errorf("mail %+v", m)
			}
			stored, err := w.Table.ProvisioningTokens(t.Context(), c.ID)
			if err != nil || len(stored) != 1 || !strings.HasPrefix(stored[0].Hash, "v1:") || strings.Contains(fmt.Sprint(stored), made.Token[len(made.Token)-43:]) {
				t.Errorf("stored %+v, %v", stored, err)
			}
		}},
		apitest.Scenario{Name: "listed without its secret", Request: get, Status: 200, Contains: []string{`"name":"Entra ID"`, `"created_by":"山田 花子"`, `"expired":false`}, Lacks: []string{"anzen_scim", "last_used_at"}},
		apitest.Scenario{Name: "the name again", Request: post(&admin, "ｅｎｔｒａ ID", nil), Status: 400, Field: "name provisioning.name_taken"},
		apitest.Scenario{Name: "a second", Request: post(&admin, "Okta", nil), Status: 201},
		apitest.Scenario{Name: "a third", Request: post(&admin, "x", nil), Status: 409, Code: "provisioning.too_many_tokens"},
	)
	use := func() apitest.Request { return ask(made.Token, "GET", "/Users", nil) }
	end := func(as *company.User) apitest.Request {
		return apitest.Request{Method: "DELETE", Path: tokens + "/" + string(made.ID), As: as}
	}
	w.Run(t,
		apitest.Scenario{Name: "used", Request: use(), Status: 200},
		apitest.Scenario{Name: "the use is noted", Request: get, Status: 200, Contains: []string{`"last_used_at"`}},
		apitest.Scenario{Name: "another company's administrator", Request: end(&other), Status: 404},
		apitest.Scenario{Name: "an editor", Request: end(&editor), Status: 403},
	)
	for name, bad := range map[string]string{
		"none": "", "rubbish": "x", "another secret": made.Token[:len(made.Token)-2] + "AA", "another company": strings.Replace(made.Token, string(c.ID), string(other.Company), 1),
		"another place": strings.Replace(made.Token, "_1_", "_2_", 1), "a place beyond": strings.Replace(made.Token, "_1_", "_01_", 1), "long": made.Token + strings.Repeat("A", 9000),
	} {
		if r := w.Do(t, ask(bad, "GET", "/Users", nil)); r.Status != 401 || r.Headers.Get("Www-Authenticate") == "" || !strings.Contains(r.Body, `"status":"401"`) {
			t.Errorf("%s: %d %s %v", name, r.Status, r.Body, r.Headers)
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "ended", Request: end(&admin), Status: 204},
		apitest.Scenario{Name: "ended again", Request: end(&admin), Status: 404},
		apitest.Scenario{Name: "refused from then on", Request: use(), Status: 401},
	)
	expiring := w.Do(t, post(&admin, "short", w.Clock.Now().Add(time.Hour)))
	expiring.Into(t, &made)
	w.Run(t, apitest.Scenario{Name: "before its end", Request: use(), Status: 200})
	w.Clock.Advance(time.Hour)
	w.Run(t, apitest.Scenario{Name: "at its end", Request: use(), Status: 401})
}

// The option that ends, and a company that is closed, end the use of tokens.
func TestTokensEndWithTheOption(t *testing.T) {
	s := start(t)
	c, err := s.Table.Company(t.Context(), s.company.ID)
	if err != nil {
		t.Fatal(err)
	}
	write := func(change func()) {
		change()
		x := s.Table.Begin(c.ID).Audit(table.Audit{Action: "test.changed"})
		c = x.WriteCompany(c)
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	write(func() { c.Features = nil })
	s.refused("GET", "/Users", nil, 403, "")
	write(func() { bought(&c); c.Active = false })
	s.refused("GET", "/Users", nil, 401, "")
}

// Each of many requests at once that make tokens finds its place, or none.
func TestNoMoreTokensThanTwo(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t, bought), access.Admin)
	q := apitest.Request{Method: "POST", Path: tokens, As: &admin}
	w.Ready(t, q)
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			one := q
			one.Body = map[string]any{"name": fmt.Sprint("token ", i)}
			if r := w.Do(t, one); r.Status != 201 && r.Status != 409 && r.Status != 429 {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		})
	}
	wait.Wait()
	if all, err := w.Table.ProvisioningTokens(t.Context(), admin.Company); err != nil || len(all) > 2 || len(all) == 0 {
		t.Errorf("%d tokens, %v", len(all), err)
	}
}

func TestUserLifecycle(t *testing.T) {
	s := start(t)
	// The request of Entra ID ("Develop a SCIM endpoint for user provisioning").
	made := s.do("POST", "/Users", parse(t, `{
	"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
	"externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef", "userName": "Test_User_ab6490ee@midori.example", "active": true,
	"emails": [{"primary": true, "type": "work", "value": "Test_User_fd0ea19b@testuser.com"}],
	"meta": {"resourceType": "User"}, "name": {"formatted": "givenName familyName", "familyName": "familyName", "givenName": "givenName"},
	"roles": [], "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "研究所", "employeeNumber": "17"}
	}`), 201)
	id, _ := made["id"].(string)
	if made["userName"] != "test_user_ab6490ee@midori.example" || made["active"] != true || made["externalId"] != "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef" || made["displayName"] != "familyName givenName" {
		t.Errorf("made %v", made)
	}
	if len(s.Mailbox.Mails) != 0 {
		t.Errorf("mails although they sign in at their provider: %v", s.Mailbox.Mails)
	}
	u := s.stored(id)
	if !u.Active || u.Role != access.Viewer || len(u.Departments) != 1 {
		t.Errorf("stored %+v", u)
	}
	meta, _ := made["meta"].(doc)
	if meta["location"] != "https://anzen.example/scim/v2/Users/"+id || meta["version"] != `W/"1"` {
		t.Errorf("meta %v", meta)
	}
	// Looked up as Entra ID and Okta do.
	found := s.do("GET", `/Users?filter=userName eq "Test_User_ab6490ee@midori.example"`, nil, 200)
	if found["totalResults"] != 1.0 {
		t.Errorf("found %v", found)
	}
	if none := s.do("GET", `/Users?filter=userName eq "nobody@midori.example"`, nil, 200); none["totalResults"] != 0.0 || fmt.Sprint(none["Resources"]) != "[]" {
		t.Errorf("found %v", none)
	}
	s.Pool.Accounts[u.Email] = &apitest.Account{}
	s.Run(t, apitest.Scenario{Name: "signed in", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &u}, Status: 200})
	// Deactivated in Entra ID's way.
	off := s.do("PATCH", "/Users/"+id, patch(doc{"op": "Replace", "path": "active", "value": "False"}), 200)
	if off["active"] != false || !s.stored(id).Suspended() || !s.Pool.Accounts[u.Email].Disabled || s.Pool.Accounts[u.Email].SignedOut == 0 {
		t.Errorf("deactivated: %v, %+v", off, s.Pool.Accounts[u.Email])
	}
	s.Run(t,
		apitest.Scenario{Name: "signed out at once", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &u}, Status: 401},
		apitest.Scenario{Name: "no mail to a suspended user", Request: apitest.Request{Method: "POST", Path: "/companies/{id}/users/" + id + "/reset-password", As: &s.admin}, Status: 409, Code: "user.suspended"},
		apitest.Scenario{Name: "shown as suspended", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/users", As: &s.admin}, Status: 200, Contains: []string{`"is_suspended":true`}},
	)
	// Activated again in Okta's way.
	on := s.do("PATCH", "/Users/"+id, patch(doc{"op": "replace", "value": doc{"active": true}}), 200)
	if on["active"] != true || s.stored(id).Suspended() || !s.stored(id).Active || s.Pool.Accounts[u.Email].Disabled {
		t.Errorf("activated: %v", on)
	}
	s.do("DELETE", "/Users/"+id, nil, 204)
	s.refused("GET", "/Users/"+id, nil, 404, "")
	s.refused("DELETE", "/Users/"+id, nil, 404, "")
	if s.Pool.Accounts[u.Email] != nil {
		t.Error("the account outlived the user")
	}
}

func TestWithoutSAMLUsersAreInvited(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	s := stand{w, t, c, w.User(t, c, access.Admin), ""}
	s.token = token(t, w, s.admin, "Okta")
	s.refused("POST", "/Users", person("taro@gmail.com", "太郎", "山田"), 400, "invalidValue")
	made := s.do("POST", "/Users", person("taro@lab.midori.example", "太郎", "山田"), 201)
	if m := w.Mailbox.Take(t); m.To != "taro@lab.midori.example" || !strings.Contains(m.Text, "/#/signup/activation?token=") {
		t.Errorf("mail %+v", m)
	}
	if u := s.stored(made["id"]); u.Active || made["active"] != true {
		t.Errorf("%+v, %v", u, made)
	}
	// A user who is suspended before they were invited is when the suspension ends.
	later := person("jiro@lab.midori.example", "次郎", "山田")
	later["active"] = false
	made = s.do("POST", "/Users", later, 201)
	if len(w.Mailbox.Mails) != 0 || made["active"] != false {
		t.Errorf("%v, mails %v", made, w.Mailbox.Mails)
	}
	id, _ := made["id"].(string)
	s.do("PATCH", "/Users/"+id, patch(doc{"op": "replace", "path": "active", "value": true}), 200)
	if m := w.Mailbox.Take(t); m.To != "jiro@lab.midori.example" {
		t.Errorf("mail %+v", m)
	}
	s.do("PATCH", "/Users/"+id, patch(doc{"op": "replace", "path": "active", "value": false}), 200)
	w.Do(t, apitest.Request{Method: "POST", Path: "/activation/regeneration", Body: map[string]any{"email": "jiro@lab.midori.example"}})
	w.Do(t, apitest.Request{Method: "POST", Path: "/password-recovery", Body: map[string]any{"email": "jiro@lab.midori.example"}})
	if len(w.Mailbox.Mails) != 0 {
		t.Errorf("a suspended user gets links: %v", w.Mailbox.Mails)
	}
}

func TestAddresses(t *testing.T) {
	s := start(t)
	elsewhere := s.User(t, s.Company(t, func(c *company.Company) { c.Name = "秘密の会社" }), access.Viewer, func(u *company.User) { u.Email = "taken@midori.example" })
	s.refused("POST", "/Users", person("x@other.example", "a", "b"), 400, "invalidValue")
	s.refused("POST", "/Users", person("no address", "a", "b"), 400, "invalidValue")
	s.refused("POST", "/Users", doc{"schemas": []string{}, "name": doc{"givenName": "a", "familyName": "b"}}, 400, "invalidValue")
	s.refused("POST", "/Users", person(s.admin.Email, "a", "b"), 409, "uniqueness")
	if text := s.refused("POST", "/Users", person("Taken@midori.example", "a", "b"), 409, "uniqueness"); strings.Contains(text, "秘密") || strings.Contains(text, string(elsewhere.Company)) {
		t.Errorf("told %s", text)
	}
	if found := s.do("GET", `/Users?filter=userName eq "taken@midori.example"`, nil, 200); found["totalResults"] != 0.0 {
		t.Errorf("another company's user is found: %v", found)
	}
	s.refused("GET", "/Users/"+string(elsewhere.ID), nil, 404, "")
	s.refused("PATCH", "/Users/"+string(elsewhere.ID), patch(doc{"op": "replace", "path": "active", "value": false}), 404, "")
	s.refused("PUT", "/Users/"+string(elsewhere.ID), person(elsewhere.Email, "a", "b"), 404, "")
	s.refused("DELETE", "/Users/"+string(elsewhere.ID), nil, 404, "")
	s.refused("GET", "/Users"+"/..%2Fx", nil, 404, "")
	made := s.do("POST", "/Users", person("new@midori.example", "a", "b"), 201)
	id, _ := made["id"].(string)
	s.refused("PATCH", "/Users/"+id, patch(doc{"op": "replace", "path": "userName", "value": "newer@midori.example"}), 400, "mutability")
	s.do("PATCH", "/Users/"+id, patch(doc{"op": "replace", "path": "userName", "value": "NEW@midori.example"}), 200)
}

// Of many requests at once that add one address, one succeeds.
func TestOneAddressOneUser(t *testing.T) {
	s := start(t)
	q := ask(s.token, "POST", "/Users", person("same@midori.example", "a", "b"))
	s.Do(t, ask(s.token, "POST", "/Users", doc{})) // makes the function
	var wait sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 64 {
		wait.Go(func() {
			r := s.Do(t, q)
			mu.Lock()
			defer mu.Unlock()
			counts[r.Status]++
		})
	}
	wait.Wait()
	if counts[201] != 1 || counts[201]+counts[409]+counts[429] != 64 {
		t.Errorf("answers %v", counts)
	}
	if len(s.all()) != 2 {
		t.Errorf("%d users", len(s.all()))
	}
}

func TestVersions(t *testing.T) {
	s := start(t)
	made := s.do("POST", "/Users", person("v@midori.example", "a", "b"), 201)
	id, _ := made["id"].(string)
	change := func(version, title string) int {
		q := ask(s.token, "PATCH", "/Users/"+id, patch(doc{"op": "replace", "path": "title", "value": title}))
		q.IfMatch = version
		return s.Do(t, q).Status
	}
	if got := change(`W/"7"`, "課長"); got != 412 {
		t.Errorf("a stale version: %d", got)
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for i := range 8 {
		wait.Go(func() {
			status := change(`W/"1"`, fmt.Sprint("課長", i))
			mu.Lock()
			defer mu.Unlock()
			counts[status]++
		})
	}
	wait.Wait()
	if counts[200] != 1 || counts[200]+counts[412]+counts[429] != 8 {
		t.Errorf("answers %v", counts)
	}
	if got := change("*", "部長"); got != 200 || s.stored(id).Position != "部長" {
		t.Errorf("any version: %d", got)
	}
	q := ask(s.token, "GET", "/Users/"+id, nil)
	r := s.Do(t, q)
	q.Headers["If-None-Match"] = r.Headers.Get("Etag")
	if again := s.Do(t, q); r.Headers.Get("Etag") != `W/"3"` || again.Status != 304 || again.Body != "" {
		t.Errorf("%v, then %d %s", r.Headers, again.Status, again.Body)
	}
}

func TestReplace(t *testing.T) {
	s := start(t)
	full := person("p@midori.example", "太郎", "山田")
	full["title"], full["externalId"], full["preferredLanguage"] = "課長", "e1", "en-US,en;q=0.5"
	full["phoneNumbers"] = []doc{{"type": "mobile", "value": "090-1234-5678"}, {"type": "work", "value": "03-1234-5678"}}
	full["roles"] = []doc{{"value": "viewer"}, {"value": "Editor"}}
	full["nickName"], full["locale"] = "ignored", nil
	made := s.do("POST", "/Users", full, 201)
	id, _ := made["id"].(string)
	if u := s.stored(id); u.Position != "課長" || u.Phone != "03-1234-5678" || u.Role != access.Editor || u.Locale != company.LocaleEnglish || made["displayName"] != "太郎 山田" {
		t.Errorf("made %+v", u)
	}
	// What a PUT leaves out is removed from the profile; role and language stay.
	s.do("PUT", "/Users/"+id, doc{"schemas": []string{}, "userName": "p@midori.example", "displayName": "Suzuki, Jiro"}, 200)
	if u := s.stored(id); u.Position != "" || u.Phone != "" || u.External.ID != "" || u.Role != access.Editor || u.Locale != company.LocaleEnglish || u.FirstName != "Jiro" || u.LastName != "Suzuki" {
		t.Errorf("replaced %+v %+v", u, u.External)
	}
	s.refused("PUT", "/Users/"+id, doc{"userName": "p@midori.example"}, 400, "invalidValue")
	s.refused("PUT", "/Users/"+id, doc{"userName": "p@midori.example", "displayName": "Suzuki"}, 400, "invalidValue")
	for name, change := range map[string]doc{
		"role": {"roles": []doc{{"value": "god"}}}, "active": {"active": "perhaps"}, "title": {"title": strings.Repeat("長", 51)}, "phone": {"phoneNumbers": []doc{{"value": "call me"}}},
		"title type": {"title": 7}, "name": {"name": doc{"familyName": strings.Repeat("x", 47), "givenName": "x"}}, "department": {"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": doc{"department": "=SUM(A1)"}},
	} {
		body := person("p@midori.example", "a", "b")
		for k, v := range change {
			body[k] = v
		}
		if text := s.refused("PUT", "/Users/"+id, body, 400, "invalidValue"); !strings.Contains(text, strings.Fields(name)[0]) && name != "phone" {
			t.Errorf("%s: %s", name, text)
		}
	}
	body := person("p@midori.example", "花子", "佐藤")
	body["roles"] = []string{"admin"}
	s.do("PUT", "/Users/"+id, body, 200)
	if u := s.stored(id); u.Role != access.Admin || u.Name() != "花子 佐藤" {
		t.Errorf("replaced %+v", u)
	}
}

// A whole name that changed counts where the parts did not.
func TestWholeNames(t *testing.T) {
	s := start(t)
	made := s.do("POST", "/Users", doc{"userName": "n@midori.example", "displayName": "山田　太郎"}, 201)
	id, _ := made["id"].(string)
	for _, c := range []struct {
		body        doc
		first, last string
	}{
		{doc{"op": "replace", "path": "displayName", "value": "山田 花子"}, "花子", "山田"},
		{doc{"op": "replace", "path": "displayName", "value": "山田 花子 （営業部）"}, "花子", "山田"},
		{doc{"op": "add", "path": "name.familyName", "value": "佐藤"}, "花子", "佐藤"},
		{doc{"op": "Add", "value": doc{"name.givenName": "Jiro", "displayName": "whatever else"}}, "Jiro", "佐藤"},
		{doc{"op": "replace", "path": "name.formatted", "value": "Ichiro Suzuki"}, "Ichiro", "Suzuki"},
	} {
		s.do("PATCH", "/Users/"+id, patch(c.body), 200)
		if u := s.stored(id); u.FirstName != c.first || u.LastName != c.last {
			t.Errorf("%v: %s %s", c.body, u.LastName, u.FirstName)
		}
	}
	s.refused("PATCH", "/Users/"+id, patch(doc{"op": "remove", "path": "name"}, doc{"op": "remove", "path": "displayName"}), 400, "invalidValue")
}

// The company keeps an administrator, whatever the provider does.
func TestTheLastAdministratorStays(t *testing.T) {
	s := start(t)
	id := string(s.admin.ID)
	off := patch(doc{"op": "replace", "path": "active", "value": false})
	s.refused("PATCH", "/Users/"+id, off, 409, "mutability")
	s.refused("DELETE", "/Users/"+id, nil, 409, "mutability")
	s.refused("PATCH", "/Users/"+id, patch(doc{"op": "replace", "path": "roles", "value": []doc{{"value": "viewer"}}}), 409, "mutability")
	s.refused("PATCH", "/Groups/role-admin", patch(doc{"op": "remove", "path": `members[value eq "` + id + `"]`}), 409, "mutability")
	s.refused("PUT", "/Groups/role-admin", doc{"displayName": "Anzen: Administrators", "members": []doc{}}, 409, "mutability")
	// Exchanged for another one.
	made := s.do("POST", "/Users", person("next@midori.example", "a", "b"), 201)
	s.do("PUT", "/Groups/role-admin", doc{"displayName": "Anzen: Administrators", "members": []doc{{"value": made["id"]}}}, 200)
	if s.stored(id).Role != access.Viewer || s.stored(made["id"]).Role != access.Admin {
		t.Error("the administrators were not exchanged")
	}
	// Two who are suspended at once.
	s.do("PATCH", "/Groups/role-admin", patch(doc{"op": "add", "path": "members", "value": []doc{{"value": id}}}), 200)
	var wait sync.WaitGroup
	for _, one := range []string{id, made["id"].(string)} {
		wait.Go(func() { s.Do(t, ask(s.token, "PATCH", "/Users/"+one, off)) })
	}
	wait.Wait()
	left := 0
	for _, u := range s.all() {
		if u.Administers() {
			left++
		}
	}
	if left == 0 {
		t.Error("no administrator is left")
	}
}

func TestGroups(t *testing.T) {
	s := start(t)
	a, b := s.do("POST", "/Users", person("a@midori.example", "a", "a"), 201)["id"], s.do("POST", "/Users", person("b@midori.example", "b", "b"), 201)["id"]
	made := s.do("POST", "/Groups", doc{"schemas": []string{"urn:ietf:params:scim:schemas:core:2.0:Group"}, "displayName": "研究所", "externalId": "x", "members": []doc{{"value": a}}}, 201)
	lab, _ := made["id"].(string)
	if !strings.HasPrefix(lab, "department-") || len(s.stored(a).Departments) != 1 {
		t.Errorf("made %v", made)
	}
	s.refused("POST", "/Groups", doc{"displayName": "研究所"}, 409, "uniqueness")
	s.refused("POST", "/Groups", doc{"displayName": "anzen: administrators"}, 409, "uniqueness")
	s.refused("POST", "/Groups", doc{"displayName": ""}, 400, "invalidValue")
	s.refused("POST", "/Groups", doc{"displayName": "工場", "members": []doc{{"value": "nobody"}}}, 400, "invalidValue")
	if found := s.do("GET", `/Groups?excludedAttributes=members&filter=displayName eq "研究所"`, nil, 200); found["totalResults"] != 1.0 || strings.Contains(fmt.Sprint(found), "members") {
		t.Errorf("found %v", found)
	}
	if found := s.do("GET", `/Groups?filter=displayName eq "Anzen: Editors"`, nil, 200); found["totalResults"] != 1.0 {
		t.Errorf("found %v", found)
	}
	if all := s.do("GET", "/Groups", nil, 200); all["totalResults"] != 5.0 {
		t.Errorf("all %v", all)
	}
	// Members in Entra ID's way.
	s.do("PATCH", "/Groups/"+lab, patch(doc{"op": "Add", "path": "members", "value": []doc{{"value": b}}}), 200)
	got := s.do("PATCH", "/Groups/"+lab, patch(doc{"op": "Remove", "path": "members", "value": []doc{{"value": a}}}), 200)
	if len(s.stored(a).Departments) != 0 || len(s.stored(b).Departments) != 1 || len(got["members"].([]any)) != 1 {
		t.Errorf("members %v", got["members"])
	}
	s.do("PATCH", "/Groups/"+lab, patch(doc{"op": "replace", "value": doc{"id": lab, "displayName": "中央研究所"}}), 200) // Okta's
	s.refused("DELETE", "/Groups/"+lab, nil, 409, "")
	s.do("PATCH", "/Groups/"+lab, patch(doc{"op": "remove", "path": "members"}), 200)
	s.do("DELETE", "/Groups/"+lab, nil, 204)
	s.refused("GET", "/Groups/"+lab, nil, 404, "")
	// Roles: the highest counts.
	role := func(name, op string, id any) {
		t.Helper()
		s.do("PATCH", "/Groups/role-"+name, patch(doc{"op": op, "path": `members`, "value": []doc{{"value": id}}}), 200)
	}
	for _, step := range []struct {
		name, op string
		want     access.Role
	}{{"downloadable_viewer", "add", access.DownloadableViewer}, {"editor", "add", access.Editor}, {"downloadable_viewer", "remove", access.Editor}, {"downloadable_viewer", "add", access.Editor}, {"editor", "remove", access.DownloadableViewer}, {"downloadable_viewer", "remove", access.Viewer}} {
		role(step.name, step.op, a)
		if got := s.stored(a).Role; got != step.want {
			t.Errorf("after %s %s: %d, want %d", step.op, step.name, got, step.want)
		}
	}
	s.refused("DELETE", "/Groups/role-editor", nil, 400, "mutability")
	s.refused("PATCH", "/Groups/role-editor", patch(doc{"op": "replace", "path": "displayName", "value": "x"}), 400, "mutability")
	s.refused("GET", "/Groups/role-god", nil, 404, "")
	other := s.User(t, s.Company(t), access.Viewer)
	s.refused("PATCH", "/Groups/role-editor", patch(doc{"op": "add", "path": "members", "value": []doc{{"value": string(other.ID)}}}), 400, "invalidValue")
}

// The department of a user's record is one of their groups; others stay.
func TestDepartmentOfTheRecord(t *testing.T) {
	s := start(t)
	const urn = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
	made := s.do("POST", "/Users", person("d@midori.example", "a", "b"), 201)
	id, _ := made["id"].(string)
	group := s.do("POST", "/Groups", doc{"displayName": "委員会", "members": []doc{{"value": id}}}, 201)
	set := func(op, path string, value any) doc {
		t.Helper()
		o := doc{"op": op, "path": path}
		if value != nil {
			o["value"] = value
		}
		return s.do("PATCH", "/Users/"+id, patch(o), 200)
	}
	set("Add", urn+":department", "研究所")
	set("Replace", urn+":department", "工場")
	got := set("add", "title", "係長")
	if fmt.Sprint(got[urn]) != "map[department:工場]" {
		t.Errorf("%v", got[urn])
	}
	all, err := s.Table.Departments(t.Context(), s.company.ID)
	if err != nil || len(all) != 3 {
		t.Errorf("%d departments, %v", len(all), err)
	}
	in := func() (list []string) {
		for _, d := range all {
			if slices.Contains(s.stored(id).Departments, d.ID) {
				list = append(list, d.Name)
			}
		}
		slices.Sort(list)
		return list
	}
	if got := in(); !slices.Equal(got, []string{"委員会", "工場"}) {
		t.Errorf("in %v", got)
	}
	set("remove", urn+":department", nil)
	if got := in(); !slices.Equal(got, []string{"委員会"}) {
		t.Errorf("in %v after the removal; the group is %v", got, group["id"])
	}
	// A provider that knows no departments takes nobody out of one.
	s.do("PUT", "/Users/"+id, person("d@midori.example", "a", "b"), 200)
	if got := in(); !slices.Equal(got, []string{"委員会"}) {
		t.Errorf("in %v after a PUT", got)
	}
}

// Addresses with accounts in other companies are disclosed sparingly, yet a provider that
// repeats one for days is answered the same.
func TestDisclosures(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	s := stand{w, t, c, w.User(t, c, access.Admin), ""}
	s.token = token(t, w, s.admin, "Okta")
	elsewhere := w.Company(t)
	address := func(i int) string { return fmt.Sprintf("e%d@elsewhere.example", i) }
	for i := range table.TakenByPerson + 1 {
		w.User(t, elsewhere, access.Viewer, func(u *company.User) { u.Email = address(i) })
	}
	for range table.TakenByPerson + 5 {
		s.refused("POST", "/Users", person(address(0), "a", "b"), 409, "uniqueness")
	}
	for i := 1; i < table.TakenByPerson; i++ {
		s.refused("POST", "/Users", person(address(i), "a", "b"), 409, "uniqueness")
	}
	s.refused("POST", "/Users", person(address(table.TakenByPerson), "a", "b"), 429, "")
	s.refused("POST", "/Users", person("new@elsewhere.example", "a", "b"), 429, "")
}

// The use of a token is noted once an hour.
func TestUseIsNotedSparingly(t *testing.T) {
	s := start(t)
	used := func() string {
		t.Helper()
		s.do("GET", "/Users", nil, 200)
		all, err := s.Table.ProvisioningTokens(t.Context(), s.company.ID)
		if err != nil || all[0].LastUsedAt == nil {
			t.Fatalf("%+v, %v", all, err)
		}
		return all[0].LastUsedAt.String()
	}
	first := used()
	s.Clock.Advance(59 * time.Minute)
	if again := used(); again != first {
		t.Errorf("noted at %s, then at %s", first, again)
	}
	s.Clock.Advance(time.Minute)
	if later := used(); later == first {
		t.Error("not noted after an hour")
	}
}

func TestSearches(t *testing.T) {
	s := start(t)
	for i := range 5 {
		u := person(fmt.Sprintf("u%d@midori.example", i), "名", fmt.Sprintf("姓%d", i))
		u["externalId"] = fmt.Sprintf("E%d", i)
		s.do("POST", "/Users", u, 201)
	}
	count := func(query string) float64 {
		t.Helper()
		n, _ := s.do("GET", "/Users?"+query, nil, 200)["totalResults"].(float64)
		return n
	}
	for filter, want := range map[string]float64{
		"": 6, `externalId eq "E3"`: 1, `externalId eq "e3"`: 0, `name.familyName sw "姓"`: 5, `emails[type eq "work" and value co "u1"]`: 1, `emails.value ew "@midori.example"`: 6,
		`not (userName sw "u")`: 1, `active eq true`: 6, `roles.value eq "admin"`: 1, `groups.display eq "Anzen: Viewers"`: 5, `meta.created gt "2011-05-13T04:42:34Z"`: 6, `title pr`: 0,
	} {
		if got := count("filter=" + filter); got != want {
			t.Errorf("%s: %v, want %v", filter, got, want)
		}
	}
	page := s.do("GET", "/Users?startIndex=3&count=2", nil, 200)
	if page["totalResults"] != 6.0 || page["itemsPerPage"] != 2.0 || page["startIndex"] != 3.0 || len(page["Resources"].([]any)) != 2 {
		t.Errorf("page %v", page)
	}
	if none := s.do("GET", "/Users?startIndex=-4&count=-1", nil, 200); none["startIndex"] != 1.0 || none["itemsPerPage"] != 0.0 || none["totalResults"] != 6.0 {
		t.Errorf("page %v", none)
	}
	if beyond := s.do("GET", "/Users?startIndex=1000000000000", nil, 200); len(beyond["Resources"].([]any)) != 0 {
		t.Errorf("page %v", beyond)
	}
	s.refused("GET", "/Users?count=many", nil, 400, "invalidValue")
	only := s.do("GET", `/Users?attributes=userName,name.familyName&filter=externalId eq "E1"`, nil, 200)["Resources"].([]any)[0].(doc)
	if len(only) != 4 || fmt.Sprint(only["name"]) != "map[familyName:姓1]" {
		t.Errorf("selected %v", only)
	}
	found := s.do("POST", "/Users"+"/.search", doc{"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:SearchRequest"}, "filter": `externalId eq "E2"`, "attributes": []string{"userName"}, "count": 10}, 200)
	if found["totalResults"] != 1.0 || len(found["Resources"].([]any)[0].(doc)) != 3 {
		t.Errorf("searched %v", found)
	}
	for _, bad := range []string{
		"userName", `userName eq`, `userName eq "a`, `userName xx "a"`, `(userName eq "a"`, `nothing eq "a"`, `userName eq "a" or`, strings.Repeat("(", 40) + `userName pr` + strings.Repeat(")", 40),
		`userName eq "` + strings.Repeat("a", 3000) + `"`, strings.Repeat(`title pr or `, 60) + "title pr",
	} {
		s.refused("GET", "/Users?filter="+bad, nil, 400, "invalidFilter")
	}
}

func TestDiscovery(t *testing.T) {
	s := start(t)
	config := s.do("GET", "/ServiceProviderConfig", nil, 200)
	if fmt.Sprint(config["bulk"]) != "map[maxOperations:0 maxPayloadSize:0 supported:false]" || fmt.Sprint(config["patch"]) != "map[supported:true]" || fmt.Sprint(config["etag"]) != "map[supported:true]" {
		t.Errorf("%v", config)
	}
	if all := s.do("GET", "/Schemas", nil, 200); all["totalResults"] != 3.0 {
		t.Errorf("%v", all)
	}
	if user := s.do("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User", nil, 200); user["name"] != "User" {
		t.Errorf("%v", user)
	}
	if kinds := s.do("GET", "/ResourceTypes", nil, 200); kinds["totalResults"] != 2.0 {
		t.Errorf("%v", kinds)
	}
	if user := s.do("GET", "/ResourceTypes/User", nil, 200); user["endpoint"] != "/Users" {
		t.Errorf("%v", user)
	}
	s.refused("GET", "/ResourceTypes/Car", nil, 404, "")
	s.refused("GET", "/Cars", nil, 404, "")
	s.refused("GET", "/Users"+"/a/b", nil, 404, "")
	s.refused("GET", "/Me", nil, 501, "")
	s.refused("POST", "/Bulk", doc{}, 501, "")
	s.refused("POST", "/Users", "[]", 400, "invalidSyntax")
	s.refused("POST", "/Users", `{"userName":`, 400, "invalidSyntax")
	s.refused("POST", "/Users", `{"userName":"`+strings.Repeat("a", 600_000)+`"}`, 413, "")
	s.refused("POST", "/Users", strings.Repeat(`{"a":`, 60)+"1"+strings.Repeat("}", 60), 400, "invalidSyntax")
	s.refused("PATCH", "/Users/"+string(s.admin.ID), doc{"Operations": []doc{}}, 400, "invalidSyntax")
	s.refused("PATCH", "/Users/"+string(s.admin.ID), patch(doc{"op": "replace", "path": "nothing", "value": 1}), 400, "invalidPath")
	s.refused("PATCH", "/Users/"+string(s.admin.ID), patch(doc{"op": "replace", "path": "id", "value": "x"}), 400, "mutability")
	s.refused("PATCH", "/Users/"+string(s.admin.ID), patch(doc{"op": "remove"}), 400, "noTarget")
}

// What a token did is in the audit under its name, and only the edge may call.
func TestAuditAndEdge(t *testing.T) {
	s := start(t)
	made := s.do("POST", "/Users", person("audited@midori.example", "a", "b"), 201)
	id, _ := made["id"].(string)
	s.do("DELETE", "/Users/"+id, nil, 204)
	out, err := s.Engine.Client.Query(t.Context(), &dynamodb.QueryInput{
		TableName: &s.Engine.Name, KeyConditionExpression: aws.String("pk = :pk"), ConsistentRead: aws.Bool(true),
		ExpressionAttributeValues: map[string]types.AttributeValue{":pk": &types.AttributeValueMemberS{Value: "C#" + string(s.company.ID) + "#AUDIT"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	did := map[string]string{}
	for _, item := range out.Items {
		if a, _, err := table.Decode[table.Audit](item); err == nil && a.Target == id {
			did[a.Action] = a.ByToken
		}
	}
	if did["user.provisioned"] != "Entra ID" || did["user.deleted"] != "Entra ID" || did["user.cleared"] != "Entra ID" {
		t.Errorf("audit %v", did)
	}
	q := ask(s.token, "GET", "/Users", nil)
	q.Headers["X-Origin-Verify"] = "guess"
	if r := s.Do(t, q); r.Status != 403 {
		t.Errorf("past the edge: %d", r.Status)
	}
	// The list of allowed addresses is about people.
	c, _ := s.Table.Company(t.Context(), s.company.ID)
	c.Features = append(c.Features, plan.FeatureIPRestriction)
	c.Addresses = []company.AllowedAddress{{Address: "198.51.100.1"}}
	x := s.Table.Begin(c.ID).Audit(table.Audit{Action: "test.changed"})
	x.WriteCompany(c)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.do("GET", "/Users", nil, 200)
}

// Whichever call of a service fails, the answer is SCIM's and shows no internals, and the
// request can be repeated.
func TestFaults(t *testing.T) {
	for name, request := range map[string]struct {
		method, path string
		body         any
	}{
		"create": {"POST", "/Users", person("fault@midori.example", "a", "b")}, "suspend": {"PATCH", "/Users/{user}", patch(doc{"op": "replace", "path": "active", "value": false})},
		"group": {"PATCH", "/Groups/role-editor", patch(doc{"op": "add", "path": "members", "value": []doc{{"value": "{user}"}}})}, "remove": {"DELETE", "/Users/{user}", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			user := s.User(t, s.company, access.Viewer)
			path := strings.Replace(request.path, "{user}", string(user.ID), 1)
			body := request.body
			if body != nil {
				encoded, err := json.Marshal(body)
				if err != nil {
					t.Fatal(err)
				}
				body = strings.ReplaceAll(string(encoded), "{user}", string(user.ID))
			}
			faults := 0
			for call := 1; ; call++ {
				r, failed := s.DoFailing(t, ask(s.token, request.method, path, body), call)
				if strings.Contains(r.Body, "connection refused") || strings.Contains(r.Body, "AccessDenied") || r.Status >= 500 && !strings.Contains(r.Body, `"status":"500"`) {
					t.Errorf("call %d: %d %s", call, r.Status, r.Body)
				}
				if !failed {
					if r.Status >= 300 && r.Status != 404 && r.Status != 409 { // done before
						t.Errorf("in the end: %d %s", r.Status, r.Body)
					}
					break
				}
				faults++
			}
			if faults < 3 {
				t.Errorf("%d faults", faults)
			}
			found := false
			for _, u := range s.all() {
				switch {
				case name == "create" && u.Email == "fault@midori.example", name == "suspend" && u.ID == user.ID && u.Suspended() && s.Pool.Accounts[u.Email].Disabled, name == "group" && u.ID == user.ID && u.Role == access.Editor:
					found = true
				case name == "remove" && u.ID == user.ID:
					t.Error("the user is still there")
				}
			}
			if !found && name != "remove" {
				t.Error("the change was not made")
			}
		})
	}
}
