package layout

import (
	"strconv"
	"strings"

	"anzen/shared/text/pattern"
)

// Unusual ways to number a section. They count only where a known title follows.
var (
	fencedRE  = pattern.MustCompile(`^[-=*_~ ]{3,}([^-=*_~ ].*?)[-=*_~ ]*$`)                                                      // "-----SECTION 1 - IDENTIFICATION -----"
	doubledRE = pattern.MustCompile(`(?i)^([0-9]{1,2})[.:] ?((?:section|rubrique|abschnitt|sección|sezione) ?([0-9]{1,2})\b.*)$`) // "1.SECTION 1: ..."
	decimalRE = pattern.MustCompile(`^([0-9]{1,2})\.0 +([^0-9 ].*)$`)                                                             // "1.0 IDENTIFICATION"
	gluedRE   = pattern.MustCompile(`^([0-9]{1,2})(\p{Lu}.{3,})$`)                                                                // "3Composition/information on ingredients"
	twiceRE   = pattern.MustCompile(`^([1-9]) ?([1-9]) +(\p{L}.{3,})$`)                                                           // "44 First-aid measures": the number drawn twice for weight
	romanRE   = pattern.MustCompile(`^([IVX]{1,5}) ?[.):–—-]+ ?(\S.*)$`)                                                          // "IV. FIRST-AID MEASURES"
	lastRE    = pattern.MustCompile(`(?i)^(\S.{3,60}?) ?[-–—:] ?(section ?#?(?:[0-9]{1,2}|[IVX]{1,5}))\.?$`)                      // "PHYSICAL DATA - SECTION II"
	unreadRE  = pattern.MustCompile(`(?i)^\W{0,4}sect[il]on ?[0-9A-Z]{1,4}(?: [A-Z]{1,2})? ?[-–—:. ]+ ?(\S.*?)[-: ]*$`)           // "Section 111 -- PHYSICAL DATA", recognised wrong
)

// variants are the usual forms of a line with an unusual number; none for most lines.
func variants(text string) []string {
	if text == "" || len(text) > longestHeading {
		return nil
	}
	var out []string
	switch c := text[0]; {
	case strings.IndexByte("-=*_~", c) >= 0:
		if m := fencedRE.FindStringSubmatch(text); m != nil {
			return append(variants(m[1]), m[1])
		}
	case c >= '0' && c <= '9':
		if m := doubledRE.FindStringSubmatch(text); m != nil && strings.TrimLeft(m[1], "0") == strings.TrimLeft(m[3], "0") {
			out = append(out, m[2])
		}
		if m := decimalRE.FindStringSubmatch(text); m != nil && titleOf(m[2]) > 0 {
			out = append(out, m[1]+". "+m[2])
		}
		if m := gluedRE.FindStringSubmatch(text); m != nil && beginsTitle(m[2], m[1]) {
			out = append(out, m[1]+". "+m[2])
		}
		if m := twiceRE.FindStringSubmatch(text); m != nil && m[1] == m[2] && beginsTitle(m[3], m[1]) {
			out = append(out, m[1]+". "+m[3])
		}
	case strings.IndexByte("IVX", c) >= 0:
		if m := romanRE.FindStringSubmatch(text); m != nil && romanValue[m[1]] > 0 && titleOf(m[2]) > 0 {
			out = append(out, strconv.Itoa(romanValue[m[1]])+". "+m[2])
		}
	}
	if low := strings.ToLower(text[:min(len(text), 10)]); strings.Contains(low, "sect") {
		if m := unreadRE.FindStringSubmatch(text); m != nil {
			if n := titleOf(m[1]); n > 0 {
				out = append(out, strconv.Itoa(n)+". "+m[1])
			}
		}
	}
	if last := strings.ToLower(text[max(0, len(text)-16):]); strings.Contains(last, "section") {
		if m := lastRE.FindStringSubmatch(text); m != nil {
			out = append(out, m[2]+" - "+m[1])
		}
	}
	return out
}

// beginsTitle reports whether a text is a section's title, or begins with that of its number.
func beginsTitle(text, number string) bool {
	t, exact, rest := match(text)
	return t.number > 0 && (exact || strconv.Itoa(t.number) == strings.TrimLeft(number, "0") && len(rest) <= 45)
}

// titleOf is the section of which a text is the title, 0 for no title.
func titleOf(text string) int {
	if t, exact, _ := match(text); exact {
		return t.number
	}
	return 0
}
