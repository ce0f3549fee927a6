package saml_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/saml/samltest"
)

const path = "/companies/{id}/saml_connections"

func bought(c *company.Company) { c.Features = []plan.Feature{plan.FeatureSAML} }

// prove writes a company's proof into the DNS of domains.
func prove(w *apitest.World, c company.Company, domains ...string) {
	for _, d := range domains {
		w.TXT["_anzen."+d] = append(w.TXT["_anzen."+d], saml.Proof(c.ID))
	}
}

func put(as *company.User, version, metadata string, domains ...string) apitest.Request {
	return apitest.Request{Method: "PUT", Path: path, As: as, IfMatch: version, Body: map[string]any{"metadata": metadata, "mail_domains": append([]string{}, domains...)}, Lang: "ja"}
}

func TestConnection(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	poor := w.User(t, w.Company(t), access.Admin)
	w.User(t, c, access.Viewer, func(u *company.User) { u.Email, u.Active = "x@invited.example", false })
	w.User(t, c, access.Viewer, func(u *company.User) { u.Email = "x@lab.midori.example" })
	rival := w.User(t, w.Company(t, bought), access.Admin)
	end := w.Clock.Now().Add(365 * 24 * time.Hour)
	good, next := samltest.Metadata("https://idp.midori.example/", samltest.Certificate(t, end)), samltest.Metadata("https://new.midori.example/", samltest.Certificate(t, end))
	get := apitest.Request{Method: "GET", Path: path, As: &admin}
	name := saml.ProviderName(c.ID)
	provided := func(metadata string, domains ...string) func(*testing.T, *apitest.World, apitest.Response) {
		return func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if slices.Contains(w.Pool.Supported, name) != (metadata != "") {
				t.Errorf("the app client knows %v", w.Pool.Supported)
			}
			if w.Pool.Providers[name] != metadata || metadata != "" && !slices.Equal(w.Pool.Domains[name], domains) {
				t.Errorf("the pool has %q for %v", w.Pool.Providers[name], w.Pool.Domains[name])
			}
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "not for editors", Request: apitest.Request{Method: "GET", Path: path, As: &editor}, Status: 403},
		apitest.Scenario{Name: "not bought", Request: apitest.Request{Method: "GET", Path: path, As: &poor, Lang: "ja"}, Status: 402, Code: "option.saml", Contains: []string{"SAML認証", "お問い合わせください"}},
		apitest.Scenario{Name: "not bought, set", Request: put(&poor, "", good, "midori.example"), Status: 402, Code: "option.saml"},
		apitest.Scenario{Name: "not bought, removed", Request: apitest.Request{Method: "DELETE", Path: path, As: &poor}, Status: 404},
		apitest.Scenario{Name: "none yet", Request: get, Status: 200, Contains: []string{
			`"state":"none"`, `"acs_url":"https://anzen-test.auth.pool.amazoncognito.com/saml2/idpresponse"`, `"entity_id":"urn:amazon:cognito:sp:pool"`, `nameid-format:emailAddress`, `/saml2/logout"`, `"mail_domains":[]`,
		}},
		apitest.Scenario{Name: "nothing to remove", Request: apitest.Request{Method: "DELETE", Path: path, As: &admin}, Status: 404},
		apitest.Scenario{Name: "everything wrong at once", Request: put(&admin, "", "<x/>", "midori.example", "gmail.com", "foreign.example", "no domain", "invited.example", "works.chemicals.midori-group-holdings.example"), Status: 400, Field: "metadata saml.metadata_invalid", Contains: []string{
			`"mail_domains[1]","code":"signup.free_mail"`, `"mail_domains[2]","code":"saml.domain_foreign"`, `"mail_domains[3]","code":"saml.domain_invalid"`, `"mail_domains[4]","code":"saml.domain_foreign"`,
			`"mail_domains[5]","code":"saml.domain_long"`, "40文字以内",
		}, After: provided("")},
		apitest.Scenario{Name: "not proven", Request: put(&admin, "", good, "midori.example"), Status: 400, Field: "mail_domains[0] saml.domain_unproven", Contains: []string{"_anzen.midori.example", "anzen-domain-verification="}, After: func(_ *testing.T, w *apitest.World, _ apitest.Response) {
			w.TXT["_anzen.midori.example"] = []string{"other", saml.Proof(rival.Company)}
		}},
		apitest.Scenario{Name: "another company's proof", Request: put(&admin, "", good, "midori.example"), Status: 400, Field: "mail_domains[0] saml.domain_unproven", After: func(_ *testing.T, w *apitest.World, _ apitest.Response) {
			w.TXTFails = errors.New("no answer")
		}},
		apitest.Scenario{Name: "DNS does not answer", Request: put(&admin, "", good, "midori.example"), Status: 400, Field: "mail_domains[0] saml.domain_unproven", After: func(_ *testing.T, w *apitest.World, _ apitest.Response) {
			w.TXTFails = nil
			prove(w, c, "midori.example", "lab.midori.example")
			w.TXT["_anzen.midori.example"] = append(w.TXT["_anzen.midori.example"], saml.Proof(rival.Company))
		}},
		apitest.Scenario{Name: "no metadata", Request: put(&admin, "", "", "midori.example"), Status: 400, Field: "metadata input.required"},
		apitest.Scenario{Name: "no domain", Request: put(&admin, "", good), Status: 400, Field: "mail_domains input.too_few_items"},
		apitest.Scenario{Name: "refused by the pool", Request: put(&admin, "", good+"<!-- refused -->", "midori.example"), Status: 400, Field: "metadata saml.metadata_invalid"},
		apitest.Scenario{Name: "and nothing is left of it", Request: get, Status: 200, Contains: []string{`"state":"none"`}},
		apitest.Scenario{Name: "connected", Request: put(&admin, "", good, "@Midori.example", "midori.example"), Status: 200, Contains: []string{`"state":"active"`, `"version":2`, `"idp_entity_id":"https://idp.midori.example/"`, `"idp_sign_in_url":"https://idp.midori.example/sso"`, `"mail_domains":["midori.example"]`, `"idp_certificate_expires_at":"2027-`}, After: provided(good, "midori.example")},
		apitest.Scenario{Name: "no version", Request: put(&admin, "", next, "midori.example"), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "stale", Request: put(&admin, "1", next, "midori.example"), Status: 412},
		apitest.Scenario{Name: "another company's domain", Request: put(&rival, "", next, "midori.example"), Status: 409, Code: "saml.domain_taken", Field: "mail_domains saml.domain_taken"},
		apitest.Scenario{Name: "changed", Request: put(&admin, "2", next, "lab.midori.example"), Status: 200, Contains: []string{`"idp_entity_id":"https://new.midori.example/"`, `"version":4`}, After: provided(next, "lab.midori.example")},
		apitest.Scenario{Name: "with the provider as it is", Request: apitest.Request{Method: "PUT", Path: path, As: &admin, IfMatch: "4", Body: map[string]any{"mail_domains": []string{"midori.example", "lab.midori.example"}, "unknown_users": "create"}}, Status: 200, Contains: []string{`"idp_entity_id":"https://new.midori.example/"`, `"version":6`, `"unknown_users":"create"`}, After: provided(next, "lab.midori.example", "midori.example")},
		apitest.Scenario{Name: "and back", Request: put(&admin, "6", next, "lab.midori.example"), Status: 200, Contains: []string{`"unknown_users":"refuse"`}},
		apitest.Scenario{Name: "a change that the pool refuses", Request: put(&admin, "8", good+"<!-- refused -->", "midori.example"), Status: 400, After: provided(next, "lab.midori.example")},
		apitest.Scenario{Name: "leaves what was", Request: get, Status: 200, Contains: []string{`"state":"active"`, `"idp_entity_id":"https://new.midori.example/"`, `"mail_domains":["lab.midori.example"]`}},
		apitest.Scenario{Name: "the domain is free", Request: put(&rival, "", good, "midori.example"), Status: 200},
		apitest.Scenario{Name: "removed", Request: apitest.Request{Method: "DELETE", Path: path, As: &admin}, Status: 204, After: provided("")},
		apitest.Scenario{Name: "none again", Request: get, Status: 200, Contains: []string{`"state":"none"`}},
		apitest.Scenario{Name: "connected again", Request: put(&admin, "", next, "lab.midori.example"), Status: 200},
	)
}

func TestAConnectionThatWasCutOffIsSetAgain(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	prove(w, c, "midori.example")
	good := samltest.Metadata("https://idp.midori.example/", samltest.Certificate(t, w.Clock.Now().Add(time.Hour)))
	get := apitest.Request{Method: "GET", Path: path, As: &admin}
	remove := apitest.Request{Method: "DELETE", Path: path, As: &admin}
	w.Pool.Fail["CreateIdentityProvider"] = errors.New("Cognito is down")
	w.Run(t,
		apitest.Scenario{Name: "the pool fails", Request: put(&admin, "", good, "midori.example"), Status: 500, Lacks: []string{"Cognito"}},
		apitest.Scenario{Name: "pending", Request: get, Status: 200, Contains: []string{`"state":"pending"`, `"version":1`}, After: func(_ *testing.T, w *apitest.World, _ apitest.Response) {
			delete(w.Pool.Fail, "CreateIdentityProvider")
		}},
		apitest.Scenario{Name: "again", Request: put(&admin, "1", good, "midori.example"), Status: 200, Contains: []string{`"state":"active"`}, After: func(_ *testing.T, w *apitest.World, _ apitest.Response) {
			w.Pool.Fail["DeleteIdentityProvider"] = errors.New("Cognito is down")
		}},
		apitest.Scenario{Name: "a removal that fails", Request: remove, Status: 500},
		apitest.Scenario{Name: "leaves it, without sign-ins", Request: get, Status: 200, Contains: []string{`"state":"pending"`}, After: func(_ *testing.T, w *apitest.World, _ apitest.Response) {
			delete(w.Pool.Fail, "DeleteIdentityProvider")
		}},
		apitest.Scenario{Name: "removed", Request: remove, Status: 204},
	)
}

func TestTheStateIsThatOfTheAppClient(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	prove(w, c, "midori.example")
	good := samltest.Metadata("https://idp.midori.example/", samltest.Certificate(t, w.Clock.Now().Add(time.Hour)))
	get := apitest.Request{Method: "GET", Path: path, As: &admin}
	down := errors.New("Cognito is down")
	w.Pool.Fail["UpdateUserPoolClient"] = down
	w.Run(t,
		apitest.Scenario{Name: "the client fails", Request: put(&admin, "", good, "midori.example"), Status: 500},
		apitest.Scenario{Name: "pending", Request: get, Status: 200, Contains: []string{`"state":"pending"`, `"version":1`}, After: func(_ *testing.T, w *apitest.World, _ apitest.Response) {
			delete(w.Pool.Fail, "UpdateUserPoolClient")
		}},
		apitest.Scenario{Name: "again", Request: put(&admin, "1", good, "midori.example"), Status: 200, Contains: []string{`"state":"active"`}, After: func(_ *testing.T, w *apitest.World, _ apitest.Response) {
			w.Pool.Supported = []string{"COGNITO"} // as a deployment may do
		}},
		apitest.Scenario{Name: "the client forgot it", Request: get, Status: 200, Contains: []string{`"state":"pending"`}},
		apitest.Scenario{Name: "set again", Request: put(&admin, "3", good, "midori.example"), Status: 200, Contains: []string{`"state":"active"`}, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			c, err := w.Table.Company(t.Context(), c.ID)
			if err != nil {
				t.Fatal(err)
			}
			c.Features = nil
			x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.changed"})
			x.WriteCompany(c)
			if err := x.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
		}},
		// What a company can no more use, it can still see and end.
		apitest.Scenario{Name: "the option ended", Request: put(&admin, "5", good, "midori.example"), Status: 402},
		apitest.Scenario{Name: "it is still seen", Request: get, Status: 200, Contains: []string{`"state":"active"`}},
		apitest.Scenario{Name: "and ended", Request: apitest.Request{Method: "DELETE", Path: path, As: &admin}, Status: 204},
		apitest.Scenario{Name: "for good", Request: get, Status: 402},
	)
}

// The operator hears of a pool that gets full, in time to raise the quota.
func TestTheOperatorIsWarned(t *testing.T) {
	w := apitest.New(t)
	for i := range 238 {
		w.Pool.Providers["company"+strconv.Itoa(i)] = "metadata"
	}
	end := w.Clock.Now().Add(time.Hour)
	for i, mails := range []int{0, 1} {
		domain := "midori" + strconv.Itoa(i) + ".example"
		c := w.Company(t, bought)
		admin := w.User(t, c, access.Admin, func(u *company.User) { u.Email = "x@" + domain })
		prove(w, c, domain)
		w.Run(t, apitest.Scenario{Name: domain, Request: put(&admin, "", samltest.Metadata("https://idp.midori.example/", samltest.Certificate(t, end)), domain), Status: 200})
		warnings := slices.DeleteFunc(w.Mailbox.Mails, func(m mailer.Mail) bool { return m.To != apitest.Operator })
		if w.Mailbox.Mails = warnings; len(warnings) != mails {
			t.Fatalf("%+v", warnings)
		}
	}
	if m := w.Mailbox.Mails[0]; !strings.Contains(m.Subject, "240／300") {
		t.Errorf("%+v", m)
	}
}

// Passwords can be refused once the administrator has signed in at the provider, and somebody
// can sign in without it.
func TestPasswordsAreRefused(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	prove(w, c, "midori.example")
	metadata := samltest.Metadata("https://idp.midori.example/", samltest.Certificate(t, w.Clock.Now().Add(365*24*time.Hour)))
	set := func(version, passwords string) apitest.Request {
		q := put(&admin, version, metadata, "midori.example")
		q.Body.(map[string]any)["passwords"] = passwords
		return q
	}
	w.Run(t,
		apitest.Scenario{Name: "not with the connection", Request: set("", "refuse"), Status: 400, Field: "passwords saml.no_emergency"},
		apitest.Scenario{Name: "connected", Request: set("", "allow"), Status: 200, Contains: []string{`"passwords":"allow"`}},
		apitest.Scenario{Name: "nobody for emergencies", Request: set("2", "refuse"), Status: 400, Field: "passwords saml.no_emergency"},
	)
	admin = w.Edit(t, admin, func(u *company.User) { u.Factors = []company.Factor{company.FactorTOTP} })
	w.Run(t, apitest.Scenario{Name: "not tried", Request: set("2", "refuse"), Status: 400, Field: "passwords saml.not_tried"})
	if _, err := w.Table.CompleteSignIn(t.Context(), admin, company.SignIn{At: w.Clock.Now(), Agent: "Chrome"}, ""); err != nil {
		t.Fatal(err)
	}
	w.Run(t, apitest.Scenario{Name: "tried with a password", Request: set("2", "refuse"), Status: 400, Field: "passwords saml.not_tried"})
	w.Clock.Advance(time.Minute)
	if _, err := w.Table.CompleteSignIn(t.Context(), w.Reread(t, admin), company.SignIn{At: w.Clock.Now(), Agent: company.AgentSAML}, ""); err != nil {
		t.Fatal(err)
	}
	w.Run(t,
		apitest.Scenario{Name: "refused", Request: set("2", "refuse"), Status: 200, Contains: []string{`"passwords":"refuse"`}},
		apitest.Scenario{Name: "allowed again", Request: set("4", "allow"), Status: 200, Contains: []string{`"passwords":"allow"`}},
	)
}

// Every administrator is notified, in their language, what was connected, changed, disabled and
// disconnected; a change that the pool refuses, and one that changes nothing, are reported to nobody.
func TestAdministratorsAreTold(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	english := w.User(t, c, access.Admin, func(u *company.User) { u.Locale, u.Email = company.LocaleEnglish, "e@midori.example" })
	w.User(t, c, access.Editor)
	w.User(t, c, access.Admin, func(u *company.User) { u.Active = false })
	prove(w, c, "midori.example")
	end := w.Clock.Now().Add(365 * 24 * time.Hour)
	good := samltest.Metadata("https://idp.midori.example/", samltest.Certificate(t, end))
	other := samltest.Metadata("https://evil.example/&#10;https://phish.example/", samltest.Certificate(t, end))
	set := func(version, metadata string, more map[string]any) apitest.Request {
		q := put(&admin, version, metadata, "midori.example")
		for name, value := range more {
			q.Body.(map[string]any)[name] = value
		}
		if metadata == "" {
			delete(q.Body.(map[string]any), "metadata")
		}
		return q
	}
	get := apitest.Request{Method: "GET", Path: path, As: &admin}
	notified := func(subject string, lines ...string) func(*testing.T, *apitest.World, apitest.Response) {
		return func(t *testing.T, w *apitest.World, _ apitest.Response) {
			t.Helper()
			mails := w.Mailbox.Mails
			w.Mailbox.Mails = nil
			if subject == "" {
				if len(mails) != 0 {
					t.Errorf("notified of %+v", mails)
				}
				return
			}
			if len(mails) != 2 {
				t.Fatalf("%d mails", len(mails))
			}
			for _, m := range mails {
				switch {
				case m.To == admin.Email && strings.Contains(m.Subject, subject):
					for _, line := range lines {
						if !strings.Contains(m.Text, "\n"+line+"\n") {
							t.Errorf("%q is missing in\n%s", line, m.Text)
						}
					}
				case m.To == english.Email && strings.Contains(m.Subject, "SAML") && strings.Contains(m.Text, "An administrator ("+admin.Name()+")"):
				default:
					t.Errorf("%+v", m)
				}
			}
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "refused by the pool", Request: set("", good+"<!-- refused -->", nil), Status: 400, After: notified("")},
		apitest.Scenario{Name: "connected", Request: set("", good, nil), Status: 200, After: notified("接続されました", "IDプロバイダー：https://idp.midori.example/", "メールのドメイン：midori.example", "登録されていないユーザーのログイン：拒否")},
		apitest.Scenario{Name: "saved as it is", Request: set("2", "", nil), Status: 200, After: notified("")},
		apitest.Scenario{Name: "changed", Request: set("4", "", map[string]any{"unknown_users": "create"}), Status: 200, After: notified("変更されました", "登録されていないユーザーのログイン：拒否 → 閲覧者として追加")},
		apitest.Scenario{Name: "the same metadata", Request: set("6", good, map[string]any{"unknown_users": "create"}), Status: 200, After: notified("変更されました", "メタデータの再登録：https://idp.midori.example/")},
		apitest.Scenario{Name: "another provider, whose name has a line break", Request: set("8", other, nil), Status: 200, After: notified("変更されました", "IDプロバイダー：https://idp.midori.example/ → https://evil.example/ https://phish.example/")},
		apitest.Scenario{Name: "disabled", Request: set("10", "", map[string]any{"sign_ins": "refuse"}), Status: 200, Contains: []string{`"state":"disabled"`}, After: notified("変更されました", "SAML認証でのログイン：許可 → 禁止")},
		apitest.Scenario{Name: "still disabled", Request: get, Status: 200, Contains: []string{`"state":"disabled"`, `"mail_domains":["midori.example"]`}},
		apitest.Scenario{Name: "enabled", Request: set("12", "", nil), Status: 200, Contains: []string{`"state":"active"`}, After: notified("変更されました", "SAML認証でのログイン：禁止 → 許可")},
		apitest.Scenario{Name: "disconnected", Request: apitest.Request{Method: "DELETE", Path: path, As: &admin}, Status: 204, After: notified("解除されました", "メールのドメイン：midori.example")},
	)
	actions := map[string]bool{}
	for _, a := range w.Audits(t, c.ID) {
		actions[a.Action] = true
	}
	for _, want := range []string{"saml.connection_set", "saml.connection_refused", "saml.connection_active", "saml.connection_disabled", "saml.connection_deleted"} {
		if !actions[want] {
			t.Errorf("%s is not in the audit: %v", want, actions)
		}
	}
}

// A domain that the operator has proven needs no record of DNS; one whose proof is gone stays
// while it is looked for, and is settled by saving once it is there again.
func TestDomainsOfTheOperatorAndMissingOnes(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, bought)
	admin := w.User(t, c, access.Admin)
	good := samltest.Metadata("https://idp.midori.example/", samltest.Certificate(t, w.Clock.Now().Add(time.Hour)))
	proof := saml.OperatorProof{Domain: "midori.example", By: "operator", Reason: "contract", At: w.Clock.Now()}
	if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.proven"}).WriteOperatorProof(proof).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Run(t, apitest.Scenario{Name: "proven by the operator", Request: put(&admin, "", good, "midori.example"), Status: 200, Contains: []string{`"missing_domains":[]`}})
	before, _, err := w.Table.Connection(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.missing"}).RemoveOperatorProof("midori.example")
	x.WriteConnection(&before, before.WithMissing(saml.Missing{Domain: "midori.example", Since: w.Clock.Now()}))
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	missing := `"missing_domains":[{"domain":"midori.example","since":"` + w.Clock.Now().UTC().Format(time.RFC3339)
	w.Run(t,
		apitest.Scenario{Name: "shown", Request: apitest.Request{Method: "GET", Path: path, As: &admin}, Status: 200, Contains: []string{missing, `"stops_at"`}},
		apitest.Scenario{Name: "saved, still missing", Request: put(&admin, "3", good, "midori.example"), Status: 200, Contains: []string{missing}, After: func(*testing.T, *apitest.World, apitest.Response) {
			prove(w, c, "midori.example")
		}},
		apitest.Scenario{Name: "saved, found", Request: put(&admin, "5", good, "midori.example"), Status: 200, Contains: []string{`"missing_domains":[]`}},
	)
}
