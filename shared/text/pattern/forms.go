package pattern

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

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
