package scim

import (
	"slices"
	"strings"
	"time"
)

// Limits of a filter: no client needs more, and its work stays bounded.
const (
	MaxFilter      = 2000 // bytes
	maxDepth       = 10   // of parentheses and brackets
	maxComparisons = 50
)

// Filter is a condition on resources (RFC 7644, section 3.4.2.2).
type Filter struct{ root node }

// Matches reports whether a resource meets the condition.
func (f *Filter) Matches(r Resource) bool { return f == nil || f.root.matches(r) }

// Equals is the text of the filter `name eq "text"`; false for any other filter.
func (f *Filter) Equals(name string) (string, bool) {
	if f == nil {
		return "", false
	}
	c, ok := f.root.(comparison)
	if !ok || c.op != "eq" || c.path.Filter != nil || c.path.Sub != "" || !strings.EqualFold(c.path.Attr, name) {
		return "", false
	}
	text, ok := c.value.(string)
	return text, ok
}

type node interface {
	matches(r Resource) bool
	describe(r Resource)
}

type (
	both       struct{ left, right node }
	either     struct{ left, right node }
	negation   struct{ of node }
	comparison struct {
		path  Path
		op    string
		value any
	}
	// valued is an attribute with a value that meets the filter in brackets.
	valued struct{ path Path }
)

func (n both) matches(r Resource) bool { return n.left.matches(r) && n.right.matches(r) }

func (n either) matches(r Resource) bool { return n.left.matches(r) || n.right.matches(r) }

func (n negation) matches(r Resource) bool { return !n.of.matches(r) }

func (n valued) matches(r Resource) bool { return len(n.path.selected(r)) > 0 }

// exactly are the attributes whose texts are compared with their case.
var exactly = []string{"id", "externalid", "value", "version", "$ref", "location"}

func (n comparison) matches(r Resource) bool {
	leaves := n.path.leaves(r)
	name := n.path.Attr
	if n.path.Sub != "" {
		name = n.path.Sub
	}
	same := slices.Contains(exactly, strings.ToLower(name)) && !strings.EqualFold(n.path.Attr, "emails")
	match := func(op string) bool {
		return slices.ContainsFunc(leaves, func(leaf any) bool { return compare(op, leaf, n.value, same) })
	}
	present := slices.ContainsFunc(leaves, func(leaf any) bool { return leaf != "" }) || n.path.Sub == "" && isComplex(Get(n.path.in(r), n.path.Attr))
	switch {
	case n.op == "pr":
		return present
	case n.value == nil:
		return present == (n.op == "ne")
	case n.op == "ne":
		return !match("eq")
	}
	return match(n.op)
}

func isComplex(v any) bool {
	switch v := v.(type) {
	case Resource:
		return len(v) > 0
	case []any:
		return len(v) > 0
	}
	return false
}

// compare compares a value of a resource with that of a filter.
func compare(op string, have, want any, same bool) bool {
	switch want := want.(type) {
	case bool:
		is, ok := Bool(have)
		return ok && op == "eq" && is == want
	case float64:
		n, ok := have.(float64)
		return ok && ordered(op, n, want)
	case string:
		text, ok := have.(string)
		if is, boolean := have.(bool); boolean { // "True" of Entra ID
			w, word := Bool(want)
			return word && op == "eq" && is == w
		}
		if !ok {
			return false
		}
		if a, err := time.Parse(time.RFC3339, text); err == nil {
			if b, err := time.Parse(time.RFC3339, want); err == nil {
				return ordered(op, a.UnixNano(), b.UnixNano())
			}
		}
		if !same {
			text, want = strings.ToLower(text), strings.ToLower(want)
		}
		switch op {
		case "co":
			return strings.Contains(text, want)
		case "sw":
			return strings.HasPrefix(text, want)
		case "ew":
			return strings.HasSuffix(text, want)
		}
		return ordered(op, text, want)
	}
	return false
}

func ordered[T string | float64 | int64](op string, a, b T) bool {
	switch op {
	case "eq":
		return a == b
	case "gt":
		return a > b
	case "ge":
		return a >= b
	case "lt":
		return a < b
	case "le":
		return a <= b
	}
	return false
}
