// Package message holds what the product says to people when something is
// wrong or done: a stable code, and its text in Japanese and English. An Error
// made here is the only kind of error whose words reach a user; any other is
// logged and answered as an internal error.
package message

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Code names a message. Codes are part of the API and never change.
type Code string

// Kind is the class of an error; each has one HTTP status.
type Kind int

// The kinds.
const (
	Internal     Kind = iota // 500
	Invalid                  // 400: what was sent is not right
	Unauthorized             // 401
	PlanLimit                // 402: the plan or an option does not allow it
	Forbidden                // 403: the role does not allow it
	NotFound                 // 404: not there, or another company's
	Conflict                 // 409: something with this name exists already
	Stale                    // 412: somebody else has changed it
	TooLarge                 // 413
	WrongType                // 415
	Reused                   // 422: the idempotency key was used for something else
	TooMany                  // 429
)

var status = map[Kind]int{
	Internal: 500, Invalid: 400, Unauthorized: 401, PlanLimit: 402, Forbidden: 403, NotFound: 404,
	Conflict: 409, Stale: 412, TooLarge: 413, WrongType: 415, Reused: 422, TooMany: 429,
}

// Status is the HTTP status of the kind.
func (k Kind) Status() int { return status[k] }

// Field is what is wrong with one field of the input.
type Field struct {
	Path string // as in the input: "users[2].email"
	Code Code
	Args Args
	// Where it is in an uploaded CSV file: the row as a spreadsheet numbers it, and
	// the heading of the column. 0 and empty for other inputs.
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

// Error is an error that may be told to a user.
type Error struct {
	Kind   Kind
	Code   Code
	Args   Args
	Fields []Field // the first MaxFields
	// Omitted counts what is wrong beyond Fields.
	Omitted int
	Denied  []Denied
	Cause   error // logged, never shown
}

// MaxFields is how many things that are wrong an error lists; those beyond are
// counted. An input of many errors costs no more than one of a few.
const MaxFields = 100

// New is an error of a kind with a code.
func New(k Kind, c Code) *Error { return &Error{Kind: k, Code: c} }

// With returns a copy with arguments for the text.
func (e *Error) With(args Args) *Error { f := *e; f.Args = args; return &f }

// Because returns a copy with the cause, for the log.
func (e *Error) Because(err error) *Error { f := *e; f.Cause = err; return &f }

// On returns a copy that also points at a field of the input.
func (e *Error) On(path string, c Code, args Args) *Error {
	return e.OnCell(Field{Path: path, Code: c, Args: args})
}

// OnCell returns a copy that also points at a cell of an uploaded CSV file.
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
// locale: "ja" or "en". Chinese-only readers get Japanese, everybody else
// English unless Japanese is asked for first (specification, section 1).
func Locale(accept string) string {
	chinese := false
	for _, part := range strings.Split(accept, ",") {
		tag := strings.ToLower(strings.TrimSpace(strings.SplitN(part, ";", 2)[0]))
		lang := strings.SplitN(tag, "-", 2)[0]
		switch lang {
		case "ja", "en":
			return lang
		case "zh":
			chinese = true
		}
	}
	if chinese {
		return "ja"
	}
	return "en"
}

// Text is the text of a code in a language ("ja" or "en"), its {names} filled.
// An unknown code reads as itself: tests see to it that there is none.
func Text(locale string, c Code, args Args) string {
	pair, ok := catalogue[c]
	if !ok {
		return string(c)
	}
	text := pair.en
	if locale == "ja" {
		text = pair.ja
	}
	for name, value := range args {
		text = strings.ReplaceAll(text, "{"+name+"}", fmt.Sprint(value))
	}
	return text
}

// Known tells whether the catalog has the code.
func Known(c Code) bool { _, ok := catalogue[c]; return ok }

// Codes are all codes, sorted.
func Codes() []Code {
	codes := make([]Code, 0, len(catalogue))
	for c := range catalogue {
		codes = append(codes, c)
	}
	sort.Slice(codes, func(i, j int) bool { return codes[i] < codes[j] })
	return codes
}

type pair struct{ ja, en string }

var catalogue = merged(
	generalTexts,
	infoTexts,
	periodicTexts,
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
	exportTexts,
	lawTexts,
	lawPropertyTexts,
	lawCompareTexts,
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
