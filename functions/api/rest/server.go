package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/awslabs/aws-lambda-go-api-proxy/core"
	"github.com/awslabs/aws-lambda-go-api-proxy/httpadapter"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"anzen/functions/handler"
	"anzen/shared/aws/table"
	"anzen/shared/aws/tenant"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/trace"
)

// SecurityScheme is the name of the bearer token in the document.
const SecurityScheme = "session"

func config() huma.Config {
	c := huma.DefaultConfig("Anzen", "1")
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.CreateHooks = nil // no $schema links in the answers
	c.Servers = []*huma.Server{{URL: "/", Description: "the host that serves the dashboard"}}
	c.Info.Description = "Safety data sheets as structured data. Errors carry a stable code and a text in the language of Accept-Language (ja, en)."
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		SecurityScheme: {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "the ID token of the user pool"},
	}
	return c
}

func newAPI(mux *http.ServeMux) huma.API {
	api := humago.New(mux, config())
	problem := api.OpenAPI().Components.Schemas.Schema(typeOf[Problem](), true, "Problem")
	content := map[string]*huma.MediaType{"application/json": {Schema: problem}}
	later := map[string]*huma.Header{"Retry-After": {Description: "seconds", Schema: &huma.Schema{Type: huma.TypeInteger}}}
	api.OpenAPI().Components.Responses = map[string]*huma.Response{
		"Problem":     {Description: "what went wrong", Content: content},
		"TooMany":     {Description: "too many requests", Content: content, Headers: later},
		"Unavailable": {Description: "the system is busy; the request may be repeated, with the same Idempotency-Key", Content: content, Headers: later},
	}
	return api
}

// Document is the OpenAPI document of the routes.
func Document(routes []Route) *huma.OpenAPI {
	api := newAPI(http.NewServeMux())
	for _, r := range routes {
		r.register(api, nil)
	}
	api.OpenAPI().Extensions = map[string]any{"x-error-codes": errorCodes()}
	return api.OpenAPI()
}

// New is the function of one route.
func New(r Route, s *Services) lambda.Handler {
	s = s.For(r)
	if r.serve != nil {
		return handler.Of(httpadapter.New(r.serve(s)).ProxyWithContext)
	}
	mux := http.NewServeMux()
	api := newAPI(mux)
	r.register(api, s)
	r.query = queryOf(operationOf(api.OpenAPI().Paths[r.FullPath()], r.Method))
	adapter := httpadapter.New(s.frame(&r, withoutFiles(mux)))
	return handler.Of(adapter.ProxyWithContext)
}

// withoutFiles removes the temporary files of a request's form: a function's instance serves many
// requests, and its disk is small. The HTTP server does so only for requests that it read itself.
func withoutFiles(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		defer func() {
			if q.MultipartForm != nil {
				_ = q.MultipartForm.RemoveAll() // the upload itself is answered
			}
		}()
		next.ServeHTTP(w, q)
	})
}

// frame is the middleware of every route: authentication, authorization, limits,
// idempotency, panics and the log. The log has the names of the parameters in the address, not their values, and the time that the
// request took in ms, as the gateway's access log.
func (s *Services) frame(r *Route, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		started := s.Now()
		ctx, cancel := leavingTimeToAnswer(q.Context())
		defer cancel()
		q = q.WithContext(ctx)
		setHeaders(w)
		// To the gateway a path with and without a trailing slash is the same; the mux
		// would redirect one to the other.
		if strings.HasSuffix(r.Path, "/") && !strings.HasSuffix(q.URL.Path, "/") {
			q.URL.Path += "/"
		}
		call := &Call{Services: s, Lang: message.Locale(q.Header.Get("Accept-Language")), agent: q.Header.Get("User-Agent"), route: r, trace: traceOf(q)}
		q = q.WithContext(trace.With(q.Context(), call.trace))
		w.Header().Set(trace.Header, call.trace)
		recorder := &recorder{ResponseWriter: w, status: http.StatusOK, call: call}
		parameters := ""
		defer func() {
			if v := recover(); v != nil {
				err := fmt.Errorf("panic: %v%s at %s", v, s.without(v), debug.Stack())
				writeProblem(recorder, call.problem(q.Context(), err))
			}
			s.Log.LogAttrs(q.Context(), slog.LevelInfo, "request",
				slog.String("operation", r.ID), slog.String("parameters", parameters), slog.Int("status", recorder.status), slog.Int64("took", s.Now().Sub(started).Milliseconds()),
				slog.String("request", call.RequestID), slog.String("company", string(call.CompanyID)), slog.String("user", string(call.User)))
		}()
		err := s.admit(call, q)
		if err == nil {
			err = r.bound(recorder, q)
		}
		if err == nil {
			if err = r.knows(q.URL.Query()); err == nil {
				parameters = strings.Join(slices.Sorted(maps.Keys(q.URL.Query())), ",")
			}
		}
		if err != nil {
			writeProblem(recorder, call.problem(q.Context(), err))
			return
		}
		if r.Creates && call.idemKey != "" {
			s.once(recorder, q, call, next)
			return
		}
		next.ServeHTTP(recorder, q.WithContext(context.WithValue(q.Context(), callKey{}, call)))
	})
}

// traceOf is the request's id in all logs: the client's own, or one that AWS has given it.
func traceOf(q *http.Request) string {
	gateway, _ := core.GetAPIGatewayContextFromContext(q.Context())
	return trace.Of(q.Header, gateway.RequestID)
}

// without names the services withheld from the route, where a panic may result from that.
func (s *Services) without(panicked any) string {
	if _, is := panicked.(runtime.Error); !is || len(s.withheld) == 0 {
		return ""
	}
	return "; its grants do not name " + strings.Join(s.withheld, ", ")
}

// admit identifies the caller and refuses those who may not call the route.
func (s *Services) admit(call *Call, q *http.Request) error {
	if err := s.arrive(call, q); err != nil {
		return err
	}
	if call.route.Rule.IsPublic() {
		return nil
	}
	gateway, _ := core.GetAPIGatewayContextFromContext(q.Context())
	claims, err := claimsOf(gateway.Authorizer, s.Client, s.Now())
	if err != nil {
		return message.New(message.Unauthorized, message.CodeUnauthorized).Because(err)
	}
	call.Claims = claims
	*q = *q.WithContext(tenant.With(q.Context(), sds.CompanyID(claims.Company)))
	if err := s.identify(q.Context(), call); err != nil {
		return err
	}
	if id := companyInPath(call.route, q.URL.Path); id != "" && sds.CompanyID(id) != call.CompanyID {
		return message.New(message.NotFound, message.CodeNotFound)
	}
	if !call.route.Rule.Allows(call.Role) {
		return message.New(message.Forbidden, message.CodeForbidden)
	}
	if call.route.Recent {
		if err := call.Recent(q.Context()); err != nil {
			return err
		}
	}
	if key := q.Header.Get("Idempotency-Key"); key != "" {
		if len(key) > 64 {
			return message.New(message.Invalid, message.CodeInvalid).On("Idempotency-Key", message.CodeTooLong, message.Args{"length": 64})
		}
		call.idemKey = string(call.User) + "#" + call.route.ID + "#" + key
	}
	return nil
}

// identify reads the caller and their company, strongly consistent, on every
// request: a change of role or a removal takes effect at once.
func (s *Services) identify(ctx context.Context, call *Call) error {
	c, u := sds.CompanyID(call.Claims.Company), sds.UserID(call.Claims.User)
	expired := message.New(message.Unauthorized, message.CodeUnauthorized)
	if !sds.ValidID(string(c)) || !sds.ValidID(string(u)) {
		return expired
	}
	person, err := s.Table.PersonOf(ctx, c, u, call.Claims.Session)
	now := s.Now()
	used := company.Session{ID: call.Claims.Session, SignedIn: call.Claims.SignedIn, LastUsed: call.Claims.SignedIn}
	used.Began = call.Address
	if person.Session != nil {
		used = *person.Session
	}
	switch {
	case err != nil:
		return err
	case !person.Found || person.Ended || !person.User.Admits(call.Claims.Session, call.Claims.SignedIn):
		return expired
	case used.Idle(person.Company.IdleTime(), now):
		return message.New(message.Unauthorized, CodeIdle)
	case !person.User.Active || !person.Company.Active:
		return message.New(message.Invalid, message.CodeInactive)
	case !person.Company.Admits(call.Address):
		return message.New(message.Forbidden, CodeAddressDenied).With(message.Args{"address": call.Address})
	case !call.route.Unenrolled && person.Company.Lacks(person.User, now):
		return message.New(message.Forbidden, CodeFactorRequired)
	}
	call.Company, call.Principal = person.Company, person.Principal()
	if person.Session == nil || now.Sub(used.LastUsed) >= company.SessionNoted {
		used.Address, used.Agent = call.Address, text(call.agent, company.MaxAgent)
		if err := s.noteUse(ctx, person, used); err != nil {
			s.Log.ErrorContext(ctx, "use of a session not noted", "user", string(u), "cause", err.Error())
		}
	}
	return nil
}

// noteUse notes the use of a session; its first one is recorded in the audit.
func (s *Services) noteUse(ctx context.Context, person table.Signed, used company.Session) error {
	if person.Session == nil {
		return s.Table.BeginSession(ctx, person.User, used)
	}
	return s.Table.NoteSession(ctx, person.User.Company, person.User.ID, used)
}

// text is the beginning of a header's text, of valid characters.
func text(header string, most int) string {
	runes := []rune(strings.ToValidUTF8(header, ""))
	return string(runes[:min(len(runes), most)])
}

// CodeIdle is the error for a session that was not used for longer than the company's
// setting.
const CodeIdle message.Code = "session.idle"

// CodeFactorRequired is the error for users who must have set up a second factor by now.
const CodeFactorRequired message.Code = "session.second_factor_required"

// CodeAddressDenied is the error for clients at an address that their company does
// not allow.
const CodeAddressDenied message.Code = "address.denied"

// once answers a repeated request with the first one's answer.
func (s *Services) once(w http.ResponseWriter, q *http.Request, call *Call, next http.Handler) {
	body, err := io.ReadAll(http.MaxBytesReader(w, q.Body, call.route.MaxBody))
	if err != nil {
		writeProblem(w, call.problem(q.Context(), message.New(message.TooLarge, message.CodeTooLarge).Because(err)))
		return
	}
	call.idemHash = hashRequest(q, body)
	answered := func() bool {
		answer, ok, err := s.Table.Answered(q.Context(), call.CompanyID, call.idemKey)
		switch {
		case err != nil:
			writeProblem(w, call.problem(q.Context(), err))
		case !ok:
			return false
		case answer.Hash != call.idemHash:
			writeProblem(w, call.problem(q.Context(), message.New(message.Reused, message.CodeIdempotencyReuse)))
		default:
			call.made = madeBy(answer.Body)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(answer.Status)
			_, _ = w.Write(answer.Body)
		}
		return true
	}
	if answered() {
		return
	}
	q.Body = io.NopCloser(bytes.NewReader(body))
	held := &held{header: http.Header{}, status: http.StatusOK}
	next.ServeHTTP(held, q.WithContext(context.WithValue(q.Context(), callKey{}, call)))
	// A concurrent request with the same key may have been answered: then this one's
	// transaction was refused, and it gets that answer.
	if held.status >= http.StatusBadRequest && answered() {
		return
	}
	held.release(w)
}

// clientAddress is the address in CloudFront-Viewer-Address, which CloudFront sets
// itself as address:port, an IPv6 address with or without brackets; no header that
// a client can set is used.
func clientAddress(viewer string) string {
	host := viewer[:max(strings.LastIndexByte(viewer, ':'), 0)]
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if err != nil {
		return ""
	}
	return address.Unmap().String()
}

func writeProblem(w http.ResponseWriter, p *Problem) {
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(p)
}
