package gateway_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"anzen/infra/local/gateway"
)

var routes = []gateway.Route{
	{Method: "GET", Path: "/api/v1/companies/{id}/sdses", Function: "listSheets"},
	{Method: "GET", Path: "/api/v1/companies/{id}/sdses/{x}", Function: "getSheet"},
	{Method: "GET", Path: "/api/v1/companies/{id}/sdses/count", Function: "countSheets"},
	{Method: "PUT", Path: "/api/v1/companies/{id}/sdses/{x}", Function: "putSheet"},
	{Method: "POST", Path: "/api/v1/signup", Function: "signUp", Public: true},
	{Method: "POST", Path: "/api/v1/reset-password/", Function: "resetPassword", Public: true},
	{Method: "GET", Path: "/api/v1/files/{rest+}", Function: "file", Public: true},
}

// stand is an API whose functions return what a test sets.
type stand struct {
	*httptest.Server

	function string
	event    events.APIGatewayProxyRequest
	calls    int
	answer   string
	err      error
	hang     bool
}

func start(t *testing.T) *stand {
	t.Helper()
	return startWith(t, 5*time.Minute)
}

// startWith sets the functions' timeout.
func startWith(t *testing.T, timeout time.Duration) *stand {
	t.Helper()
	return startLogged(t, timeout, gateway.AccessLog{})
}

// startLogged writes an access log.
func startLogged(t *testing.T, timeout time.Duration, log gateway.AccessLog) *stand {
	t.Helper()
	s := &stand{answer: `{"statusCode":200,"body":"{}"}`}
	api, err := gateway.New(gateway.Config{
		Routes: routes, Secret: "origin-secret", Account: "000000000000", Timeout: timeout, CompressedFrom: 1024, Access: log,
		Invoke: func(ctx context.Context, function string, event []byte) ([]byte, error) {
			s.calls++
			s.function, s.event = function, events.APIGatewayProxyRequest{}
			if err := json.Unmarshal(event, &s.event); err != nil {
				t.Error(err)
			}
			if s.hang {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return []byte(s.answer), s.err
		},
		Verify: func(token string) (map[string]any, error) {
			switch token {
			case "good":
				return map[string]any{"sub": "u1", "custom:company_id": "c1", "auth_time": "1"}, nil
			case "old":
				return nil, gateway.ErrExpired
			}
			return nil, errors.New("not ours")
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(api)
	t.Cleanup(s.Close)
	return s
}

func (s *stand) ask(t *testing.T, method, target, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	request, err := http.NewRequest(method, s.URL+target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer), response.Header
}

func TestEvent(t *testing.T) {
	s := start(t)
	status, _, _ := s.ask(t, "PUT", "/api/v1/companies/c%2F1/sdses/%E5%AE%89?a=1&a=2&b=x%20y", "{\"名\":1}",
		"Authorization", "Bearer good", "Content-Type", "application/json", "Accept-Language", "ja",
		"If-Match", "1", "If-Match", "2", "CloudFront-Viewer-Address", "6.6.6.6:1", "X-Origin-Verify", "guess", "X-Forwarded-For", "6.6.6.6")
	if status != 200 || s.function != "putSheet" {
		t.Fatalf("status %d, function %s", status, s.function)
	}
	e := s.event
	if e.Resource != "/api/v1/companies/{id}/sdses/{x}" || e.Path != "/api/v1/companies/c%2F1/sdses/%E5%AE%89" || e.HTTPMethod != "PUT" {
		t.Errorf("resource %s, path %s, method %s", e.Resource, e.Path, e.HTTPMethod)
	}
	if e.PathParameters["id"] != "c/1" || e.PathParameters["x"] != "安" {
		t.Errorf("path parameters %v", e.PathParameters)
	}
	if got := e.MultiValueQueryStringParameters["a"]; len(got) != 2 || e.QueryStringParameters["a"] != "2" || e.QueryStringParameters["b"] != "x y" {
		t.Errorf("query %v, %v", e.MultiValueQueryStringParameters, e.QueryStringParameters)
	}
	if got := e.MultiValueHeaders["If-Match"]; len(got) != 2 || e.Headers["If-Match"] != "2" || e.Headers["Accept-Language"] != "ja" {
		t.Errorf("headers %v", e.Headers)
	}
	if !strings.HasPrefix(e.Headers["CloudFront-Viewer-Address"], "127.0.0.1:") || e.Headers["x-origin-verify"] != "origin-secret" {
		t.Errorf("headers of the edge %v", e.Headers)
	}
	for name, values := range e.MultiValueHeaders {
		if strings.Contains(strings.Join(values, " "), "6.6.6.6") || strings.Contains(strings.Join(values, " "), "guess") {
			t.Errorf("the client's own %s got through: %v", name, values)
		}
	}
	if e.Body != "{\"名\":1}" || e.IsBase64Encoded {
		t.Errorf("body %q", e.Body)
	}
	claims, _ := e.RequestContext.Authorizer["claims"].(map[string]any)
	if claims["custom:company_id"] != "c1" || e.RequestContext.AccountID != "000000000000" || len(e.RequestContext.RequestID) != 36 {
		t.Errorf("context %+v", e.RequestContext)
	}

	s.ask(t, "POST", "/api/v1/signup", "\xff\xfe", "Authorization", "Bearer rubbish")
	if !s.event.IsBase64Encoded || s.event.Body != "//4=" || s.event.RequestContext.Authorizer != nil {
		t.Errorf("binary body of a public route: %+v", s.event)
	}
}

func TestRouting(t *testing.T) {
	tests := []struct {
		method, path, function string
	}{
		{"GET", "/api/v1/companies/1/sdses", "listSheets"},
		{"GET", "/api/v1/companies/1/sdses/", "listSheets"},
		{"GET", "/api/v1/companies/1/sdses/count", "countSheets"},
		{"GET", "/api/v1/companies/1/sdses/7", "getSheet"},
		{"PUT", "/api/v1/companies/1/sdses/count", "putSheet"},
		{"POST", "/api/v1/reset-password", "resetPassword"},
		{"GET", "/api/v1/files/a/b/c", "file"},
		{"DELETE", "/api/v1/companies/1/sdses", ""},
		{"GET", "/api/v1/companies//sdses", ""},
		{"GET", "/api/v1/companies/1/sdses/7/x", ""},
		{"GET", "/api/v1", ""},
	}
	s := start(t)
	for _, test := range tests {
		s.function = ""
		status, body, _ := s.ask(t, test.method, test.path, "", "Authorization", "good")
		if s.function != test.function {
			t.Errorf("%s %s was routed to %q", test.method, test.path, s.function)
		}
		if test.function == "" && (status != 403 || body != `{"message":"Missing Authentication Token"}`) {
			t.Errorf("%s %s: %d %s", test.method, test.path, status, body)
		}
	}
	if _, err := gateway.New(gateway.Config{Routes: []gateway.Route{{Method: "GET", Path: "/a/{x}"}, {Method: "GET", Path: "/a/{y}"}}}); err == nil {
		t.Error("two equal routes were accepted")
	}
}

func TestRefusals(t *testing.T) {
	const list = "/api/v1/companies/1/sdses"
	tests := []struct {
		name, method, path, token, body string
		hang                            bool
		err                             error
		answer                          string
		status                          int
		message                         string
		called                          bool
	}{
		{name: "no token", method: "GET", path: list, status: 401, message: "Unauthorized"},
		{name: "bad token", method: "GET", path: list, token: "Bearer bad", status: 401, message: "Unauthorized"},
		{name: "expired token", method: "GET", path: list, token: "Bearer old", status: 401, message: "The incoming token has expired"},
		{name: "over 10 MB", method: "POST", path: "/api/v1/signup", body: strings.Repeat("x", 10<<20+1), status: 413, message: "Request Too Long"},
		{name: "over 6 MB", method: "POST", path: "/api/v1/signup", body: strings.Repeat("x", 6<<20), status: 413, message: "Request Too Long"},
		{name: "too slow", method: "GET", path: list, token: "good", hang: true, status: 504, message: "Endpoint request timed out", called: true},
		{name: "function failed", method: "GET", path: list, token: "good", err: errors.New("boom"), status: 502, message: "Internal server error", called: true},
		{name: "no status", method: "GET", path: list, token: "good", answer: `{"body":"x"}`, status: 502, message: "Internal server error", called: true},
		{name: "no JSON", method: "GET", path: list, token: "good", answer: `x`, status: 502, message: "Internal server error", called: true},
		{name: "bad base64", method: "GET", path: list, token: "good", answer: `{"statusCode":200,"isBase64Encoded":true,"body":"%"}`, status: 502, message: "Internal server error", called: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			timeout := 5 * time.Minute
			if test.hang {
				timeout = 50 * time.Millisecond
			}
			s := startWith(t, timeout)
			s.hang, s.err, s.answer = test.hang, test.err, test.answer
			status, body, _ := s.ask(t, test.method, test.path, test.body, "Authorization", test.token)
			if status != test.status || body != `{"message":"`+test.message+`"}` {
				t.Errorf("%d %s", status, body)
			}
			if called := s.calls > 0; called != test.called {
				t.Errorf("the function was called: %v", called)
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	s := start(t)
	s.answer = `{"statusCode":302,"headers":{"Location":"#x","X-One":"1"},"multiValueHeaders":{"Set-Cookie":["a=1","b=2"]},"isBase64Encoded":true,"body":"//4="}`
	client := *http.DefaultClient
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Get(s.URL + "/api/v1/files/x")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	body, err := io.ReadAll(response.Body)
	if err != nil || string(body) != "\xff\xfe" || response.StatusCode != 302 {
		t.Errorf("%d %x %v", response.StatusCode, body, err)
	}
	if h := response.Header; h.Get("X-One") != "1" || len(h["Set-Cookie"]) != 2 || h.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", h)
	}
}

// Long answers are compressed for those who take that, but for what the function has compressed.
func TestCompression(t *testing.T) {
	s := start(t)
	for name, tt := range map[string]struct {
		length                int
		accepts, packed, want string
	}{
		"long":       {1024, "br, gzip", "", "gzip"},
		"short":      {1023, "gzip", "", ""},
		"not taken":  {4096, "identity", "", ""},
		"compressed": {4096, "gzip", "br", "br"},
	} {
		body := strings.Repeat("a", tt.length)
		headers := map[string]string{}
		if tt.packed != "" {
			headers["Content-Encoding"] = tt.packed
		}
		encoded, err := json.Marshal(events.APIGatewayProxyResponse{StatusCode: 201, Headers: headers, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		s.answer = string(encoded)
		status, got, h := s.ask(t, "GET", "/api/v1/files/x", "", "Accept-Encoding", tt.accepts)
		if encoding := h.Get("Content-Encoding"); status != 201 || encoding != tt.want {
			t.Errorf("%s: %d %q", name, status, encoding)
		}
		if tt.want != "gzip" {
			if got != body {
				t.Errorf("%s: another body", name)
			}
			continue
		}
		reader, err := gzip.NewReader(strings.NewReader(got))
		if err != nil {
			t.Fatal(err)
		}
		if whole, err := io.ReadAll(reader); err != nil || string(whole) != body {
			t.Errorf("%s: %v, %d bytes", name, err, len(whole))
		}
	}
}

func TestSite(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(folder, "dist", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	site := gateway.Site{Folder: filepath.Join(folder, "dist"), Headers: map[string]string{"X-Content-Type-Options": "nosniff"}}
	get := func(target string) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		site.Handler().ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, target, nil))
		return recorder
	}
	if r := get("/"); r.Code != 503 || !strings.Contains(r.Body.String(), "npm run build") {
		t.Errorf("without a build: %d %s", r.Code, r.Body)
	}
	write("index.html", "<title>安全</title>")
	write("static/app-1.js", "export {}")
	write("../secret.txt", "secret")
	write("static/large-1.js", strings.Repeat("export const a = 1\n", 1000))
	for accepted, encoding := range map[string]string{"gzip, deflate, br, zstd": "br", "gzip, deflate": "gzip", "": ""} {
		request := httptest.NewRequest(http.MethodGet, "/static/large-1.js", nil)
		if accepted != "" {
			request.Header.Set("Accept-Encoding", accepted)
		}
		recorder := httptest.NewRecorder()
		site.Handler().ServeHTTP(recorder, request)
		if got := recorder.Header().Get("Content-Encoding"); got != encoding || recorder.Code != 200 {
			t.Errorf("a browser that takes %q got %q (%d)", accepted, got, recorder.Code)
		}
		if encoding != "" && recorder.Body.Len() > 1000 {
			t.Errorf("%s: %d bytes", encoding, recorder.Body.Len())
		}
	}
	write("static/large-1.js.br", "compressed by the build")
	for accepted, compressed := range map[string]bool{"gzip, deflate, br, zstd": true, "br;q=1.0, gzip": true, "gzip, deflate": false, "": false} {
		request := httptest.NewRequest(http.MethodGet, "/static/large-1.js", nil)
		request.Header.Set("Accept-Encoding", accepted)
		recorder := httptest.NewRecorder()
		site.Handler().ServeHTTP(recorder, request)
		if got := recorder.Body.String() == "compressed by the build"; got != compressed || compressed && recorder.Header().Get("Content-Encoding") != "br" ||
			recorder.Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("a browser that takes %q got what the build compressed: %v, %v", accepted, got, recorder.Header())
		}
	}
	tests := []struct {
		target, kind, cache string
		status              int
	}{
		{"/", "text/html; charset=utf-8", "no-cache", 200},
		{"/static/app-1.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", 200},
		{"/static/", "", "", 404},
		{"/sheets", "", "", 404},
		{"/../secret.txt", "", "", 404},
	}
	for _, test := range tests {
		r := get(test.target)
		if r.Code != test.status || r.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", test.target, r.Code, r.Header())
		}
		if test.status == 200 && (r.Header().Get("Content-Type") != test.kind || r.Header().Get("Cache-Control") != test.cache) {
			t.Errorf("%s: %v", test.target, r.Header())
		}
	}
}
