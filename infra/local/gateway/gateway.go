// Package gateway stands in for CloudFront and API Gateway: it turns HTTP requests into
// the events of a REST API with Lambda proxy integration, checks tokens like the
// Cognito authorizer, enforces API Gateway's limits, and serves the dashboard.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

// ErrExpired is returned by Verify for an expired token.
var ErrExpired = errors.New("the token has expired")

// Route maps a method and a path, with {name} for its parameters, to a function.
type Route struct {
	Method, Path, Function string
	// Public routes need no token.
	Public bool
}

// Refusal is an answer of the API itself.
type Refusal struct {
	Status  int
	Body    string
	Headers map[string]string
}

// usual are API Gateway's default refusals.
var usual = map[string]Refusal{
	"MISSING_AUTHENTICATION_TOKEN": {Status: http.StatusForbidden, Body: `{"message":"Missing Authentication Token"}`},
	"EXPIRED_TOKEN":                {Status: http.StatusUnauthorized, Body: `{"message":"The incoming token has expired"}`},
	"UNAUTHORIZED":                 {Status: http.StatusUnauthorized, Body: `{"message":"Unauthorized"}`},
	"REQUEST_TOO_LARGE":            {Status: http.StatusRequestEntityTooLarge, Body: `{"message":"Request Too Long"}`},
	"DEFAULT_4XX":                  {Status: http.StatusBadRequest, Body: `{"message":"Bad Request"}`},
	"DEFAULT_5XX":                  {Status: http.StatusInternalServerError, Body: `{"message":"Internal server error"}`},
	"WAF_FILTERED":                 {Status: http.StatusForbidden, Body: `{"message":"Forbidden"}`},
	"THROTTLED":                    {Status: http.StatusTooManyRequests, Body: `{"message":"Too Many Requests"}`},
	"INTEGRATION_FAILURE":          {Status: http.StatusBadGateway, Body: `{"message":"Internal server error"}`},
	"INTEGRATION_TIMEOUT":          {Status: http.StatusGatewayTimeout, Body: `{"message":"Endpoint request timed out"}`},
}

// Config of an API.
type Config struct {
	Routes []Route
	// Invoke calls a function with an event.
	Invoke func(ctx context.Context, function string, event []byte) ([]byte, error)
	// Verify returns the claims of an ID token as the authorizer passes them on;
	// ErrExpired or another error if the token is invalid.
	Verify func(token string) (map[string]any, error)
	// Secret is the value of the X-Origin-Verify header that CloudFront adds.
	Secret string
	// Account is the id of the AWS account.
	Account string
	// Refusals are the API's own answers by API Gateway's response types; a missing one is
	// API Gateway's default.
	Refusals map[string]Refusal
	// Limits refuse requests as on AWS; nil: none are.
	Limits *Limits
	// CompressedFrom is how long an answer is at least that is compressed, in bytes; 0: none is.
	CompressedFrom int
	// Timeout of a request; 29 s, API Gateway's own, if 0.
	Timeout time.Duration
	// Access is the access log; without a writer there is none.
	Access AccessLog
	Log    *slog.Logger
}

const (
	integrationTimeout = 29 * time.Second
	// bodyLimit is API Gateway's; Lambda's is lower.
	bodyLimit = 10 << 20
	// payloadLimit is Lambda's for the whole event.
	payloadLimit = 6 << 20
)

// API serves the routes.
type API struct {
	config Config
	tree   *node
	gate   *gate
}

// New creates the API. Two routes with the same method and path are an error.
func New(config Config) (*API, error) {
	if config.Timeout == 0 {
		config.Timeout = integrationTimeout
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if err := config.Access.check(); err != nil {
		return nil, err
	}
	tree, err := plant(config.Routes)
	if err != nil {
		return nil, err
	}
	return &API{config: config, tree: tree, gate: newGate(config.Limits)}, nil
}

// ServeHTTP answers one request, and writes its line of the access log.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := &exchange{ResponseWriter: w, id: uuid.NewString(), method: r.Method, began: time.Now()}
	w.Header().Set("X-Amzn-Requestid", e.id)
	a.serve(e, r)
	if err := a.config.Access.write(e); err != nil {
		a.config.Log.Error("access log", "error", err.Error())
	}
}

func (a *API) serve(w *exchange, r *http.Request) {
	if over := a.gate.refuses(r); over != "" {
		a.refuse(w, over)
		return
	}
	route, parameters, ok := a.tree.find(r.Method, r.URL.EscapedPath())
	if !ok {
		// API Gateway's response type for an unknown route.
		a.refuse(w, "MISSING_AUTHENTICATION_TOKEN")
		return
	}
	w.route = route
	if !route.Public {
		var err error
		w.claims, err = a.config.Verify(bearer(r))
		switch {
		case errors.Is(err, ErrExpired):
			a.refuse(w, "EXPIRED_TOKEN")
			return
		case err != nil:
			a.refuse(w, "UNAUTHORIZED")
			return
		}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w.ResponseWriter, r.Body, bodyLimit))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		a.refuse(w, "REQUEST_TOO_LARGE")
		return
	}
	if err != nil {
		a.refuse(w, "DEFAULT_4XX")
		return
	}
	event, err := json.Marshal(a.event(r, w.id, route, parameters, w.claims, body))
	if err != nil {
		a.config.Log.Error("encode event", "function", route.Function, "error", err.Error())
		a.refuse(w, "DEFAULT_5XX")
		return
	}
	if len(event) > payloadLimit {
		a.refuse(w, "REQUEST_TOO_LARGE")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), a.config.Timeout)
	defer cancel()
	answer, err := a.config.Invoke(ctx, route.Function, event)
	switch {
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		a.refuse(w, "INTEGRATION_TIMEOUT")
	case err != nil:
		a.refuse(w, "INTEGRATION_FAILURE")
	default:
		w.integration = http.StatusOK
		if err := a.respond(w, r, answer); err != nil {
			a.config.Log.Error("malformed answer", "function", route.Function, "error", err.Error())
			a.refuse(w, "INTEGRATION_FAILURE")
		}
	}
}

// bearer returns the token; API Gateway accepts it with and without its scheme.
func bearer(r *http.Request) string {
	token := r.Header.Get("Authorization")
	if scheme, rest, ok := strings.Cut(token, " "); ok && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(rest)
	}
	return token
}

func (a *API) refuse(w *exchange, name string) {
	w.refusal = name
	answer, ok := a.config.Refusals[name]
	if !ok {
		answer = usual[name]
	}
	w.Header().Set("Content-Type", "application/json")
	for name, value := range answer.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(answer.Status)
	_, _ = io.WriteString(w, answer.Body)
}
