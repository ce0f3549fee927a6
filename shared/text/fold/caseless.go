package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Caseless makes equal what differs in width and case.
func Caseless(s string) string { return strings.ToLower(norm.NFKC.String(s)) }

// Answer makes equal what two people write who copy the same words of a sheet: width, case, blanks, and the marks
// that are set by habit.
func Answer(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("®™·・,.、。:：()（）", r) {
			return -1
		}
		return r
	}, norm.NFKC.String(strings.ToLower(norm.NFKC.String(s))))
}

// Widths is a text in the usual widths of its characters (NFKC).
func Widths(s string) string { return norm.NFKC.String(s) }
