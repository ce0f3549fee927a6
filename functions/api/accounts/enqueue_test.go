package accounts_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Whoever an address belongs to, a route calls the same services in the same order and
// answers the same. So neither the answer nor its time reveals who has an account.
func TestRoutesDoTheSameForEveryAddress(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	addresses := map[string]string{
		"of nobody": "nobody@midori.example", "of somebody": w.User(t, c, access.Viewer).Email,
		"of somebody invited": w.User(t, c, access.Viewer, func(u *company.User) { u.Active = false }).Email,
		"that has signed up":  "waits@midori.example", "whose sign-up has lapsed": "lapsed@midori.example",
	}
	w.Do(t, signUp(map[string]any{"email": addresses["whose sign-up has lapsed"]}))
	w.Clock.Advance(company.ActivationLasts)
	w.Do(t, signUp(map[string]any{"email": addresses["that has signed up"]}))
	w.Mailbox.Mails, w.Later = nil, true
	for name, request := range map[string]func(email string) apitest.Request{
		"sign-up":  func(email string) apitest.Request { return signUp(map[string]any{"email": email}) },
		"recovery": recoverPassword, "regeneration": regenerate,
	} {
		want, did := w.Trace(t, request(addresses["of nobody"]))
		if len(did) == 0 {
			t.Errorf("%s: no call of a service was seen", name)
		}
		for whose, email := range addresses {
			for range 2 { // a repeated request does the same
				got, does := w.Trace(t, request(email))
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s of an address %s: %+v, want %+v", name, whose, got, want)
				}
				if !reflect.DeepEqual(does, did) {
					t.Errorf("%s of an address %s does %q, want %q", name, whose, does, did)
				}
			}
		}
	}
	if len(w.Mailbox.Mails) != 0 {
		t.Errorf("a route has mailed by itself: %+v", w.Mailbox.Mails)
	}
	if left := w.HandleRequests(t); left != 0 {
		t.Errorf("%d requests cannot be handled", left)
	}
	if len(w.Mailbox.Mails) == 0 {
		t.Error("nothing was mailed in the end")
	}
}

// A request is retried until it is handled, and then deleted.
func TestARequestIsSeenTo(t *testing.T) {
	w := apitest.New(t)
	before := w.Engine.Count(t)
	w.Later = true
	w.Run(t, apitest.Scenario{Name: "stored", Request: signUp(nil), Status: 202})
	fault := errors.New("the table is away")
	for n := range 40 {
		calls := 0
		w.Interfere = func() error {
			if calls++; calls == n%4+1 {
				return fault
			}
			return nil
		}
		if w.Mailbox.Fail = nil; n%2 == 0 {
			w.Mailbox.Fail = errors.New("SES is down")
		}
		if w.HandleRequests(t) == 0 {
			break
		}
	}
	w.Interfere, w.Mailbox.Fail = nil, nil
	if left := w.HandleRequests(t); left != 0 {
		t.Fatalf("%d requests were not handled", left)
	}
	if len(w.Mailbox.Mails) == 0 {
		t.Fatal("nothing was mailed")
	}
	_, rest, _ := strings.Cut(w.Mailbox.Mails[len(w.Mailbox.Mails)-1].Text, "token=")
	token, _, _ := strings.Cut(rest, "\n")
	w.Run(t, apitest.Scenario{Name: "the latest link holds", Request: activate(token, good), Status: 204})
	after, mails := w.Engine.Count(t), len(w.Mailbox.Mails)
	if after == before {
		t.Error("there are no records")
	}
	w.Clock.Advance(time.Minute)
	if w.HandleRequests(t); len(w.Mailbox.Mails) != mails || w.Engine.Count(t) != after {
		t.Error("it was handled again")
	}
}

// The input of the machine, which its history keeps, has no personal data.
func TestTheMachineLearnsNobodysAddress(t *testing.T) {
	w := apitest.New(t)
	w.Later = true
	w.Do(t, signUp(nil))
	w.Do(t, recoverPassword(email))
	for _, input := range w.Waiting() {
		var members map[string]string
		if err := json.Unmarshal([]byte(input), &members); err != nil || len(members) != 2 || !sds.ValidID(members["request"]) || members["trace"] != "request" {
			t.Errorf("input %s: %v", input, err)
		}
	}
	if n := len(w.Waiting()); n != 2 {
		t.Errorf("%d inputs", n)
	}
}
