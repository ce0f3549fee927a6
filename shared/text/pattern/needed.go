package pattern

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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

func (n *needed) in(text string) bool {
	switch {
	case len(text) < n.length:
		return false
	case n.first != nil && (text == "" || !n.first.has(text[0])), n.last != nil && (text == "" || !n.last.has(text[len(text)-1])):
		return false
	case n.anyOf == nil || len(text) > longest:
		return true
	}
	c := contentOf(text)
	for i := range n.anyOf {
		if n.anyOf[i].within(&c) {
			return true
		}
	}
	return n.folded && c.bytes&(bitOf[0xc5]|bitOf[0xe2]) != 0 && (strings.Contains(text, "\u017f") || strings.Contains(text, "\u212a"))
}

// content are the bytes of a text, those of letters without case, and the pairs of bytes that follow each other, by a hash of eight bits.
type content struct {
	bytes uint64
	pairs [4]uint64
}

// bitOf is the bit of a byte: each letter, each sign, the figures together, and the first bytes of U+017F and U+212A; other bytes count in pairs only.
// lower is a byte as it counts in pairs.
var bitOf, lower = func() (bits [256]uint64, low [256]uint8) {
	next := 0
	add := func(of ...int) {
		for _, b := range of {
			bits[b] = 1 << next
		}
		next++
	}
	for b := range 256 {
		low[b] = uint8(b)
		switch {
		case b >= 'A' && b <= 'Z':
			low[b] = uint8(b) + 'a' - 'A'
		case b >= 'a' && b <= 'z':
			add(b, b-'a'+'A')
		case b >= ' ' && b < 0x7f && (b < '0' || b > '9'):
			add(b)
		}
	}
	add('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
	add(0xc5)
	add(0xe2)
	return bits, low
}()

func pairOf(a, b uint8) uint8 { return a*37 + b*11 + a>>4 }

func contentOf(text string) content {
	var c content
	if text == "" {
		return c
	}
	before := lower[text[0]]
	c.bytes = bitOf[text[0]]
	for i := 1; i < len(text); i++ {
		b := text[i]
		c.bytes |= bitOf[b]
		low := lower[b]
		c.pair(before, low)
		before = low
	}
	return c
}

func (c *content) pair(a, b uint8) {
	h := pairOf(a, b)
	c.pairs[h>>6] |= 1 << (h & 63)
}

// within reports whether all that c has is in other.
func (c *content) within(other *content) bool {
	return c.bytes&^other.bytes == 0 && c.pairs[0]&^other.pairs[0] == 0 && c.pairs[1]&^other.pairs[1] == 0 &&
		c.pairs[2]&^other.pairs[2] == 0 && c.pairs[3]&^other.pairs[3] == 0
}

func (c *content) and(other *content) content {
	out := content{bytes: c.bytes | other.bytes}
	for i := range out.pairs {
		out.pairs[i] = c.pairs[i] | other.pairs[i]
	}
	return out
}

// neededBy tells what an expression needs.
func neededBy(expr string) needed {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return needed{}
	}
	re = re.Simplify()
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

// A form is one of the ways in which an expression matches: what such a match has, and the bytes at its ends, by which it
// forms pairs with what stands beside it.
type form struct {
	content
	head, tail int16 // lower case; unknown where no single byte is sure
	empty      bool  // no bytes at all
}

const unknown = -1

var (
	anything = form{head: unknown, tail: unknown}
	nothing  = form{head: unknown, tail: unknown, empty: true}
)

// mostForms is the number of forms that are kept apart.
const mostForms = 512

// then is a form followed by another.
func (f form) then(next form) form {
	switch {
	case f.empty:
		return next
	case next.empty:
		return f
	}
	out := form{content: f.and(&next.content), head: f.head, tail: next.tail}
	if f.tail != unknown && next.head != unknown {
		out.pair(uint8(f.tail), uint8(next.head))
	}
	return out
}

// common is what all forms have.
func common(of []form) form {
	out := of[0]
	for _, f := range of[1:] {
		out.bytes &= f.bytes
		for i := range out.pairs {
			out.pairs[i] &= f.pairs[i]
		}
		if f.head != out.head {
			out.head = unknown
		}
		if f.tail != out.tail {
			out.tail = unknown
		}
		out.empty = out.empty && f.empty
	}
	return out
}

// distinct drops forms that have all of another one, whose ends say no more.
func distinct(of []form) []form {
	var out []form
	for i := range of {
		if !slices.ContainsFunc(of[:i], of[i].has) && !slices.ContainsFunc(of[i+1:], func(f form) bool { return of[i].has(f) && !f.has(of[i]) }) {
			out = append(out, of[i])
		}
	}
	if len(out) > mostForms {
		return []form{common(out)}
	}
	return out
}

// has reports whether a text that has f has the other form as well, whatever stands beside it.
func (f form) has(other form) bool {
	return f.empty == other.empty && (other.head == unknown || other.head == f.head) && (other.tail == unknown || other.tail == f.tail) && other.within(&f.content)
}

// forms are the ways in which an expression matches, a text with a match has one at least.
func (n *needed) forms(re *syntax.Regexp) []form {
	switch re.Op {
	case syntax.OpLiteral:
		return []form{n.literal(re.Rune, re.Flags&syntax.FoldCase != 0)}
	case syntax.OpCharClass:
		return n.class(re.Rune)
	case syntax.OpCapture:
		return n.forms(re.Sub[0])
	case syntax.OpPlus:
		return n.repeated(re.Sub[0])
	case syntax.OpQuest, syntax.OpStar:
		if some := n.repeated(re.Sub[0]); len(some) <= 8 {
			return append(some, nothing)
		}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return n.repeated(re.Sub[0])
		}
	case syntax.OpConcat:
		out := []form{nothing}
		for _, sub := range re.Sub {
			out = followed(out, n.forms(sub))
		}
		return out
	case syntax.OpAlternate:
		var out, fewer []form
		for _, sub := range re.Sub {
			of := n.forms(sub)
			out, fewer = append(out, of...), append(fewer, common(of))
		}
		if len(out) > mostForms {
			return distinct(fewer)
		}
		return distinct(out)
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []form{nothing}
	}
	return []form{anything}
}

// repeated are the forms of an expression once or several times: of those the first is sure, and the end if it is the only one.
func (n *needed) repeated(re *syntax.Regexp) []form {
	of := n.forms(re)
	if len(of) == 1 {
		return of
	}
	var out []form
	for _, f := range of {
		if f.empty {
			return append(out, anything, nothing)
		}
		f.tail = unknown
		out = append(out, f)
	}
	return distinct(out)
}

// followed are forms followed by others, those of one in common where there would be too many.
func followed(a, b []form) []form {
	if len(a)*len(b) > mostForms {
		if len(b) > len(a) {
			a = []form{common(a)}
		} else {
			b = []form{common(b)}
		}
	}
	var out []form
	for _, f := range a {
		for _, next := range b {
			out = append(out, f.then(next))
		}
	}
	return distinct(out)
}

// literal is the form of a run of runes, without case in any event.
func (n *needed) literal(runes []rune, fold bool) form {
	f := form{head: unknown, tail: unknown, empty: true}
	for _, r := range runes {
		next := anything
		switch {
		case r == utf8.RuneError, fold && r >= utf8.RuneSelf && unicode.SimpleFold(r) != r:
			// Bytes that are no rune match the first; the others have several forms.
		default:
			n.folded = n.folded || fold && (r|0x20 == 'k' || r|0x20 == 's')
			next = formOf(r)
		}
		f = f.then(next)
	}
	return f
}

func formOf(r rune) form {
	var encoded [utf8.UTFMax]byte
	size := utf8.EncodeRune(encoded[:], r)
	return form{content: contentOf(string(encoded[:size])), head: int16(lower[encoded[0]]), tail: int16(lower[encoded[size-1]])}
}

// class are the forms of a class: each of the runes of a small one, else what they have in common.
func (n *needed) class(ranges []rune) []form {
	var each []form
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > 127 || len(each) > 127 {
			return []form{anything}
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if r == utf8.RuneError {
				return []form{anything}
			}
			each = append(each, formOf(r))
		}
	}
	if len(each) == 0 {
		return []form{anything}
	}
	if each = distinct(each); len(each) > 4 {
		return []form{common(each)}
	}
	return each
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

// bound reports an expression each match of which is at the beginning or end of the text.
func bound(re *syntax.Regexp, by syntax.Op, atEnd bool) bool {
	switch re.Op {
	case by:
		return true
	case syntax.OpCapture:
		return bound(re.Sub[0], by, atEnd)
	case syntax.OpConcat:
		if atEnd {
			return bound(re.Sub[len(re.Sub)-1], by, atEnd)
		}
		return bound(re.Sub[0], by, atEnd)
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !bound(sub, by, atEnd) {
				return false
			}
		}
		return true
	}
	return false
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

func (s *byteSet) add(b byte) { s[b>>6] |= 1 << (b & 63) }

// edge are the bytes with which the matches of an expression begin, or end; nil where one is empty or all are possible.
func edge(re *syntax.Regexp, atEnd bool) *byteSet {
	var s byteSet
	if !s.edge(re, atEnd) {
		return nil
	}
	return &s
}

// edge adds those bytes; it reports false where a match may be empty, or begin with any of many.
func (s *byteSet) edge(re *syntax.Regexp, atEnd bool) bool {
	switch re.Op {
	case syntax.OpLiteral:
		r := re.Rune[0]
		if atEnd {
			r = re.Rune[len(re.Rune)-1]
		}
		s.rune(r, re.Flags&syntax.FoldCase != 0, atEnd)
		return true
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			if re.Rune[i+1]-re.Rune[i] > 1024 {
				s[2], s[3] = ^uint64(0), ^uint64(0)
				for r := re.Rune[i]; r < utf8.RuneSelf; r++ {
					s.add(byte(r))
				}
				continue
			}
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				s.rune(r, false, atEnd)
			}
		}
		return len(re.Rune) > 0
	case syntax.OpCapture, syntax.OpPlus:
		return s.edge(re.Sub[0], atEnd)
	case syntax.OpStar, syntax.OpQuest:
		s.edge(re.Sub[0], atEnd)
		return false
	case syntax.OpRepeat:
		return s.edge(re.Sub[0], atEnd) && re.Min > 0
	case syntax.OpConcat:
		for i := range re.Sub {
			if atEnd {
				i = len(re.Sub) - 1 - i
			}
			if s.edge(re.Sub[i], atEnd) {
				return true
			}
		}
		return false
	case syntax.OpAlternate:
		all := true
		for _, sub := range re.Sub {
			all = s.edge(sub, atEnd) && all
		}
		return all
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		*s = byteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		return true
	}
	return false
}

func (s *byteSet) rune(r rune, fold, atEnd bool) {
	if r == utf8.RuneError { // which bytes that are no rune match
		s[2], s[3] = ^uint64(0), ^uint64(0)
	}
	for first := r; ; {
		var encoded [utf8.UTFMax]byte
		n := utf8.EncodeRune(encoded[:], r)
		if atEnd {
			s.add(encoded[n-1])
		} else {
			s.add(encoded[0])
		}
		if r = unicode.SimpleFold(r); !fold || r == first {
			return
		}
	}
}
