package signin_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/signin"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
)

const (
	client = "dashboard"
	agent  = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
	desk   = "0123456789abcdef0123456789abcdef"
)

// event is an event of the user pool for a user.
func event(t *testing.T, u company.User, trigger, client, device string) []byte {
	t.Helper()
	encoded, err := json.Marshal(map[string]any{
		"triggerSource": trigger, "userName": "sub", "callerContext": map[string]string{"clientId": client},
		"request": map[string]any{
			"userAttributes": map[string]string{"custom:company_id": string(u.Company), "custom:user_id": string(u.ID), "email": u.Email},
			"clientMetadata": map[string]string{signin.MetadataAgent: agent, signin.MetadataDevice: device},
		},
		"response": map[string]any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func TestSignIns(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	var log bytes.Buffer
	function := signin.Of(signin.Services{
		Table: w.Table, Mail: mailer.New(w.Mailbox, "no-reply@anzen.example"), AppURL: "https://anzen.example", Client: client, Now: w.Clock.Now,
		Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	call := func(in []byte) {
		t.Helper()
		out, err := function.Invoke(t.Context(), in)
		if err != nil || !bytes.Equal(out, in) {
			t.Fatalf("%s, %v", out, err)
		}
	}
	signIn := func(device string) {
		t.Helper()
		w.Clock.Advance(time.Hour)
		call(event(t, u, signin.Before, client, device))
		call(event(t, u, signin.After, client, device))
	}
	mails := func(want int, what string) {
		t.Helper()
		if len(w.Mailbox.Mails) != want {
			t.Errorf("%s: %d mails", what, len(w.Mailbox.Mails))
		}
		w.Mailbox.Mails = nil
	}
	call(event(t, u, signin.After, "another client", desk))
	if w.Reread(t, u).LoginAt != nil {
		t.Error("a check of the password counts as a sign-in")
	}
	signIn(desk)
	mails(0, "the first sign-in of all")
	if at := w.Reread(t, u).LoginAt; at == nil || !at.Equal(w.Clock.Now().Truncate(time.Second)) {
		t.Errorf("signed in at %v", at)
	}
	signIn(desk)
	mails(0, "from the same device")
	signIn(strings.Repeat("f", 32))
	if m := w.Mailbox.Mails[0]; m.To != u.Email || !strings.Contains(m.Text, "Chrome（Windows）") || !strings.Contains(m.Text, "https://anzen.example/#/password-recovery") || !strings.Contains(m.Text, company.TimeText(w.Clock.Now(), u.Locale)) {
		t.Errorf("%+v", m)
	}
	mails(1, "from another device")
	signIn("")
	mails(1, "from a device without a name")
	signIn("short")
	mails(1, "from a device whose name could be guessed")
	history, err := w.Table.SignIns(t.Context(), u.Company, u.ID)
	if err != nil || len(history) != 5 {
		t.Errorf("%+v, %v", history, err)
	}
	call([]byte(`{"triggerSource":"PreAuthentication_Authentication","userName":"x","callerContext":{"clientId":"` + client + `"},"request":{"userNotFound":true}}`))
	mails(0, "an unknown user")
	w.Remove(t, u)
	call(event(t, u, signin.After, client, desk))
	call([]byte(`{"triggerSource":"PostAuthentication_Authentication"}`))
	if log.Len() != 0 {
		t.Errorf("%s", log.String())
	}
}

// A linked person's sign-in without a device may be one at the company's identity provider, which
// another trigger records, or with a password that gets no tokens: here it stays an attempt, and
// nobody is told that it was at the provider.
func TestALinkedPersonHidesTheirDevice(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	function := signin.Of(signin.Services{
		Table: w.Table, Mail: mailer.New(w.Mailbox, "no-reply@anzen.example"), AppURL: "https://anzen.example", Client: client, Now: w.Clock.Now, Log: slog.New(slog.DiscardHandler),
	})
	signIn := func(identities string, metadata map[string]string) company.SignIn {
		t.Helper()
		w.Clock.Advance(time.Hour)
		for _, trigger := range []string{signin.Before, signin.After} {
			in, _ := json.Marshal(map[string]any{
				"triggerSource": trigger, "userName": "sub", "callerContext": map[string]string{"clientId": client},
				"request": map[string]any{
					"userAttributes": map[string]string{"custom:company_id": string(u.Company), "custom:user_id": string(u.ID), "identities": identities}, "clientMetadata": metadata,
				},
			})
			if _, err := function.Invoke(t.Context(), in); err != nil {
				t.Fatal(err)
			}
		}
		w.Clock.Advance(time.Hour)
		history, err := w.Table.SignIns(t.Context(), u.Company, u.ID)
		if err != nil || len(history) == 0 {
			t.Fatalf("%+v, %v", history, err)
		}
		return history[0]
	}
	for name, metadata := range map[string]map[string]string{"none": nil, "empty": {}} {
		if s := signIn("[]", metadata); s.Attempts == nil || *s.Attempts != 1 || s.Agent != "" || len(w.Mailbox.Mails) != 0 || w.Reread(t, u).LoginAt != nil {
			t.Errorf("%s: %+v, %d mails", name, s, len(w.Mailbox.Mails))
		}
	}
	signIn("", nil) // the first of all
	if s := signIn("[]", map[string]string{signin.MetadataAgent: company.AgentSAML}); s.Agent != "" || !s.New || len(w.Mailbox.Mails) != 1 {
		t.Errorf("one that pretends: %+v, %d mails", s, len(w.Mailbox.Mails))
	}
	if s := signIn("", nil); s.Agent != "" || !s.New || len(w.Mailbox.Mails) != 2 {
		t.Errorf("of nobody linked: %+v, %d mails", s, len(w.Mailbox.Mails))
	}
}

// Where the company refuses passwords a sign-in with one gets no tokens: it stays an attempt.
func TestARefusedPasswordIsAnAttempt(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Features = []plan.Feature{plan.FeatureSAML} })
	u := w.User(t, c, access.Viewer)
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.connected"})
	x.WriteConnection(nil, saml.Connection{State: saml.StateActive, Only: true, Domains: []string{"midori.example"}})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	function := signin.Of(signin.Services{Table: w.Table, Mail: mailer.New(w.Mailbox, "no-reply@anzen.example"), Client: client, Now: w.Clock.Now, Log: slog.New(slog.DiscardHandler)})
	for _, trigger := range []string{signin.Before, signin.After} {
		in, _ := json.Marshal(map[string]any{
			"triggerSource": trigger, "callerContext": map[string]string{"clientId": client},
			"request": map[string]any{"userAttributes": map[string]string{"custom:company_id": string(u.Company), "custom:user_id": string(u.ID)}, "clientMetadata": map[string]string{signin.MetadataAgent: "x"}},
		})
		if _, err := function.Invoke(t.Context(), in); err != nil {
			t.Fatal(err)
		}
	}
	w.Clock.Advance(time.Hour)
	history, err := w.Table.SignIns(t.Context(), u.Company, u.ID)
	if err != nil || len(history) != 1 || history[0].Attempts == nil || *history[0].Attempts != 1 || w.Reread(t, u).LoginAt != nil {
		t.Errorf("%+v, %v", history, err)
	}
}
