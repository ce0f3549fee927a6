package scim

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
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

func (n both) matches(r Resource) bool     { return n.left.matches(r) && n.right.matches(r) }
func (n either) matches(r Resource) bool   { return n.left.matches(r) || n.right.matches(r) }
func (n negation) matches(r Resource) bool { return !n.of.matches(r) }
func (n valued) matches(r Resource) bool   { return len(n.path.selected(r)) > 0 }

// Path names an attribute, some of its values, or a part of them (RFC 7644, section 3.10).
type Path struct {
	URN    string // of the extension; empty: the core schema
	Attr   string // empty: the extension as a whole
	Filter *Filter
	Sub    string
}

// selected are the complex values of the attribute that meet the filter.
func (p Path) selected(r Resource) []Resource {
	all := Values(Get(p.in(r), p.Attr))
	return slices.DeleteFunc(all, func(one Resource) bool { return !p.Filter.Matches(one) })
}

// in is the part of the resource with the attribute.
func (p Path) in(r Resource) Resource {
	if p.URN == "" {
		return r
	}
	inner, _ := Get(r, p.URN).(Resource)
	return inner
}

// leaves are the simple values at the path. A complex value counts as its member "value"
// (RFC 7644, section 3.4.2.2).
func (p Path) leaves(r Resource) []any {
	at := Get(p.in(r), p.Attr)
	if p.Filter != nil {
		list := []any{}
		for _, one := range p.selected(r) {
			list = append(list, one)
		}
		at = list
	}
	var leaves []any
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case nil:
		case []any:
			for _, one := range v {
				walk(one)
			}
		case Resource:
			name := p.Sub
			if name == "" {
				name = "value"
			}
			if leaf := Get(v, name); leaf != nil {
				leaves = append(leaves, leaf)
			}
		default:
			if p.Sub == "" || strings.EqualFold(p.Sub, "value") {
				leaves = append(leaves, v)
			}
		}
	}
	walk(at)
	return leaves
}

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

// Filter parses a filter on the kind's resources; nil for an empty one. An error is of type
// InvalidFilter.
func (k Kind) Filter(text string) (*Filter, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil //nolint:nilnil // no filter is a filter that admits all
	}
	p, err := k.parser(text, InvalidFilter)
	if err != nil {
		return nil, err
	}
	root, err := p.or()
	if err == nil && p.token != "" {
		err = p.unexpected("the end")
	}
	if err != nil {
		return nil, err
	}
	return &Filter{root}, nil
}

// Path parses a path into the kind's resources. An error is of type InvalidPath; one in the
// filter in brackets is of type InvalidFilter.
func (k Kind) Path(text string) (Path, error) {
	p, err := k.parser(text, InvalidPath)
	if err != nil {
		return Path{}, err
	}
	path, err := p.path()
	if err == nil && p.token != "" {
		err = p.unexpected("the end")
	}
	return path, err
}

// parser reads the tokens of a filter or a path.
type parser struct {
	kind        Kind
	within      *Attribute // in brackets: the attribute before them
	text        string
	at          int
	token       string // the current one; empty: the end
	quoted      bool   // it is a text in quotes, decoded
	depth       int
	comparisons int
	wrong       string // the type of errors
}

func (k Kind) parser(text, wrong string) (*parser, error) {
	if len(text) > MaxFilter {
		return nil, fail(wrong, "it is longer than %d bytes", MaxFilter)
	}
	if !utf8.ValidString(text) {
		return nil, fail(wrong, "it is not UTF-8")
	}
	p := &parser{kind: k, text: text, wrong: wrong}
	return p, p.next()
}

func (p *parser) unexpected(want string) error {
	if p.token == "" {
		return fail(p.wrong, "%s is expected at the end", want)
	}
	return fail(p.wrong, "%s is expected instead of %q", want, p.token)
}

// next reads the next token: a parenthesis, a bracket, a text in quotes, or a word.
func (p *parser) next() error {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
	p.quoted = false
	if p.at == len(p.text) {
		p.token = ""
		return nil
	}
	begin := p.at
	switch p.text[p.at] {
	case '(', ')', '[', ']':
		p.at++
	case '"':
		for p.at++; p.at < len(p.text) && p.text[p.at] != '"'; p.at++ {
			if p.text[p.at] == '\\' {
				p.at++
			}
		}
		if p.at >= len(p.text) {
			return fail(p.wrong, "a quotation mark is not closed")
		}
		p.at++
		p.quoted = true
		if err := json.Unmarshal([]byte(p.text[begin:p.at]), &p.token); err != nil {
			return fail(p.wrong, "%s is not a JSON string", p.text[begin:p.at])
		}
		return nil
	default:
		for p.at < len(p.text) && !strings.ContainsRune(` ()[]"`, rune(p.text[p.at])) {
			p.at++
		}
	}
	p.token = p.text[begin:p.at]
	return nil
}

// is reports whether the current token is the word.
func (p *parser) is(word string) bool { return !p.quoted && strings.EqualFold(p.token, word) }

func (p *parser) or() (node, error) {
	left, err := p.and()
	for err == nil && p.is("or") {
		var right node
		if err = p.next(); err == nil {
			if right, err = p.and(); err == nil {
				left = either{left, right}
			}
		}
	}
	return left, err
}

func (p *parser) and() (node, error) {
	left, err := p.factor()
	for err == nil && p.is("and") {
		var right node
		if err = p.next(); err == nil {
			if right, err = p.factor(); err == nil {
				left = both{left, right}
			}
		}
	}
	return left, err
}

func (p *parser) factor() (node, error) {
	if p.is("not") {
		if err := p.next(); err != nil {
			return nil, err
		}
		if !p.is("(") {
			return nil, p.unexpected("a parenthesis after not")
		}
		inner, err := p.group(")")
		return negation{inner}, err
	}
	if p.is("(") {
		return p.group(")")
	}
	return p.compare()
}

// group reads a filter up to the closing parenthesis or bracket.
func (p *parser) group(end string) (node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fail(p.wrong, "it is nested deeper than %d levels", maxDepth)
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	inner, err := p.or()
	if err != nil {
		return nil, err
	}
	if !p.is(end) {
		return nil, p.unexpected("“" + end + "”")
	}
	p.depth--
	return inner, p.next()
}

var operators = []string{"eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"}

func (p *parser) compare() (node, error) {
	if p.comparisons++; p.comparisons > maxComparisons {
		return nil, fail(p.wrong, "it has more than %d comparisons", maxComparisons)
	}
	path, err := p.path()
	if err != nil {
		return nil, err
	}
	op := strings.ToLower(p.token)
	switch {
	case p.is("pr"):
		return comparison{path: path, op: "pr"}, p.next()
	case !p.quoted && slices.Contains(operators, op):
	case path.Filter != nil && path.Sub == "":
		return valued{path}, nil
	default:
		return nil, p.unexpected("an operator (eq, ne, co, sw, ew, gt, ge, lt, le, pr)")
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	value, err := p.value()
	if err != nil {
		return nil, err
	}
	if _, isText := value.(string); !isText && op != "eq" && op != "ne" {
		if _, isNumber := value.(float64); !isNumber || op == "co" || op == "sw" || op == "ew" {
			return nil, fail(p.wrong, "%s cannot be used with this value", op)
		}
	}
	return comparison{path, op, value}, p.next()
}

func (p *parser) value() (any, error) {
	if p.quoted {
		return p.token, nil
	}
	switch p.token {
	case "true", "True":
		return true, nil
	case "false", "False":
		return false, nil
	case "null":
		return nil, nil
	}
	var n float64
	if err := json.Unmarshal([]byte(p.token), &n); err != nil || p.token == "" {
		return nil, p.unexpected("a value (a text in quotes, a number, true, false or null)")
	}
	return n, nil
}

// path reads a path, and the token after it.
func (p *parser) path() (Path, error) {
	if p.quoted || p.token == "" || strings.ContainsAny(p.token, "()[]") {
		return Path{}, p.unexpected("the name of an attribute")
	}
	path, err := p.name(p.token)
	if err != nil {
		return path, err
	}
	if err := p.next(); err != nil || !p.is("[") {
		return path, err
	}
	attribute, _, kept := p.kind.attribute(path.URN, path.Attr)
	if path.Sub != "" || path.Attr == "" || p.within != nil || kept && attribute.Type != "complex" {
		return path, fail(p.wrong, "a filter in brackets must follow an attribute with members, not within another one")
	}
	outside := p.wrong
	p.within, p.wrong = &attribute, InvalidFilter
	inner, err := p.group("]")
	if err != nil {
		return path, err
	}
	p.within, p.wrong, path.Filter = nil, outside, &Filter{inner}
	if sub, ok := strings.CutPrefix(p.token, "."); ok && !p.quoted {
		a, known, keptSub := attribute.sub(sub)
		if kept && !known {
			return path, fail(p.wrong, "%s has no attribute %q", path.Attr, sub)
		}
		path.Sub = sub
		if keptSub {
			path.Sub = a.Name
		}
		return path, p.next()
	}
	return path, nil
}

// name resolves the name of an attribute, with or without its schema's URN and a member.
func (p *parser) name(word string) (path Path, err error) {
	if p.within != nil {
		a, known, kept := p.within.sub(word)
		if kept {
			word = a.Name
		}
		if !known && p.within.Name != "" && !strings.EqualFold(word, "value") {
			return path, fail(p.wrong, "%s has no attribute %q", p.within.Name, word)
		}
		return Path{Attr: word}, nil
	}
	if len(word) > 4 && strings.EqualFold(word[:4], "urn:") {
		rest, core := cutURN(word, p.kind.Schema.ID)
		if !core {
			ext := false
			if p.kind.Extension != nil {
				rest, ext = cutURN(word, p.kind.Extension.ID)
			}
			if !ext {
				return path, fail(p.wrong, "the schema of %q is not supported", word)
			}
			path.URN = p.kind.Extension.ID
			if rest == "" {
				return path, nil
			}
		}
		word = rest
	}
	path.Attr, path.Sub, _ = strings.Cut(word, ".")
	a, known, kept := p.kind.attribute(path.URN, path.Attr)
	if !known || strings.HasSuffix(word, ".") {
		return path, fail(p.wrong, "there is no attribute %q", word)
	}
	if !kept {
		return path, nil
	}
	path.Attr = a.Name
	if path.Sub == "" {
		return path, nil
	}
	sub, known, kept := a.sub(path.Sub)
	if !known || a.Type != "complex" {
		return path, fail(p.wrong, "%s has no attribute %q", a.Name, path.Sub)
	}
	if kept {
		path.Sub = sub.Name
	}
	return path, nil
}

// cutURN is the rest of a name after its schema's URN and a colon.
func cutURN(word, urn string) (rest string, ok bool) {
	if len(word) < len(urn) || !strings.EqualFold(word[:len(urn)], urn) {
		return word, false
	}
	rest = word[len(urn):]
	if rest == "" {
		return "", true
	}
	return strings.CutPrefix(rest, ":")
}
