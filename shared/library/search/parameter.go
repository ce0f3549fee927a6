package search

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"anzen/shared/catalog"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// Type is the type of a parameter's values.
type Type string

// The types, as JSON Schema calls them.
const (
	String  Type = "string"
	Integer Type = "integer"
	Boolean Type = "boolean"
)

// Parameter is a query parameter of a filter or an order.
type Parameter struct {
	Name      string
	Doc       string
	Type      Type
	List      bool // it may be given several times
	MaxItems  int  // of a list
	MaxLength int  // in characters; 0 is unlimited
	Enum      []string
	Pattern   string
	Format    string // "date"
	known     func(string) bool
	blanks    bool // blanks at its ends are trimmed
	days      bool // it must be a day in the catalog's range
	moments   bool // a day, or a moment (RFC 3339)
}

// read returns the parameter's values in canonical form, without empty ones and
// repetitions, and adds the errors of invalid ones.
func (p *Parameter) read(given []string, wrong *input.FieldErrors) (values []string) {
	if !p.List && len(given) > 1 {
		given = given[:1]
	}
	if p.Type == Integer && slices.ContainsFunc(given, func(v string) bool { return v != "" && !isInteger(v) }) {
		wrong.Add(p.Name, message.CodePattern)
		return nil
	}
	if p.List && len(given) > p.MaxItems {
		wrong.AddWith(p.Name, message.CodeTooManyItems, message.Args{"length": p.MaxItems})
		form := *p
		form.known = nil // too many values are not looked up
		p = &form
	}
	for i, v := range given {
		if v == "" {
			continue
		}
		path := p.Name
		if p.List {
			path += "[" + strconv.Itoa(i) + "]"
		}
		v, code, args := p.value(v)
		if code != "" {
			wrong.AddWith(path, code, args)
		} else if v != "" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// value is one value in canonical form, or the code of its error.
func (p *Parameter) value(v string) (kept string, code message.Code, args message.Args) {
	if p.blanks {
		v = strings.TrimSpace(v)
	}
	switch p.Type {
	case Integer:
		n, _ := strconv.Atoi(v) // validated by read
		v = strconv.Itoa(n)
	case Boolean:
		yes, err := strconv.ParseBool(v)
		if err != nil {
			return "", message.CodePattern, nil
		}
		if !yes {
			return "", "", nil
		}
		v = "true"
	}
	switch {
	case p.Enum != nil && !slices.Contains(p.Enum, v), p.known != nil && !p.known(v):
		return "", message.CodeChoice, nil
	case p.MaxLength > 0 && utf8.RuneCountInString(v) > p.MaxLength:
		return "", message.CodeTooLong, message.Args{"length": p.MaxLength}
	case p.Pattern != "" && !pattern(p.Pattern).MatchString(v), p.Format == date && !isDate(v), p.days && !isDay(v), p.moments && !isDate(v) && !isMoment(v):
		return "", message.CodePattern, nil
	}
	return v, "", nil
}

const date = "date"

func isInteger(v string) bool {
	_, err := strconv.Atoi(v)
	return err == nil
}

func isDate(v string) bool {
	_, err := time.Parse(time.DateOnly, v)
	return err == nil
}

func isMoment(v string) bool {
	_, err := time.Parse(time.RFC3339, v)
	return err == nil
}

func isDay(v string) bool {
	_, ok := catalog.DayNumber(v)
	return ok
}

var patterns sync.Map

// pattern compiles a pattern of the declarations, once.
func pattern(text string) *regexp.Regexp {
	if compiled, ok := patterns.Load(text); ok {
		return compiled.(*regexp.Regexp)
	}
	compiled, _ := patterns.LoadOrStore(text, regexp.MustCompile(text))
	return compiled.(*regexp.Regexp)
}
