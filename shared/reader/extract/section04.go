package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// firstAidHeading is the heading of first aid within the data on health hazards, where OSHA's form 174 (1985) has it.
var firstAidHeading = pattern.MustCompile(`(?i)^(?:[\divx]{1,3}[.)] ?|[a-h][.)] ?|[·•*-] ?)?(?:suggested |recommended )?(?:emergency ?(?:(?:and|&|/) ?)?)?first[ -]?aid(?: (?:procedures?|measures?|treatment|information|instructions?))?(?: for)?(?: ?[:–—-] ?|$)|^(?:[\d(]{1,3}[.)] ?)?応急[措処]置(?: ?[::] ?|$)`)

// routeLabel is a label of first aid, by the route of exposure, at the beginning of a line or behind a bullet.
var routeLabel = pattern.MustCompile(`(?i)^(?:[\dh][.)] ?|[·•*-] ?)*((?:(?:if|in case of|after|for) )?(?:(?:eyes?|skin)(?: ?(?:&|and|/|or) ?(?:eyes?|skin))?(?: ?(?:contact|absorption))?|inhal(?:ation|ed)|breathing|ingest(?:ion|ed)|swallow(?:ing|ed)|general|notes? to (?:physicians?|doctors?))) ?(?:[::]|[–—-] | - )`)

// behindBullet is where a further item begins within a line.
var behindBullet = pattern.MustCompile(`[·•] ?`)

// firstAidElsewhere reads the first aid of sheets that have no text in section 4: those of forms from before the sixteen sections
// have it within the data on health hazards. It stays there too.
func (s *sheet) firstAidElsewhere() {
	if slices.ContainsFunc(s.out.Values, func(v Value) bool { return v.Section == 4 && v.Key == "text" }) {
		return
	}
	for _, number := range []int{11, 8, 10, 2, 3} {
		for i := range s.d.Sections {
			if s.d.Sections[i].Number != number {
				continue
			}
			if found := firstAidOf(&s.d.Sections[i]); len(found) > 0 {
				for row, b := range found {
					s.add(Value{
						Section: 4, Key: "text", Row: row, Kind: Text, Title: b.title, Text: b.text, Raw: b.text,
						Source: doc.SourcesOfWords(b.words), Extractor: "sub-item", Confidence: 0.8,
					})
				}
				return
			}
		}
	}
}

// aid is an item of first aid: a route with what to do, and the words that print it.
type aid struct {
	title, text string
	words       []doc.Word
}

func (a *aid) add(l doc.Line, from int) {
	text := strings.TrimSpace(fold.Printed(l.Text[from:]))
	a.text = strings.TrimSpace(doc.JoinText(a.text, text))
	a.words = append(a.words, l.Find(from, len(l.Text))...)
}

// firstAidOf are the items below the heading of first aid in a section, none where it has no such heading.
func firstAidOf(sec *doc.Section) []aid {
	var out []aid
	labels := map[int]bool{} // lines at which a label begins
	begun := false
	for i, l := range sec.Lines {
		if !begun {
			at := firstAidHeading.FindStringIndex(l.Text)
			if at == nil {
				continue
			}
			if next, _ := utf8.DecodeRuneInString(l.Text[at[1]:]); unicode.IsLower(next) {
				continue // a sentence
			}
			begun, labels = true, labelsIn(sec)
			out = append(out, aid{})
			out = takeAid(out, l, at[1])
			continue
		}
		if begins := routeLabel.MatchString(l.Text); !begins && (labels[i] || endsAid(sec.Lines[i-1], l, out)) {
			break
		}
		out = takeAid(out, l, 0)
	}
	return slices.DeleteFunc(out, func(a aid) bool { return noData(a.text) && (a.title == "" || a.text == "") })
}

// takeAid adds a line, from a byte of its text on, to the last item, or to those that begin in it.
func takeAid(items []aid, l doc.Line, from int) []aid {
	for _, at := range append(behindBullet.FindAllStringIndex(l.Text, -1), []int{from, from}) {
		if at[0] < from || !routeLabel.MatchString(l.Text[at[0]:]) {
			continue
		}
		if before := l.Text[from:at[0]]; strings.TrimSpace(before) != "" {
			part := l
			part.Text, part.Words = l.Text[:at[0]], l.Find(0, at[0])
			items[len(items)-1].add(part, from)
		}
		m := routeLabel.FindStringSubmatchIndex(l.Text[at[0]:])
		next := aid{title: fold.Printed(l.Text[at[0]+m[2] : at[0]+m[3]])}
		next.add(l, at[0]+m[1])
		return append(items, next)
	}
	items[len(items)-1].add(l, from)
	return items
}

// endsAid reports a line that is no part of the item above: below a blank line, or one that begins with a heading in capital letters.
func endsAid(above, l doc.Line, items []aid) bool {
	last := items[len(items)-1]
	if last.text == "" && last.title == "" {
		return false
	}
	if l.Page == above.Page && l.Y0-above.Y1 > 0.6*l.H() {
		return true
	}
	return capitals.MatchString(l.Text) && strings.ToUpper(last.text) != last.text
}

// capitals are two words in capital letters at the beginning of a line.
var capitals = pattern.MustCompile(`^[A-Z]{3,}[ &/,]+[A-Z]{3,}\b`)

// labelsIn are the lines of a section at which its labels begin.
func labelsIn(sec *doc.Section) map[int]bool {
	at := map[int]bool{}
	for _, p := range sec.Pairs {
		if len(p.LabelLines) > 0 {
			at[ordinalOf(sec, p.LabelLines[0])] = true
		}
	}
	return at
}
