package system_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anzen/functions/api"
	"anzen/infra/blueprint"
)

// The headers of the dashboard's answers.
func TestTheDashboardsAnswersAreSafe(t *testing.T) {
	s := here(t)
	headers := blueprint.New().Edge.Headers
	built := true
	if _, err := os.Stat(filepath.Join(root, "frontend", "dist", "index.html")); err != nil {
		built = false
	}
	for path, status := range map[string]int{
		"/": http.StatusOK, "/index.html": http.StatusOK, "/config.json": http.StatusOK, "/static/missing.js": http.StatusNotFound,
		"/../go.mod": http.StatusNotFound, "/%2e%2e/%2e%2e/go.mod": http.StatusNotFound, "/static/": http.StatusNotFound,
	} {
		a := get(t, s.URL+path)
		if !built && strings.HasSuffix("/index.html", path) {
			status = http.StatusServiceUnavailable
		}
		if a.status != status {
			t.Errorf("%s: %d, want %d", path, a.status, status)
		}
		for name, value := range headers {
			if got := a.header.Get(name); got != strings.ReplaceAll(value, "{connect}", s.AWS+" "+strings.Replace(s.AWS, "http:", "https:", 1)) {
				t.Errorf("%s: %s: %q", path, name, got)
			}
		}
	}
	policy := headers["Content-Security-Policy"]
	for _, part := range []string{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'", "base-uri 'none'"} {
		if !strings.Contains(policy, part+";") && !strings.HasSuffix(policy, part) {
			t.Errorf("the content security policy lacks %s", part)
		}
	}
}

func TestSettingsOfTheDashboard(t *testing.T) {
	s := here(t)
	got := s.settings(t)
	want := settings{
		APIBase: "/api/v1", Region: "ap-northeast-1", UserPoolID: "ap-northeast-1_ANZENLOCAL", UserPoolClientID: "anzenlocaldashboard", UserPoolEndpoint: s.AWS + "/",
		OAuthDomain: strings.TrimPrefix(s.AWS, "http://"),
	}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	a := get(t, s.URL+"/config.json")
	if a.header.Get("Cache-Control") != "no-cache" || a.header.Get("Content-Type") != "application/json" || strings.Count(string(a.body), ":null") != 1 {
		t.Errorf("config.json: %s", a)
	}
}

// The gateway's own answers are JSON, like all answers of the API.
func TestRequestsThatReachNoFunction(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	for name, tt := range map[string]struct {
		call   call
		status int
	}{
		"an unknown route":  {call{method: "GET", path: "/nothing/here"}, http.StatusNotFound},
		"an unknown method": {call{method: "PATCH", path: "/users/me"}, http.StatusNotFound},
		"more than 10 MB":   {call{method: "PUT", path: "/users/me", body: make([]byte, 10<<20+1)}, http.StatusRequestEntityTooLarge},
		"more than Lambda":  {call{method: "PUT", path: "/users/me", body: bytes.Repeat([]byte(" "), 7<<20)}, http.StatusRequestEntityTooLarge},
	} {
		a := b.do(t, tt.call)
		var v struct{ Detail, Code string }
		if a.status != tt.status || a.header.Get("Content-Type") != "application/json" || a.header.Get("X-Amzn-Requestid") == "" {
			t.Errorf("%s: %s %v", name, a, a.header)
			continue
		}
		if a.into(t, &v); v.Detail == "" || v.Code == "" {
			t.Errorf("%s: %s", name, a)
		}
	}
	// Too long for the function only.
	refused(t, b, call{method: "PUT", path: "/users/me", version: 1, body: bytes.Repeat([]byte(" "), 1<<20+1)}, http.StatusRequestEntityTooLarge, "input.too_large")
	refused(t, b, call{method: "PUT", path: "/users/me", version: 1, body: []byte("{")}, http.StatusBadRequest, "input.malformed")
}

func TestTheDocumentIsServed(t *testing.T) {
	a := get(t, here(t).URL+"/api/v1/openapi.json")
	document, err := api.Document()
	if err != nil {
		t.Fatal(err)
	}
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/json" || !bytes.Equal(a.body, document) {
		t.Errorf("%d %s, %d bytes of %d", a.status, a.header.Get("Content-Type"), len(a.body), len(document))
	}
}

// Only the gateway reaches a function's route with the edge's secret, so a request
// cannot forge its own origin.
func TestClientsCannotForgeTheEdgesHeaders(t *testing.T) {
	s := here(t)
	b := s.signIn(t, viewer, password)
	q, err := http.NewRequest(http.MethodGet, s.URL+"/api/v1/users/me", nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+b.tokens.IdToken)
	q.Header.Set("X-Origin-Verify", "wrong")
	q.Header.Set("CloudFront-Viewer-Address", "203.0.113.9:1")
	if a, err := exchange(q); err != nil || a.status != http.StatusOK {
		t.Errorf("the gateway does not override the client's headers: %s, %v", a, err)
	}
}
