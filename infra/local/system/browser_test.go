package system_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"anzen/functions/api/rest"
	"anzen/shared/domain/message"
)

// site is the addresses of a stack, from its ready.json.
type site struct {
	URL      string `json:"url"`
	Mailbox  string `json:"mailbox"`
	AWS      string `json:"aws"`
	Accounts []struct{ Email, Password, Role string }
}

var client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// browser is a user of the dashboard.
type browser struct {
	site    site
	lang    string // Accept-Language
	company string // its id, once signed in
	id      string // of the user, once signed in
	tokens  tokens
}

// tokens are the user pool's tokens of a session.
type tokens struct{ IdToken, AccessToken, RefreshToken string } //nolint:revive // as on the wire

// call is a request to the API.
type call struct {
	method, path string // {id} stands for the company
	body         any    // sent as JSON; []byte unchanged
	version      int64  // If-Match
	key          string // Idempotency-Key
	trace        string // X-Request-Id
}

// answer is a response of the API.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.body) }

func (a answer) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		t.Fatalf("decode %s: %v", a, err)
	}
}

func (a answer) problem(t testing.TB) rest.Problem {
	t.Helper()
	var p rest.Problem
	a.into(t, &p)
	return p
}

// try sends a call. The error is of the connection, not of the answer.
func (b *browser) try(c call) (answer, error) {
	var body io.Reader
	switch v := c.body.(type) {
	case nil:
	case []byte:
		body = bytes.NewReader(v)
	default:
		encoded, err := json.Marshal(v)
		if err != nil {
			return answer{}, err
		}
		body = bytes.NewReader(encoded)
	}
	path := strings.Replace(c.path, "{id}", b.company, 1)
	q, err := http.NewRequest(c.method, b.site.URL+rest.Base+path, body)
	if err != nil {
		return answer{}, err
	}
	for name, value := range map[string]string{"Accept-Language": b.lang, "Idempotency-Key": c.key, "X-Request-Id": c.trace} {
		if value != "" {
			q.Header.Set(name, value)
		}
	}
	if c.body != nil {
		q.Header.Set("Content-Type", "application/json")
	}
	if b.tokens.IdToken != "" {
		q.Header.Set("Authorization", "Bearer "+b.tokens.IdToken)
	}
	if c.version != 0 {
		q.Header.Set("If-Match", fmt.Sprintf(`"%d"`, c.version))
	}
	return exchange(q)
}

func exchange(q *http.Request) (answer, error) {
	r, err := client.Do(q)
	if err != nil {
		return answer{}, err
	}
	defer r.Body.Close() //nolint:errcheck // only read
	read, err := io.ReadAll(r.Body)
	return answer{r.StatusCode, r.Header, read}, err
}

func (b *browser) do(t testing.TB, c call) answer {
	t.Helper()
	a, err := b.try(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// want sends a call that must succeed, and returns its decoded body.
func want[T any](t testing.TB, b *browser, c call) T {
	t.Helper()
	a := b.do(t, c)
	if a.status/100 != 2 {
		t.Fatalf("%s %s: %s", c.method, c.path, a)
	}
	var v T
	if len(a.body) > 0 {
		a.into(t, &v)
	}
	return v
}

// refused sends a call that must be refused with the status and code.
func refused(t testing.TB, b *browser, c call, status int, code string) {
	t.Helper()
	a := b.do(t, c)
	if a.status != status || a.problem(t).Code != code {
		t.Errorf("%s %s: %s, want %d %s", c.method, c.path, a, status, code)
	}
}

func get(t testing.TB, address string) answer {
	t.Helper()
	q, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := exchange(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// settings are the dashboard's settings, which it reads first.
type settings struct {
	APIBase          string  `json:"apiBase"`
	Region           string  `json:"region"`
	UserPoolID       string  `json:"userPoolId"`
	UserPoolClientID string  `json:"userPoolClientId"`
	UserPoolEndpoint string  `json:"userPoolEndpoint"`
	OAuthDomain      string  `json:"oauthDomain"`
	MarketingURL     *string `json:"marketingUrl"`
}

func (s site) settings(t testing.TB) settings {
	t.Helper()
	var v settings
	get(t, s.URL+"/config.json").into(t, &v)
	return v
}

// pool sends an operation to the user pool as the dashboard does.
func (s site) pool(t testing.TB, operation string, in map[string]any) answer {
	t.Helper()
	config := s.settings(t)
	in["ClientId"] = config.UserPoolClientID
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	q, err := http.NewRequest(http.MethodPost, config.UserPoolEndpoint, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/x-amz-json-1.1")
	q.Header.Set("X-Amz-Target", "AWSCognitoIdentityProviderService."+operation)
	q.Header.Set("Origin", s.URL)
	a, err := exchange(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// me is the signed-in user as the dashboard sees it.
type me struct {
	ID      string `json:"id"`
	Company string `json:"company_id"`
	Email   string `json:"email"`
	Locale  string `json:"locale"`
	Version int64  `json:"version"`
	Role    struct {
		Name string `json:"name"`
	} `json:"role"`
}

// signIn signs in with a password.
func (s site) signIn(t testing.TB, email, with string) *browser {
	t.Helper()
	got, a := s.trySignIn(t, email, with)
	if got.IdToken == "" {
		t.Fatalf("sign in as %s: %s", email, a)
	}
	b := &browser{site: s, lang: "ja", tokens: got}
	who := want[me](t, b, call{method: "GET", path: "/users/me"})
	b.company, b.id = who.Company, who.ID
	return b
}

// patience is the extra time allowed on a busy machine.
const patience = 3 * time.Minute

// eventually polls until the condition is true.
func eventually(t testing.TB, within time.Duration, what string, condition func() bool) {
	t.Helper()
	poll(t, within, 20*time.Millisecond, what, condition)
}

func poll(t testing.TB, within, every time.Duration, what string, condition func() bool) {
	t.Helper()
	limit := time.NewTimer(within + patience)
	defer limit.Stop()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-limit.C:
			t.Fatalf("not within %s: %s", within, what)
		}
	}
}

func newKey() string { return uuid.NewString() }

// code is the API's code of an error.
func code(t testing.TB, err error) string {
	t.Helper()
	var known *message.Error
	if !errors.As(err, &known) {
		t.Fatalf("%v is no error of the API", err)
	}
	return string(known.Code)
}
