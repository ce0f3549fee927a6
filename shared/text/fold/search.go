package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Search makes texts comparable, so that a search finds what a person takes for the
// same: NFKC (full-width and half-width forms), lower case, hiragana for katakana,
// one hyphen for all dashes. Control characters become blanks.
func Search(s string) string {
	if !isASCII(s) {
		s = norm.NFKC.String(s)
	}
	return strings.Map(SearchRune, s)
}

// SearchRune is what Search makes of a character that NFKC leaves as it is.
func SearchRune(r rune) rune {
	switch {
	case r < ' ':
		return ' '
	case 'A' <= r && r <= 'Z':
		return r + ('a' - 'A')
	case r < 0x7f:
		return r
	case 'ァ' <= r && r <= 'ヶ', r == 'ヽ', r == 'ヾ':
		return r - ('ァ' - 'ぁ')
	case '\u2010' <= r && r <= '\u2015', r == '\u2212':
		return '-'
	case unicode.IsControl(r):
		return ' '
	}
	return unicode.ToLower(r)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
