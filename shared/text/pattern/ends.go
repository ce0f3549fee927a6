package pattern

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

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
