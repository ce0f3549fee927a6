package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"anzen/shared/domain/message"
)

// Problem is the body of every error.
type Problem struct {
	status int
	Detail string         `json:"detail" doc:"the text for the user, in their language"`
	Code   string         `json:"code" doc:"stable code of the error"`
	Fields []ProblemField `json:"fields,omitempty" doc:"what is wrong with which field of the input"`
	// Omitted is how many errors Fields leaves out: an input may have thousands.
	Omitted int              `json:"fields_omitted,omitempty" doc:"how many more fields are wrong than fields lists; it lists 100 at most"`
	Denied  []message.Denied `json:"denied_sds_list,omitempty" doc:"sheets that a bulk operation refuses"`
	// Request is the request's id in the log, for internal errors.
	Request string `json:"request_id,omitempty" doc:"of internal errors: the id to quote to support"`
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

// After how many seconds a request that was one of too many may be repeated: at once where others were changing the same
// records, or a service was not available for the moment, else when the minute by which limits count is over.
const (
	retryBusy  = "1"
	retryLater = "60"
)

// GetHeaders are the headers of the answer.
func (p *Problem) GetHeaders() http.Header {
	switch {
	case p.Code == string(message.CodeBusy):
		return http.Header{"Retry-After": {retryBusy}}
	case p.status == http.StatusTooManyRequests:
		return http.Header{"Retry-After": {retryLater}}
	}
	return nil
}

// ContentType is application/json, as the API document states, and not problem+json.
func (p *Problem) ContentType(string) string { return "application/json" }

// problemOf is the answer for an error. Only a message.Error's text reaches the
// user; the cause of any other is for the log alone. Input that it repeats is
// truncated, so that no input makes a large answer.
func problemOf(locale string, err error) *Problem {
	var e *message.Error
	if !errors.As(err, &e) {
		e = message.New(message.Internal, message.CodeInternal)
	}
	p := &Problem{
		status: e.Kind.Status(), Code: string(e.Code), Detail: detail(locale, e.Code, e.Args),
		Omitted: e.Omitted + max(len(e.Fields)-message.MaxFields, 0), Denied: e.Denied,
	}
	for _, f := range e.Fields[:min(len(e.Fields), message.MaxFields)] {
		p.Fields = append(p.Fields, ProblemField{short(f.Path), string(f.Code), detail(locale, f.Code, f.Args), f.Row, short(f.Column)})
	}
	return p
}

// longest is how many characters of an input's text an answer repeats.
const longest = 120

func short(text string) string {
	if len(text) <= longest {
		return text
	}
	n := 0
	for i := range text {
		if n++; n > longest {
			return text[:i] + "…"
		}
	}
	return text
}

func detail(locale string, code message.Code, args message.Args) string {
	cut := make(message.Args, len(args))
	for name, value := range args {
		if text, ok := value.(string); ok {
			value = short(text)
		}
		cut[name] = value
	}
	return message.Text(locale, code, cut)
}

func init() {
	huma.DefaultArrayNullable = false // fillSlices makes nil slices empty
	huma.ValidateStrictCasing = true  // names of members are case-sensitive
	// huma's own errors (of validation, body size, content type) take our form. The
	// hook is a variable of the package, so it is set once, here.
	huma.NewErrorWithContext = func(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
		locale := "en"
		if ctx != nil {
			locale = message.Locale(ctx.Header("Accept-Language"))
		}
		return problemOf(locale, validationError(status, msg, errs))
	}
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return huma.NewErrorWithContext(nil, status, msg, errs...)
	}
}

func validationError(status int, msg string, errs []error) error {
	var known *message.Error
	for _, err := range errs {
		if errors.As(err, &known) && known.Code != message.CodeInvalid {
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
	for _, err := range errs[:min(len(errs), message.MaxFields)] {
		var in *huma.ErrorDetail
		if errors.As(err, &in) && strings.HasPrefix(in.Location, "path.") {
			return message.New(message.NotFound, message.CodeNotFound) // no record has such an id
		}
		if errors.As(err, &known) { // of a Parameters part
			for _, f := range known.Fields {
				invalid = invalid.OnCell(f)
			}
			invalid.Omitted += known.Omitted
			continue
		}
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
	invalid.Omitted += max(len(errs)-message.MaxFields, 0)
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

// explanations map the beginnings of huma's messages to codes, with what follows in
// the message: nothing, a length, or the name of the field.
var explanations = []struct {
	begins string
	code   message.Code
	then   string
}{
	{before(validation.MsgExpectedRequiredProperty), message.CodeRequired, "name"},
	{"required ", message.CodeRequired, ""}, // a parameter that is missing
	{"File required", message.CodeRequired, ""},
	{validation.MsgUnexpectedProperty, message.CodeUnknownField, ""},
	{before(validation.MsgExpectedMinLength), message.CodeTooShort, "length"},
	{before(validation.MsgExpectedMaxLength), message.CodeTooLong, "length"},
	{before(validation.MsgExpectedMinItems), message.CodeTooFewItems, "length"},
	{before(validation.MsgExpectedMaxItems), message.CodeTooManyItems, "length"},
	{before(validation.MsgExpectedRFC5322Email), message.CodeEmail, ""},
	{before(validation.MsgExpectedOneOf), message.CodeChoice, ""},
	{before(validation.MsgExpectedMinimumNumber), message.CodeNumberRange, ""},
	{before(validation.MsgExpectedMaximumNumber), message.CodeNumberRange, ""},
	{before(validation.MsgExpectedExclusiveMinimumNumber), message.CodeNumberRange, ""},
	{before(validation.MsgExpectedExclusiveMaximumNumber), message.CodeNumberRange, ""},
}

// before is the text of a format before its first verb.
func before(format string) string {
	text, _, _ := strings.Cut(format, "%")
	return text
}

// explain maps a message of huma's to a code, its arguments and the field's name.
func explain(sentence string) (code message.Code, args message.Args, name string) {
	for _, e := range explanations {
		rest, ok := strings.CutPrefix(sentence, e.begins)
		if !ok {
			continue
		}
		word, _, _ := strings.Cut(rest, " ")
		switch {
		case e.then == "name":
			return e.code, nil, word
		case e.code == message.CodeTooShort && word == "1":
			return message.CodeRequired, nil, ""
		case e.then == "length":
			return e.code, message.Args{"length": word}, ""
		}
		return e.code, nil, ""
	}
	return message.CodePattern, nil, ""
}

// problem makes the answer for a handler's error, and logs those that are not the caller's.
func (c *Call) problem(ctx context.Context, err error) *Problem {
	p := problemOf(c.Lang, BusyIfTransient(err))
	if p.status >= http.StatusInternalServerError {
		p.Request = c.RequestID
		c.Services.Log.ErrorContext(ctx, "request failed", "operation", c.route.ID, "request", c.RequestID, "cause", err.Error())
	}
	return p
}
