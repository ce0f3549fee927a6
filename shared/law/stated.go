package law

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"anzen/shared/chem"
	"anzen/shared/sds"
)

//go:embed regulations.tsv
var regulationFile string

// Regulation is a class or category of a law, as sheets state it in section 15: a
// group of organic solvents, a class of dangerous goods of the Fire Service Act.
type Regulation struct {
	// Code names it: "JP-FSA-4-PETROLEUM1". It begins with its law's.
	Code   string
	Law    string // the law's code
	Ja, En string
}

// regulationTable are the regulations with their wordings by the first letter.
type regulationTable struct {
	list    []Regulation
	byCode  map[string]bool
	byFirst map[rune][]regulationWording
}

type regulationWording struct {
	text       []rune
	regulation int
	below      bool // it counts only where its law was named before
}

var regulations = sync.OnceValue(func() *regulationTable {
	t := &regulationTable{byCode: map[string]bool{}, byFirst: map[rune][]regulationWording{}}
	for line := range strings.Lines(regulationFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(c) != 5 {
			panic("law: a row of the table of regulations has not five columns: " + line)
		}
		for _, name := range strings.Split(c[4], ";") {
			name, below := strings.CutPrefix(name, "~")
			text, _ := ordinals(letters(chem.Fold(name)))
			t.byFirst[text[0]] = append(t.byFirst[text[0]], regulationWording{text, len(t.list), below})
		}
		t.list = append(t.list, Regulation{c[0], c[1], c[2], c[3]})
		t.byCode[c[0]] = true
	}
	return t
})

// Regulations are all that are known, in the order of their laws.
func Regulations() []Regulation { return slices.Clone(regulations().list) }

// IsRegulation tells whether there is a regulation with the code.
func IsRegulation(code string) bool { return regulations().byCode[code] }

// ordinals writes 第一, 第二 ... as 第1, 第2: sheets have both.
func ordinals(text []rune, at []int) ([]rune, []int) {
	for i := 1; i < len(text); i++ {
		if n := slices.Index([]rune("一二三四五六七八九"), text[i]); n >= 0 && text[i-1] == '第' {
			text[i] = rune('1' + n)
		}
	}
	return text, at
}

// Stated are the codes of the regulations that a sheet's section 15 says to apply,
// in their order there. What stands above a part is of it too: class 4 of petroleum 1.
// Values that a person deleted do not count.
func Stated(sections []sds.Section) []string {
	var found []string
	context := ""
	for i := range sections {
		if sections[i].Number != 15 {
			continue
		}
		for _, g := range sections[i].Groups {
			if g.Key != sds.GroupText {
				continue
			}
			for r := range g.Rows {
				title, body := "", ""
				for _, f := range g.Rows[r].Fields {
					switch {
					case f.State == sds.StateDeleted:
					case f.Key == "title":
						title = f.Value.Text
					case f.Key == "body":
						body = f.Value.Text
					}
				}
				var codes []string
				codes, context = statedIn(title+" : "+body, context)
				found = append(found, codes...)
			}
		}
	}
	return withParents(found)
}

// withParents adds what the codes are parts of, and leaves out what comes twice.
func withParents(codes []string) (all []string) {
	for _, code := range codes {
		for _, c := range []string{code[:strings.LastIndexByte(code, '-')], code} {
			if IsRegulation(c) && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}

// negation is what a sheet says of a class that does not apply.
var negation = regexp.MustCompile(`(?i)非該当|不該当|該当しない|該当せず|該当しません|該当(?:する)?(?:物質|成分|項目)?は?(?:な[しい]|無し?)|適用外|適用されない|対象外|含まない|含有しない|not (?:applicable|listed|regulated|subject|contain)|^[\s:()・は]*(?:なし|無し?|none|no|n/a|-)(?:[\s)。、,]|$)`)

// clauseRunes is how far a negation may stand behind the name of a class.
const clauseRunes = 40

// statedIn reads a block of text under the law that was named last before it.
func statedIn(text, context string) (codes []string, last string) {
	folded := chem.Fold(text)
	runes, at := ordinals(letters(folded))
	mentions := Find(folded)
	t := regulations()
	type found struct {
		code       string
		start, end int
	}
	var hits []found
	next := 0
	for i := 0; i < len(runes); i++ {
		for next < len(mentions) && mentions[next].End <= at[i] {
			context = mentions[next].Law.Code
			next++
		}
		if next < len(mentions) && mentions[next].Start <= at[i] {
			continue // within the name of a law
		}
		best, n := -1, 0
		for _, w := range t.byFirst[runes[i]] {
			if len(w.text) > n && len(w.text) <= len(runes)-i && prefix(runes[i:], w.text) && (!w.below || within(context, t.list[w.regulation].Law)) {
				best, n = w.regulation, len(w.text)
			}
		}
		if best < 0 {
			continue
		}
		end := at[i+n-1] + 1
		for end < len(folded) && folded[end]&0xC0 == 0x80 {
			end++
		}
		hits = append(hits, found{t.list[best].Code, at[i], end})
		i += n - 1
	}
	for next < len(mentions) {
		context = mentions[next].Law.Code
		next++
	}
	for i, h := range hits {
		upTo := len(folded)
		if i+1 < len(hits) {
			upTo = hits[i+1].start
		}
		for _, m := range mentions {
			if m.Start >= h.end {
				upTo = min(upTo, m.Start)
				break
			}
		}
		clause, _, _ := strings.Cut(folded[h.end:upTo], "。")
		if r := []rune(clause); len(r) > clauseRunes {
			clause = string(r[:clauseRunes])
		}
		if !negation.MatchString(clause) {
			codes = append(codes, h.code)
		}
	}
	return codes, context
}

// within tells whether a law is another or one of its orders.
func within(context, law string) bool {
	return context == law || strings.HasPrefix(context, law+"-")
}
