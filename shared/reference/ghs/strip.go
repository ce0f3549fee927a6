package ghs

import (
	"strings"
	"unicode"

	"anzen/shared/reference/chem"
)

// stripped is a text in lower case, of letters and digits only, without the words "and" and "or".
func stripped(s string) []rune {
	text, _ := strip(chem.Fold(s))
	return text
}

// strip does the same for a folded text and tells where in it each rune came from.
func strip(folded string) (text []rune, at []int) {
	lower := strings.ToLower(folded)
	if len(lower) != len(folded) {
		lower = folded
	}
	text = make([]rune, 0, len(lower))
	at = make([]int, 0, len(lower))
	for i := 0; i < len(lower); {
		if n := joiner(lower, i); n > 0 {
			i += n
			continue
		}
		r, size := rune(lower[i]), 1
		if r >= 0x80 {
			for _, r = range lower[i:] {
				break
			}
			size = len(string(r))
			if to, n := spelled(lower[i:]); n > 0 {
				for _, t := range to {
					text = append(text, t)
					at = append(at, i)
				}
				i += n
				continue
			}
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			text = append(text, r)
			at = append(at, i)
		}
		i += size
	}
	return text, at
}

// joiner tells how many bytes of a word that joins two wordings stand at i.
func joiner(s string, i int) int {
	if s[i] != ' ' && s[i] != ')' {
		return 0
	}
	for _, w := range []string{" and ", " or "} {
		if strings.HasPrefix(s[i:], w) {
			return len(w) - 1
		}
	}
	return 0
}

var spellings = []struct{ from, to string }{
	{"及び", ""},
	{"および", ""},
	{"並びに", ""},
	{"ならびに", ""},
	{"又は", ""},
	{"または", ""},
	{"もしくは", ""},
	{"若しくは", ""},
	{"曝露", "ばく露"},
	{"暴露", "ばく露"},
	{"ばくろ", "ばく露"},
	{"目", "眼"},
	{"癌", "がん"},
	{"ガン", "がん"},
	{"有毒性", "有害性"},
	{"誤飲", "誤えん"},
	{"粉塵", "粉じん"},
	{"嚥", "えん"},
	{"虞", "おそれ"},
	{"恐れ", "おそれ"},
	{"惹き起こ", "起こ"},
	{"引き起こ", "起こ"},
	{"引起こ", "起こ"},
	{"喘息", "ぜん息"},
	{"ぜんそく", "ぜん息"},
	{"めまい", "眩暈"},
}

func spelled(s string) (to string, n int) {
	for _, sp := range spellings {
		if strings.HasPrefix(s, sp.from) {
			return sp.to, len(sp.from)
		}
	}
	return "", 0
}
