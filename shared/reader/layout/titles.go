package layout

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed titles.tsv
var titleTable string

// title of a section in one language.
type title struct {
	number int
	lang   string
}

// titles by key.
var titles = sync.OnceValue(func() map[string]title {
	m := map[string]title{}
	for row := range tsv.Embedded("layout/titles.tsv", titleTable).Rows() {
		if k := fold.Title(row.Text("title")); m[k].number == 0 {
			m[k] = title{row.Int("section"), row.Text("language")}
		}
	}
	return m
})

// beginnings are the first bytes of all keys of four bytes and more, and the length of the
// longest key: most lines begin with no title, and need no look-up at every length.
var beginnings = sync.OnceValue(func() (b struct {
	first   map[string]bool
	longest int
},
) {
	b.first = map[string]bool{}
	for key := range titles() {
		b.longest = max(b.longest, len(key))
		if len(key) >= 4 {
			b.first[key[:4]] = true
		}
	}
	return b
})

// byNumber are the keys of the Japanese and English titles of each section.
var byNumber = sync.OnceValue(func() map[int][]string {
	m := map[int][]string{}
	for key, t := range titles() {
		if t.lang == "ja" || t.lang == "en" {
			m[t.number] = append(m[t.number], key)
		}
	}
	return m
})

// misspelt reports whether a text is a section's title apart from an error of writing or
// recognition: one character in five, in short titles one.
func misspelt(text string, section int) bool {
	key := fold.Title(text)
	n := utf8.RuneCountInString(key)
	if n < 4 || n > 60 {
		return false
	}
	return slices.ContainsFunc(byNumber()[section], func(title string) bool {
		most := utf8.RuneCountInString(title) / 5
		if title[0] < 0x80 {
			most = len(title) / 6
		}
		return abs(utf8.RuneCountInString(title)-n) <= max(1, most) && utf8.RuneCountInString(title) >= 4 && levenshtein.ComputeDistance(key, title) <= max(1, most)
	})
}

func abs(n int) int { return max(n, -n) }

// matters are words of which most titles of a section contain one, in any translation.
var matters = map[int][]string{
	1:  {"製品", "会社", "化学品", "製造者", "identif", "company", "supplier"},
	2:  {"危険", "有害", "hazard", "danger"},
	3:  {"組成", "成分", "ingredient", "composition", "component"},
	4:  {"応急", "救急", "firstaid"},
	5:  {"火災", "消火", "fire"},
	6:  {"漏出", "流出", "漏洩", "漏れ", "spill", "release", "leak"},
	7:  {"取扱", "保管", "貯蔵", "handling", "storage"},
	8:  {"ばく露", "保護", "exposure", "protecti"},
	9:  {"物理", "化学的性質", "物性", "physical"},
	10: {"安定", "反応", "stability", "reactiv"},
	11: {"有害性", "毒", "toxic"},
	12: {"環境", "生態", "ecolog", "environment"},
	13: {"廃棄", "disposal", "waste"},
	14: {"輸送", "運送", "運搬", "transport", "shipping"},
	15: {"法令", "法規", "規制", "regulat", "legislation"},
	16: {"その他", "otherinfo", "other", "additional"},
}

// speaksOf reports whether a text in other words is about the subject of a section.
func speaksOf(text string, section int) bool {
	key := fold.Title(text)
	return slices.ContainsFunc(matters[section], func(w string) bool { return strings.Contains(key, w) })
}

// formMatters are words by which old forms name sections that have another number today.
var formMatters = map[int][]string{
	3:  {"ingredient", "composition"},
	4:  {"firstaid"},
	5:  {"fireand", "firehazard", "explosion"},
	8:  {"personalprotect", "personnelprotect", "protectioninformation", "protectiveequipment", "specialprotect"},
	9:  {"physical"},
	10: {"reactivity"},
	14: {"transport", "shipping"},
	15: {"regulatory"},
}

// otherSection is the only section besides n of whose subject a short text speaks, 0 where
// there is none.
func otherSection(text string, n int) int {
	if utf8.RuneCountInString(text) > 48 || strings.Contains(text, ":") || sentence(text) {
		return 0
	}
	key, found := fold.Title(text), 0
	for section, words := range formMatters {
		if section != n && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(key, w) }) {
			if found > 0 {
				return 0
			}
			found = section
		}
	}
	return found
}

// match compares a text with the titles: exact is the whole text (or two titles side by
// side, as on bilingual sheets); otherwise the text begins with a title and rest is what
// follows it in the key.
func match(text string) (t title, exact bool, rest string) {
	key := fold.Title(text)
	if key == "" {
		return title{}, false, ""
	}
	m := titles()
	if t, ok := m[key]; ok {
		return t, true, ""
	}
	known := beginnings()
	if len(key) < 5 || !known.first[key[:4]] {
		return title{}, false, ""
	}
	for n := min(len(key)-1, known.longest); n >= 4; n-- {
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
