package rest

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"anzen/shared/message"
)

// Problem is the body of every error.
type Problem struct {
	status int
	Detail string           `json:"detail" doc:"the text for the user, in their language"`
	Code   string           `json:"code" doc:"stable name of the error"`
	Fields []ProblemField   `json:"fields,omitempty" doc:"what is wrong with which field of the input"`
	Denied []message.Denied `json:"denied_sds_list,omitempty" doc:"sheets that a bulk operation refuses"`
	// Request is the request's name in the log, where something went wrong on our side.
	Request string `json:"request_id,omitempty" doc:"what to tell us where something went wrong on our side"`
}

// ProblemField is what is wrong with one field of the input.
type ProblemField struct {
	Path   string `json:"path"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Row    int    `json:"row,omitempty" doc:"in an uploaded CSV file: the row as a spreadsheet numbers it, the heading is 1"`
	Column string `json:"column,omitempty" doc:"in an uploaded CSV file: the heading of the column"`
}

func (p *Problem) Error() string { return p.Code }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.status }

// ContentType keeps errors in plain JSON, as the API's description says.
func (p *Problem) ContentType(string) string { return "application/json" }

// problemOf is the answer for an error. Only a message.Error's words reach the
// user; of any other the cause is for the log alone.
func problemOf(locale string, err error) *Problem {
	var e *message.Error
	if !errors.As(err, &e) {
		e = message.New(message.Internal, message.CodeInternal)
	}
	p := &Problem{status: e.Kind.Status(), Code: string(e.Code), Detail: message.Text(locale, e.Code, e.Args), Denied: e.Denied}
	for _, f := range e.Fields {
		p.Fields = append(p.Fields, ProblemField{f.Path, string(f.Code), message.Text(locale, f.Code, f.Args), f.Row, f.Column})
	}
	return p
}

func init() {
	huma.DefaultArrayNullable = false // fillSlices sees to it
	// huma's own errors (of validation, body size, content type) take our form. The
	// hook is a variable of the package, so it is set once, here.
	huma.NewErrorWithContext = func(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
		locale := "en"
		if ctx != nil {
			locale = message.Locale(ctx.Header("Accept-Language"))
		}
		err := validationError(status, msg, errs)
		if ctx != nil {
			if r, ok := ctx.Context().Value(queryKey{}).(refuser); ok {
				r.refuse(err)
			}
		}
		return problemOf(locale, err)
	}
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return huma.NewErrorWithContext(nil, status, msg, errs...)
	}
}

func validationError(status int, msg string, errs []error) error {
	var known *message.Error
	for _, err := range errs {
		if errors.As(err, &known) {
			return known
		}
	}
	switch status {
	case http.StatusRequestEntityTooLarge:
		return message.New(message.TooLarge, message.CodeTooLarge)
	case http.StatusUnsupportedMediaType:
		return message.New(message.WrongType, message.CodeMalformed)
	case http.StatusUnprocessableEntity, http.StatusBadRequest:
	default:
		return message.New(message.Internal, message.CodeInternal).Because(errors.Join(append(errs, errors.New(msg))...))
	}
	invalid := message.New(message.Invalid, message.CodeInvalid)
	for _, err := range errs {
		var detail *huma.ErrorDetail
		if !errors.As(err, &detail) {
			return message.New(message.Invalid, message.CodeMalformed).Because(err)
		}
		code, args, name := explain(detail.Message)
		at := path(detail.Location, name)
		if at == "" { // the body as a whole: not JSON, or none
			return message.New(message.Invalid, message.CodeMalformed).Because(err)
		}
		invalid = invalid.On(at, code, args)
	}
	return invalid
}

// path is the field's path without the part of the request it is in.
func path(location, name string) string {
	for _, prefix := range []string{"body", "query", "path", "header"} {
		if location == prefix {
			location = ""
		}
		location = strings.TrimPrefix(location, prefix+".")
	}
	switch {
	case name == "":
		return location
	case location == "":
		return name
	default:
		return location + "." + name
	}
}

var explanations = []struct {
	pattern *regexp.Regexp
	code    message.Code
	named   bool // the group is the field's name, not a length
}{
	{regexp.MustCompile(`^expected required property (\S+) to be present`), message.CodeRequired, true},
	{regexp.MustCompile(`^required .* parameter is missing`), message.CodeRequired, false},
	{regexp.MustCompile(`^File required$`), message.CodeRequired, false},
	{regexp.MustCompile(`^unexpected property`), message.CodeUnknownField, false},
	{regexp.MustCompile(`^expected length >= 1$`), message.CodeRequired, false},
	{regexp.MustCompile(`^expected length >= (\d+)`), message.CodeTooShort, false},
	{regexp.MustCompile(`^expected length <= (\d+)`), message.CodeTooLong, false},
	{regexp.MustCompile(`^expected array length >= (\d+)`), message.CodeTooFewItems, false},
	{regexp.MustCompile(`^expected array length <= (\d+)`), message.CodeTooManyItems, false},
	{regexp.MustCompile(`email`), message.CodeEmail, false},
	{regexp.MustCompile(`^expected value to be one of`), message.CodeChoice, false},
	{regexp.MustCompile(`^expected (?:number|integer) [<>]`), message.CodeNumberRange, false},
}

// explain turns huma's English sentence into a code of ours.
func explain(sentence string) (code message.Code, args message.Args, name string) {
	for _, e := range explanations {
		m := e.pattern.FindStringSubmatch(sentence)
		switch {
		case m == nil:
			continue
		case e.named:
			return e.code, nil, m[1]
		case len(m) > 1:
			return e.code, message.Args{"length": m[1]}, ""
		}
		return e.code, nil, ""
	}
	return message.CodePattern, nil, ""
}

// problem logs what a handler failed with and makes the answer.
func (c *Call) problem(ctx context.Context, err error) *Problem {
	p := problemOf(c.Lang, err)
	if p.status >= http.StatusInternalServerError {
		p.Request = c.RequestID
		c.Services.Log.ErrorContext(ctx, "request failed", "operation", c.route.ID, "request", c.RequestID, "cause", err.Error())
	}
	return p
}
