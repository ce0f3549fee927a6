package accounts_test

import (
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
)

const email = "taro@midori-chem.co.jp"

// signUp is a request to sign up, changed by the fields.
func signUp(fields map[string]any) apitest.Request {
	body := map[string]any{
		"company_name": "株式会社みどり化学", "first_name": "太郎", "last_name": "山田", "email": email, "phone": "03-1234-5678", "locale": "ja-JP",
	}
	maps.Copy(body, fields)
	return apitest.Request{Method: "POST", Path: "/signup", Body: body, Lang: "ja"}
}

func activate(token, password string) apitest.Request {
	return apitest.Request{Method: "PUT", Path: "/signup/activation", Body: accounts.Activation{Token: token, Password: password}, Lang: "ja"}
}

func verify(token string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/verify-token", Body: accounts.LinkSecret{Token: token}, Lang: "en"}
}

func recoverPassword(email string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/password-recovery", Body: accounts.EmailAddress{Email: email}}
}

func reset(token, password string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/reset-password/", Body: accounts.PasswordReset{Token: token, NewPassword: password}, Lang: "ja"}
}

func person(t *testing.T, w *apitest.World, email string) table.Person {
	t.Helper()
	p, _, found, err := w.Table.PersonByEmail(t.Context(), email)
	if err != nil || !found {
		t.Fatalf("no account of %s: %v", email, err)
	}
	return p
}

const good = "Quiet-Harbour-71"

func TestSignUpAndActivate(t *testing.T) {
	w := apitest.New(t)
	r := w.Do(t, signUp(map[string]any{"email": " Taro@Midori-Chem.co.jp"}))
	if r.Status != 202 || r.Body != "" {
		t.Fatalf("sign up: %d %s", r.Status, r.Body)
	}
	p := person(t, w, email)
	switch {
	case p.User.Active || p.Company.Active || p.User.Email != email || p.User.Role != access.Admin || p.User.Name() != "山田 太郎":
		t.Errorf("user %+v", p.User)
	case p.Company.Name != "株式会社みどり化学" || p.Company.Plan != plan.Free || p.Company.ExpirationYears != company.DefaultExpirationYears || len(p.Company.CopyFields) != len(company.CopyFields):
		t.Errorf("company %+v", p.Company)
	}
	mail := w.Mailbox.Mails[0]
	if mail.To != email || strings.Contains(mail.Text, "山田") || !strings.Contains(mail.Text, "「"+p.Company.Name+"」") || !strings.Contains(mail.Text, apitest.AppURL+"/#/signup/activation?token=") {
		t.Errorf("mail %+v", mail)
	}
	token := w.Mailbox.TakeToken(t)
	w.Pool.Refuses["Aa345678!"] = true
	w.Run(t,
		apitest.Scenario{Name: "the link is looked at", Request: verify(token), Status: 200, Contains: []string{`"purpose":"activation"`, `"email":"` + email + `"`, `"needs_password":true`}},
		apitest.Scenario{Name: "no password", Request: activate(token, ""), Status: 400, Field: "password input.required"},
		apitest.Scenario{Name: "a weak password", Request: activate(token, "password"), Status: 400, Field: "password password.weak", Contains: []string{"英大文字"}},
		apitest.Scenario{Name: "a password that the pool refuses", Request: activate(token, "Aa345678!"), Status: 400, Field: "password password.weak"},
		apitest.Scenario{Name: "it can still be used", Request: activate(token, good), Status: 204, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			p := person(t, w, email)
			account := w.Pool.Accounts[email]
			if !p.Active() || account == nil || account.Password != good || account.Company != string(p.Company.ID) || account.User != string(p.User.ID) {
				t.Errorf("%+v, account %+v", p, account)
			}
		}},
		apitest.Scenario{Name: "only once", Request: activate(token, "An0ther-Harbour"), Status: 400, Code: "token.used", Contains: []string{"すでに使用"}},
		apitest.Scenario{Name: "and looked at once more", Request: verify(token), Status: 400, Code: "token.used", Contains: []string{"already been used"}},
		apitest.Scenario{Name: "the session works", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &p.User}, Status: 200, Contains: []string{email}},
	)
	if w.Pool.Accounts[email].Password != good {
		t.Error("a spent link changed the password")
	}
}

func TestSignUpRefuses(t *testing.T) {
	tests := []struct {
		field, value, code string
	}{
		{"email", "taro@gmail.com", "signup.free_mail"},
		{"email", "taro@Yahoo.co.jp", "signup.free_mail"},
		{"email", "taro@docomo.ne.jp", "signup.free_mail"},
		{"email", "taro@mail.outlook.com", "signup.free_mail"},
		{"email", "taro", "input.email"},
		{"email", "Taro <taro@midori.co.jp>", "input.email"},
		{"email", "taro@localhost", "input.email"},
		{"email", "", "input.required"},
		{"company_name", "-", "company.meaningless_name"},
		{"company_name", "ー", "company.meaningless_name"},
		{"company_name", " なし ", "company.meaningless_name"},
		{"company_name", "個人", "company.meaningless_name"},
		{"company_name", "ＮＯＮＥ", "company.meaningless_name"},
		{"company_name", "Individual", "company.meaningless_name"},
		{"company_name", "", "input.required"},
		{"company_name", "@midori", "input.leading_character"},
		{"company_name", "Win at https://evil.example", "input.forbidden_characters"},
		{"company_name", strings.Repeat("あ", 101), "input.too_long"},
		{"first_name", "", "input.required"},
		{"last_name", "=1+1", "input.leading_character"},
		{"phone", "電話", "input.phone"},
		{"locale", "fr", "input.choice"},
	}
	w := apitest.New(t)
	for _, tt := range tests {
		w.Run(t, apitest.Scenario{Name: tt.field + " " + tt.value, Request: signUp(map[string]any{tt.field: tt.value}), Status: 400, Code: "input.invalid", Field: tt.field + " " + tt.code})
	}
	if n := w.Engine.Count(t); n != 0 || len(w.Mailbox.Mails) != 0 {
		t.Errorf("%d records and %d mails after refusals", n, len(w.Mailbox.Mails))
	}
	w.Run(t, apitest.Scenario{Name: "in English", Request: func() apitest.Request {
		q := signUp(map[string]any{"email": "taro@gmail.com", "company_name": "none"})
		q.Lang = "en"
		return q
	}(), Status: 400, Contains: []string{"company email address", "registered name"}})
}

func TestSignUpAnswersTheSameForEveryAddress(t *testing.T) {
	w := apitest.New(t)
	owner := w.User(t, w.Company(t), access.Viewer, func(u *company.User) { u.Email, u.Locale = "owner@midori.example", company.LocaleEnglish })
	fresh := w.Do(t, signUp(nil))
	first := w.Mailbox.TakeToken(t)
	before := w.Engine.Count(t)

	w.Clock.Advance(time.Minute)
	again := w.Do(t, signUp(map[string]any{"company_name": "別の会社"}))
	second := w.Mailbox.TakeToken(t)
	if p := person(t, w, email); p.Company.Name != "別の会社" {
		t.Errorf("the address is still of the first sign-up: %s", p.Company.Name)
	}
	existing := w.Do(t, signUp(map[string]any{"email": owner.Email}))
	mail := w.Mailbox.Take(t)
	if mail.To != owner.Email || !strings.Contains(mail.Subject, "already have an account") || strings.Contains(mail.Text, "token=") || strings.Contains(mail.Text, "みどり化学") {
		t.Errorf("mail to the owner: %+v", mail)
	}
	for name, r := range map[string]apitest.Response{"waiting": again, "existing": existing} {
		if r.Status != fresh.Status || r.Body != fresh.Body {
			t.Errorf("%s is answered %d %q, a fresh address %d %q", name, r.Status, r.Body, fresh.Status, fresh.Body)
		}
	}
	if after := w.Engine.Count(t); after != before+8 { // a company, a user and a link with two audit records and the address's account, and two throttles
		t.Errorf("%d records, %d before", after, before)
	}
	w.Run(t,
		apitest.Scenario{Name: "the link of the first sign-up", Request: activate(first, good), Status: 400, Code: "token.expired"},
		apitest.Scenario{Name: "the link of the second", Request: activate(second, "An0ther-Harbour"), Status: 204},
	)
}

func TestMailsAreSentSparingly(t *testing.T) {
	w := apitest.New(t)
	owner := w.User(t, w.Company(t), access.Viewer)
	w.Do(t, signUp(nil))
	w.Mailbox.Take(t)
	silent := func(q apitest.Request, status int) {
		t.Helper()
		if r := w.Do(t, q); r.Status != status || len(w.Mailbox.Mails) != 0 {
			t.Errorf("%s: %d, %d mails", q.Path, r.Status, len(w.Mailbox.Mails))
		}
	}
	regenerate := apitest.Request{Method: "POST", Path: "/activation/regeneration", Body: accounts.EmailAddress{Email: email}}
	silent(signUp(nil), 202)
	silent(regenerate, 204)
	w.Do(t, recoverPassword(owner.Email))
	w.Mailbox.Take(t)
	silent(recoverPassword(owner.Email), 204)
	w.Clock.Advance(time.Minute)
	for _, q := range []apitest.Request{regenerate, recoverPassword(owner.Email)} {
		w.Do(t, q)
		w.Mailbox.Take(t)
	}
	// A mail that could not be sent is retried, and may be requested again at once.
	w.Clock.Advance(time.Minute)
	w.Mailbox.Fail = errors.New("SES is down")
	silent(recoverPassword(owner.Email), 204)
	w.Mailbox.Fail = nil
	if left := w.HandleRequests(t); left != 0 {
		t.Errorf("%d requests were not handled", left)
	}
	w.Mailbox.Take(t)
	w.Clock.Advance(time.Minute)
	w.Mailbox.Fail = errors.New("SES is down")
	silent(recoverPassword(owner.Email), 204)
	w.Mailbox.Fail = nil
	w.Do(t, recoverPassword(owner.Email))
	w.Mailbox.Take(t)
}

func TestRegenerate(t *testing.T) {
	w := apitest.New(t)
	owner := w.User(t, w.Company(t), access.Viewer)
	w.Do(t, signUp(nil))
	first := w.Mailbox.TakeToken(t)
	w.Clock.Advance(company.ActivationLasts - time.Hour)
	regenerate := func(email string) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/activation/regeneration", Body: accounts.EmailAddress{Email: email}}
	}
	nothing := func(t *testing.T, w *apitest.World, _ apitest.Response) {
		if len(w.Mailbox.Mails) != 0 {
			t.Errorf("mails: %+v", w.Mailbox.Mails)
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "an unknown address", Request: regenerate("nobody@midori.example"), Status: 204, After: nothing},
		apitest.Scenario{Name: "an active account", Request: regenerate(owner.Email), Status: 204, After: nothing},
		apitest.Scenario{Name: "no address", Request: regenerate("nobody"), Status: 400, Field: "email input.email"},
		apitest.Scenario{Name: "a waiting account", Request: regenerate(strings.ToUpper(email)), Status: 204},
	)
	fresh := w.Mailbox.TakeToken(t)
	w.Clock.Advance(time.Hour)
	w.Run(t,
		apitest.Scenario{Name: "the old link has expired", Request: verify(first), Status: 400, Code: "token.expired", Contains: []string{"expired"}},
		apitest.Scenario{Name: "and does not activate", Request: activate(first, good), Status: 400, Code: "token.expired"},
		apitest.Scenario{Name: "the new link holds for a day of its own", Request: activate(fresh, good), Status: 204},
	)
}

func TestInvitedPersonIsActivatedInTheirCompany(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	invited := w.User(t, c, access.Editor, func(u *company.User) { u.Active = false })
	delete(w.Pool.Accounts, invited.Email)
	if r := w.Do(t, recoverPassword(invited.Email)); r.Status != 204 {
		t.Fatal(r)
	}
	token := w.Mailbox.TakeToken(t) // an activation link: there is no password to recover
	w.Run(t, apitest.Scenario{Name: "activated", Request: activate(token, good), Status: 204})
	after, err := w.Table.Company(t.Context(), c.ID)
	if u := w.Reread(t, invited); !u.Active || err != nil || after.Version != c.Version {
		t.Errorf("active %v, company's version %d, %v", u.Active, after.Version, err)
	}
}

func TestRecoverAndReset(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Editor)
	signedIn := w.Clock.Now()
	w.Clock.Advance(time.Hour)
	nothing := func(t *testing.T, w *apitest.World, _ apitest.Response) {
		if len(w.Mailbox.Mails) != 0 {
			t.Errorf("mails: %+v", w.Mailbox.Mails)
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "an unknown address", Request: recoverPassword("nobody@midori.example"), Status: 204, After: nothing},
		apitest.Scenario{Name: "no address", Request: recoverPassword("nobody"), Status: 400, Field: "email input.email", After: nothing},
		apitest.Scenario{Name: "an account", Request: recoverPassword(u.Email), Status: 204},
	)
	if mail := w.Mailbox.Mails[0]; !strings.Contains(mail.Text, apitest.AppURL+"/#/reset-password?token=") || !strings.Contains(mail.Text, "15分") || mail.To != u.Email {
		t.Errorf("mail %+v", mail)
	}
	first := w.Mailbox.TakeToken(t)
	w.Clock.Advance(time.Minute)
	w.Do(t, recoverPassword(u.Email))
	second := w.Mailbox.TakeToken(t)
	w.Clock.Advance(time.Minute)
	me := apitest.Request{Method: "GET", Path: "/users/me", As: &u, SignedIn: signedIn}
	w.Run(t,
		apitest.Scenario{Name: "the link is looked at", Request: verify(first), Status: 200, Contains: []string{`"purpose":"password_reset"`}},
		apitest.Scenario{Name: "it does not activate", Request: activate(first, good), Status: 400, Code: "token.unknown"},
		apitest.Scenario{Name: "a weak password", Request: reset(first, "short"), Status: 400, Field: "new_password password.weak"},
		apitest.Scenario{Name: "the session until now", Request: me, Status: 200},
		apitest.Scenario{Name: "a new password", Request: reset(first, "N3w-Harbour-71"), Status: 204, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if a := w.Pool.Accounts[u.Email]; a.Password != "N3w-Harbour-71" || a.SignedOut != 1 {
				t.Errorf("account %+v", a)
			}
			if mail := w.Mailbox.Take(t); !strings.Contains(mail.Subject, "パスワードが変更されました") {
				t.Errorf("mail %+v", mail)
			}
		}},
		apitest.Scenario{Name: "the session has ended", Request: me, Status: 401, Code: "session.expired"},
		apitest.Scenario{Name: "a new session", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &u}, Status: 200},
		apitest.Scenario{Name: "the link once more", Request: reset(first, "Other-Harbour-72"), Status: 400, Code: "token.used", Contains: []string{"すでに使用"}},
		apitest.Scenario{Name: "the other link, overtaken", Request: reset(second, "Other-Harbour-72"), Status: 400, Code: "token.used"},
		apitest.Scenario{Name: "a link that never was", Request: reset(strings.Repeat("A", 43), good), Status: 400, Code: "token.unknown"},
		apitest.Scenario{Name: "without the slash", Request: apitest.Request{Method: "POST", Path: "/reset-password", Body: `{"token":"x","new_password":"y"}`}, Status: 400, Code: "token.unknown"},
		apitest.Scenario{Name: "no link", Request: reset("", good), Status: 400, Field: "token input.required"},
	)
	if a := w.Pool.Accounts[u.Email]; a.Password != "N3w-Harbour-71" {
		t.Errorf("a link that does not hold set the password %s", a.Password)
	}
	w.Do(t, recoverPassword(u.Email))
	late := w.Mailbox.TakeToken(t)
	w.Clock.Advance(company.ResetLasts)
	w.Run(t, apitest.Scenario{Name: "after a quarter of an hour", Request: reset(late, good), Status: 400, Code: "token.expired"})
}

// Who reads a mailbox sets a password, and still lacks the second factor.
func TestAResetLeavesSecondFactorsOn(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Admin, func(u *company.User) { u.Factors = []company.Factor{company.FactorTOTP} })
	w.Pool.Accounts[u.Email].Factors = []string{"SOFTWARE_TOKEN_MFA"}
	w.Do(t, recoverPassword(u.Email))
	w.HandleRequests(t)
	w.Run(t, apitest.Scenario{Name: "a new password", Request: reset(w.Mailbox.TakeToken(t), "N3w-Harbour-71"), Status: 204})
	if now := w.Reread(t, u); len(now.Factors) != 1 || len(w.Pool.Accounts[u.Email].Factors) != 1 {
		t.Errorf("factors %v, at the pool %v", now.Factors, w.Pool.Accounts[u.Email].Factors)
	}
}

func TestResetHoldsWithoutTheRest(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Editor)
	signedIn := w.Clock.Now()
	w.Clock.Advance(time.Hour)
	w.Do(t, recoverPassword(u.Email))
	token := w.Mailbox.TakeToken(t)
	w.Pool.Fail["AdminUserGlobalSignOut"] = errors.New("Cognito is down")
	w.Mailbox.Fail = errors.New("SES is down")
	w.Run(t,
		apitest.Scenario{Name: "the password is set though the pool does not sign out, and no mail goes out", Request: reset(token, "N3w-Harbour-71"), Status: 204},
		apitest.Scenario{Name: "the sessions have ended all the same", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &u, SignedIn: signedIn}, Status: 401},
	)
}

func TestLinkOfARemovedPersonIsUnknown(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Editor)
	w.Do(t, recoverPassword(u.Email))
	token := w.Mailbox.TakeToken(t)
	w.Remove(t, u)
	w.Run(t,
		apitest.Scenario{Name: "looked at", Request: verify(token), Status: 400, Code: "token.unknown"},
		apitest.Scenario{Name: "used", Request: reset(token, good), Status: 400, Code: "token.unknown"},
	)
}
