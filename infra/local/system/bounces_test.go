package system_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// A mail that comes back marks the user and is told to the administrators; one that passes does not. An administrator
// lifts the mark. What leads from SES to the function is the stand-in's event, the rule and the configuration set.
func TestAMailComesBack(t *testing.T) {
	s := here(t)
	const owner, password = "owner@returned.example", "Quiet-Harbour-71"
	guest := &browser{site: s, lang: "en"}
	want[struct{}](t, guest, call{method: "POST", path: "/signup", body: map[string]string{
		"company_name": "Returned Inc.", "first_name": "Ann", "last_name": "Owner", "email": owner, "phone": "03-1111-2222", "locale": "en-US",
	}})
	want[struct{}](t, guest, call{method: "PUT", path: "/signup/activation", body: tokenBody{Token: s.mailedToken(t, owner, pageActivation), Password: password}})
	admin := s.signIn(t, owner, password)
	type person struct {
		ID       string
		Version  int64
		MailStop *struct{ Reason string } `json:"mail_stop"`
	}
	invite := func(email string) person {
		return want[person](t, admin, call{method: "POST", path: "/companies/{id}/users", body: map[string]any{
			"email": email, "first_name": "Bo", "last_name": "Unce", "middle_name": "", "position": "", "phone": "", "role_id": 0, "department_id_list": []string{}, "locale": "en-US",
		}})
	}
	reread := func(id string) person {
		for _, p := range want[struct{ Items []person }](t, admin, call{method: "GET", path: "/companies/{id}/users"}).Items {
			if p.ID == id {
				return p
			}
		}
		t.Fatalf("user %s is not there", id)
		return person{}
	}
	gone := invite("bounce+returned@simulator.amazonses.com")
	eventually(t, time.Minute, "the user is marked", func() bool { return reread(gone.ID).MailStop != nil })
	eventually(t, time.Minute, "the administrator is told", func() bool {
		got := s.letters(t, owner)
		return len(got) > 0 && strings.Contains(got[0].Subject, "Mails to a user are stopped") && strings.Contains(got[0].Text, "bounce+returned@")
	})
	// After the mail the user's record is written once more.
	finished(t)
	now := reread(gone.ID)
	if now.MailStop.Reason != "bounced" {
		t.Errorf("%+v", now.MailStop)
	}
	lifted := want[person](t, admin, call{method: "PUT", path: "/companies/{id}/users/" + gone.ID, version: now.Version, body: map[string]any{"resume_mail": true}})
	if lifted.MailStop != nil {
		t.Errorf("%+v", lifted.MailStop)
	}

	// Whoever runs the stack plays the other mail server, on the mailbox page.
	kept := invite("kept@returned.example")
	for _, feedback := range []string{"transient", "complaint"} {
		answer, err := http.PostForm(s.Mailbox+"/messages/"+s.letters(t, "kept@returned.example")[0].ID+"/"+feedback, url.Values{})
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(err, answer)
		}
		_ = answer.Body.Close()
		finished(t)
		if marked := reread(kept.ID).MailStop != nil; marked != (feedback == "complaint") {
			t.Errorf("%s: marked %v", feedback, marked)
		}
	}
}
