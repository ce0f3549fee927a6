package identity_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/identity"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

// call calls a function with an event, and returns its response.
func call(t *testing.T, s identity.Services, function, event string) map[string]any {
	t.Helper()
	h, err := identity.Of(function, s)
	if err != nil {
		t.Fatal(err)
	}
	out, err := h.Invoke(context.Background(), []byte(event))
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		UserName string         `json:"userName"`
		Response map[string]any `json:"response"`
	}
	if err := json.Unmarshal(out, &answer); err != nil || answer.UserName != "u" {
		t.Fatalf("%s, %v", out, err)
	}
	return answer.Response
}

// No token of a user's has the scope to change factors; only those of the functions' client do.
func TestTokensLackTheScope(t *testing.T) {
	s := identity.Services{AdminClient: "admin"}
	for client, kept := range map[string]bool{"dashboard": false, "admin": true, "": false} {
		got := call(t, s, identity.Tokens, `{"version":"2","userName":"u","callerContext":{"clientId":"`+client+`"},"request":{"scopes":["aws.cognito.signin.user.admin"]},"response":{}}`)
		text, _ := json.Marshal(got)
		if kept == strings.Contains(string(text), `"scopesToSuppress":["aws.cognito.signin.user.admin"]`) {
			t.Errorf("%s: %s", client, text)
		}
	}
	got, _ := json.Marshal(call(t, identity.Services{}, identity.Tokens, `{"userName":"u","callerContext":{"clientId":""},"response":{}}`))
	if !strings.Contains(string(got), "scopesToSuppress") {
		t.Errorf("without a setting: %s", got)
	}
}

// The password comes first, and without a correct code there are no tokens.
func TestTheStepsOfARecovery(t *testing.T) {
	const srp, password, bad, wrong, right = `{"challengeName":"SRP_A","challengeResult":true}`, `{"challengeName":"PASSWORD_VERIFIER","challengeResult":true}`,
		`{"challengeName":"PASSWORD_VERIFIER","challengeResult":false}`, `{"challengeName":"CUSTOM_CHALLENGE","challengeResult":false}`, `{"challengeName":"CUSTOM_CHALLENGE","challengeResult":true}`
	join := func(steps ...string) string { return strings.Join(steps, ",") }
	for name, tt := range map[string]struct {
		session, want string
		unknown       bool
	}{
		"nothing":                  {"", "fail", false},
		"a code first":             {right, "fail", false},
		"begun":                    {srp, "PASSWORD_VERIFIER", false},
		"begun by an unknown user": {srp, "PASSWORD_VERIFIER", true},
		"a wrong password":         {join(srp, bad), "fail", false},
		"no password":              {join(srp, right), "fail", false},
		"the password":             {join(srp, password), "CUSTOM_CHALLENGE", false},
		"an unknown user":          {join(srp, password), "fail", true},
		"a wrong code":             {join(srp, password, wrong), "CUSTOM_CHALLENGE", false},
		"five wrong codes":         {join(srp, password, wrong, wrong, wrong, wrong, wrong), "fail", false},
		"a right one then":         {join(srp, password, wrong, right), "tokens", false},
		"another challenge":        {join(srp, password, srp, right), "fail", false},
	} {
		unknown, _ := json.Marshal(tt.unknown)
		got := call(t, identity.Services{}, identity.Challenge, `{"triggerSource":"DefineAuthChallenge_Authentication","userName":"u","request":{"session":[`+tt.session+`],"userNotFound":`+string(unknown)+`}}`)
		is := got["challengeName"]
		if got["failAuthentication"] == true {
			is = "fail"
		}
		if got["issueTokens"] == true {
			is = "tokens"
		}
		if is != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := call(t, identity.Services{}, identity.Challenge, `{"triggerSource":"CreateAuthChallenge_Authentication","userName":"u"}`); got["challengeMetadata"] != "RECOVERY_CODE" {
		t.Errorf("%v", got)
	}
}

// A code works once: of 64 concurrent uses one succeeds. The user is notified, and the audit
// has both outcomes.
func TestARecoveryCodeWorksOnce(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u, other := w.User(t, c, access.Viewer), w.User(t, c, access.Viewer)
	set, codes := company.NewRecoverySet(u.ID, w.Clock.Now())
	if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"}).ReplaceRecoverySet(u.ID, set).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := identity.Services{Table: w.Table, Mail: mailer.New(w.Mailbox, "no-reply@anzen.example"), AppURL: "https://anzen.example", Now: w.Clock.Now, Log: slog.New(slog.DiscardHandler)}
	answer := func(of company.User, code string) bool {
		text, _ := json.Marshal(map[string]any{
			"userName": "u", "request": map[string]any{"challengeAnswer": code, "userAttributes": map[string]string{"custom:company_id": string(c.ID), "custom:user_id": string(of.ID)}},
		})
		return call(t, s, identity.Recovery, string(text))["answerCorrect"] == true
	}
	if answer(u, "0000-0000-0000-0000-0000-0000") || answer(other, codes[0]) || answer(u, "") {
		t.Error("a wrong code passes")
	}
	var right atomic.Int32
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			if answer(u, strings.ToLower(codes[3])) {
				right.Add(1)
			}
		})
	}
	all.Wait()
	if right.Load() != 1 || answer(u, codes[3]) {
		t.Errorf("%d uses of one code", right.Load())
	}
	if got, err := w.Table.RecoverySet(t.Context(), c.ID, u.ID); err != nil || got.Remaining() != company.RecoveryCodes-1 || got.Codes[3].UsedAt == nil {
		t.Errorf("%+v, %v", got, err)
	}
	if mails := w.Mailbox.Mails; len(mails) != 1 || mails[0].To != u.Email || !strings.Contains(mails[0].Text, "残りのコードは9個") {
		t.Errorf("%+v", mails)
	}
}
