package apitest

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"

	"anzen/functions/api/rest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Request is a request as the gateway passes it to a function.
type Request struct {
	Method string
	// Path is below the root of the API, with its query; {id} is the caller's company.
	Path string
	// As is the caller; nil: no session.
	As *company.User
	// SignedIn is when the caller signed in; default: the world's time.
	SignedIn time.Time
	Lang     string // Accept-Language
	IfMatch  string
	Key      string // Idempotency-Key
	// Body is sent as JSON, a string unchanged.
	Body any
	// Claims override the caller's claims.
	Claims map[string]any
	// Headers override the other headers.
	Headers map[string]string
}

// Response is the function's answer.
type Response struct {
	Status  int
	Headers http.Header
	Body    string
}

// Into decodes the body.
func (r Response) Into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.Body), v); err != nil {
		t.Fatalf("decode %s: %v", r.Body, err)
	}
}

// Problem is the body of an error.
func (r Response) Problem(t testing.TB) rest.Problem {
	t.Helper()
	var p rest.Problem
	r.Into(t, &p)
	return p
}

// Do sends a request to its route's function.
func (w *World) Do(t testing.TB, q Request) Response {
	t.Helper()
	response, _ := w.do(t, q, 0)
	return response
}

// DoFailing sends a request whose n-th call of a service (table, bucket, user pool, mail,
// state machine) fails, n being call. It reports whether the request made that call.
func (w *World) DoFailing(t testing.TB, q Request, call int) (Response, bool) {
	t.Helper()
	response, looks := w.do(t, q, call)
	return response, looks.failed
}

// Trace sends a request and returns its function's calls of services, in order.
func (w *World) Trace(t testing.TB, q Request) (Response, []string) {
	t.Helper()
	response, looks := w.do(t, q, 0)
	return response, looks.did
}

func companyOf(authorizer map[string]any) sds.CompanyID {
	claims, _ := authorizer["claims"].(map[string]any)
	id, _ := claims["custom:company_id"].(string)
	return sds.CompanyID(id)
}

// scimRoot is the root of paths that are not below the API's.
const scimRoot = "/scim/v2/"

func (w *World) do(t testing.TB, q Request, failAt int) (Response, *watch) {
	t.Helper()
	path, query, _ := strings.Cut(q.Path, "?")
	if q.As != nil {
		path = strings.Replace(path, "{id}", string(q.As.Company), 1)
	}
	if !strings.HasPrefix(path, scimRoot) {
		path = rest.Base + path
	}
	body, isText := q.Body.(string)
	if q.Body != nil && !isText {
		encoded, err := json.Marshal(q.Body)
		if err != nil {
			t.Fatalf("encode the body: %v", err)
		}
		body = string(encoded)
	}
	w.Logs.noteBody(body)
	event := events.APIGatewayProxyRequest{
		HTTPMethod: q.Method, Path: path, Body: body, Headers: w.headers(q),
		MultiValueQueryStringParameters: map[string][]string{},
		RequestContext:                  events.APIGatewayProxyRequestContext{RequestID: "request", Authorizer: w.authorizer(q)},
	}
	if !utf8.ValidString(body) { // as API Gateway encodes binary bodies
		event.Body, event.IsBase64Encoded = base64.StdEncoding.EncodeToString([]byte(body)), true
	}
	for _, pair := range strings.Split(query, "&") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			event.MultiValueQueryStringParameters[name] = append(event.MultiValueQueryStringParameters[name], value)
		}
	}
	encoded, err := json.Marshal(event)
	if err != nil {
		t.Fatalf("encode the event: %v", err)
	}
	route := w.route(t, q.Method, path)
	looks := &watch{t: t, route: route, failAt: failAt}
	if q.As != nil && !route.Rule.IsPublic() {
		looks.company = companyOf(event.RequestContext.Authorizer)
	}
	Checked.requests.Add(1)
	answer, err := w.function(route).Invoke(context.WithValue(t.Context(), watchKey{}, looks), encoded)
	if err != nil {
		t.Fatalf("%s %s: the function failed: %v", q.Method, path, err)
	}
	var response events.APIGatewayProxyResponse
	if err := json.Unmarshal(answer, &response); err != nil {
		t.Fatalf("decode the function's answer: %v", err)
	}
	if response.IsBase64Encoded { // a file
		body, err := base64.StdEncoding.DecodeString(response.Body)
		if err != nil {
			t.Fatalf("decode the function's answer: %v", err)
		}
		response.Body = string(body)
	}
	return Response{response.StatusCode, response.MultiValueHeaders, response.Body}, looks
}

func (w *World) headers(q Request) map[string]string {
	headers := map[string]string{"CloudFront-Viewer-Address": Address + ":4711"}
	for name, value := range map[string]string{"Accept-Language": q.Lang, "If-Match": q.IfMatch, "Idempotency-Key": q.Key} {
		if value != "" {
			headers[name] = value
		}
	}
	if q.Body != nil {
		headers["Content-Type"] = "application/json"
	}
	maps.Copy(headers, q.Headers)
	return headers
}

func (w *World) authorizer(q Request) map[string]any {
	if q.As == nil {
		return nil
	}
	at := q.SignedIn
	if at.IsZero() {
		at = w.Clock.Now()
	}
	claims := map[string]any{
		"token_use": "id", "aud": Client, "origin_jti": SessionOf(*q.As, at), "auth_time": strconv.FormatInt(at.Unix(), 10), "email": q.As.Email,
		"iat": w.Clock.Now().UTC().Format(AuthorizerDate), "exp": w.Clock.Now().Add(time.Hour).UTC().Format(AuthorizerDate),
		"custom:company_id": string(q.As.Company), "custom:user_id": string(q.As.ID),
	}
	for name, value := range q.Claims {
		claims[name] = value
	}
	return map[string]any{"claims": claims}
}

// AuthorizerDate is the format in which the gateway's authorizer passes some times.
const AuthorizerDate = "Mon Jan 02 15:04:05 MST 2006"

// SessionOf is the id of the session of a user who signed in at a time.
func SessionOf(u company.User, at time.Time) string {
	return string(u.ID) + "-" + strconv.FormatInt(at.Unix(), 10)
}

// Scenario is a request with the expected answer.
type Scenario struct {
	Name string
	Request
	// Before prepares the world, After checks it. Either may be nil.
	Before func(*testing.T, *World)
	After  func(*testing.T, *World, Response)

	Status   int
	Code     string   // of the error
	Field    string   // of the error: "path code"
	Contains []string // in the body
	Lacks    []string // not in the body
}

// Run sends the requests one after the other in the same world.
func (w *World) Run(t *testing.T, scenarios ...Scenario) {
	t.Helper()
	for _, s := range scenarios {
		t.Run(s.Name, func(t *testing.T) {
			if s.Before != nil {
				s.Before(t, w)
			}
			response := w.Do(t, s.Request)
			s.check(t, response)
			if s.After != nil && !t.Failed() {
				s.After(t, w, response)
			}
		})
	}
}

func (s Scenario) check(t *testing.T, r Response) {
	t.Helper()
	if r.Status != s.Status {
		t.Errorf("status %d, want %d: %s", r.Status, s.Status, r.Body)
	}
	if s.Code != "" || s.Field != "" {
		p := r.Problem(t)
		if s.Code != "" && p.Code != s.Code {
			t.Errorf("code %s, want %s: %s", p.Code, s.Code, r.Body)
		}
		found := s.Field == ""
		for _, f := range p.Fields {
			found = found || f.Path+" "+f.Code == s.Field
		}
		if !found {
			t.Errorf("no field %s in %s", s.Field, r.Body)
		}
	}
	for _, text := range s.Contains {
		if !strings.Contains(r.Body, text) {
			t.Errorf("no %q in %s", text, r.Body)
		}
	}
	for _, text := range s.Lacks {
		if strings.Contains(r.Body, text) {
			t.Errorf("%q in %s", text, r.Body)
		}
	}
}
