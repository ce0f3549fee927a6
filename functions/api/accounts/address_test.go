package accounts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/functions/api/accounts"
	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

// from is a request from another network address.
func from(address string, q apitest.Request) apitest.Request {
	q.Headers = map[string]string{"CloudFront-Viewer-Address": address + ":4711"}
	return q
}

func invite(as *company.User, email string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/companies/{id}/users", As: as, Lang: "ja", Body: map[string]any{
		"email": email, "first_name": "太郎", "last_name": "山田", "role_id": 90,
	}}
}

func regenerate(email string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/activation/regeneration", Body: accounts.EmailAddress{Email: email}}
}

func named(name string) map[string]any { return map[string]any{"company_name": name} }

// owned checks that one user has the address, is active, and signs in with the password.
func owned(t *testing.T, w *apitest.World, company, password string) {
	t.Helper()
	p, account := person(t, w, email), w.Pool.Accounts[email]
	if !p.Active() || p.Company.Name != company || account == nil || account.Company != string(p.Company.ID) || account.User != string(p.User.ID) || account.Password != password {
		t.Errorf("the address is of %s, active %v, account %+v", p.Company.Name, p.Active(), account)
	}
}

func TestASignUpHoldsNoAddress(t *testing.T) {
	t.Run("another sign-up", func(t *testing.T) {
		w := apitest.New(t)
		w.Do(t, from("198.51.100.66", signUp(named("他人の会社"))))
		stranger := w.Mailbox.TakeToken(t)
		w.Clock.Advance(15 * time.Second)
		w.Do(t, signUp(nil))
		if text := w.Mailbox.Mails[0].Text; !strings.Contains(text, "株式会社みどり化学") || strings.Contains(text, "他人の会社") {
			t.Errorf("mail: %s", text)
		}
		own := w.Mailbox.TakeToken(t)
		w.Run(t,
			apitest.Scenario{Name: "the older link is looked at", Request: verify(stranger), Status: 400, Code: "token.expired"},
			apitest.Scenario{Name: "the older link", Request: activate(stranger, "Str4nger!"), Status: 400, Code: "token.expired"},
			apitest.Scenario{Name: "the owner's", Request: activate(own, good), Status: 204},
			apitest.Scenario{Name: "the older link afterwards", Request: activate(stranger, "Str4nger!"), Status: 400, Code: "token.expired"},
		)
		owned(t, w, "株式会社みどり化学", good)
	})
	t.Run("an invitation", func(t *testing.T) {
		w := apitest.New(t)
		admin := w.User(t, w.Company(t), access.Admin)
		w.Do(t, signUp(named("他人の会社")))
		stranger := w.Mailbox.TakeToken(t)
		w.Run(t, apitest.Scenario{Name: "invited", Request: invite(&admin, email), Status: 201})
		own := w.Mailbox.TakeToken(t)
		w.Run(t,
			apitest.Scenario{Name: "again", Request: invite(&admin, email), Status: 409, Code: "user.email_exists"},
			apitest.Scenario{Name: "the older link", Request: activate(stranger, "Str4nger!"), Status: 400, Code: "token.expired"},
			apitest.Scenario{Name: "the invitation", Request: activate(own, good), Status: 204},
		)
		owned(t, w, "株式会社みどり化学", good)
	})
	t.Run("a file of invitations", func(t *testing.T) {
		w := apitest.New(t)
		admin := w.User(t, w.Company(t), access.Admin)
		w.Do(t, signUp(named("他人の会社")))
		w.Mailbox.Take(t)
		q := apitest.Request{Method: "POST", Path: "/companies/{id}/users/csv/upload", As: &admin, Lang: "ja"}
		r := w.Do(t, q.Upload(t, "users.csv", "メールアドレス,姓,名,権限\n"+email+",山田,太郎,編集者\n"))
		if r.Status != 200 || !strings.Contains(r.Body, `"invited":1`) {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

func TestAnInvitationHoldsNoAddress(t *testing.T) {
	w := apitest.New(t)
	first := w.User(t, w.Company(t, func(c *company.Company) { c.Name = "一番化学" }), access.Admin)
	second := w.User(t, w.Company(t, func(c *company.Company) { c.Name = "二番化学" }), access.Admin)
	w.Run(t, apitest.Scenario{Name: "invited by the first", Request: invite(&first, email), Status: 201})
	one, invited := w.Mailbox.TakeToken(t), person(t, w, email).User
	w.Run(t, apitest.Scenario{Name: "invited by the second", Request: invite(&second, email), Status: 201})
	w.Mailbox.Take(t)
	w.Run(t, apitest.Scenario{Name: "signs up", Request: signUp(nil), Status: 202})
	own := w.Mailbox.TakeToken(t)
	w.Run(t,
		apitest.Scenario{Name: "a sign-up does not end an invitation", Request: verify(one), Status: 200},
		apitest.Scenario{Name: "a company removes nobody of another", Request: apitest.Request{Method: "DELETE", Path: "/companies/{id}/users/" + string(person(t, w, email).User.ID), As: &second}, Status: 404},
		apitest.Scenario{Name: "the owner goes their own way", Request: activate(own, good), Status: 204},
		apitest.Scenario{Name: "the invitation is overtaken", Request: activate(one, "An0ther-Harbour"), Status: 400, Code: "token.used"},
		apitest.Scenario{Name: "it is sent again", Request: apitest.Request{Method: "POST", Path: "/companies/{id}/users/" + string(invited.ID) + "/reset-password", As: &first}, Status: 409, Code: "user.email_exists"},
		apitest.Scenario{Name: "it is removed", Request: apitest.Request{Method: "DELETE", Path: "/companies/{id}/users/" + string(invited.ID), As: &first}, Status: 204},
		apitest.Scenario{Name: "and cannot be made again", Request: invite(&first, email), Status: 409, Code: "user.email_exists"},
	)
	owned(t, w, "株式会社みどり化学", good)
}

func TestTheInvitedMayFollowAnyLink(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t, func(c *company.Company) { c.Name = "一番化学" }), access.Admin)
	w.Do(t, invite(&admin, email))
	invitation := w.Mailbox.TakeToken(t)
	w.Do(t, signUp(named("他人の会社")))
	stranger := w.Mailbox.TakeToken(t)
	w.Run(t,
		apitest.Scenario{Name: "the invitation", Request: activate(invitation, good), Status: 204},
		apitest.Scenario{Name: "the sign-up of somebody else", Request: activate(stranger, "Str4nger!"), Status: 400, Code: "token.expired"},
	)
	owned(t, w, "一番化学", good)
}

func TestAnActivatedAccountIsNeverTouched(t *testing.T) {
	w := apitest.New(t)
	w.Do(t, signUp(nil))
	w.Do(t, activate(w.Mailbox.TakeToken(t), good))
	before := person(t, w, email)
	admin := w.User(t, w.Company(t), access.Admin)
	w.Clock.Advance(40 * 24 * time.Hour)
	w.Run(t,
		apitest.Scenario{Name: "sign-up", Request: signUp(named("他人の会社")), Status: 202, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if mail := w.Mailbox.Take(t); strings.Contains(mail.Text, "token=") {
				t.Errorf("mail %+v", mail)
			}
		}},
		apitest.Scenario{Name: "invitation", Request: invite(&admin, email), Status: 409, Code: "user.email_exists"},
	)
	if after := person(t, w, email); after.User.ID != before.User.ID || after.Company.Version != before.Company.Version {
		t.Errorf("before %+v, after %+v", before, after)
	}
	owned(t, w, "株式会社みどり化学", good)
}

// expires is when DynamoDB removes a record; 0: never.
func expires(t *testing.T, w *apitest.World, pk, sk string) string {
	t.Helper()
	out, err := w.Engine.Client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: &w.Engine.Name, Key: map[string]types.AttributeValue{
		table.PartitionAttribute: &types.AttributeValueMemberS{Value: pk}, table.SortAttribute: &types.AttributeValueMemberS{Value: sk},
	}})
	if err != nil || out.Item == nil {
		t.Fatalf("no record %s %s: %v", pk, sk, err)
	}
	if n, ok := out.Item[table.TTLAttribute].(*types.AttributeValueMemberN); ok {
		return n.Value
	}
	return "0"
}

func TestASignUpLapses(t *testing.T) {
	w := apitest.New(t)
	w.Do(t, signUp(nil))
	token := w.Mailbox.TakeToken(t)
	p := person(t, w, email)
	records := [][2]string{{"C#" + string(p.Company.ID), "COMPANY"}, {"C#" + string(p.Company.ID), "USER#" + string(p.User.ID)}, {"EMAIL#" + email, "EMAIL"}}
	month := fmt.Sprint(w.Clock.Now().Add(30 * 24 * time.Hour).Unix())
	for _, r := range records {
		if at := expires(t, w, r[0], r[1]); at != month {
			t.Errorf("%s %s of a sign-up goes at %s, want %s", r[0], r[1], at, month)
		}
	}
	w.Clock.Advance(company.ActivationLasts)
	w.Run(t,
		apitest.Scenario{Name: "the link", Request: activate(token, good), Status: 400, Code: "token.expired"},
		apitest.Scenario{Name: "a reset is requested", Request: recoverPassword(email), Status: 204, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if len(w.Mailbox.Mails) != 0 {
				t.Errorf("mails: %+v", w.Mailbox.Mails)
			}
		}},
		apitest.Scenario{Name: "a link is requested", Request: regenerate(email), Status: 204, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
			if mail := w.Mailbox.Take(t); strings.Contains(mail.Text, "token=") || !strings.Contains(mail.Text, apitest.AppURL+"/#/signup") {
				t.Errorf("mail %+v", mail)
			}
		}},
		apitest.Scenario{Name: "signed up again", Request: signUp(named("みどり化学（新）")), Status: 202},
	)
	w.Run(t, apitest.Scenario{Name: "and activated", Request: activate(w.Mailbox.TakeToken(t), good), Status: 204})
	p = person(t, w, email)
	for _, r := range [][2]string{{"C#" + string(p.Company.ID), "COMPANY"}, {"C#" + string(p.Company.ID), "USER#" + string(p.User.ID)}, {"EMAIL#" + email, "EMAIL"}} {
		if at := expires(t, w, r[0], r[1]); at != "0" {
			t.Errorf("%s %s of an account goes at %s", r[0], r[1], at)
		}
	}
	owned(t, w, "みどり化学（新）", good)
}

// A link may be requested before the previous one has expired, but not forever.
func TestASignUpIsNotRenewedForEver(t *testing.T) {
	w := apitest.New(t)
	w.Do(t, signUp(nil))
	w.Mailbox.Take(t)
	renewed := 0
	for range 20 {
		w.Clock.Advance(company.ActivationLasts - time.Hour)
		w.Do(t, regenerate(email))
		if mail := w.Mailbox.Take(t); !strings.Contains(mail.Text, "token=") {
			break
		}
		renewed++
	}
	if renewed < 6 || renewed > 8 {
		t.Errorf("renewed %d times", renewed)
	}
}

// Concurrent sign-ups and invitations of one address leave one sign-up with a valid link,
// beside the invitations.
func TestManySignUpsOfOneAddress(t *testing.T) {
	w := apitest.New(t)
	var requests []apitest.Request
	for i := range 12 {
		requests = append(requests, from(fmt.Sprintf("198.51.100.%d", i+1), signUp(named(fmt.Sprintf("会社%02d号", i)))))
	}
	for range 4 {
		admin := w.User(t, w.Company(t), access.Admin)
		requests = append(requests, invite(&admin, email))
	}
	for i, r := range together(t, w, requests) {
		if want := map[bool]int{true: 202, false: 201}[i < 12]; r.Status != want && r.Status != 429 {
			t.Errorf("request %d: %d %s", i, r.Status, r.Body)
		}
	}
	var links []apitest.Request
	for i, mail := range w.Mailbox.Mails {
		_, rest, _ := strings.Cut(mail.Text, "token=")
		token, _, _ := strings.Cut(rest, "\n")
		links = append(links, activate(token, fmt.Sprintf("Quiet-Harbour-%02d", i)))
	}
	if len(links) < 2 {
		t.Fatalf("%d links", len(links))
	}
	won := winner(t, together(t, w, links))
	owned(t, w, person(t, w, email).Company.Name, fmt.Sprintf("Quiet-Harbour-%02d", won))
}

// A concurrent activation and sign-up: one of the two is first, and the account at the
// user pool belongs to the owner of the address.
func TestActivationAgainstASignUp(t *testing.T) {
	activated := 0
	for range 12 {
		w := apitest.New(t)
		w.Do(t, from("198.51.100.66", signUp(named("先の会社"))))
		token := w.Mailbox.TakeToken(t)
		w.Clock.Advance(time.Minute)
		answers := together(t, w, []apitest.Request{activate(token, good), signUp(named("後の会社"))})
		switch a := answers[0]; {
		case a.Status == 204:
			activated++
			owned(t, w, "先の会社", good)
		case a.Status == 400 || a.Status == 429:
			if p := person(t, w, email); p.Company.Name != "後の会社" || w.Pool.Accounts[email] != nil {
				t.Errorf("refused, and the address is of %s, account %+v", p.Company.Name, w.Pool.Accounts[email])
			}
		default:
			t.Errorf("activation: %d %s", a.Status, a.Body)
		}
		if s := answers[1].Status; s != 202 && s != 429 {
			t.Errorf("sign-up: %d %s", s, answers[1].Body)
		}
	}
	t.Logf("%d of 12 activated", activated)
}
