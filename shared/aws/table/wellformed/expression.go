package wellformed

import (
	"fmt"
	"slices"
	"strings"
)

// expression is one expression of a part.
type expression struct {
	name   string
	tokens []string
	of     part
}

// check checks the expression and adds what it uses.
func (e expression) check(used map[string]bool) error {
	for i, token := range e.tokens {
		switch token[0] {
		case '#':
			used[token] = true
			if _, ok := e.of.ExpressionAttributeNames[token]; !ok {
				return e.refuse("An expression attribute name used in the document path is not defined; attribute name: %s", token)
			}
		case ':':
			used[token] = true
			if _, ok := e.of.ExpressionAttributeValues[token]; !ok {
				return e.refuse("An expression attribute value used in expression is not defined; attribute value: %s", token)
			}
			if err := e.checkOperand(i); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e expression) refuse(format string, a ...any) error {
	return fmt.Errorf("Invalid "+e.name+": "+format, a...) //nolint:staticcheck // DynamoDB's text
}

// Types by which values can be compared, and of which one can be the beginning.
var (
	ordered = []string{"S", "N", "B"}
	begun   = []string{"S", "B"}
	kinds   = []string{"S", "SS", "N", "NS", "B", "BS", "BOOL", "NULL", "L", "M"}
)

// checkOperand checks the type of the value at an index for the operator or function that it
// is an operand of.
func (e expression) checkOperand(at int) error {
	v := e.of.ExpressionAttributeValues[e.tokens[at]]
	operator, allowed := e.operator(at)
	if operator == "attribute_type" {
		if kind := strings.Trim(string(v["S"]), `"`); !slices.Contains(kinds, kind) {
			return e.refuse("Invalid attribute type name found; type: %s, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}", kind)
		}
		return nil
	}
	if allowed != nil && !slices.Contains(allowed, v.kind()) {
		return e.refuse("Incorrect operand type for operator or function; operator or function: %s, operand type: %s", operator, v.kind())
	}
	return nil
}

// operator is what the token at an index is an operand of, as far as that restricts its
// type, and the types it allows.
func (e expression) operator(at int) (string, []string) {
	for _, beside := range []string{e.at(at - 1), e.at(at + 1)} {
		if slices.Contains([]string{"<", "<=", ">", ">="}, beside) {
			return beside, ordered
		}
	}
	switch {
	case e.is(at-1, "BETWEEN"), e.is(at+1, "BETWEEN"), e.is(at-1, "AND") && e.between(at-1):
		return "BETWEEN", ordered
	case e.at(at-1) != ",":
		return "", nil
	}
	for i := at - 2; i >= 0; i-- { // over the path before the comma
		switch e.tokens[i] {
		case "(":
			switch function := e.at(i - 1); function {
			case "begins_with":
				return function, begun
			case "attribute_type":
				return function, nil
			}
			return "", nil
		case ",", ")":
			return "", nil
		}
	}
	return "", nil
}

// between reports whether the AND at an index belongs to a BETWEEN: one that no other AND
// follows before.
func (e expression) between(at int) bool {
	for i := at - 1; i >= 0; i-- {
		switch {
		case e.is(i, "BETWEEN"):
			return true
		case e.is(i, "AND"), e.is(i, "OR"):
			return false
		}
	}
	return false
}

func (e expression) at(i int) string {
	if i < 0 || i >= len(e.tokens) {
		return ""
	}
	return e.tokens[i]
}

// is reports whether the token is a keyword, in any case.
func (e expression) is(i int, keyword string) bool { return strings.EqualFold(e.at(i), keyword) }

// tokens are the words and signs of an expression.
func tokens(text string) (all []string) {
	for len(text) > 0 {
		n := 1
		switch c := text[0]; {
		case letter(c) || c == '#' || c == ':':
			for n < len(text) && (letter(text[n]) || digit(text[n])) {
				n++
			}
		case digit(c):
			for n < len(text) && digit(text[n]) {
				n++
			}
		case c == '<' && len(text) > 1 && (text[1] == '=' || text[1] == '>'), c == '>' && len(text) > 1 && text[1] == '=':
			n = 2
		case strings.ContainsRune(" \t\r\n", rune(c)):
			text = text[1:]
			continue
		}
		all, text = append(all, text[:n]), text[n:]
	}
	return all
}

func letter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
