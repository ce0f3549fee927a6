package fold

import (
	"strings"
	"unicode"
)

// Law is the key of a law's name in a text that is Printed: its letters and digits in lower case, with the Japanese words for "and" brought to
// one, and the place of each.
func Law(printed string) (text []rune, at []int) {
	for i := 0; i < len(printed); {
		var r rune
		for _, r = range printed[i:] {
			break
		}
		size := len(string(r))
		if r == 'お' && strings.HasPrefix(printed[i:], "および") {
			text = append(text, '及', 'び')
			at = append(at, i, i)
			i += len("および")
			continue
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			text = append(text, unicode.ToLower(r))
			at = append(at, i)
		}
		i += size
	}
	return text, at
}

// Statement is the key of a GHS statement or hazard class in a text that is Printed: its letters and digits in lower case,
// without the words "and" and "or", one spelling for those that Japanese sheets differ in, and the place of each.
func Statement(printed string) (text []rune, at []int) {
	lower := strings.ToLower(printed)
	if len(lower) != len(printed) {
		lower = printed
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

// joiner is how many bytes a word that joins two wordings takes at i.
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

// statementSpellings are brought to one in statements.
var statementSpellings = []struct{ from, to string }{
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
	for _, sp := range statementSpellings {
		if strings.HasPrefix(s, sp.from) {
			return sp.to, len(sp.from)
		}
	}
	return "", 0
}

// titleSpellings mean the same, in a title in lower case.
var titleSpellings = strings.NewReplacer(
	"および", "", "及び", "", "並びに", "", "ならびに", "", "又は", "", "または", "",
	"暴露", "ばく露", "曝露", "ばく露", "取り扱い", "取扱", "取扱い", "取扱", "取り扱", "取扱", "兆候", "徴候",
	"処置", "措置", "漏洩", "漏出", "漏えい", "漏出", "注意事項", "注意", " and ", " ", " the ", " ", "&", "",
	"colour", "color", "hazard(s)", "hazard", "hazards", "hazard",
)

// Title is the key of a heading or a label in a layout: what its spellings share: letters and kana without spaces and punctuation.
func Title(s string) string {
	s = titleSpellings.Replace(strings.ToLower(Line(s)))
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == 'ー' {
			b.WriteRune(r)
		}
	}
	return b.String()
}
