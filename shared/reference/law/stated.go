package law

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
	"anzen/shared/text/tsv"
)

//go:embed regulations.tsv
var regulationFile string

// Regulation is a class or category of a law, as sheets state it in section 15: a
// group of organic solvents, a class of dangerous goods of the Fire Service Act.
type Regulation struct {
	// Code identifies it: "JP-FSA-4-PETROLEUM1". It begins with its law's.
	Code   string
	Law    string // the law's code
	Ja, En string
}

// regulationTable holds the regulations with their wordings by the first letter.
type regulationTable struct {
	list    []Regulation
	byCode  map[string]bool
	byFirst map[rune][]regulationWording
}

type regulationWording struct {
	text       []rune
	regulation int
	below      bool // counts only after a mention of its law
}

var regulations = sync.OnceValue(func() *regulationTable {
	t := &regulationTable{byCode: map[string]bool{}, byFirst: map[rune][]regulationWording{}}
	for row := range tsv.Embedded("law/regulations.tsv", regulationFile).Rows() {
		r := Regulation{Code: row.Text("code"), Law: row.Text("law"), Ja: row.Text("ja"), En: row.Text("en")}
		for _, name := range row.List("wordings", ";") {
			name, below := strings.CutPrefix(name, "~")
			text, _ := ordinals(fold.Law(fold.Printed(name)))
			t.byFirst[text[0]] = append(t.byFirst[text[0]], regulationWording{text, len(t.list), below})
		}
		t.list = append(t.list, r)
		t.byCode[r.Code] = true
	}
	return t
})

// Regulations returns all known ones, in the order of their laws.
func Regulations() []Regulation { return slices.Clone(regulations().list) }

// IsRegulation reports whether a regulation has the code.
func IsRegulation(code string) bool { return regulations().byCode[code] }

// ordinals converts 第一, 第二 ... to 第1, 第2: sheets use both.
func ordinals(text []rune, at []int) ([]rune, []int) {
	for i := 1; i < len(text); i++ {
		if n := slices.Index([]rune("一二三四五六七八九"), text[i]); n >= 0 && text[i-1] == '第' {
			text[i] = rune('1' + n)
		}
	}
	return text, at
}

// Stated returns the codes of the regulations that section 15 of a sheet states to apply,
// in its order. A part includes its whole: petroleum 1 includes class 4. Deleted values do
// not count.
func Stated(sections []sds.Section) []string {
	var codes []string
	for _, s := range Statements(sections) {
		if !s.Denied && IsRegulation(s.Code) {
			codes = append(codes, s.Code)
		}
	}
	return withParents(codes)
}

// Statement is a statement of section 15 on one regulation, or on a whole law, with its
// place.
type Statement struct {
	// Code is the regulation's; the law's where the sheet denies all of it, or names no
	// known regulation.
	Code string
	// Denied is set where the sheet states that it does not apply.
	Denied bool
	// Text is the text of the sheet from the name of the regulation on.
	Text string
	// Field is the id of the field with the statement, Sources its place in the PDF.
	Field   string
	State   sds.FieldState
	Sources []sds.Source
}

// Statements returns the statements of section 15 on regulations, in its order.
func Statements(sections []sds.Section) (all []Statement) {
	context := ""
	for i := range sections {
		if sections[i].Number != 15 {
			continue
		}
		g := sections[i].Group(sds.GroupText)
		if g == nil {
			continue
		}
		for r := range g.Rows {
			var title, body sds.Field
			for _, f := range g.Rows[r].Fields {
				switch {
				case f.State == sds.StateDeleted:
				case f.Key == "title":
					title = f
				case f.Key == "body":
					body = f
				}
			}
			var found []statement
			found, context = statementsIn(title.Value.Text+" : "+body.Value.Text, context)
			for _, s := range found {
				from := body
				if s.start < len(fold.Printed(title.Value.Text)) {
					from = title
				}
				s.Field, s.State, s.Sources = from.ID, from.State, from.Sources
				all = append(all, s.Statement)
			}
		}
	}
	return all
}

// Affirmed are the codes of the laws of which a text of section 15 states a class or category to apply.
func Affirmed(text string) (laws []string) {
	found, _ := statementsIn(text, "")
	for _, s := range found {
		i := slices.IndexFunc(regulations().list, func(r Regulation) bool { return r.Code == s.Code })
		if i >= 0 && !s.Denied && !slices.Contains(laws, regulations().list[i].Law) {
			laws = append(laws, regulations().list[i].Law)
		}
	}
	return laws
}

// withParents adds the wholes of the codes, and drops duplicates.
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

// negation is the wording for a class that does not apply.
var negation = pattern.MustCompile(`(?i)非該当|不該当|該当しない|該当せず|該当しません|該当(?:する)?(?:物質|成分|項目)?は?(?:な[しい]|無し?)|適用外|適用されない|対象外|含まない|含有しない|(?:記載された)?成分(?:は)?なし|(?:情報|データ)は?(?:なし|無し|ない)|not (?:applicable|listed|regulated|subject|contain)|^[\s:()・は]*(?:なし|無し?|none|no|n/a|-)(?:[\s)。、,]|$)`)

// clauseRunes is the maximum distance of a negation from the name of a class.
const clauseRunes = 60

// textRunes is the maximum length of a statement's text.
const textRunes = 120

// statement is a Statement with its place in the folded text.
type statement struct {
	Statement
	start, end int
}

// statementsIn reads a block of text; context is the law last mentioned before it, last the
// one last mentioned in it.
func statementsIn(text, context string) (found []statement, last string) {
	folded := fold.Printed(text)
	mentions := Find(folded)
	found, context = regulationsIn(folded, mentions, context)
	for i := range found {
		s := &found[i]
		next, other := len(folded), len(folded) // start of the next name, and of the next other regulation
		for j := len(found) - 1; j > i; j-- {
			if found[j].start == s.start {
				continue
			}
			next = found[j].start
			if found[j].Code != s.Code {
				other = next
			}
		}
		for _, m := range mentions {
			if m.Start >= s.end {
				next, other = min(next, m.Start), min(other, m.Start)
				break
			}
		}
		s.Denied = negation.MatchString(clauseOf(folded[s.end:next]))
		s.Text = cut(strings.TrimRight(folded[s.start:other], " :/・、。"), textRunes)
	}
	for i, m := range mentions {
		upTo := len(folded)
		if i+1 < len(mentions) {
			upTo = mentions[i+1].Start
		}
		if s, denied := denial(folded[:upTo], m); denied && !anyWithin(found, m.Start, s.end) {
			found = append(found, s)
		} else if !denied && !anyWithin(found, m.Start, upTo) && strings.Trim(folded[m.End:upTo], " :・-、。()") != "" {
			found = append(found, statement{Statement{Code: m.Law.Code, Text: cut(folded[m.Start:upTo], textRunes)}, m.Start, upTo})
		}
	}
	slices.SortStableFunc(found, func(a, b statement) int { return a.start - b.start })
	return found, context
}

// regulationsIn finds the names of regulations, each under the law last mentioned before
// it.
func regulationsIn(folded string, mentions []Mention, context string) (found []statement, last string) {
	runes, at := ordinals(fold.Law(folded))
	t := regulations()
	next := 0
	for i := 0; i < len(runes); i++ {
		for next < len(mentions) && mentions[next].End <= at[i] {
			context = mentions[next].Law.Code
			next++
		}
		if next < len(mentions) && mentions[next].Start <= at[i] {
			continue // within the name of a law
		}
		n := 0
		var best []int
		for _, w := range t.byFirst[runes[i]] {
			if len(w.text) < n || len(w.text) > len(runes)-i || !prefix(runes[i:], w.text) || w.below && !within(context, t.list[w.regulation].Law) {
				continue
			}
			if len(w.text) > n {
				n, best = len(w.text), best[:0]
			}
			best = append(best, w.regulation)
		}
		if n == 0 {
			continue
		}
		end := at[i+n-1] + 1
		for end < len(folded) && folded[end]&0xC0 == 0x80 {
			end++
		}
		for _, b := range best {
			found = append(found, statement{Statement: Statement{Code: t.list[b].Code}, start: at[i], end: end})
		}
		i += n - 1
	}
	for ; next < len(mentions); next++ {
		context = mentions[next].Law.Code
	}
	return found, context
}

// denial reports whether a text states directly after its name that a law as a whole does
// not apply: 消防法 非該当.
func denial(text string, m Mention) (s statement, denied bool) {
	after := strings.TrimLeft(text[m.End:], " :・)」-")
	at := negation.FindStringIndex(after)
	if at == nil || at[0] > 0 {
		return s, false
	}
	end := len(text) - len(after) + at[1]
	return statement{Statement{Code: m.Law.Code, Denied: true, Text: cut(text[m.Start:end], textRunes)}, m.Start, end}, true
}

func anyWithin(found []statement, start, end int) bool {
	return slices.ContainsFunc(found, func(s statement) bool { return s.start >= start && s.start < end })
}

// clauseOf is the part of a text that still refers to the name before it.
func clauseOf(text string) string {
	clause, _, _ := strings.Cut(text, "。")
	return cut(clause, clauseRunes)
}

func cut(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n])
	}
	return text
}

// within reports whether context is the law or one of its orders.
func within(context, law string) bool {
	return context == law || strings.HasPrefix(context, law+"-")
}
