// Package scim lets a company's identity provider (Microsoft Entra ID, Okta ...) make,
// change, suspend and remove the company's users by itself, by SCIM 2.0 (RFC 7643, RFC
// 7644), and has the routes by which administrators make and end the tokens for it. It is a
// part of the option of SAML.
//
// A user is a User; userName is the e-mail address, which cannot be changed. Each department
// is a Group, and so is each role: whoever is in several groups of roles has the highest
// role, whoever is in none is a viewer. A user with active false is suspended
// (company.Suspension): they keep everything, and cannot sign in. The company always keeps
// an administrator.
//
// While the company has a SAML connection only addresses of its mail domains can be
// added; these users are active at once and get no mail, as they sign in at their provider.
// Users of these domains who were invited before are activated by the provider's first change
// of them. Without a connection users are invited by mail as from the screen.
//
// The endpoints are not in the API's document: they have SCIM's own discovery (Schemas,
// ResourceTypes, ServiceProviderConfig) and SCIM's form of errors. Each method is a
// function of its own, with the permissions of that method. The company's list of allowed
// IP addresses does not apply to them, since it is about people; what a token did is in the
// audit under its name. A token can make 250 requests in ten seconds (429 with Retry-After).
package scim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"anzen/functions/api/departments"
	"anzen/functions/api/rest"
	"anzen/functions/api/users"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/message"
	"anzen/shared/formats/jsonlimit"
	"anzen/shared/formats/scim"
)

// Root is the root of all endpoints.
const Root = "/scim/v2"

// Endpoints are the endpoints, a function per method.
func Endpoints() []rest.Route {
	path, tag := "/{resource+}", "provisioning"
	read := grant.Table("GetItem", "BatchGetItem", "Query", "UpdateItem")
	write := slices.Concat([]grant.Grant{read, grant.Table("PutItem", "DeleteItem", "ConditionCheckItem"), grant.Mail()}, users.ChangeGrants)
	end := slices.Concat([]grant.Grant{read}, users.RemoveGrants, departments.DeleteGrants)
	all := []rest.Route{
		{Method: "GET", ID: "readSCIM", Summary: "SCIM: read users, groups and what is supported", Grants: []grant.Grant{read}},
		{Method: "POST", ID: "createSCIM", Summary: "SCIM: add users and groups, search", Grants: write, Repeated: "an entry that is there already is refused (409), as RFC 7644 has it; searches store nothing"},
		{Method: "PUT", ID: "replaceSCIM", Summary: "SCIM: replace users and groups", Grants: write},
		{Method: "PATCH", ID: "patchSCIM", Summary: "SCIM: change users and groups", Grants: write},
		{Method: "DELETE", ID: "deleteSCIM", Summary: "SCIM: remove users and groups", Grants: end, Memory: 1024},
	}
	for i, r := range all {
		r.Path, r.Tag, r.Rule = path, tag, rest.Provisioned
		all[i] = rest.Serve(r, Root, func(s *rest.Services) http.Handler { return endpoint{s, r.ID} })
	}
	return all
}

// endpoint serves the requests of one method.
type endpoint struct {
	services *rest.Services
	id       string
}

// answer is an answer of an endpoint.
type answer struct {
	status   int
	body     any // nil: none
	location string
	version  string // entity tag
}

func (e endpoint) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	started := e.services.Now()
	for name, value := range rest.Headers {
		w.Header().Set(name, value)
	}
	call, err := e.services.Arrived(q)
	var a answer
	func() {
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("panic: %v at %s", v, debug.Stack())
			}
		}()
		if err == nil {
			err = e.services.Provision(q.Context(), call, q)
		}
		if err == nil {
			a, err = e.serve(q, call)
		}
	}()
	if err != nil {
		a = e.refuse(q.Context(), w, call, err)
	}
	e.write(w, q, a)
	e.services.Log.LogAttrs(q.Context(), slog.LevelInfo, "request",
		slog.String("operation", e.id), slog.Int("status", a.status), slog.Int64("took", e.services.Now().Sub(started).Milliseconds()),
		slog.String("request", call.RequestID), slog.String("company", string(call.CompanyID)), slog.String("token", string(call.User)))
}

func (e endpoint) write(w http.ResponseWriter, q *http.Request, a answer) {
	if a.location != "" {
		w.Header().Set("Location", a.location)
	}
	if a.version != "" {
		w.Header().Set("ETag", a.version)
		if q.Method == http.MethodGet && a.status == http.StatusOK && sameTag(q.Header.Get("If-None-Match"), a.version) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if a.body == nil {
		w.WriteHeader(a.status)
		return
	}
	w.Header().Set("Content-Type", scim.MediaType)
	w.WriteHeader(a.status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(a.body)
}

// sameTag reports whether an If-Match or If-None-Match header names the entity tag.
func sameTag(header, version string) bool {
	bare := func(s string) string { return strings.Trim(strings.TrimPrefix(strings.TrimSpace(s), "W/"), `"`) }
	return slices.ContainsFunc(strings.Split(header, ","), func(one string) bool {
		return strings.TrimSpace(one) == "*" || header != "" && bare(one) == bare(version)
	})
}

// required refuses a request whose If-Match header names another version.
func required(q *http.Request, version string) error {
	if header := q.Header.Get("If-Match"); header != "" && !sameTag(header, version) {
		return table.ErrStale
	}
	return nil
}

// failure is the body of errors (RFC 7644, section 3.12).
type failure struct {
	Schemas []string `json:"schemas"`
	Status  string   `json:"status"`
	Type    string   `json:"scimType,omitempty"`
	Detail  string   `json:"detail,omitempty"`
}

// types are the types of errors that have one.
var types = map[message.Code]string{
	table.CodeEmailExists: scim.Uniqueness, table.CodeDepartmentExists: scim.Uniqueness, CodeRoleGroup: scim.Mutability, CodeUserName: scim.Mutability, users.CodeLastAdmin: scim.Mutability,
	CodeRoleName: scim.Uniqueness, CodeDomain: scim.InvalidValue, message.CodeInvalid: scim.InvalidValue,
}

// CodeUnsupported is the error of what SCIM has and the product does not.
const CodeUnsupported message.Code = "scim.unsupported"

// refuse is the answer for an error. Of errors that are not for users only a general text is
// answered.
func (e endpoint) refuse(ctx context.Context, w http.ResponseWriter, call *rest.Call, err error) answer {
	f := failure{Schemas: []string{scim.ErrorURN}}
	var wrong *scim.Error
	var known *message.Error
	status := http.StatusInternalServerError
	err = rest.BusyIfTransient(err)
	switch {
	case errors.As(err, &wrong):
		status, f.Type, f.Detail = http.StatusBadRequest, wrong.Type, short(wrong.Detail)
	case errors.As(err, &known):
		status, f.Type, f.Detail = known.Kind.Status(), types[known.Code], message.Text(call.Lang, known.Code, known.Args)
		for _, field := range known.Fields {
			f.Detail += " " + field.Path + ": " + message.Text(call.Lang, field.Code, field.Args)
		}
		f.Detail = short(f.Detail)
		if known.Code == CodeUnsupported {
			status = http.StatusNotImplemented
		}
		if known.Kind == message.PlanLimit { // which SCIM does not have
			status = http.StatusForbidden
		}
		if status == http.StatusBadRequest && f.Type == "" {
			f.Type = scim.InvalidSyntax
		}
	default:
		f.Detail = message.Text(call.Lang, message.CodeInternal, nil)
	}
	switch status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", `Bearer realm="scim"`)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", retryAfter(known))
	case http.StatusInternalServerError:
		f.Detail += " (" + call.RequestID + ")"
	}
	if status == http.StatusInternalServerError || status == http.StatusServiceUnavailable {
		e.services.Log.ErrorContext(ctx, "request failed", "operation", e.id, "request", call.RequestID, "cause", err.Error())
	}
	f.Status = strconv.Itoa(status)
	return answer{status: status, body: f}
}

// retryAfter is after how many seconds a request that was one of too many can be repeated: at
// once where others were changing the same records, when its token may make the next, else later.
func retryAfter(e *message.Error) string {
	if e.Code == message.CodeBusy {
		return "1"
	}
	if seconds, ok := e.Args["seconds"].(int); ok {
		return strconv.Itoa(seconds)
	}
	return "60"
}

// longest is how many characters of a text are answered: it may repeat input.
const longest = 500

func short(text string) string {
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}

// The limits of requests.
const (
	maxBody   = rest.ListBody
	maxValues = 10 * rest.ListValues / 2 // a group's members are three values each
	maxQuery  = 8 << 10
)

// request is a request by a company's provider.
type request struct {
	*rest.Call
	http *http.Request
	body scim.Resource
}

// serve answers a request of a known company.
func (e endpoint) serve(q *http.Request, call *rest.Call) (answer, error) {
	r := request{Call: call, http: q}
	if len(q.URL.RawQuery) > maxQuery {
		return answer{}, message.New(message.Invalid, rest.CodeLongQuery)
	}
	if err := r.read(); err != nil {
		return answer{}, err
	}
	parts := strings.Split(strings.Trim(strings.TrimPrefix(q.URL.Path, Root), "/"), "/")
	for i, p := range parts {
		if plain, err := url.PathUnescape(p); err == nil {
			parts[i] = plain
		}
	}
	first, id := parts[0], ""
	if len(parts) > 1 {
		id = parts[1]
	}
	nothing := message.New(message.NotFound, message.CodeNotFound)
	if len(parts) > 2 {
		return answer{}, nothing
	}
	ctx := q.Context()
	switch first {
	case "Users":
		return collection{r.createUser, r.searchUsers, r.readUser, r.replaceUser, r.patchUser, r.removeUser}.serve(ctx, r, id)
	case "Groups":
		return collection{r.createGroup, r.searchGroups, r.readGroup, r.replaceGroup, r.patchGroup, r.removeGroup}.serve(ctx, r, id)
	case "Me", "Bulk":
		return answer{}, message.New(message.Invalid, CodeUnsupported)
	case "ServiceProviderConfig", "ResourceTypes", "Schemas":
		if q.Method == http.MethodGet {
			return r.describe(first, id)
		}
		return answer{}, message.New(message.Invalid, CodeUnsupported)
	}
	return answer{}, nothing
}

// collection are the operations on a kind of resource.
type collection struct {
	create  func(context.Context) (answer, error)
	search  func(context.Context, search) (answer, error)
	read    func(context.Context, string) (answer, error)
	replace func(context.Context, string) (answer, error)
	patch   func(context.Context, string) (answer, error)
	remove  func(context.Context, string) (answer, error)
}

func (c collection) serve(ctx context.Context, r request, id string) (answer, error) {
	switch method := r.http.Method; {
	case method == http.MethodPost && id == "":
		return c.create(ctx)
	case method == http.MethodPost && id == ".search":
		s, err := searchOfBody(r.body)
		if err != nil {
			return answer{}, err
		}
		return c.search(ctx, s)
	case method == http.MethodGet && id == "":
		s, err := searchOfQuery(r.http.URL.Query())
		if err != nil {
			return answer{}, err
		}
		return c.search(ctx, s)
	case id == "" || method == http.MethodPost:
		return answer{}, message.New(message.Invalid, CodeUnsupported)
	case method == http.MethodGet:
		return c.read(ctx, id)
	case method == http.MethodPut:
		return c.replace(ctx, id)
	case method == http.MethodPatch:
		return c.patch(ctx, id)
	}
	return c.remove(ctx, id)
}

// read reads the body, where the method has one.
func (r *request) read() error {
	if r.http.Method == http.MethodGet || r.http.Method == http.MethodDelete {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(r.http.Body, maxBody+1))
	if err != nil {
		return message.New(message.Invalid, message.CodeMalformed).Because(err)
	}
	if len(data) > maxBody {
		return message.New(message.TooLarge, message.CodeTooLarge)
	}
	if kind := r.http.Header.Get("Content-Type"); kind != "" && !strings.Contains(strings.ToLower(kind), "json") {
		return message.New(message.WrongType, message.CodeMalformed)
	}
	if err := jsonlimit.Check(data, jsonlimit.Limits{Depth: rest.MaxDepth, Values: maxValues, Paths: true}); err != nil {
		return err
	}
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&r.body); err != nil || r.body == nil {
		return &scim.Error{Type: scim.InvalidSyntax, Detail: "the body must be a JSON object"}
	}
	return nil
}

// location is the URI of a resource.
func (r request) location(kind, id string) string {
	return r.AppURL + Root + "/" + kind + "/" + url.PathEscape(id)
}
