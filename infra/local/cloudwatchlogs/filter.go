package cloudwatchlogs

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// condition is what a filter demands of an event.
type condition func(row) bool

func (p *source) either() (condition, error) {
	is, err := p.both()
	for err == nil && p.takes("or") {
		left := is
		var right condition
		right, err = p.both()
		is = func(r row) bool { return left(r) || right(r) }
	}
	return is, err
}

func (p *source) both() (condition, error) {
	is, err := p.single()
	for err == nil && p.takes("and") {
		left := is
		var right condition
		right, err = p.single()
		is = func(r row) bool { return left(r) && right(r) }
	}
	return is, err
}

func (p *source) single() (condition, error) {
	switch {
	case p.takes("not"):
		is, err := p.single()
		return func(r row) bool { return !is(r) }, err
	case p.takes("("):
		is, err := p.either()
		if err != nil {
			return nil, err
		}
		return is, p.want(")")
	case strings.EqualFold(p.peek(), "ispresent"):
		p.next()
		return p.present()
	}
	f, err := p.field()
	if err != nil {
		return nil, err
	}
	if p.takes("not") {
		if !strings.EqualFold(p.peek(), "like") {
			return nil, fmt.Errorf("not %q is not known", p.peek())
		}
		p.next()
		is, err := p.like(f)
		return func(r row) bool { return !is(r) }, err
	}
	operator := strings.ToLower(p.next())
	switch operator {
	case "like":
		return p.like(f)
	case "=", "!=", "<", "<=", ">", ">=":
		value, err := p.literal()
		return relation(f, operator, value), err
	}
	return nil, fmt.Errorf("the operator %q is not known", operator)
}

func (p *source) present() (condition, error) {
	if err := p.want("("); err != nil {
		return nil, err
	}
	f, err := p.field()
	if err != nil {
		return nil, err
	}
	return func(r row) bool {
		_, ok := r.text(f)
		return ok
	}, p.want(")")
}

// like is a regular expression between slashes, or a part of the text.
func (p *source) like(f string) (condition, error) {
	pattern := p.next()
	if inner, ok := strings.CutPrefix(pattern, "/"); ok {
		pattern = strings.TrimSuffix(inner, "/")
	} else {
		p.at--
		part, err := p.literal()
		if err != nil {
			return nil, err
		}
		pattern = regexp.QuoteMeta(part)
	}
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("the regular expression %s: %w", pattern, err)
	}
	return func(r row) bool {
		text, ok := r.text(f)
		return ok && expression.MatchString(text)
	}, nil
}

// relation compares a field with a value, as numbers where both are. An event without the field does not fulfil it.
func relation(f, operator, value string) condition {
	holds := map[string][]int{"=": {0}, "!=": {-1, 1}, "<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1}}[operator]
	right := row{f: value}
	if n, err := strconv.ParseFloat(value, 64); err == nil {
		right[f] = n
	}
	return func(r row) bool {
		_, ok := r.text(f)
		return ok && slices.Contains(holds, compare(r, right, f))
	}
}
