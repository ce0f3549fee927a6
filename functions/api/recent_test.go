package api_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/api/companies"
	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
)

// A session older than a reauthentication may read, but not give itself or others more.
func TestSensitiveChangesNeedRecentCredentials(t *testing.T) {
	recent := map[string]bool{}
	for _, r := range api.Routes() {
		if r.Recent {
			recent[r.ID] = true
		}
	}
	for _, id := range []string{"closeCompany", "addAllowedAddress", "registerAllowedAddresses", "deleteAllowedAddress", "setSAMLConnection", "deleteSAMLConnection", "makeProvisioningToken", "endProvisioningToken"} {
		if !recent[id] {
			t.Errorf("%s is for any session", id)
		}
	}

	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.FactorRule = "" })
	admin, colleague := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	old := w.Clock.Now().Add(-company.ReauthenticationLasts)
	for _, r := range api.Routes() {
		if r.Recent {
			q := request(r, &admin)
			q.SignedIn = old
			if answer := w.Do(t, q); answer.Status != 409 || answer.Problem(t).Code != string(rest.CodeReauthenticate) {
				t.Errorf("%s: %d %s", r.ID, answer.Status, answer.Body)
			}
		}
	}
	by := func(signedIn time.Time, method, path string, body any) apitest.Request {
		return apitest.Request{Method: method, Path: "/companies/{id}" + path, As: &admin, IfMatch: "1", SignedIn: signedIn, Body: body}
	}
	role := by(old, "PUT", "/users/"+string(colleague.ID), map[string]any{"role_id": access.Editor})
	invitation := func(role access.Role) map[string]any {
		return map[string]any{"email": fmt.Sprintf("new%d@example.co.jp", role), "first_name": "花子", "last_name": "山田", "role_id": role}
	}
	refused := func(name string, q apitest.Request) apitest.Scenario {
		return apitest.Scenario{Name: name, Request: q, Status: 409, Code: string(rest.CodeReauthenticate)}
	}
	w.Run(t,
		refused("a role", role),
		refused("an administrator", by(old, "POST", "/users", invitation(access.Admin))),
		refused("the rule of second factors", by(old, "PUT", "/settings", `{"second_factor_rule":"optional"}`)),
		refused("its grace", by(old, "PUT", "/settings", `{"second_factor_grace_days":30}`)),
		apitest.Scenario{Name: "a viewer is invited", Request: by(old, "POST", "/users", invitation(access.Viewer)), Status: 201},
		apitest.Scenario{Name: "a setting that gives nobody more", Request: by(old, "PUT", "/settings", `{"sds_expiration_years":3,"second_factor_rule":"administrators"}`), Status: 200},
	)
	// The password again, in this session.
	w.Run(t,
		apitest.Scenario{Name: "a wrong password", Request: apitest.Request{Method: "POST", Path: "/users/me/reauthentication", As: &admin, SignedIn: old, Body: map[string]any{"password": "wrong"}}, Status: 400, Field: "password password.wrong"},
		refused("still", role),
		apitest.Scenario{Name: "the password", Request: apitest.Request{Method: "POST", Path: "/users/me/reauthentication", As: &admin, SignedIn: old, Body: map[string]any{"password": "Passw0rd!"}}, Status: 200},
		apitest.Scenario{Name: "the role", Request: role, Status: 200, Contains: []string{`"role_id":90`}},
		refused("of another session", by(old.Add(-time.Hour), "DELETE", "/whitelist_ips/192.0.2.1", nil)),
	)
	w.Clock.Advance(company.ReauthenticationLasts)
	w.Run(t, refused("later", by(old, "DELETE", "/whitelist_ips/192.0.2.1", nil)))
}

// Whoever must have a second factor by now and has none can set one up, and nothing else.
func TestSecondFactorIsDemanded(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.FactorRule = "" })
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	set := func(version int, body string) apitest.Request {
		return apitest.Request{Method: "PUT", Path: "/companies/{id}/settings", As: &admin, IfMatch: fmt.Sprint(version), Body: body}
	}
	of := func(u *company.User, path string) apitest.Request {
		return apitest.Request{Method: "GET", Path: path, As: u}
	}
	w.Run(t,
		apitest.Scenario{Name: "by default of administrators", Request: of(&admin, "/companies/{id}"), Status: 200, Contains: []string{`"second_factor_rule":"administrators"`, `"second_factor_grace_days":14`}},
		apitest.Scenario{Name: "who get time", Request: of(&admin, "/users/me"), Status: 200, Contains: []string{`"second_factor_due_at":"`}},
		apitest.Scenario{Name: "not of others", Request: of(&viewer, "/users/me"), Status: 200, Lacks: []string{"second_factor_due_at"}},
		apitest.Scenario{Name: "of everyone", Request: set(1, `{"second_factor_rule":"everyone","second_factor_grace_days":7}`), Status: 200, Contains: []string{`"everyone"`, `:7`}},
		apitest.Scenario{Name: "within a week", Request: of(&viewer, "/users/me"), Status: 200, Contains: []string{`"second_factor_due_at":"` + w.Clock.Now().AddDate(0, 0, 7).UTC().Format("2006-01-02T15:04")}},
		apitest.Scenario{Name: "until then all is open", Request: of(&viewer, "/companies/{id}/departments"), Status: 200},
		apitest.Scenario{Name: "no such grace", Request: set(2, `{"second_factor_grace_days":365}`), Status: 400},
	)
	w.Clock.Advance(7 * 24 * time.Hour)
	open := []string{
		"beginTOTP", "changeMyPassword", "confirmPhoneCode", "confirmTOTP", "getCompany", "getMe", "getMyLanguage", "getMyRecoveryCodes", "getMySecondFactors", "makeMyRecoveryCodes",
		"preferSecondFactor", "reauthenticate", "reauthenticateByCode", "reauthenticateByRecoveryCode", "removeMySecondFactor", "sendPhoneCode", "setMyLanguage", "signOut",
	}
	var found []string
	for _, r := range api.Routes() {
		if r.Rule.IsPublic() || r.ID == "signOut" {
			continue
		}
		answer := w.Do(t, request(r, &viewer))
		if answer.Status != 403 || answer.Problem(t).Code != string(rest.CodeFactorRequired) {
			found = append(found, r.ID)
		}
	}
	if slices.Sort(found); !slices.Equal(found, slices.DeleteFunc(open, func(id string) bool { return id == "signOut" })) {
		t.Errorf("without a second factor a user may call %q", found)
	}
	enrolled := w.User(t, c, access.Viewer, func(u *company.User) {
		u.CreatedAt, u.Factors = w.Clock.Now().AddDate(-1, 0, 0), []company.Factor{company.FactorTOTP}
	})
	w.Pool.Accounts[enrolled.Email].Factors = []string{"SOFTWARE_TOKEN_MFA"}
	w.Run(t,
		apitest.Scenario{Name: "with one", Request: of(&enrolled, "/companies/{id}/departments"), Status: 200},
		apitest.Scenario{
			Name: "who keeps it", Request: apitest.Request{Method: "DELETE", Path: "/users/me/second-factors/totp", As: &enrolled}, Status: 409, Code: "factor.required",
			Before: func(t *testing.T, w *apitest.World) {
				w.Do(t, apitest.Request{Method: "POST", Path: "/users/me/reauthentication", As: &enrolled, Body: map[string]any{"password": "Passw0rd!"}})
				w.Do(t, apitest.Request{Method: "POST", Path: "/users/me/reauthentication/code", As: &enrolled, Body: map[string]any{"code": apitest.RightCode}})
			},
		},
	)
	saml := w.Company(t, func(c *company.Company) { c.Features = []plan.Feature{plan.FeatureSAML} })
	admin = w.User(t, saml, access.Admin)
	w.Run(t,
		apitest.Scenario{Name: "by SAML the provider demands", Request: of(&admin, "/companies/{id}"), Status: 200, Contains: []string{`"second_factor_rule":"optional"`}},
		apitest.Scenario{Name: "not we", Request: set(1, `{"second_factor_rule":"everyone"}`), Status: 400, Field: "second_factor_rule " + string(companies.CodeFactorsBySAML)},
	)
	if u := w.Reread(t, viewer); len(u.Factors) != 0 {
		t.Error(u.Factors)
	}
}
