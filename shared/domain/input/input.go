// Package input normalizes and validates every text entered by a user or imported from
// a file: names of one line, notes of several. Text is cleaned (text.Clean); characters
// that cannot be displayed are refused. The dashboard does the same, tested by the same
// vectors (shared/text/testdata/vectors.json).
package input

import (
	"strings"
	"unicode"

	"anzen/shared/domain/message"
	"anzen/shared/text"
)

// Codes of refused texts.
const (
	CodeControl message.Code = "text.control"
	CodeUnknown message.Code = "text.unknown_character"
	CodeMarks   message.Code = "text.marks"
)

// maxMarks is how many combining marks a letter may have beyond composed ones: Thai and
// Hebrew letters have up to three.
const maxMarks = 4

// Line normalizes a text of one line. The code is empty for a valid one.
func Line(s string) (string, message.Code) {
	s = text.Clean(s)
	return s, check(s, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' })
}

// Block normalizes a text of several lines. The code is empty for a valid one. Lines end
// with a line feed; control characters other than tabs are removed.
func Block(s string) (string, message.Code) {
	s = text.Clean(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, newlines.Replace(s)))
	return s, check(s, func(rune) bool { return false })
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n", "\v", "\n", "\f", "\n")

// check returns the code of what is refused in a cleaned text.
func check(s string, control func(rune) bool) message.Code {
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
