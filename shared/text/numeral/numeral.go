// Package numeral reads the Chinese numerals of Japanese texts: 十四 is 14, 二十 is 20, and by
// places 二〇 is 20 too.
package numeral

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// digits are the numerals of one place.
var digits = map[rune]int{'〇': 0, '一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}

// units are the numerals that multiply the digit before them, or count once.
var units = map[rune]int{'十': 10, '百': 100, '千': 1000}

// Is reports whether a rune is a numeral.
func Is(r rune) bool {
	if r < '〇' || r > '\u9fff' {
		return false
	}
	_, digit := digits[r]
	return digit || units[r] > 0
}

// Value is the number that a text is; ok is false where it is none, or has more than nine
// numerals.
func Value(s string) (n int, ok bool) {
	if s == "" || utf8.RuneCountInString(s) > 9 {
		return 0, false
	}
	places, pending, least := !strings.ContainsAny(s, "十百千"), -1, 10000
	for _, r := range s {
		d, digit := digits[r]
		unit := units[r]
		switch {
		case digit && places:
			n = 10*n + d
		case d > 0 && pending < 0:
			pending = d
		case unit > 0 && unit < least:
			n, least, pending = n+unit*max(pending, 1), unit, -1
		default:
			return 0, false
		}
	}
	return n + max(pending, 0), true
}

// Prefix splits a text into its numeral at the beginning, as a number, and the rest; it is the
// text itself where there is none.
func Prefix(s string) (n int, rest string) {
	n, ok := Value(s[:length(s)])
	if !ok {
		return 0, s
	}
	return n, s[length(s):]
}

// Arabic is a text with Arabic numerals in place of Chinese ones: 十二・四- is 12・4-. Numerals
// that are no number stay.
func Arabic(s string) string {
	at := strings.IndexFunc(s, Is)
	if at < 0 {
		return s
	}
	var b strings.Builder
	for at >= 0 {
		b.WriteString(s[:at])
		s = s[at:]
		end := length(s)
		if n, ok := Value(s[:end]); ok {
			b.WriteString(leading(s[:end]))
			b.WriteString(strconv.Itoa(n))
		} else {
			b.WriteString(s[:end])
		}
		s = s[end:]
		at = strings.IndexFunc(s, Is)
	}
	return b.String() + s
}

// leading are the zeros before the last place of a numeral: 〇五 is 05.
func leading(s string) string {
	zeros := 0
	for rest, ok := strings.CutPrefix(s, "〇"); ok && rest != ""; rest, ok = strings.CutPrefix(rest, "〇") {
		zeros++
	}
	return strings.Repeat("0", zeros)
}

// length is the number of bytes of the numeral at the beginning.
func length(s string) int {
	if end := strings.IndexFunc(s, func(r rune) bool { return !Is(r) }); end >= 0 {
		return end
	}
	return len(s)
}
