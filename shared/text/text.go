// Package text holds what every text that a person or a file brings in has to be,
// by whatever way: names of one line, notes of several. What nobody sees and
// nobody means (zero-width characters, soft hyphens, marks of writing direction,
// byte order marks) is left out; what cannot be shown is refused. The dashboard
// does the same, by the same vectors (testdata/vectors.json).
package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"anzen/shared/message"
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

// Clean is a text as it is kept: composed (NFC), without what is invisible, with
// plain spaces and none at its ends. Full and half width, enclosed signs and the
// variants of ideographs stay as they were written.
func Clean(s string) string {
	return strings.TrimFunc(compose(visible(s)), unicode.IsSpace)
}

// Line cleans a text of one line, and tells what is wrong with it.
func Line(s string) (string, message.Code) {
	s = Clean(s)
	return s, judge(s, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' })
}

// Block cleans a text of several lines, and tells what is wrong with it. Lines end
// with a line feed; other control characters, of which nothing is to be seen among
// lines, are left out.
func Block(s string) (string, message.Code) {
	s = Clean(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, newlines.Replace(s)))
	return s, judge(s, func(rune) bool { return false })
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n", "\v", "\n", "\f", "\n")

// Fold makes texts comparable: those that differ in width, case, composition,
// spaces or variants of characters only are the same.
func Fold(s string) string {
	// Lower case is taken of the parts of composed letters, which are the same whether
	// or not the letter has a lower case of its own.
	s = norm.NFKC.String(strings.ToLower(norm.NFKD.String(visible(s))))
	s = strings.Map(func(r rune) rune {
		if ignorable(r) {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

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

// visible leaves out what nobody sees and has no meaning where it stands, and
// makes spaces of whatever looks like one; the ideographic one stays.
func visible(s string) string {
	if isASCII(s) {
		return s
	}
	runes := []rune(s)
	kept := runes[:0]
	for i, r := range runes {
		var before, after rune
		if len(kept) > 0 {
			before = kept[len(kept)-1]
		}
		if i+1 < len(runes) {
			after = runes[i+1]
		}
		switch {
		case r == '\u2800', r != '\u3000' && unicode.Is(unicode.Zs, r):
			kept = append(kept, ' ')
		case !ignorable(r), meant(before, r, after):
			kept = append(kept, r)
		}
	}
	return string(kept)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// ignorable tells whether a character is shown by no program (Unicode's
// Default_Ignorable_Code_Point with the marks of annotations).
func ignorable(r rune) bool {
	switch {
	case r >= '\uFFF9' && r <= '\uFFFB', r >= 0xE0000 && r <= 0xE0FFF:
		return true
	case r >= 0x13430 && r <= 0x1343F:
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// meant tells whether a character that is not shown changes how its neighbours are:
// the variant of an ideograph or of a sign, and joiners within emoji and in the
// scripts that need them.
func meant(before, r, after rune) bool {
	switch {
	case r >= 0xE0100 && r <= 0xE01EF, r >= '\uFE00' && r <= '\uFE02': // 葛󠄀: names of people and places
		return unicode.Is(unicode.Han, before)
	case r == '\uFE0E', r == '\uFE0F':
		return unicode.In(before, unicode.So, unicode.Sm) || before == '\u203C' || before == '\u2049' || before == '\u3030' || before == '\u303D'
	case r == '\u200D' && pictured(before) && unicode.Is(unicode.So, after):
		return true
	case r == '\u200C', r == '\u200D':
		return norm.NFC.PropertiesString(string(before)).CCC() == virama || unicode.Is(unicode.Arabic, before) && unicode.Is(unicode.Arabic, after)
	}
	return false
}

// virama is the combining class of what joins the letters of Indic scripts.
const virama = 9

func pictured(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sk) || r == '\uFE0F'
}

// compose is NFC, but leaves the compatibility ideographs, which NFC would make
// others of: 神 is not 神 to whom it names.
func compose(s string) string {
	if isASCII(s) {
		return s
	}
	var out strings.Builder
	from := 0
	for i, r := range s {
		if r >= 0xF900 && r <= 0xFAFF || r >= 0x2F800 && r <= 0x2FA1F {
			out.WriteString(norm.NFC.String(s[from:i]))
			out.WriteRune(r)
			from = i + len(string(r))
		}
	}
	return out.String() + norm.NFC.String(s[from:])
}
