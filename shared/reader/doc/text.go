package doc

import (
	"unicode/utf8"
)

// CJK reports characters that are set without spaces between words: kana, kanji, their
// punctuation and the full-width forms.
func CJK(r rune) bool {
	return r >= 0x2e80 && r < 0xa4d0 || r >= 0xf900 && r < 0xfb00 || r >= 0xfe30 && r < 0xfe50 || r >= 0xff00 && r < 0xffef || r >= 0x20000 && r < 0x40000
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
