package rest

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// describe completes an operation of the document: the statuses of its errors, the version
// that an edit needs, the files that it answers.
func describe(operation *huma.Operation, r *Route, output reflect.Type) {
	versioned := false
	for _, p := range operation.Parameters {
		if p.In == "header" && p.Name == "If-Match" {
			p.Required, versioned = true, true
		}
	}
	for _, status := range r.errors(versioned, operation.RequestBody != nil) {
		operation.Responses[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/Problem"}
	}
	if made := operation.Responses[strconv.Itoa(r.Status)]; made != nil && r.Makes != "" {
		if made.Headers == nil {
			made.Headers = map[string]*huma.Header{}
		}
		made.Headers["Location"] = &huma.Header{Description: "of what was made or started", Schema: &huma.Schema{Type: huma.TypeString}}
	}
	for status, name := range map[string]string{"429": "TooMany", "503": "Unavailable"} {
		if answer := operation.Responses[status]; answer != nil {
			answer.Ref = "#/components/responses/" + name
		}
	}
	declareFile(operation, r, output)
}

// errors are the statuses of a route's errors, by what it takes and who may call it.
func (r *Route) errors(versioned, body bool) []int {
	statuses := []int{http.StatusBadRequest, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable}
	if !r.Rule.IsPublic() {
		statuses = append(statuses, http.StatusUnauthorized, http.StatusForbidden)
	}
	if len(r.Params()) > 0 {
		statuses = append(statuses, http.StatusNotFound)
	}
	if body {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if r.Method != http.MethodGet && !r.Rule.IsPublic() {
		statuses = append(statuses, http.StatusPaymentRequired, http.StatusConflict)
	}
	if versioned {
		statuses = append(statuses, http.StatusPreconditionFailed)
	}
	if r.Creates {
		statuses = append(statuses, http.StatusUnprocessableEntity)
	}
	return statuses
}

// declareFile declares an answer that is a file: its media types are those of the tag "produces"
// of the field with its Content-Type.
func declareFile(operation *huma.Operation, r *Route, output reflect.Type) {
	body, is := output.FieldByName("Body")
	kind, typed := output.FieldByName("ContentType")
	if !is || !typed || body.Type != reflect.TypeFor[[]byte]() {
		return
	}
	content := map[string]*huma.MediaType{}
	for _, media := range strings.Split(kind.Tag.Get("produces"), ",") {
		schema := &huma.Schema{Type: huma.TypeString, Format: "binary"}
		if media == "application/json" {
			schema = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
		}
		content[media] = &huma.MediaType{Schema: schema}
	}
	operation.Responses[strconv.Itoa(r.Status)].Content = content
}

// errorCodes are the codes of all errors with their texts.
func errorCodes() map[string]any {
	all := map[string]any{}
	for _, code := range message.Codes() {
		all[string(code)] = map[string]string{"ja": message.Text("ja", code, nil), "en": message.Text("en", code, nil)}
	}
	return all
}

// queryOf are the names of an operation's query parameters.
func queryOf(operation *huma.Operation) map[string]bool {
	names := map[string]bool{}
	for _, p := range operation.Parameters {
		if p.In == "query" {
			names[p.Name] = true
		}
	}
	return names
}

// knows refuses query parameters that the route does not have: a filter with a misspelt name
// would find, export or delete more than was meant.
func (r *Route) knows(query url.Values) error {
	var unknown []string
	for name := range query {
		if !r.query[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	var wrong input.FieldErrors
	for _, name := range unknown {
		wrong.Add(name, message.CodeUnknownField)
	}
	return wrong.Err()
}
