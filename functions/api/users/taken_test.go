package users_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

// A user cannot find out of many addresses whether they have an account elsewhere.
func TestWhoHasAnAccountElsewhereIsToldSparingly(t *testing.T) {
	w := apitest.New(t)
	other := w.Company(t)
	var elsewhere []string
	for i := range 60 {
		elsewhere = append(elsewhere, w.User(t, other, access.Viewer, func(u *company.User) { u.Email = fmt.Sprintf("nr%02d@ao.example", i) }).Email)
	}
	c := w.Company(t)
	var admins []company.User
	for range 4 {
		admins = append(admins, w.User(t, c, access.Admin))
	}
	invite := func(as company.User, email string) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/companies/{id}/users", As: &as, Lang: "ja", Body: map[string]any{
			"email": email, "first_name": "次郎", "last_name": "鈴木", "role_id": 0,
		}}
	}
	file := func(as company.User, emails []string) apitest.Request {
		text := "メールアドレス,姓,名,権限\n"
		for _, e := range emails {
			text += e + ",鈴木,次郎,閲覧者\n"
		}
		return csvUpload(t, &as, text)
	}
	for i := range table.TakenByPerson {
		if r := w.Do(t, invite(admins[0], elsewhere[i])); r.Status != 409 {
			t.Fatalf("address %d: %d %s", i, r.Status, r.Body)
		}
	}
	silent := func(name string, q apitest.Request) apitest.Scenario {
		return apitest.Scenario{Name: name, Request: q, Status: 429, Code: "user.too_many_taken", Contains: []string{"1日の上限"}, Lacks: []string{"rows[", "@"}}
	}
	w.Run(t,
		silent("one more", invite(admins[0], elsewhere[20])),
		silent("one that is free is refused too", invite(admins[0], "free@ao.example")),
		silent("by a file", file(admins[0], []string{"free@ao.example"})),
		silent("a colleague's file with many", file(admins[1], elsewhere[:40])),
		silent("the colleague has used the day up with that", invite(admins[1], "free@ao.example")),
		apitest.Scenario{Name: "another's file with some", Request: file(admins[2], elsewhere[:10]), Status: 400, Contains: []string{"rows[11].email"}},
		silent("and for too many for the company", file(admins[2], elsewhere[10:29])),
	)
	if len(w.Mailbox.Mails) != 0 {
		t.Errorf("mails: %d", len(w.Mailbox.Mails))
	}
	actions := audits(t, w, c.ID)
	for _, action := range []string{"user.address_taken", "user.address_taken.refused"} {
		if !slices.Contains(actions, action) {
			t.Errorf("%s is not in the audit: %s", action, strings.Join(slices.Compact(actions), " "))
		}
	}
	w.Clock.Advance(24 * time.Hour)
	w.Run(t,
		apitest.Scenario{Name: "the next day", Request: invite(admins[0], elsewhere[20]), Status: 409, Code: "user.email_exists"},
		apitest.Scenario{Name: "and one that is free", Request: invite(admins[1], "free@ao.example"), Status: 201},
	)
}
