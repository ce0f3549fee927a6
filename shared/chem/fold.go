package chem

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold brings printed text to the one form in which all matching is done: NFKC, every dash a
// hyphen-minus, every wave dash a tilde, every run of white space one blank, no blank at the ends.
// The katakana long vowel sign and the kanji for one are dashes only between two digits.
func Fold(s string) string {
	if s == "" {
		return ""
	}
	if !norm.NFKC.IsNormalString(s) {
		s = norm.NFKC.String(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	var prev rune
	space := false
	for i, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case IsDash(r):
			r = '-'
		case r == '〜' || r == '∼' || r == '˜' || r == '～' || r == '⁓':
			r = '~'
		case (r == 'ー' || r == '一') && isDigit(prev) && digitAt(s[i+len(string(r)):]):
			r = '-'
		case r == '\u200b' || r == '\ufeff' || r == '\u200c' || r == '\u200d':
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
		prev = r
	}
	return b.String()
}

// IsDash tells whether r is printed as a short horizontal stroke that stands for a hyphen or minus.
func IsDash(r rune) bool {
	switch {
	case r == '-', r >= '\u2010' && r <= '\u2015', r == '\u2212', r == '\uff0d', r == '\ufe63', r == '\ufe58', r == '\u00ad', r == '\u2043':
		return true
	}
	return false
}

// Squeeze is Fold without any white space and in lower case: the form in which names and
// sentences are compared.
func Squeeze(s string) string {
	s = Fold(s)
	if strings.IndexByte(s, ' ') >= 0 {
		s = strings.ReplaceAll(s, " ", "")
	}
	return strings.ToLower(s)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// digitAt tells whether s goes on with a digit, after NFKC and over one blank.
func digitAt(s string) bool {
	for _, r := range s {
		if r == ' ' {
			continue
		}
		return isDigit(r)
	}
	return false
}
