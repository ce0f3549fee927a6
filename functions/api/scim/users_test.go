package scim_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

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

// Users who were invited before the company signed in by SAML are activated by the first change
// that the provider makes of them, without a mail; others keep their invitation.
func TestInvitedUsersAreActivated(t *testing.T) {
	s := start(t)
	invited := func(email string, change ...func(*company.User)) company.User {
		return s.User(t, s.company, access.Viewer, append(change, func(u *company.User) { u.Email, u.Active = email, false })...)
	}
	on := patch(doc{"op": "replace", "path": "active", "value": true})
	for name, body := range map[string]doc{
		"active": on, "what differs": patch(doc{"op": "add", "path": "externalId", "value": "e7"}),
	} {
		u := invited(strings.ReplaceAll(name, " ", "-") + "@midori.example")
		s.do("PATCH", "/Users/"+string(u.ID), body, 200)
		got := s.stored(string(u.ID))
		if has, err := s.Table.HasEmail(t.Context(), got); err != nil || !has || !got.Active || !got.LinksFrom.Equal(s.Clock.Now()) {
			t.Errorf("%s: %+v, owner %v, %v", name, got, has, err)
		}
	}
	replaced := invited("put@midori.example")
	s.do("PUT", "/Users/"+string(replaced.ID), person("put@midori.example", "a", "b"), 200)
	if !s.stored(string(replaced.ID)).Active {
		t.Error("a PUT does not activate")
	}
	// One who was suspended meanwhile, and one who stays so.
	off := patch(doc{"op": "replace", "path": "active", "value": false})
	resumed := invited("resumed@midori.example")
	s.do("PATCH", "/Users/"+string(resumed.ID), off, 200)
	if u := s.stored(string(resumed.ID)); u.Active || !u.Suspended() {
		t.Errorf("suspended: %+v", u)
	}
	s.do("PATCH", "/Users/"+string(resumed.ID), on, 200)
	if u := s.stored(string(resumed.ID)); !u.Active || u.Suspended() {
		t.Errorf("resumed: %+v", u)
	}
	// Of another domain: no link is valid any more, so there is another invitation.
	outside := invited("guest@elsewhere.example")
	s.do("PATCH", "/Users/"+string(outside.ID), on, 200)
	if s.stored(string(outside.ID)).Active || len(s.Mailbox.Mails) != 0 {
		t.Errorf("of another domain: %+v, mails %v", s.stored(string(outside.ID)), s.Mailbox.Mails)
	}
	s.do("PATCH", "/Users/"+string(outside.ID), off, 200)
	s.do("PATCH", "/Users/"+string(outside.ID), on, 200)
	if m := s.Mailbox.Take(t); m.To != outside.Email || s.stored(string(outside.ID)).Active {
		t.Errorf("mail %+v", m)
	}
	// Where passwords are refused, an invitation would lead nowhere.
	c, _, err := s.Table.Connection(t.Context(), s.company.ID)
	if err != nil {
		t.Fatal(err)
	}
	only := c
	only.Only = true
	x := s.Table.Begin(s.company.ID).Audit(table.Audit{Action: "test.refused"})
	x.WriteConnection(&c, only)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.do("PATCH", "/Users/"+string(outside.ID), off, 200)
	s.do("PATCH", "/Users/"+string(outside.ID), on, 200)
	if len(s.Mailbox.Mails) != 0 {
		t.Errorf("mails %v", s.Mailbox.Mails)
	}
}

// An invited address that meanwhile has an account in another company is refused.
func TestAnInvitedAddressThatIsTaken(t *testing.T) {
	s := start(t)
	u := company.User{ID: sds.NewID[sds.UserID](), Company: s.company.ID, Email: "taro@midori.example", FirstName: "太郎", LastName: "山田", Role: access.Viewer, Locale: company.LocaleJapanese}
	other := s.Company(t)
	for _, one := range []company.User{u, {ID: sds.NewID[sds.UserID](), Company: other.ID, Email: u.Email, FirstName: "t", LastName: "y", Role: access.Viewer, Active: true}} {
		if err := s.Table.Begin(one.Company).Audit(table.Audit{Action: "test.made"}).CreateUser(one).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s.refused("PATCH", "/Users/"+string(u.ID), patch(doc{"op": "replace", "path": "active", "value": true}), 409, "uniqueness")
	if s.stored(string(u.ID)).Active {
		t.Error("activated")
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
	if u := s.stored(id); u.Position != "課長" || u.Phone != "03-1234-5678" || u.Role != access.Editor || u.Locale != company.LocaleEnglish || made["displayName"] != "山田 太郎" {
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
	if u := s.stored(id); u.Role != access.Admin || u.Name() != "佐藤 花子" {
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
