// Package message holds the product's messages to users: a stable code, and its text in
// Japanese and English. An Error of this package is the only kind of error whose text
// reaches a user; any other is logged and answered as an internal error.
package message

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Code names a message. Codes are part of the API and never change.
type Code string

// Kind is the class of an error; each has one HTTP status.
type Kind int

// The kinds.
const (
	Internal     Kind = iota // 500
	Invalid                  // 400: invalid input
	Unauthorized             // 401
	PlanLimit                // 402: beyond the plan, or without the option
	Forbidden                // 403: not permitted to the role
	NotFound                 // 404: not found, or another company's
	Conflict                 // 409: in conflict with the state or another record
	Stale                    // 412: changed since it was read
	TooLarge                 // 413
	WrongType                // 415
	Reused                   // 422: the idempotency key belongs to another request
	TooMany                  // 429
	Unavailable              // 503: an AWS service, or the time for the request, was not enough; it may be repeated
)

var status = map[Kind]int{
	Internal: 500, Invalid: 400, Unauthorized: 401, PlanLimit: 402, Forbidden: 403, NotFound: 404,
	Conflict: 409, Stale: 412, TooLarge: 413, WrongType: 415, Reused: 422, TooMany: 429, Unavailable: 503,
}

// Status is the HTTP status of the kind.
func (k Kind) Status() int { return status[k] }

// Field is the error of one field of the input.
type Field struct {
	Path string // as in the input: "users[2].email"
	Code Code
	Args Args
	// Row and Column locate it in an uploaded CSV file: the row as a spreadsheet numbers
	// it, and the heading of the column. 0 and empty for other inputs.
	Row    int
	Column string
}

// Args fill the {names} in a text.
type Args map[string]any

// Denied is a sheet that a bulk operation refuses.
type Denied struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Error is an error that may be shown to a user.
type Error struct {
	Kind   Kind
	Code   Code
	Args   Args
	Fields []Field // the first MaxFields
	// Omitted counts the field errors beyond Fields.
	Omitted int
	Denied  []Denied
	Cause   error // logged, never shown
}

// MaxFields is how many field errors an error lists; further ones are only counted, so
// that an input with many errors is not expensive.
const MaxFields = 100

// New is an error of a kind with a code.
func New(k Kind, c Code) *Error { return &Error{Kind: k, Code: c} }

// With returns a copy with arguments for the text.
func (e *Error) With(args Args) *Error { f := *e; f.Args = args; return &f }

// Because returns a copy with the cause, for the log.
func (e *Error) Because(err error) *Error { f := *e; f.Cause = err; return &f }

// On returns a copy with the error of a field of the input.
func (e *Error) On(path string, c Code, args Args) *Error {
	return e.OnCell(Field{Path: path, Code: c, Args: args})
}

// OnCell returns a copy with the error of a cell of an uploaded CSV file.
func (e *Error) OnCell(cell Field) *Error {
	f := *e
	if len(e.Fields) >= MaxFields {
		f.Omitted++
		return &f
	}
	f.Fields = append(slices.Clip(e.Fields), cell)
	return &f
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %v", e.Code, e.Cause)
	}
	return string(e.Code)
}

func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is compare by code.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Code == e.Code
}

// Locale is the language of texts for an Accept-Language header or a stored
// locale: "ja" or "en", the one of the higher weight. Chinese without either gets Japanese,
// other languages get English (specification, section 1).
func Locale(accept string) string {
	best, weight := "en", 0.0
	chinese := false
	for _, part := range strings.Split(accept, ",") {
		tag, parameters, _ := strings.Cut(part, ";")
		lang, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		q := weightOf(parameters)
		switch {
		case lang == "zh":
			chinese = chinese || q > 0
		case (lang == "ja" || lang == "en") && q > weight:
			best, weight = lang, q
		}
	}
	if chinese && weight == 0 {
		return "ja"
	}
	return best
}

// weightOf is the weight of a language by its parameters (RFC 9110, section 12.4.2): 1 where
// none is given, 0 where it is not acceptable.
func weightOf(parameters string) float64 {
	for _, p := range strings.Split(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		if q, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil && q >= 0 && q <= 1 {
			return q
		}
		return 0
	}
	return 1
}

// Text is the text of a code in a language ("ja" or "en") with its {names} filled; the
// code itself where it is unknown, which tests rule out.
func Text(locale string, c Code, args Args) string {
	pair, ok := catalog[c]
	if !ok {
		return string(c)
	}
	text := pair.en
	if locale == "ja" {
		text = pair.ja
	}
	pairs := make([]string, 0, 2*len(args))
	for name, value := range args {
		written := fmt.Sprint(value)
		if slices.Contains(days, name) {
			written = Day(locale, written)
		}
		pairs = append(pairs, "{"+name+"}", written)
	}
	return strings.NewReplacer(pairs...).Replace(text) // in one pass: values are not expanded
}

// Uses reports whether the text of a code has a place for an argument.
func Uses(c Code, arg string) bool { return strings.Contains(catalog[c].en, "{"+arg+"}") }

// days are the arguments that may be days.
var days = []string{"complete_to", "date", "day", "end", "from", "in_force", "renews", "revised", "transition", "transition_to"}

var isoDay = regexp.MustCompile(`^(\d{4})-(\d{2})(?:-(\d{2}))?$`)

// Day is a day (YYYY-MM-DD) or a month (YYYY-MM) as the dashboard shows it in a language, and any
// other text as it is.
func Day(locale, text string) string {
	day := isoDay.FindStringSubmatch(text)
	switch {
	case day == nil:
		return text
	case locale == "ja":
		return strings.ReplaceAll(text, "-", "/")
	case day[3] == "":
		return day[2] + "/" + day[1]
	default:
		return day[2] + "/" + day[3] + "/" + day[1]
	}
}

// Known reports whether the catalog has the code.
func Known(c Code) bool { _, ok := catalog[c]; return ok }

// Codes are all codes, sorted.
func Codes() []Code {
	codes := make([]Code, 0, len(catalog))
	for c := range catalog {
		codes = append(codes, c)
	}
	sort.Slice(codes, func(i, j int) bool { return codes[i] < codes[j] })
	return codes
}

type pair struct{ ja, en string }

var catalog = merged(
	generalTexts,
	infoTexts,
	periodicTexts,
	auditTexts,
	checksTexts,
	accountTexts,
	sheetTexts,
	versionTexts,
	attachmentTexts,
	reconfirmationTexts,
	deletionTexts,
	exchangeTexts,
	batchTexts,
	jobTexts,
	criteriaTexts,
	optionTexts,
	checklistTexts,
	dutyTexts,
	exportTexts,
	lawTexts,
	lawPropertyTexts,
	lawCompareTexts,
	overviewTexts,
	provisioningTexts,
)

func merged(parts ...map[Code]pair) map[Code]pair {
	all := map[Code]pair{}
	for _, texts := range parts {
		for c, t := range texts {
			if _, twice := all[c]; twice {
				panic("message: code " + string(c) + " is listed twice")
			}
			all[c] = t
		}
	}
	return all
}
