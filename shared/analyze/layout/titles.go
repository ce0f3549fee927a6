package layout

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"anzen/shared/analyze/doc"
)

//go:embed titles.tsv
var titleTable string

// title of a section in one language.
type title struct {
	number int
	lang   string
}

// titles by key, and the length in bytes of the longest key.
var titles = sync.OnceValue(func() map[string]title {
	m := map[string]title{}
	for line := range strings.Lines(titleTable) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(f) != 3 {
			continue
		}
		n, err := strconv.Atoi(f[0])
		if err != nil {
			panic("titles.tsv: " + line)
		}
		if k := titleKey(f[2]); m[k].number == 0 {
			m[k] = title{n, f[1]}
		}
	}
	return m
})

// Spellings that mean the same, applied to the normalised, lower-case title.
var spellings = strings.NewReplacer(
	"および", "", "及び", "", "並びに", "", "ならびに", "", "又は", "", "または", "",
	"暴露", "ばく露", "曝露", "ばく露", "取り扱い", "取扱", "取扱い", "取扱", "取り扱", "取扱", "兆候", "徴候",
	"処置", "措置", "漏洩", "漏出", "漏えい", "漏出", "注意事項", "注意", " and ", " ", " the ", " ", "&", "",
	"colour", "color", "hazard(s)", "hazard", "hazards", "hazard",
)

// titleKey reduces a title to what its spellings share: letters and kana without spaces and punctuation.
func titleKey(s string) string {
	s = spellings.Replace(strings.ToLower(doc.Normalise(s)))
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == 'ー' {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// match a text with the titles: exact is the whole text (or two titles side by side, as bilingual sheets
// have it); otherwise the text begins with a title and rest is what follows it in the key.
func match(text string) (t title, exact bool, rest string) {
	key := titleKey(text)
	if key == "" {
		return title{}, false, ""
	}
	m := titles()
	if t, ok := m[key]; ok {
		return t, true, ""
	}
	for n := len(key) - 1; n >= 4; n-- {
		if n < len(key) && key[n]&0xc0 == 0x80 {
			continue // inside a character
		}
		t, ok := m[key[:n]]
		if !ok {
			continue
		}
		rest := key[n:]
		if u, ok := m[rest]; ok && u.number == t.number {
			return t, true, ""
		}
		return t, false, rest
	}
	return title{}, false, ""
}
