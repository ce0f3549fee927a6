package ghs

import (
	_ "embed"
	"strings"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed statements.tsv
var statementsFile string

// Statement is a hazard or precautionary statement.
type Statement struct {
	Code   string
	Ja, En string
	// Old is set for statements that GHS Rev. 10 no longer has.
	Old bool
}

type statementTable struct {
	byCode map[string]Statement
	byKey  map[string]string
	grams  map[byte][]gram // by first letter of the code
}

// gram is a statement's wording as a multiset of pairs of characters.
type gram struct {
	code  string
	pairs map[[2]rune]int
	n     int
}

var statements = sync.OnceValue(func() *statementTable {
	t := &statementTable{byCode: map[string]Statement{}, byKey: map[string]string{}, grams: map[byte][]gram{}}
	for row := range tsv.Embedded("ghs/statements.tsv", statementsFile).Rows() {
		s := Statement{Code: row.Text("code"), Ja: row.Text("ja"), En: row.Text("en"), Old: row.Text("old") != ""}
		t.byCode[s.Code] = s
		for _, w := range append([]string{s.Ja, s.En}, row.List("wordings", ";")...) {
			key := stripped(w)
			if len(key) < 3 {
				continue
			}
			if _, taken := t.byKey[string(key)]; !taken {
				t.byKey[string(key)] = s.Code
			}
			t.grams[s.Code[0]] = append(t.grams[s.Code[0]], gram{s.Code, pairs(key), len(key) - 1})
		}
	}
	return t
})

// StatementByCode returns the statement with a code.
func StatementByCode(code string) (Statement, bool) {
	s, ok := statements().byCode[code]
	return s, ok
}

// MatchStatement returns the code of the statement that a sentence without a code prints.
// kind is 'H' or 'P'. score is 1 for a known wording, else the similarity to the closest
// one; below 0.75 the code is empty.
func MatchStatement(sentence string, kind byte) (code string, score float64) {
	key := stripped(sentence)
	if len(key) < 3 {
		return "", 0
	}
	t := statements()
	if c, ok := t.byKey[string(key)]; ok && c[0] == kind {
		return c, 1
	}
	if kind == 'H' {
		if c := damage(string(key)); c != "" {
			return c, 0.95
		}
	}
	own := pairs(key)
	n := len(key) - 1
	for _, g := range t.grams[kind] {
		if most := 2 * float64(min(n, g.n)) / float64(n+g.n); most < alike || most <= score {
			continue // even if it had all pairs of the other
		}
		common := 0
		for p, k := range own {
			common += min(k, g.pairs[p])
		}
		if like := 2 * float64(common) / float64(n+g.n); like > score {
			code, score = g.code, like
		}
	}
	if score < alike {
		return "", 0
	}
	return code, score
}

// alike is the minimum fraction of common pairs of letters of two sentences with the same
// meaning.
const alike = 0.75

// damage matches the statements on target organs in which the sheet inserts the organs:
// 神経系の障害のおそれ.
func damage(key string) string {
	sure, may := strings.HasSuffix(key, "の障害"), strings.HasSuffix(key, "の障害のおそれ")
	long := strings.Contains(key, "反復") || strings.Contains(key, "長期")
	switch {
	case sure && long:
		return "H372"
	case may && long:
		return "H373"
	case sure:
		return "H370"
	case may:
		return "H371"
	}
	return ""
}

func pairs(text []rune) map[[2]rune]int {
	m := make(map[[2]rune]int, len(text))
	for i := 1; i < len(text); i++ {
		m[[2]rune{text[i-1], text[i]}]++
	}
	return m
}
