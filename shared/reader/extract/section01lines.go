package extract

import (
	"math"
	"regexp"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// unfinished matches a line that goes on in the next one.
var unfinished = regexp.MustCompile(`(?:[,&/]|[^ ] [-–]|\b(?:for|of|and|with|the|or|in|to))$`)

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
			text = segs[0].text
			l.Box, l.Words, l.Text, l.Raw = segs[0].box, segs[0].words, text, text
		}
		if math.Abs(l.X0-x0) > last.Size && !(open && l.X0 < x0) {
			continue
		}
		key, _, _ := splitLabel(1, text)
		if key != "" || strings.ContainsAny(text, ":@") || len(text) > 60 && !open || strings.HasSuffix(text, ".") || !namesProduct(text) ||
			strings.IndexFunc(text, isLetterRune) < 0 || nextItem.MatchString(" "+text) || companyForm(text) || street.MatchString(text) {
			return nil
		}
		return &l
	}
	return nil
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

// unbroken is a name without the hyphen at which a line broke one of its words, where the word stands whole in a header,
// footer or line of the first sections.
func (s *sheet) unbroken(name string, lines []doc.Line) string {
	for i, l := range lines[:max(0, len(lines)-1)] {
		words, next := strings.Fields(fold.Printed(l.Text)), strings.Fields(fold.Printed(lines[i+1].Text))
		if len(words) == 0 || len(next) == 0 || !strings.HasSuffix(words[len(words)-1], "-") {
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

// prints reports whether a word stands in the sheet's headers, footers or first sections.
func (s *sheet) prints(word string) bool {
	for _, lines := range [][]doc.Line{s.d.Headers, s.d.Footers, s.allLines(0, 1)} {
		for _, l := range lines {
			if strings.Contains(l.Text, word) || strings.HasPrefix(word, l.Text) && len(l.Text) > 4 {
				return true
			}
		}
	}
	return false
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
