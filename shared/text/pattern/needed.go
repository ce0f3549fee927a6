package pattern

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// needed is what a text has in which an expression matches; the zero value demands nothing.
type needed struct {
	length int // bytes
	// first and last are the bytes with which a text begins and ends, where the expression is bound to its beginning or end.
	first, last *byteSet
	// anyOf are the contents of which the text has one at least.
	anyOf []content
	// folded is set where an expression that ignores case needs a k or s, as which it takes U+212A and U+017F too.
	folded bool
}

// longest is the length in bytes up to which texts are searched for what is needed: longer ones have nearly everything.
const longest = 1024

// fits reports whether the length and the ends of a text may be those of one with a match.
func (n *needed) fits(text string) bool {
	return len(text) >= n.length && (n.first == nil || text != "" && n.first.has(text[0])) && (n.last == nil || text != "" && n.last.has(text[len(text)-1]))
}

// in reports whether a text has one of the contents, c is that of the text.
func (n *needed) in(c *content, text string) bool {
	for i := range n.anyOf {
		if n.anyOf[i].within(c) {
			return true
		}
	}
	return n.folded && c.bytes&(bitOf[0xc5]|bitOf[0xe2]) != 0 && (strings.Contains(text, "\u017f") || strings.Contains(text, "\u212a"))
}

// neededBy tells what an expression needs.
func neededBy(re *syntax.Regexp) needed {
	var n needed
	n.length = shortest(re)
	n.anyOf = contentsOf(n.forms(re))
	if bound(re, syntax.OpBeginText, false) {
		n.first = edge(re, false)
	}
	if bound(re, syntax.OpEndText, true) {
		n.last = edge(re, true)
	}
	return n
}

// contentsOf are the contents of forms without those that have all of another one; nil where one has nothing.
func contentsOf(of []form) []content {
	var out []content
	for _, f := range of {
		switch {
		case f.content == content{}:
			return nil
		case !slices.ContainsFunc(of, func(o form) bool { return o.content != f.content && o.within(&f.content) }) && !slices.Contains(out, f.content):
			out = append(out, f.content)
		}
	}
	return out
}

// shortest is the least number of bytes of a match.
func shortest(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) // a rune may be longer, and of another length in the other case
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return shortest(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min * shortest(re.Sub[0])
	case syntax.OpConcat:
		sum := 0
		for _, sub := range re.Sub {
			sum += shortest(sub)
		}
		return sum
	case syntax.OpAlternate:
		least := shortest(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			least = min(least, shortest(sub))
		}
		return least
	}
	return 0
}
