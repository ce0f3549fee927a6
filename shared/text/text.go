// Package text makes texts as they are kept, and comparable. What nobody sees and
// nobody means (zero-width characters, soft hyphens, marks of writing direction,
// byte order marks) is left out. The dashboard does the same, by the same vectors
// (testdata/vectors.json); what may be entered is defined in package input.
package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Clean is a text as it is kept: composed (NFC), without what is invisible, with
// plain spaces and none at its ends. Full and half width, enclosed signs and the
// variants of ideographs stay as they were written.
func Clean(s string) string {
	return strings.TrimFunc(compose(visible(s)), unicode.IsSpace)
}

// Fold makes texts comparable: those that differ in width, case, composition,
// spaces or variants of characters only are the same.
func Fold(s string) string {
	// Lower case is taken of the parts of composed letters, which are the same whether
	// or not the letter has a lower case of its own. What is not shown goes before, as it
	// keeps marks out of their order, and after, as compatibility characters become such.
	s = norm.NFKC.String(strings.ToLower(norm.NFKD.String(shown(visible(s)))))
	if rest := shown(s); len(rest) < len(s) {
		s = norm.NFKC.String(rest)
	}
	return strings.Join(strings.Fields(s), " ")
}

// shown leaves out every character that is not shown.
func shown(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if ignorable(r) {
			return -1
		}
		return r
	}, s)
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
		switch {
		case r == '\u2800', r != '\u3000' && unicode.Is(unicode.Zs, r):
			kept = append(kept, ' ')
		case !ignorable(r), meant(kept, r, runes[i+1:]):
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

// ignorable reports whether a character is shown by no program (Unicode's
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

// meant reports whether a character that is not shown changes how its neighbours are:
// the variant of an ideograph or of a sign, and joiners within emoji and in the
// scripts that need them.
func meant(before []rune, r rune, after []rune) bool {
	var last, next rune
	if len(before) > 0 {
		last = before[len(before)-1]
	}
	if len(after) > 0 {
		next = after[0]
	}
	switch {
	case r >= 0xE0100 && r <= 0xE01EF, r >= '\uFE00' && r <= '\uFE02': // 葛󠄀: names of people and places
		return unicode.Is(unicode.Han, last)
	case r == '\uFE0E', r == '\uFE0F':
		return unicode.In(last, unicode.So, unicode.Sm) || last == '\u203C' || last == '\u2049' || last == '\u3030' || last == '\u303D'
	case r == '\u200D' && pictured(last) && unicode.Is(unicode.So, next):
		return true
	case r == '\u200C', r == '\u200D':
		return joins(before, after)
	}
	return false
}

// joins reports whether a joiner stands after a virama or between Arabic letters. Marks
// count in any order, for the composed text has them in another one than the text entered.
func joins(before, after []rune) bool {
	for n := 0; n < marksMax && len(before) > 0 && unicode.Is(unicode.M, before[len(before)-1]); n++ {
		if norm.NFC.PropertiesString(string(before[len(before)-1])).CCC() == virama {
			return true
		}
		before = before[:len(before)-1]
	}
	for n := 0; n < marksMax && len(after) > 0 && (unicode.Is(unicode.M, after[0]) || ignorable(after[0])); n++ {
		after = after[1:]
	}
	return len(before) > 0 && len(after) > 0 && unicode.Is(unicode.Arabic, before[len(before)-1]) && unicode.Is(unicode.Arabic, after[0])
}

// marksMax is how many marks at one letter count (UAX #15, Stream-Safe Text Format).
const marksMax = 30

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
