// Package rest is the framework in which routes are declared and run: permission,
// grants, typed input and output, errors. Everything else about the API (the
// document, the gateway, the roles, the tests) derives from these declarations.
package rest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"anzen/functions/grant"
	"anzen/shared/domain/access"
)

// Base is the root of all routes.
const Base = "/api/v1"

// Rule is who may call a route. Validate refuses a route with the zero value.
type Rule struct {
	kind       ruleKind
	Permission access.Permission
}

type ruleKind int

const (
	ruleNone ruleKind = iota
	rulePublic
	ruleSession
	rulePermission
	ruleProvisioned
)

var (
	// Public routes need no session.
	Public = Rule{kind: rulePublic}
	// Session routes need a valid session and nothing more.
	Session = Rule{kind: ruleSession}
)

// Need is the rule that the caller's role has the permission.
func Need(p access.Permission) Rule { return Rule{rulePermission, p} }

// IsPublic reports whether the route needs no session.
func (r Rule) IsPublic() bool { return r.kind == rulePublic || r.kind == ruleProvisioned }

// Allows reports whether a role may call the route.
func (r Rule) Allows(role access.Role) bool {
	return r.kind == rulePublic || r.kind == ruleSession || r.kind == rulePermission && role.Has(r.Permission)
}

// String names the rule in the API's document.
func (r Rule) String() string {
	switch r.kind {
	case rulePublic:
		return "public"
	case ruleSession:
		return "session"
	case rulePermission:
		return string(r.Permission)
	case ruleProvisioned:
		return "provisioning token"
	default:
		return "none"
	}
}

// Route is the declaration of a route. One route is one function on AWS.
type Route struct {
	Method  string
	Path    string // below Base, parameters in braces; {id} is the company
	ID      string // operation id, and the function's name
	Tag     string // the resource group
	Summary string
	Rule    Rule
	Grants  []grant.Grant
	Memory  int           // MB; default 512: CPU comes with memory
	Timeout time.Duration // default 10 s; under API Gateway's 29 s
	Status  int           // of a success; default 200
	// Creates: accepts Idempotency-Key, and answers the same key with the same answer.
	Creates bool
	// Repeated: what a repeated request does, of a POST that takes no Idempotency-Key; in the document.
	Repeated string
	// Makes is the path of what the route makes or starts; {made} is its id ("job_id" or "id" of
	// the answer). Answers of status 201 and 202 name it in Location.
	Makes string
	// Recent: the caller has entered their credentials a short time ago (Call.Recent).
	Recent bool
	// Unenrolled: users who must have a second factor and have none may call it, so that they
	// can set one up.
	Unenrolled bool
	// MaxBody is the largest body in bytes; default SmallBody.
	MaxBody int64
	// MaxValues is the most values in a JSON body; default SmallValues.
	MaxValues int

	register func(huma.API, *Services)
	root     string // empty: Base
	serve    func(*Services) http.Handler
	query    map[string]bool // the query parameters, once registered
}

// Defaults of a route.
const (
	defaultMemory  = 512
	defaultTimeout = 10 * time.Second
	// MaxTimeout is under API Gateway's timeout of 29 s.
	MaxTimeout = 28 * time.Second
)

// Handler handles a route's requests.
type Handler[I, O any] func(ctx context.Context, call *Call, in *I) (*O, error)

// Handle completes a declaration with its handler. In and out are huma's input
// and output structs: parameters by tags, Body for the body.
func Handle[I, O any](r Route, handler Handler[I, O]) Route {
	if r.Memory == 0 {
		r.Memory = defaultMemory
	}
	if r.Timeout == 0 {
		r.Timeout = defaultTimeout
	}
	if r.MaxBody == 0 {
		r.MaxBody = SmallBody
	}
	if r.MaxValues == 0 {
		r.MaxValues = SmallValues
	}
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	r.register = func(api huma.API, s *Services) {
		huma.Register(api, r.operation(), func(ctx context.Context, in *I) (*O, error) {
			call := callFrom(ctx)
			out, err := handler(ctx, call, in)
			if err != nil {
				return nil, call.problem(ctx, err)
			}
			fillSlices(reflect.ValueOf(out))
			if r.Makes != "" {
				call.made = madeIn(reflect.ValueOf(out).Elem().FieldByName("Body").Interface())
			}
			return out, nil
		})
		document(api, &r, reflect.TypeFor[I](), reflect.TypeFor[O]())
	}
	return r
}

// AllGrants are the route's own grants and those that every route needs: routes that
// are not public read the caller and note the use of their session, creating routes read and
// store their answers, and routes for recent credentials read the reauthentication.
func (r Route) AllGrants() []grant.Grant {
	grants := slices.Clone(r.Grants)
	if !r.Rule.IsPublic() {
		grants = append(grants, grant.Table("BatchGetItem", "UpdateItem"))
		if r.Creates {
			grants = append(grants, grant.Table("GetItem", "PutItem"))
		}
		if r.Recent {
			grants = append(grants, grant.Table("GetItem"))
		}
	}
	return grants
}

// Narrowed reports whether the route's function sees the table through a role narrowed to the caller's company: those that read.
// Public routes know no company before their first call, and those that start jobs write lists common to all companies.
func (r Route) Narrowed() bool {
	return r.Method == http.MethodGet && !r.Rule.IsPublic() && !r.Creates
}

// FullPath is the path with its root.
func (r Route) FullPath() string { return cmp.Or(r.root, Base) + r.Path }

// Params are the names of the path's parameters, in order.
func (r Route) Params() []string {
	var names []string
	for _, m := range param.FindAllStringSubmatch(r.Path, -1) {
		names = append(names, m[1])
	}
	return names
}

var param = regexp.MustCompile(`\{([a-zA-Z]+)\}`)

// OfCompany reports whether the path names a company, which must be the caller's.
func (r Route) OfCompany() bool { return strings.HasPrefix(r.Path, "/companies/{id}") }

func (r Route) operation() huma.Operation {
	op := huma.Operation{
		Method: r.Method, Path: r.FullPath(), OperationID: r.ID, Summary: r.Summary, Tags: []string{r.Tag},
		DefaultStatus: r.Status, MaxBodyBytes: r.MaxBody,
		Extensions: map[string]any{"x-permission": r.Rule.String()},
		Responses:  map[string]*huma.Response{"default": {Ref: "#/components/responses/Problem"}},
	}
	op.Security = []map[string][]string{} // none is needed
	if !r.Rule.IsPublic() {
		op.Security = []map[string][]string{{SecurityScheme: {}}}
	}
	if r.Recent {
		op.Extensions["x-recent-credentials"] = true
	}
	if r.Repeated != "" {
		op.Description = "No Idempotency-Key. When repeated: " + r.Repeated + "."
	}
	if r.Creates {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "Idempotency-Key", In: "header",
			Description: "a request repeated with the same key gets the same answer, and acts once",
			Schema:      &huma.Schema{Type: huma.TypeString, MaxLength: ptr(64)},
		})
	}
	return op
}

func ptr[T any](v T) *T { return &v }

// Validate checks declarations: each route needs a rule, its own path and id, and
// limits within the gateway's.
func Validate(routes []Route) error {
	ids, paths := map[string]bool{}, map[string]bool{}
	for _, r := range routes {
		where := r.Method + " " + r.Path
		switch {
		case r.register == nil:
			return fmt.Errorf("%s: no handler", where)
		case r.Rule.kind == ruleNone:
			return fmt.Errorf("%s: no rule for who may call it", where)
		case r.ID == "" || ids[r.ID]:
			return fmt.Errorf("%s: operation id %q is empty or taken", where, r.ID)
		case paths[where]:
			return fmt.Errorf("%s: declared twice", where)
		case (r.Method == http.MethodPost && !r.Creates) != (r.Repeated != ""):
			return fmt.Errorf("%s: a POST, and no other route, takes an Idempotency-Key or documents what a repeated request does", where)
		case r.Timeout > MaxTimeout:
			return fmt.Errorf("%s: timeout %s is over API Gateway's limit", where, r.Timeout)
		case r.MaxBody <= 0 || r.MaxBody > LargestBody || r.MaxValues <= 0 || r.MaxValues > SheetValues:
			return fmt.Errorf("%s: bodies of %d bytes with %d values are beyond the limits", where, r.MaxBody, r.MaxValues)
		case r.Rule.IsPublic() && (r.MaxBody > PublicBody || r.MaxValues > SmallValues):
			return fmt.Errorf("%s: bodies of %d bytes with %d values are too large for a public route", where, r.MaxBody, r.MaxValues)
		case r.Rule.IsPublic() && (r.Recent || r.Unenrolled):
			return fmt.Errorf("%s: a public route has no caller who could enter credentials", where)
		case r.OfCompany() && r.Rule.IsPublic():
			return fmt.Errorf("%s: a company's route cannot be public", where)
		}
		ids[r.ID], paths[where] = true, true
	}
	return nil
}
