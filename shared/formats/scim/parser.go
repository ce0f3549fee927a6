package scim

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

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
