package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Printed brings printed text to the one form in which it is searched: NFKC (width, enclosed signs,
// ligatures), every dash a hyphen-minus, every wave dash a tilde, every run of white space one blank, no blank at the ends.
// The katakana long vowel sign and the kanji for one are dashes only between two digits.
func Printed(s string) string {
	if folded(s) {
		return s
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
		case isWave(r):
			r = '~'
		case symbol(r) != 0:
			r = symbol(r)
		case (r == 'ー' || r == '一') && isDigit(prev) && digitAt(s[i+len(string(r)):]):
			r = '-'
		case isInvisible(r):
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

// folded reports, cheaply, that a text needs no folding: most texts come from a layout that has done the like.
func folded(s string) bool {
	ascii := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x80 {
			ascii = false
			continue
		}
		if c < ' ' || c == ' ' && (i == 0 || i+1 == len(s) || s[i+1] == ' ') {
			return false
		}
	}
	if ascii {
		return true
	}
	var prev rune
	stable := true
	for i, r := range s {
		if r < 0x80 {
			prev = r
			continue
		}
		stable = stable && Stable(r)
		if r == 'ー' || r == '一' {
			if isDigit(prev) && digitAt(s[i+len(string(r)):]) {
				return false
			}
		} else if unicode.IsSpace(r) || IsDash(r) || isWave(r) || isInvisible(r) || symbol(r) != 0 {
			return false
		}
		prev = r
	}
	return stable || norm.NFKC.IsNormalString(s)
}

// symbolFont is the first of the private characters by which PDFs name the glyphs of the Symbol font.
const symbolFont = '\uf020'

// symbols are the comparisons and signs among them.
var symbols = map[rune]rune{'\uf0a3': '≤', '\uf0b3': '≥', '\uf0b1': '±', '\uf0b0': '°'}

// symbol is the sign that a character is printed for: one of the Symbol font, or an arrowhead among the modifier letters that
// stands for a comparison; 0 for any other.
func symbol(r rune) rune {
	switch {
	case r == '˂':
		return '<'
	case r == '˃':
		return '>'
	case r >= symbolFont:
		return symbols[r]
	}
	return 0
}

// Stable reports characters that NFKC leaves alone among their like: ASCII, kana and the common kanji, the stops, the
// long vowel sign and the middle dot. A text of such alone is normal, and need not be looked up.
func Stable(r rune) bool {
	switch {
	case r < 0x80, r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fe, r >= 0x4e00 && r <= 0x9fff, r == '、', r == '。', r == '「', r == '」':
		return true
	}
	return false
}

func isWave(r rune) bool {
	return r == '〜' || r == '∼' || r == '˜' || r == '～' || r == '⁓'
}

func isInvisible(r rune) bool {
	return r == '\u200b' || r == '\ufeff' || r == '\u200c' || r == '\u200d'
}

// IsDash reports whether r is printed as a short horizontal stroke that stands for a hyphen or minus.
func IsDash(r rune) bool {
	switch {
	case r == '-', r >= '\u2010' && r <= '\u2015', r == '\u2212', r == '\uff0d', r == '\ufe63', r == '\ufe58', r == '\u00ad', r == '\u2043':
		return true
	}
	return false
}

// Squeezed is Printed without any white space and in lower case: the form in which names and
// sentences are compared.
func Squeezed(s string) string {
	s = Printed(s)
	if strings.IndexByte(s, ' ') >= 0 {
		s = strings.ReplaceAll(s, " ", "")
	}
	return strings.ToLower(s)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// digitAt reports whether s goes on with a digit, after NFKC and over one blank.
func digitAt(s string) bool {
	for _, r := range s {
		if r == ' ' {
			continue
		}
		return isDigit(r)
	}
	return false
}
