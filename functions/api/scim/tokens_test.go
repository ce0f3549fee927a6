package scim_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/scim"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

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

// A token that makes too many requests is told when it may go on; another one of the company is
// not held up, nor does a wrong token count.
func TestATokenIsLimited(t *testing.T) {
	s := start(t)
	other := token(t, s.World, s.admin, "Okta")
	s.Clock.Advance(time.Hour)
	s.Clock.Advance(company.ProvisioningWindow - s.Clock.Now().Sub(s.Clock.Now().Truncate(company.ProvisioningWindow)) + 2500*time.Millisecond)
	all, err := s.Table.ProvisioningTokens(t.Context(), s.company.ID)
	if err != nil {
		t.Fatal(err)
	}
	const left = 10
	for range company.ProvisioningRequests - left {
		if _, _, err := s.Table.CountProvisioning(t.Context(), s.company.ID, all[0], company.ProvisioningWindow); err != nil {
			t.Fatal(err)
		}
	}
	q := ask(s.token, "GET", "/ServiceProviderConfig", nil)
	for range 5 { // makes the function, too
		if r := s.Do(t, ask(s.token+"x", "GET", "/ServiceProviderConfig", nil)); r.Status != 401 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 3 * left {
		wait.Go(func() {
			r := s.Do(t, q)
			mu.Lock()
			defer mu.Unlock()
			if counts[r.Status]++; r.Status == 429 && (r.Headers.Get("Retry-After") != "8" || !strings.Contains(r.Body, `"status":"429"`) || !strings.Contains(r.Body, "urn:ietf:params:scim:api:messages:2.0:Error") || !strings.Contains(r.Body, "8")) {
				t.Errorf("%v %s", r.Headers, r.Body)
			}
		})
	}
	wait.Wait()
	if counts[200] != left || counts[429] != 2*left {
		t.Errorf("answers %v", counts)
	}
	s.refused("POST", "/Users", person("late@midori.example", "a", "b"), 429, "")
	if r := s.Do(t, ask(other, "GET", "/Users", nil)); r.Status != 200 {
		t.Errorf("the other token: %d", r.Status)
	}
	s.Clock.Advance(8 * time.Second)
	s.do("POST", "/Users", person("late@midori.example", "a", "b"), 201)
}
