package accounts_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	idptypes "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/functions/api/accounts"
	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/mail"
)

// together sends requests concurrently.
func together(t *testing.T, w *apitest.World, requests []apitest.Request) []apitest.Response {
	t.Helper()
	answers := make([]apitest.Response, len(requests))
	start := make(chan struct{})
	var group sync.WaitGroup
	for i, q := range requests {
		group.Go(func() {
			<-start
			answers[i] = w.Do(t, q)
		})
	}
	close(start)
	group.Wait()
	return answers
}

// manyUses are many concurrent uses of links.
const manyUses = 30

// winner is the only use that succeeded; all others were refused.
func winner(t *testing.T, answers []apitest.Response) int {
	t.Helper()
	won := -1
	for i, r := range answers {
		switch {
		case r.Status == 204 && won >= 0:
			t.Errorf("uses %d and %d succeeded", won, i)
		case r.Status == 204:
			won = i
		case r.Status != 400 && r.Status != 429:
			t.Errorf("use %d: %d %s", i, r.Status, r.Body)
		}
	}
	if won < 0 {
		t.Fatal("no use succeeded")
	}
	return won
}

func TestOneOfManyUsesSetsThePassword(t *testing.T) {
	password := func(i int) string { return fmt.Sprintf("Quiet-Harbour-%02d", i) }
	uses := func(tokens []string, use func(token, password string) apitest.Request) []apitest.Request {
		requests := make([]apitest.Request, manyUses)
		for i := range requests {
			requests[i] = use(tokens[i%len(tokens)], password(i))
		}
		return requests
	}
	t.Run("of a link that resets", func(t *testing.T) {
		w := apitest.New(t)
		u := w.User(t, w.Company(t), access.Editor)
		w.Do(t, recoverPassword(u.Email))
		won := winner(t, together(t, w, uses([]string{w.Mailbox.TakeToken(t)}, reset)))
		if a := w.Pool.Accounts[u.Email]; a.Password != password(won) {
			t.Errorf("the pool's password is %s, of a refused use; use %d succeeded", a.Password, won)
		}
		w.Mailbox.Take(t) // one notification
	})
	t.Run("of two links that reset", func(t *testing.T) {
		w := apitest.New(t)
		u := w.User(t, w.Company(t), access.Editor)
		w.Do(t, recoverPassword(u.Email))
		first := w.Mailbox.TakeToken(t)
		w.Clock.Advance(time.Minute)
		w.Do(t, recoverPassword(u.Email))
		second := w.Mailbox.TakeToken(t)
		w.Clock.Advance(time.Second)
		won := winner(t, together(t, w, uses([]string{first, second}, reset)))
		if a := w.Pool.Accounts[u.Email]; a.Password != password(won) {
			t.Errorf("the pool's password is %s, of a refused use; use %d succeeded", a.Password, won)
		}
	})
	t.Run("of a link that activates", func(t *testing.T) {
		w := apitest.New(t)
		w.Do(t, signUp(nil))
		won := winner(t, together(t, w, uses([]string{w.Mailbox.TakeToken(t)}, activate)))
		if a := w.Pool.Accounts[email]; a.Password != password(won) || !person(t, w, email).Active() {
			t.Errorf("the pool's password is %s, of a refused use; use %d succeeded", a.Password, won)
		}
	})
}

// A use interrupted between claiming the link and setting the password leaves everything
// else unchanged, and the user can request another link.
func TestUseThatWasCutOff(t *testing.T) {
	down := errors.New("no answer from Cognito")
	t.Run("of a link that resets", func(t *testing.T) {
		w := apitest.New(t)
		u := w.User(t, w.Company(t), access.Editor)
		w.Do(t, recoverPassword(u.Email))
		token := w.Mailbox.TakeToken(t)
		w.Pool.Fail["AdminSetUserPassword"] = down
		w.Run(t,
			apitest.Scenario{Name: "interrupted", Request: reset(token, "N3w-Harbour-71"), Status: 500, Code: "internal", Lacks: []string{"Cognito"}},
			apitest.Scenario{Name: "the link is spent", Request: reset(token, "N3w-Harbour-71"), Status: 400, Code: "token.used", After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
				if a := w.Pool.Accounts[u.Email]; a.Password != "Passw0rd!" {
					t.Errorf("the password is %s", a.Password)
				}
				delete(w.Pool.Fail, "AdminSetUserPassword")
				w.Clock.Advance(time.Minute)
			}},
			apitest.Scenario{Name: "another is asked for", Request: recoverPassword(u.Email), Status: 204},
		)
		w.Run(t, apitest.Scenario{Name: "and holds", Request: reset(w.Mailbox.TakeToken(t), "N3w-Harbour-71"), Status: 204})
		if a := w.Pool.Accounts[u.Email]; a.Password != "N3w-Harbour-71" {
			t.Errorf("the password is %s", a.Password)
		}
	})
	t.Run("of a link that activates", func(t *testing.T) {
		w := apitest.New(t)
		w.Do(t, signUp(nil))
		token := w.Mailbox.TakeToken(t)
		w.Pool.Fail["AdminSetUserPassword"] = down
		w.Run(t,
			apitest.Scenario{Name: "interrupted", Request: activate(token, good), Status: 500, Code: "internal", After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
				if p := person(t, w, email); p.User.Active || p.Company.Active {
					t.Errorf("activated without a password: %+v", p)
				}
				delete(w.Pool.Fail, "AdminSetUserPassword")
				w.Clock.Advance(time.Minute)
			}},
			apitest.Scenario{Name: "the link is spent", Request: activate(token, good), Status: 400, Code: "token.used"},
			apitest.Scenario{Name: "another is asked for", Request: apitest.Request{Method: "POST", Path: "/activation/regeneration", Body: accounts.EmailAddress{Email: email}}, Status: 204},
		)
		w.Run(t, apitest.Scenario{Name: "and holds", Request: activate(w.Mailbox.TakeToken(t), good), Status: 204})
		if p := person(t, w, email); !p.Active() || w.Pool.Accounts[email].Password != good {
			t.Errorf("%+v", p)
		}
	})
}

// While one use may still be setting the password no other can begin, with any link.
func TestUsesDoNotOverlap(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Editor)
	w.Do(t, recoverPassword(u.Email))
	first := w.Mailbox.TakeToken(t)
	w.Pool.Fail["AdminSetUserPassword"] = errors.New("no answer from Cognito")
	w.Run(t, apitest.Scenario{Name: "one is on its way", Request: reset(first, "N3w-Harbour-71"), Status: 500})
	delete(w.Pool.Fail, "AdminSetUserPassword")
	w.Clock.Advance(time.Second)
	if err := w.Table.Unthrottle(t.Context(), string(mail.PasswordReset), u.Email); err != nil {
		t.Fatal(err)
	}
	w.Do(t, from("198.51.100.9", recoverPassword(u.Email)))
	second := w.Mailbox.TakeToken(t)
	w.Run(t, apitest.Scenario{Name: "another has to wait", Request: reset(second, "Other-Harbour-72"), Status: 429, Code: "busy", After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
		w.Clock.Advance(accounts.ChoosingTakes)
	}})
	w.Run(t, apitest.Scenario{Name: "and holds afterwards", Request: reset(second, "Other-Harbour-72"), Status: 204})
}

// A password refused by the pool leaves everything unchanged, the link included.
func TestRefusedPasswordChangesNothing(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Editor)
	signedIn := w.Clock.Now()
	w.Clock.Advance(time.Hour)
	w.Do(t, recoverPassword(u.Email))
	token := w.Mailbox.TakeToken(t)
	w.Pool.Refuses["Aa345678!"] = true
	before := w.Reread(t, u)
	w.Run(t, apitest.Scenario{Name: "too weak for the pool", Request: reset(token, "Aa345678!"), Status: 400, Field: "new_password password.weak"})
	w.Pool.Fail["AdminSetUserPassword"] = &idptypes.TooManyRequestsException{}
	w.Run(t,
		apitest.Scenario{Name: "the pool is busy", Request: reset(token, "N3w-Harbour-71"), Status: 500},
		apitest.Scenario{Name: "the session goes on", Request: apitest.Request{Method: "GET", Path: "/users/me", As: &u, SignedIn: signedIn}, Status: 200},
	)
	delete(w.Pool.Fail, "AdminSetUserPassword")
	if after := w.Reread(t, u); !after.SessionsFrom.Equal(before.SessionsFrom) || !after.LinksFrom.Equal(before.LinksFrom) || !after.ChoosingUntil.IsZero() {
		t.Errorf("before %+v, after %+v", before, after)
	}
	w.Run(t, apitest.Scenario{Name: "the link still holds", Request: reset(token, "N3w-Harbour-71"), Status: 204})
	if subject := w.Mailbox.Take(t).Subject; !strings.Contains(subject, "変更") {
		t.Errorf("mail %s", subject)
	}
}

// A sign-up whose password the pool has refused lapses as before.
func TestASignUpLapsesAfterARefusedPassword(t *testing.T) {
	w := apitest.New(t)
	w.Do(t, signUp(nil))
	token := w.Mailbox.TakeToken(t)
	p := person(t, w, email)
	records := [][2]string{{"C#" + string(p.Company.ID), "COMPANY"}, {"C#" + string(p.Company.ID), "USER#" + string(p.User.ID)}, {"EMAIL#" + email, "EMAIL"}}
	var before []string
	for _, r := range records {
		before = append(before, expires(t, w, r[0], r[1]))
	}
	w.Pool.Refuses["Aa345678!"] = true
	w.Run(t, apitest.Scenario{Name: "too weak for the pool", Request: activate(token, "Aa345678!"), Status: 400, Field: "password password.weak"})
	for i, r := range records {
		if after := expires(t, w, r[0], r[1]); after != before[i] || after == "0" {
			t.Errorf("%s %s goes at %s, before at %s", r[0], r[1], after, before[i])
		}
	}
	w.Run(t, apitest.Scenario{Name: "a better one", Request: activate(token, good), Status: 204})
	for _, r := range records {
		if after := expires(t, w, r[0], r[1]); after != "0" {
			t.Errorf("%s %s of an account goes at %s", r[0], r[1], after)
		}
	}
}
