// Package law finds the laws and regulations that section 15 of safety data sheets names,
// in all their wordings. It finds names only: whether a law applies is decided elsewhere.
package law

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed names.tsv
var file string

// Law is a law or regulation.
type Law struct {
	// Code identifies it: "JP-ISHA", "US-TSCA". The part before the first hyphen is the
	// jurisdiction.
	Code   string
	Ja, En string
	// Names are the wordings under which sheets print it.
	Names []string
}

// Mention is a law named in a text.
type Mention struct {
	Law Law
	// Start and End are byte offsets in the folded text.
	Start, End int
}

type table struct {
	list    []Law
	byCode  map[string]Law
	byFirst map[rune][]wording
}

type wording struct {
	text []rune
	law  int
	// strict wordings of capitals must be printed in capitals.
	strict string
}

var laws = sync.OnceValue(func() *table {
	t := &table{byCode: map[string]Law{}, byFirst: map[rune][]wording{}}
	for row := range tsv.Embedded("law/names.tsv", file).Rows() {
		l := Law{Code: row.Text("code"), Ja: row.Text("ja"), En: row.Text("en"), Names: row.List("wordings", ";")}
		for _, n := range append([]string{l.Ja}, l.Names...) {
			key, _ := fold.Law(fold.Printed(n))
			w := wording{text: key, law: len(t.list)}
			if n == strings.ToUpper(n) && key[0] < 0x80 {
				w.strict = n
			}
			t.byFirst[key[0]] = append(t.byFirst[key[0]], w)
		}
		t.list = append(t.list, l)
		t.byCode[l.Code] = l
	}
	return t
})

// All returns every known law.
func All() []Law { return laws().list }

// ByCode returns the law with a code.
func ByCode(code string) (Law, bool) {
	l, ok := laws().byCode[code]
	return l, ok
}

// Find returns all laws named in a text, in order, the longest wording at each place. The
// offsets are those of the folded text, so callers that use them fold it first.
func Find(text string) []Mention {
	folded := fold.Printed(text)
	runes, at := fold.Law(folded)
	t := laws()
	var out []Mention
	for i := 0; i < len(runes); i++ {
		best := -1
		n := 0
		for _, w := range t.byFirst[runes[i]] {
			if len(w.text) <= n || len(w.text) > len(runes)-i || !prefix(runes[i:], w.text) {
				continue
			}
			from, to := at[i], at[i+len(w.text)-1]+1
			if w.text[0] < 0x80 && (from > 0 && alnum(folded[from-1]) || to < len(folded) && alnum(folded[to]) && folded[to] != 's') {
				continue
			}
			if w.strict != "" && len(w.text) < 8 && lowerIn(folded[from:to]) {
				continue
			}
			if w.text[0] >= 0x80 && i > 0 && longer(runes, i) {
				continue
			}
			best, n = w.law, len(w.text)
		}
		if best < 0 {
			continue
		}
		end := at[i+n-1] + 1
		for end < len(folded) && folded[end]&0xC0 == 0x80 {
			end++
		}
		out = append(out, Mention{Law: t.list[best], Start: at[i], End: end})
		i += n - 1
	}
	return out
}

// longer reports whether a short Japanese name is the end of another word (水道法 in 下水道法 is
// found by its own longer wording; names after a kanji such as 旧 are kept).
func longer(runes []rune, i int) bool {
	p := runes[i-1]
	return unicode.Is(unicode.Katakana, p) && unicode.Is(unicode.Katakana, runes[i])
}

func prefix(s, p []rune) bool {
	for i, r := range p {
		if s[i] != r {
			return false
		}
	}
	return true
}

func lowerIn(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' }) >= 0
}

func alnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
