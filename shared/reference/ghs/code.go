package ghs

import (
	"strings"

	"anzen/shared/text/pattern"
)

// Code is an H, EUH or P code in a text; a combination is one code.
type Code struct {
	Code string // "H225", "H360FD", "H300+H310", "P305+P351+P338"
	// Start and End are byte offsets in the searched text.
	Start, End int
}

var hRE = pattern.MustCompile(`EUH[ -]?\d{3}[A-Z]?|H ?[2-4]\d{2}(?:FD|Fd|Df|fd|F|D|f|d|i)?(?: ?[+＋] ?H? ?[2-4]\d{2}(?:FD|Fd|Df|fd|F|D|f|d|i)?)*`)

var pRE = pattern.MustCompile(`P ?[1-5]\d{2}(?: ?[+＋] ?P? ?[1-5]\d{2})*`)

// FindHCodes finds the H and EUH codes of a folded text.
func FindHCodes(s string) []Code { return find(s, hRE, 'H') }

// FindPCodes finds the P codes of a folded text.
func FindPCodes(s string) []Code { return find(s, pRE, 'P') }

func find(s string, re *pattern.Pattern, letter byte) []Code {
	if strings.IndexByte(s, letter) < 0 {
		return nil
	}
	var out []Code
	for _, at := range re.FindAllStringIndex(s, -1) {
		if at[0] > 0 && (isAlnum(s[at[0]-1]) || s[at[0]-1] == '-') || at[1] < len(s) && isAlnum(s[at[1]]) {
			continue
		}
		if at[1]+1 < len(s) && s[at[1]] == '-' && isAlnum(s[at[1]+1]) {
			continue
		}
		out = append(out, Code{Code: canonical(s[at[0]:at[1]], letter), Start: at[0], End: at[1]})
	}
	return out
}

// canonical drops blanks and repeats the letter in each part of a combined code.
func canonical(printed string, letter byte) string {
	printed = strings.NewReplacer(" ", "", "＋", "+", "EUH-", "EUH").Replace(printed)
	if strings.IndexByte(printed, '+') < 0 {
		return printed
	}
	parts := strings.Split(printed, "+")
	for i, p := range parts {
		if p != "" && p[0] != letter {
			parts[i] = string(letter) + p
		}
	}
	return strings.Join(parts, "+")
}
