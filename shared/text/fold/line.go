package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Line is a line of a page as it is read: NFKC, Kangxi radicals and compatibility forms included, control and invisible
// characters dropped, dashes and trade marks left as they are, white space collapsed.
func Line(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < 0x20 || c == ' ' && i > 0 && s[i-1] == ' ' {
			plain = false
			break
		}
	}
	if plain {
		return strings.TrimSpace(s)
	}
	if strings.ContainsAny(s, "™℠") { // which would become letters of the name
		s = strings.NewReplacer("™", "\ue122", "℠", "\ue120").Replace(s)
	}
	if strings.IndexFunc(s, unstable) >= 0 {
		s = norm.NFKC.String(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r) || r == 0x3000:
			space = true
			continue
		case r < 0x20 || r == 0x7f || r == 0xad || r >= 0x200b && r <= 0x200f || r == 0x2060 || r == 0xfeff || r == 0xfffd:
			continue
		case r >= 0x2e80 && r < 0x2fe0:
			r = radical(r)
		case r == 0xe122:
			r = '™'
		case r == 0xe120:
			r = '℠'
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(r)
	}
	return b.String()
}

func unstable(r rune) bool { return !Stable(r) }

// radical maps the CJK radicals supplement, which NFKC leaves alone, to the ideographs meant; files made
// with some fonts have them in place of 長, 食, 西 and others.
func radical(r rune) rune {
	if m, ok := radicals[r]; ok {
		return m
	}
	return r
}

var radicals = map[rune]rune{
	'⺟': '母', '⺠': '民', '⻁': '虎', '⻄': '西', '⻑': '長', '⻘': '青', '⻝': '食', '⻤': '鬼', '⻩': '黄', '⻫': '斉',
	'⻭': '歯', '⻯': '竜', '⻲': '亀', '⻣': '骨', '⻨': '麦', '⻡': '首', '⻢': '马', '⻟': '食', '⻞': '食', '⻖': '阜',
	'⻋': '車', '⻌': '辶', '⻆': '角', '⻅': '見', '⻎': '辶', '⺝': '月', '⺼': '肉', '⺡': '水', '⺾': '艹',
}
