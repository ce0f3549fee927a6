// Package input says what every text that a person or a file brings in has to be,
// by whatever way: names of one line, notes of several. It is cleaned (text.Clean);
// what cannot be shown is refused. The dashboard does the same, by the same vectors
// (shared/text/testdata/vectors.json).
package input

import (
	"strings"
	"unicode"

	"anzen/shared/domain/message"
	"anzen/shared/text"
)

// The codes of texts that are refused.
const (
	CodeControl message.Code = "text.control"
	CodeUnknown message.Code = "text.unknown_character"
	CodeMarks   message.Code = "text.marks"
)

// maxMarks is how many accents may stand on a letter beyond those that it is
// composed with: Thai and Hebrew letters have up to three.
const maxMarks = 4

// Line cleans a text of one line, and tells what is wrong with it.
func Line(s string) (string, message.Code) {
	s = text.Clean(s)
	return s, judge(s, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' })
}

// Block cleans a text of several lines, and tells what is wrong with it. Lines end
// with a line feed; other control characters, of which nothing is to be seen among
// lines, are left out.
func Block(s string) (string, message.Code) {
	s = text.Clean(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, newlines.Replace(s)))
	return s, judge(s, func(rune) bool { return false })
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n", "\v", "\n", "\f", "\n")

// judge tells what is wrong with a cleaned text.
func judge(s string, control func(rune) bool) message.Code {
	marks := maxMarks // a text does not begin with a mark
	for _, r := range s {
		switch {
		case control(r):
			return CodeControl
		case r == unicode.ReplacementChar || unicode.In(r, unicode.Co, unicode.Cn):
			return CodeUnknown
		case unicode.In(r, unicode.Mn, unicode.Me) && !unicode.Is(unicode.Variation_Selector, r):
			if marks++; marks > maxMarks {
				return CodeMarks
			}
		default:
			marks = 0
		}
	}
	return ""
}
