package extract

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// unfinished matches a line that goes on in the next one.
var unfinished = pattern.MustCompile(`(?:[,&/]|[^ ] [-–]|\b(?:for|of|and|with|the|or|in|to))$`)

// nameBelow is the line under a name that belongs to it though it is in no item: below the value and as large, without
// a label; nil where there is none. It is lost where another column stands beside the first line.
func (s *sheet) nameBelow(it item, name string) *doc.Line {
	if s.ja || it.kind == doc.Below || it.kind == doc.Row || len(it.lines) == 0 || name == "" {
		return nil
	}
	last := it.lines[len(it.lines)-1]
	x0, open := valueStart(last, name), unfinished.MatchString(fold.Printed(last.Text))
	for _, l := range s.allLines(it.section) {
		if l.Page != last.Page || l.Y0 < last.CY() || l.Y0-last.Y1 > 0.6*last.H() || math.Abs(l.Size-last.Size) > 1 {
			continue
		}
		text := fold.Printed(l.Text)
		if segs := segments(l); len(segs) > 1 {
			l = lineOf(l, segs[s.columnBelow(it, last, segs, x0):][:1])
			text = l.Text
		}
		if math.Abs(l.X0-x0) > last.Size && !(open && l.X0 < x0) && !(len(it.lines) == 1 && centred(l, x0, last.X1)) {
			continue
		}
		key, _, _ := splitLabel(1, text)
		if key != "" || strings.ContainsAny(text, ":@") || len(text) > 60 && !open || strings.HasSuffix(text, ".") || !namesProduct(text) ||
			strings.IndexFunc(text, isLetterRune) < 0 || nextItem.MatchString(" "+text) || noPartOfName(text) {
			return nil
		}
		return &l
	}
	return nil
}

// columnBelow is the index of the segment below a value whose label has another column left of it; 0 for the first one.
func (s *sheet) columnBelow(it item, last doc.Line, segs []segment, x0 float64) int {
	at := slices.IndexFunc(segs, func(g segment) bool { return math.Abs(g.box.X0-x0) <= last.Size })
	if at < 1 {
		return 0
	}
	for _, l := range s.allLines(it.section) {
		if l.Page != last.Page || l.OverlapY(last.Box) < 0.5*last.H() {
			continue
		}
		before := segments(l)
		k := slices.IndexFunc(before, func(g segment) bool { return g.box.X1 > x0 })
		if k > 0 && before[k].box.X0 > x0-last.Size {
			k-- // the label beside the value
		}
		if k > 0 && before[k-1].box.X1 < before[k].box.X0 && segs[at-1].box.X1 < before[k].box.X0 {
			return at
		}
	}
	return 0
}

// centred reports a line that is printed in the middle below a value, and is narrower.
func centred(l doc.Line, x0, x1 float64) bool {
	return l.X0 > x0 && l.X1 < x1 && math.Abs(l.X0+l.X1-x0-x1) < 0.5*l.Size
}

// valueStart is the left edge of a value in its line, which may begin with the label, or that of a line of the value.
func valueStart(l doc.Line, value string) float64 {
	first, _, _ := strings.Cut(value, " ")
	for _, w := range l.Words {
		if strings.HasPrefix(fold.Printed(w.Text), first) {
			return w.X0
		}
	}
	return l.X0
}

// unbroken is a name without the hyphen or blank at which a line broke one of its words, where the word stands whole in a
// header, footer or line of the first sections.
func (s *sheet) unbroken(name string, lines []doc.Line) string {
	for i, l := range lines[:max(0, len(lines)-1)] {
		words, next := strings.Fields(fold.Printed(l.Text)), strings.Fields(fold.Printed(lines[i+1].Text))
		if len(words) == 0 || len(next) == 0 {
			continue
		}
		if end := words[len(words)-1]; !strings.HasSuffix(end, "-") {
			before, _ := utf8.DecodeLastRuneInString(end)
			after, _ := utf8.DecodeRuneInString(next[0])
			if utf8.RuneCountInString(end+next[0]) >= leastBroken && isLetterRune(before) && isLetterRune(after) && s.printsWord(end+next[0]) {
				name = strings.Replace(name, end+" "+next[0], end+next[0], 1)
			}
			continue
		}
		broken := words[len(words)-1] + next[0]
		whole := strings.Replace(broken, "-"+next[0], next[0], 1)
		if strings.Contains(name, broken) && s.prints(whole) {
			name = strings.Replace(name, broken, whole, 1)
		}
	}
	return name
}

// leastBroken is the number of letters of a word that a line breaks without a hyphen, at least.
const leastBroken = 6

// printsWord reports whether a word stands by itself in the sheet's headers, footers or first sections.
func (s *sheet) printsWord(word string) bool {
	return s.printsLine(func(l doc.Line) bool { return slices.Contains(strings.Fields(fold.Printed(l.Text)), word) })
}

// prints reports whether a word stands in the sheet's headers, footers or first sections, or goes on from the end of one of their lines.
func (s *sheet) prints(word string) bool {
	return s.printsLine(func(l doc.Line) bool {
		return strings.Contains(l.Text, word) || strings.HasPrefix(word, l.Text) && len(l.Text) > 4
	})
}

func (s *sheet) printsLine(is func(doc.Line) bool) bool {
	return slices.ContainsFunc([][]doc.Line{s.d.Headers, s.d.Footers, s.allLines(0, 1)}, func(lines []doc.Line) bool { return slices.ContainsFunc(lines, is) })
}

// asPrinted is a folded text with its dashes as the lines print them: a name's own en dash is part of it.
func asPrinted(text string, lines []doc.Line) string {
	if !strings.Contains(text, "-") {
		return text
	}
	for _, l := range lines {
		if strings.IndexFunc(l.Raw, func(r rune) bool { return r != '-' && fold.IsDash(r) }) < 0 {
			continue
		}
		raw := []rune(fold.Line(l.Raw))
		plain := make([]rune, len(raw))
		for i, r := range raw {
			if plain[i] = r; fold.IsDash(r) {
				plain[i] = '-'
			}
		}
		if at := strings.Index(string(plain), text); at >= 0 {
			from := len([]rune(string(plain)[:at]))
			return string(raw[from : from+len([]rune(text))])
		}
	}
	return text
}

// otherLabel reports a label that is the beginning of another one: "Product" over "Use/Class:", "Material" of the title.
func (s *sheet) otherLabel(it item) bool {
	sec := s.d.Section(it.section)
	if squeezeLabel(it.label) == "material" && strings.HasPrefix(strings.ToLower(it.value), "safety ") {
		return true // "Material Safety Data Sheet", over several lines
	}
	if squeezeLabel(it.label) != "product" || sec == nil || it.at < 0 || it.at+1 >= len(sec.Lines) {
		return false
	}
	return useBelow.MatchString(sec.Lines[it.at+1].Text)
}

var useBelow = pattern.MustCompile(`(?i)^uses?\b[^:]{0,12}:`)

// aroundLabel is a name on two lines, one above and one below the height of its label, beside which nothing else of it
// stands.
func (s *sheet) aroundLabel() (item, string) {
	if s.ja {
		return item{}, ""
	}
	lines := s.allLines(0, 1)
	for _, l := range lines {
		key, label, rest := splitLabel(1, l.Text)
		if next, _, _ := splitLabel(1, rest); key != "product_name" || rest != "" && next == "" && !nextItem.MatchString(" "+rest) {
			continue
		}
		n := min(len(strings.Fields(label)), len(l.Words))
		from, to := l.Words[n-1].X1, math.Inf(1)
		if n < len(l.Words) {
			to = l.Words[n].X0
		}
		var above, below []doc.Line
		for _, o := range lines {
			switch d := o.CY() - l.CY(); {
			case o.Page != l.Page || o.X0 < from || o.X0 > to || math.Abs(d) > 0.8*l.H() || math.Abs(d) < 0.2*l.H():
			case d < 0:
				above = append(above, o)
			default:
				below = append(below, o)
			}
		}
		if len(above) != 1 || len(below) != 1 || math.Abs(above[0].X0-below[0].X0) > 2 {
			continue
		}
		both := append(above, below...)
		if name := ownPart(cutAtLabel(cleaned(doc.Join(both)))); namesProduct(name) && !companyForm(name) {
			return item{section: 1, key: key, label: label, value: doc.Join(both), lines: both, kind: doc.Colon, at: -1}, name
		}
	}
	return item{}, ""
}

// wordyCode is the value of a label "Product ID" that is a name: at least two words.
func (s *sheet) wordyCode(list []item) (item, string) {
	if s.ja {
		return item{}, ""
	}
	for _, it := range first(list, "product_codes") {
		if squeezeLabel(it.label) != "productid" {
			continue
		}
		name := ownPart(s.nameOf(&it))
		if len(wordOf.FindAllString(name, 2)) == 2 && namesProduct(name) && !namedCompany.MatchString(name) {
			return it, name
		}
	}
	return item{}, ""
}

var wordOf = pattern.MustCompile(`[A-Za-z]{3,}`)
