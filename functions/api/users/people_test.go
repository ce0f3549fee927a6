package users_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/apitest"
	"anzen/functions/api/users"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func department(t *testing.T, w *apitest.World, c company.Company, name string) company.Department {
	t.Helper()
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	d := x.CreateDepartment(company.Department{ID: sds.NewID[sds.DepartmentID](), Name: name})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}

func of(u company.User) string { return "/companies/{id}/users/" + string(u.ID) }

func TestListUsers(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	lab := department(t, w, c, "研究所")
	admin := w.User(t, c, access.Admin, func(u *company.User) {
		u.LastName, u.Departments = "アオキ", []sds.DepartmentID{lab.ID, sds.NewID[sds.DepartmentID]()}
	})
	viewer := w.User(t, c, access.Viewer, func(u *company.User) { u.LastName = "イトウ" })
	invited := w.User(t, c, access.Editor, func(u *company.User) { u.LastName, u.Active = "ウエダ", false })
	w.User(t, w.Company(t), access.Admin, func(u *company.User) { u.LastName = "他社" })
	w.Pool.Accounts[admin.Email].Factors, w.Pool.Accounts[admin.Email].Phone = []string{"SOFTWARE_TOKEN_MFA", "SMS_MFA"}, "+819012345678"
	w.Pool.Accounts[viewer.Email].Phone = "+819000000000" // not used as a factor
	if _, err := w.Table.CompleteSignIn(t.Context(), admin, company.SignIn{At: w.Clock.Now().Truncate(time.Second)}, ""); err != nil {
		t.Fatal(err)
	}
	list := func(as *company.User, query string) (got users.UserList, body string) {
		t.Helper()
		r := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/users" + query, As: as})
		if r.Status != 200 {
			t.Fatal(r)
		}
		r.Into(t, &got)
		return got, r.Body
	}
	got, body := list(&admin, "?fetchAuthInfo=true")
	switch {
	case got.Total != 3 || got.Items[0].ID != admin.ID || got.Items[1].ID != viewer.ID || got.Items[2].ID != invited.ID:
		t.Fatalf("not by name, or another company's: %s", body)
	case got.Items[0].LoginAt == nil || !got.Items[0].LoginAt.Equal(w.Clock.Now().Truncate(time.Second)) || got.Items[1].LoginAt != nil:
		t.Errorf("sign-ins: %s", body)
	case !got.Items[0].TFA.Enabled || !slices.Equal(got.Items[0].TFA.Methods, []string{"totp", "phone_code"}) || got.Items[0].TFAPhone != "+819012345678":
		t.Errorf("second factors: %s", body)
	case got.Items[1].TFA.Enabled || got.Items[1].TFAPhone != "" || got.Items[2].TFA.Enabled || got.Items[2].IsActive:
		t.Errorf("none: %s", body)
	case len(got.Items[0].Departments) != 1 || got.Items[0].Departments[0].Name != "研究所":
		t.Errorf("departments: %s", body)
	}
	for name, tt := range map[string]struct {
		as    *company.User
		query string
	}{"not requested": {&admin, ""}, "not for viewers": {&viewer, "?fetchAuthInfo=true"}} {
		if got, body := list(tt.as, tt.query); got.Total != 3 || strings.Contains(body, "login_at") || strings.Contains(body, "tfa") {
			t.Errorf("%s: %s", name, body)
		}
	}
	w.Pool.Fail["AdminGetUser"] = errors.New("Cognito is down")
	if got, body := list(&admin, "?fetchAuthInfo=true"); got.Total != 3 || got.Items[0].TFA != nil || got.Items[0].LoginAt == nil {
		t.Errorf("without the pool: %s", body)
	}
}

// The user pool's trigger records sign-ins (functions/signin); requests do not.
func TestSignInHistory(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u, colleague := w.User(t, c, access.Viewer), w.User(t, c, access.Viewer)
	history := func() string {
		r := w.Do(t, apitest.Request{Method: "GET", Path: "/users/me/sign-ins", As: &u})
		if r.Status != 200 {
			t.Fatal(r)
		}
		return r.Body
	}
	if body := history(); !strings.Contains(body, `"items":[]`) {
		t.Errorf("the requests are in the history: %s", body)
	}
	begin := func() {
		t.Helper()
		if err := w.Table.BeginSignIn(t.Context(), c.ID, u.ID, safariOnPhone); err != nil {
			t.Fatal(err)
		}
	}
	complete := func(device string, want bool) {
		t.Helper()
		known, err := w.Table.CompleteSignIn(t.Context(), u, company.SignIn{At: w.Clock.Now().UTC().Truncate(time.Second), Agent: chromeOnWindows}, device)
		if err != nil || known != want {
			t.Fatalf("known %v: %v", known, err)
		}
	}
	w.Clock.Advance(time.Minute)
	for range 3 {
		begin()
	}
	if body := history(); !strings.Contains(body, `"items":[]`) {
		t.Errorf("they may still be completed: %s", body)
	}
	w.Clock.Advance(20 * time.Minute)
	begin()
	w.Clock.Advance(time.Minute)
	complete("device", false)
	at := w.Clock.Now()
	w.Do(t, from(apitest.Request{Method: "GET", Path: "/users/me/language", As: &u, SignedIn: at}, chromeOnWindows, "203.0.113.7"))
	if now := w.Reread(t, u); now.LoginAt == nil || !now.LoginAt.Equal(at.Truncate(time.Second)) || now.Version != u.Version {
		t.Errorf("signed in at %v, version %d", now.LoginAt, now.Version)
	}
	w.Clock.Advance(time.Millisecond)
	complete("device", true) // in the same second
	w.Clock.Advance(time.Hour)
	complete("", false)
	var list struct {
		Items []users.SignIn
	}
	w.Do(t, apitest.Request{Method: "GET", Path: "/users/me/sign-ins", As: &u, SignedIn: at}).Into(t, &list)
	if len(list.Items) != 4 {
		t.Fatalf("%+v", list.Items)
	}
	if s := list.Items[0]; !s.Completed || !s.NewDevice || s.Address != "" || s.Browser != "Chrome" {
		t.Errorf("%+v", s)
	}
	if s := list.Items[1]; !s.Completed || s.NewDevice || s.Address != "203.0.113.7" || s.System != "Windows" {
		t.Errorf("%+v", s)
	}
	if s := list.Items[3]; s.Completed || s.Attempts != 3 || s.System != "iPhone" || s.Address != "" {
		t.Errorf("%+v", s)
	}
	actions := audits(t, w, c.ID)
	begun := len(slices.DeleteFunc(slices.Clone(actions), func(a string) bool { return a != "user.sign_in_begun" }))
	if begun != 2 || !slices.Contains(actions, "user.signed_in") {
		t.Errorf("audits %q", actions)
	}
	if r := w.Do(t, apitest.Request{Method: "GET", Path: "/users/me/sign-ins", As: &colleague}); !strings.Contains(r.Body, `"items":[]`) {
		t.Errorf("a colleague sees %s", r.Body)
	}
}

func TestInvite(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	lab := department(t, w, c, "研究所")
	foreign := department(t, w, w.Company(t), "他社の部署")
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	body := func(change map[string]any) map[string]any {
		b := map[string]any{"email": "Jiro@Midori.example", "first_name": " 次郎 ", "last_name": "鈴木", "role_id": 90, "department_id_list": []string{string(lab.ID)}, "position": "主任"}
		for name, value := range change {
			if b[name] = value; value == nil {
				delete(b, name)
			}
		}
		return b
	}
	post := func(as *company.User, key string, change map[string]any) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/companies/{id}/users", As: as, Key: key, Body: body(change), Lang: "ja"}
	}
	bad := func(field, code string, value any) apitest.Scenario {
		return apitest.Scenario{Name: field + " " + code, Request: post(&admin, "", map[string]any{field: value}), Status: 400, Field: field + " " + code}
	}
	w.Run(t,
		apitest.Scenario{Name: "an editor may not", Request: post(&editor, "", nil), Status: 403, Code: "permission.denied"},
		bad("email", "signup.free_mail", "jiro@gmail.com"), bad("email", "input.email", "jiro"), bad("email", "input.required", nil),
		bad("first_name", "input.required", " "), bad("last_name", "input.leading_character", "=1"), bad("phone", "input.phone", "内線1"), bad("position", "input.leading_character", "@x"),
		bad("role_id", "input.choice", 50), bad("role_id", "input.required", nil), bad("is_active", "input.unknown_field", true), bad("locale", "input.choice", "fr"),
		apitest.Scenario{Name: "another company's department", Request: post(&admin, "", map[string]any{"department_id_list": []string{string(lab.ID), string(foreign.ID)}}), Status: 400, Field: "department_id_list[1] department.unknown"},
		apitest.Scenario{Name: "the address is taken", Request: post(&admin, "", map[string]any{"email": strings.ToUpper(editor.Email)}), Status: 409, Code: "user.email_exists", Field: "email user.email_exists", Contains: []string{"すでに登録されています"}},
	)
	if len(w.Mailbox.Mails) != 0 {
		t.Fatalf("mails after refusals: %+v", w.Mailbox.Mails)
	}
	var first string
	w.Run(t,
		apitest.Scenario{
			Name: "invited", Request: post(&admin, "k1", nil), Status: 201, Contains: []string{`"email":"jiro@midori.example"`, `"first_name":"次郎"`, `"is_active":false`, `"role_id":90`, `"name":"研究所"`, `"version":1`, `"locale":"ja-JP"`},
			After: func(_ *testing.T, _ *apitest.World, r apitest.Response) { first = r.Body },
		},
		apitest.Scenario{Name: "the same once more", Request: post(&admin, "k1", nil), Status: 201, After: func(t *testing.T, w *apitest.World, r apitest.Response) {
			if strings.TrimSpace(r.Body) != strings.TrimSpace(first) || len(w.Mailbox.Mails) != 1 {
				t.Errorf("%s, %d mails", r.Body, len(w.Mailbox.Mails))
			}
		}},
	)
	if mail := w.Mailbox.Mails[0]; mail.To != "jiro@midori.example" || !strings.Contains(mail.Text, "「株式会社みどり化学」の「山田 花子」様が") || !strings.Contains(mail.Text, "24時間") {
		t.Errorf("mail %+v", mail)
	}
	token := w.Mailbox.TakeToken(t)
	p, _, _, err := w.Table.PersonByEmail(t.Context(), "jiro@midori.example")
	if err != nil {
		t.Fatal(err)
	}
	w.Run(t,
		apitest.Scenario{Name: "not yet in", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &p.User}, Status: 400, Code: "session.inactive"},
		apitest.Scenario{Name: "follows the link", Request: apitest.Request{Method: "PUT", Path: "/signup/activation", Body: accounts.Activation{Token: token, Password: "Quiet-Harbour-71"}}, Status: 204},
		apitest.Scenario{Name: "is in", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &p.User}, Status: 200, Contains: []string{`"name":"研究所"`, `"position":"主任"`, `"name":"editor"`}},
	)
}

func TestAnInvitationWhoseMailFailsIsUndone(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t), access.Admin, func(u *company.User) { u.Locale = company.LocaleEnglish })
	q := apitest.Request{Method: "POST", Path: "/companies/{id}/users", As: &admin, Key: "k", Body: `{"email":"jiro@midori.example","first_name":"Jiro","last_name":"Suzuki","role_id":0}`}
	w.Mailbox.Fail = errors.New("SES is down")
	if r := w.Do(t, q); r.Status != 500 || strings.Contains(r.Body, "SES") {
		t.Fatal(r)
	}
	if _, _, found, err := w.Table.PersonByEmail(t.Context(), "jiro@midori.example"); found || err != nil {
		t.Errorf("the person is there: %v", err)
	}
	w.Mailbox.Fail = nil
	if r := w.Do(t, q); r.Status != 201 {
		t.Errorf("with the same key again: %+v", r)
	}
	if mail := w.Mailbox.Take(t); !strings.Contains(mail.Subject, "Invitation") {
		t.Errorf("not in the inviter's language: %+v", mail)
	}
}

func TestEditUser(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	lab := department(t, w, c, "研究所")
	gone := sds.NewID[sds.DepartmentID]()
	admin := w.User(t, c, access.Admin)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{gone} })
	stranger := w.User(t, w.Company(t), access.Viewer)
	put := func(as *company.User, version, body string) apitest.Request {
		return apitest.Request{Method: "PUT", Path: of(editor), As: as, IfMatch: version, Body: body, Lang: "en"}
	}
	upload := apitest.Request{Method: "POST", Path: "/companies/{id}/tags", As: &editor, Body: `{"name":"a"}`}
	w.Run(t,
		apitest.Scenario{Name: "an editor may not", Request: put(&editor, "1", `{"role_id":100}`), Status: 403},
		apitest.Scenario{Name: "the address stays", Request: put(&admin, "1", `{"email":"x@midori.example"}`), Status: 400, Field: "email input.unknown_field"},
		apitest.Scenario{Name: "no version", Request: put(&admin, "", `{}`), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "everything wrong at once", Request: put(&admin, "1", `{"first_name":"","phone":"1","department_id_list":["`+string(lab.ID)+`","`+string(c.ID)+`"]}`), Status: 400, Field: "department_id_list[1] department.unknown", Contains: []string{"first_name", "input.phone"}},
		apitest.Scenario{Name: "a role that there is not", Request: put(&admin, "1", `{"role_id":7}`), Status: 400, Field: "role_id input.choice"},
		apitest.Scenario{Name: "an editor has tags to make", Request: upload, Status: 201},
		apitest.Scenario{Name: "made a viewer, in another department", Request: put(&admin, "1", `{"role_id":0,"position":"課長","department_id_list":["`+string(lab.ID)+`","`+string(gone)+`"],"is_subscribe":true}`), Status: 200, Contains: []string{`"version":2`, `"role_id":0`, `"name":"研究所"`, `"position":"課長"`, `"is_subscribe":true`, `"first_name":"花子"`}},
		apitest.Scenario{Name: "which counts with the next request of the same session", Request: upload, Status: 403, Code: "permission.denied"},
		apitest.Scenario{Name: "stale", Request: put(&admin, "1", `{"position":"x"}`), Status: 412, Code: "version.stale"},
		apitest.Scenario{Name: "nothing", Request: put(&admin, "2", `{}`), Status: 200},
		apitest.Scenario{Name: "another company's", Request: apitest.Request{Method: "PUT", Path: of(stranger), As: &admin, IfMatch: "1", Body: `{"role_id":0}`}, Status: 404, Code: "not_found"},
	)
	if u := w.Reread(t, editor); u.Email != editor.Email || u.Role != access.Viewer {
		t.Errorf("%+v", u)
	}
}

func TestTheLastAdministratorStays(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	invited := w.User(t, c, access.Admin, func(u *company.User) { u.Active = false })
	w.User(t, w.Company(t), access.Admin)
	demote := func(u company.User, as *company.User) apitest.Request {
		return apitest.Request{Method: "PUT", Path: of(u), As: as, IfMatch: "1", Body: `{"role_id":90}`, Lang: "ja"}
	}
	remove := func(u company.User, as *company.User) apitest.Request {
		return apitest.Request{Method: "DELETE", Path: of(u), As: as, Lang: "en"}
	}
	w.Run(t,
		apitest.Scenario{Name: "demoted: one who is only invited does not count", Request: demote(admin, &admin), Status: 409, Code: "user.last_admin", Contains: []string{"先に別のユーザーを管理者に"}},
		apitest.Scenario{Name: "removed", Request: remove(admin, &admin), Status: 409, Code: "user.last_admin", Contains: []string{"another user an administrator"}},
		apitest.Scenario{Name: "renamed", Request: apitest.Request{Method: "PUT", Path: of(admin), As: &admin, IfMatch: "1", Body: `{"position":"社長","role_id":100}`}, Status: 200},
		apitest.Scenario{Name: "the invited is demoted", Request: demote(invited, &admin), Status: 200},
	)
	second := w.User(t, c, access.Admin)
	w.Run(t,
		apitest.Scenario{Name: "one of two", Request: demote(second, &second), Status: 200},
		apitest.Scenario{Name: "the demoted may not remove the other", Request: remove(admin, &second), Status: 403},
	)
}

// Administrators who remove each other concurrently leave one.
func TestAdministratorsRemoveEachOther(t *testing.T) {
	w := apitest.New(t)
	for round := range 6 {
		c := w.Company(t)
		a, b := w.User(t, c, access.Admin), w.User(t, c, access.Admin)
		pairs := [2][2]company.User{{a, b}, {b, a}}
		var both sync.WaitGroup
		for _, p := range pairs {
			q := apitest.Request{Method: "PUT", Path: of(p[1]), As: &p[0], IfMatch: "1", Body: `{"role_id":0}`}
			if round%2 == 0 {
				q = apitest.Request{Method: "DELETE", Path: of(p[1]), As: &p[0]}
			}
			both.Go(func() { w.Do(t, q) })
		}
		both.Wait()
		all, err := w.Table.Users(t.Context(), c.ID)
		if err != nil || !slices.ContainsFunc(all, company.User.Administers) {
			t.Errorf("round %d: the company has no administrator: %+v, %v", round, all, err)
		}
	}
}

func TestDeleteUser(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, leaver, other := w.User(t, c, access.Admin), w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t), access.Viewer)
	assigned := w.Sheet(t, c, func(s *sds.Sheet) { s.Assignees = []sds.UserID{leaver.ID, other.ID} })
	saved := w.Do(t, apitest.Request{Method: "POST", Path: of(leaver) + "/search-criteria", As: &leaver, Body: `{"name":"可燃性","criteria":"text=acetone"}`})
	if saved.Status != 201 {
		t.Fatal(saved)
	}
	now := w.Clock.Now()
	removed := w.Sheet(t, c, func(s *sds.Sheet) { s.Assignees, s.DeletedAt = []sds.UserID{leaver.ID}, &now })
	remove := func(u company.User) apitest.Request {
		return apitest.Request{Method: "DELETE", Path: of(u), As: &admin}
	}
	w.Run(t,
		apitest.Scenario{Name: "another company's", Request: remove(stranger), Status: 404},
		apitest.Scenario{Name: "works before", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &leaver}, Status: 200},
		apitest.Scenario{Name: "removed", Request: remove(leaver), Status: 204},
		apitest.Scenario{Name: "signed out at once", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &leaver}, Status: 401, Code: "session.expired"},
		apitest.Scenario{Name: "once more", Request: remove(leaver), Status: 404},
	)
	if w.Pool.Accounts[leaver.Email] != nil {
		t.Error("the account is there")
	}
	if searches, err := w.Table.AllCriteria(t.Context(), c.ID, leaver.ID); err != nil || len(searches) != 0 {
		t.Errorf("saved searches are there: %+v, %v", searches, err)
	}
	for _, s := range []sds.Sheet{assigned, removed} {
		records, err := w.Table.VersionRecords(t.Context(), c.ID, []sds.SheetID{s.ID})
		if err != nil || len(records) != 1 || slices.Contains(records[0].Assignees, leaver.ID) {
			t.Errorf("still assigned: %+v, %v", records, err)
		}
	}
	if edits, err := w.Table.Edits(t.Context(), c.ID, assigned.ID); err != nil || len(edits) != 1 || edits[0].Changes[0].Field != "assignees" {
		t.Errorf("history %+v, %v", edits, err)
	}
	r := w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/users", As: &admin, Body: map[string]any{"email": leaver.Email, "first_name": "花子", "last_name": "山田", "role_id": 0}})
	if r.Status != 201 {
		t.Errorf("the address is not free: %+v", r)
	}
}

func TestARemovalThatWasCutOffIsRepeated(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, leaver := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	sheet := w.Sheet(t, c, func(s *sds.Sheet) { s.Assignees = []sds.UserID{leaver.ID} })
	remove := apitest.Request{Method: "DELETE", Path: of(leaver), As: &admin}
	w.Pool.Fail["AdminDeleteUser"] = errors.New("Cognito is down")
	w.Run(t,
		apitest.Scenario{Name: "the pool fails", Request: remove, Status: 500, Lacks: []string{"Cognito"}},
		apitest.Scenario{Name: "signed out all the same", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &leaver}, Status: 401},
	)
	delete(w.Pool.Fail, "AdminDeleteUser")
	w.Run(t,
		apitest.Scenario{Name: "again", Request: remove, Status: 204},
		apitest.Scenario{Name: "and done", Request: remove, Status: 404},
	)
	if s, err := w.Table.Sheet(t.Context(), c.ID, sheet.ID); err != nil || len(s.Assignees) != 0 || w.Pool.Accounts[leaver.Email] != nil {
		t.Errorf("%+v, %v", s.Assignees, err)
	}

	// A user who was invited with the address in between keeps the account.
	again := w.User(t, c, access.Editor)
	w.Pool.Fail["AdminDeleteUser"] = errors.New("Cognito is down")
	w.Do(t, apitest.Request{Method: "DELETE", Path: of(again), As: &admin})
	delete(w.Pool.Fail, "AdminDeleteUser")
	w.User(t, c, access.Viewer, func(u *company.User) { u.Email = again.Email })
	w.Run(t, apitest.Scenario{Name: "later", Request: apitest.Request{Method: "DELETE", Path: of(again), As: &admin}, Status: 204})
	if w.Pool.Accounts[again.Email] == nil {
		t.Error("the new person's account is gone")
	}
}

func TestResend(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, active := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	invited := w.User(t, c, access.Viewer, func(u *company.User) { u.Active = false })
	stranger := w.User(t, w.Company(t), access.Viewer)
	post := func(u company.User) apitest.Request {
		return apitest.Request{Method: "POST", Path: of(u) + "/reset-password", As: &admin, Lang: "ja"}
	}
	subject := func(want string) func(*testing.T, *apitest.World, apitest.Response) {
		return func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if mail := w.Mailbox.Take(t); !strings.Contains(mail.Subject, want) {
				t.Errorf("mail %s", mail.Subject)
			}
		}
	}
	null := post(active)
	null.Body = "null"
	w.Run(t,
		apitest.Scenario{Name: "not for viewers", Request: apitest.Request{Method: "POST", Path: of(admin) + "/reset-password", As: &active}, Status: 403},
		apitest.Scenario{Name: "to reset, with null for a body", Request: null, Status: 204, After: subject("パスワード再設定")},
		apitest.Scenario{Name: "a moment later", Request: post(active), Status: 429, Code: "user.mail_just_sent", Contains: []string{"1分ほど"}},
		apitest.Scenario{Name: "the invitation", Request: post(invited), Status: 204, After: subject("アカウントへの招待")},
		apitest.Scenario{Name: "another company's", Request: post(stranger), Status: 404},
	)
	w.Clock.Advance(time.Minute)
	w.Mailbox.Fail = errors.New("SES is down")
	w.Run(t, apitest.Scenario{Name: "not sent", Request: post(active), Status: 500})
	w.Mailbox.Fail = nil
	w.Run(t, apitest.Scenario{Name: "at once again", Request: post(active), Status: 204, After: subject("パスワード再設定")})
}
