package doc

import (
	"strings"
	"unicode/utf8"

	"anzen/shared/text/fold"
)

// Source is a printed place: one page, a box for each line.
type Source struct {
	Page  int   `json:"Page"`
	Boxes []Box `json:"Boxes"`
}

// SourcesOf returns one Source per page for lines, in order, with one box per line.
func SourcesOf(lines []Line) []Source {
	var out []Source
	for _, l := range lines {
		if n := len(out); n == 0 || out[n-1].Page != l.Page {
			out = append(out, Source{Page: l.Page})
		}
		s := &out[len(out)-1]
		s.Boxes = append(s.Boxes, l.Box)
	}
	return out
}

// SourcesOfWords unites the boxes of neighbouring words on one line.
func SourcesOfWords(words []Word) []Source {
	var out []Source
	var last Box
	for _, w := range words {
		if n := len(out); n == 0 || out[n-1].Page != w.Page {
			out = append(out, Source{Page: w.Page, Boxes: []Box{w.Box}})
			last = w.Box
			continue
		}
		s := &out[len(out)-1]
		if w.OverlapY(last) > 0.5*min(w.H(), last.H()) {
			last = last.Union(w.Box)
			s.Boxes[len(s.Boxes)-1] = last
		} else {
			last = w.Box
			s.Boxes = append(s.Boxes, last)
		}
	}
	return out
}

// Find returns the words of a line that print a part of its Text, given by byte offsets
// into Text; words that are only partly inside are cut. It maps Text to words by counting
// characters that are not spaces; where normalisation changed the count, the whole line is
// returned.
func (l Line) Find(from, to int) []Word {
	if from < 0 || to > len(l.Text) || from >= to {
		return nil
	}
	each := make([]int, len(l.Words))
	sum := 0
	for i, w := range l.Words {
		each[i] = count(fold.Line(w.Text))
		sum += each[i]
	}
	if sum != count(l.Text) {
		return l.Words
	}
	a := count(l.Text[:from])
	b := a + count(l.Text[from:to])
	var out []Word
	at := 0
	for i, w := range l.Words {
		lo, hi := max(a-at, 0), min(b-at, each[i])
		at += each[i]
		if lo >= hi {
			continue
		}
		if hi < each[i] {
			w, _ = w.splitAfter(hi)
		}
		if lo > 0 {
			_, w = w.splitAfter(lo)
		}
		out = append(out, w)
	}
	return out
}

// splitAfter cuts after n characters of the normalised text.
func (w Word) splitAfter(n int) (a, b Word) {
	i := 0
	for k := range w.Text {
		if i > 0 && count(fold.Line(w.Text[:k])) >= n {
			return w.Split(i)
		}
		i++
	}
	return w, w
}

func count(s string) int {
	n := 0
	for _, r := range s {
		if r != ' ' {
			n++
		}
	}
	return n
}

// Join joins the texts of lines: directly between Japanese characters, else by a space; a
// hyphen at the end of a line stays, without a space.
func Join(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		Append(&b, l.Text)
	}
	return b.String()
}

// JoinText joins texts of lines as Join does.
func JoinText(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		Append(&b, t)
	}
	return b.String()
}

// Append adds the next line's text, joined as by Join.
func Append(b *strings.Builder, text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	if b.Len() > 0 {
		s := b.String()
		l, f := lastRune(s), firstRune(text)
		tight := CJK(l) && CJK(f) || l == '-' && len(s) > 1 && !strings.HasSuffix(s, " -")
		if !tight {
			b.WriteByte(' ')
		}
	}
	b.WriteString(text)
}

// Split cuts a word before its character i (in code points), which must be inside the word.
// Without known edges the box is divided evenly.
func (w Word) Split(i int) (a, b Word) {
	at, n := len(w.Text), 0
	for k := range w.Text {
		if n == i {
			at = k
			break
		}
		n++
	}
	a, b = w, w
	a.Text, b.Text = w.Text[:at], w.Text[at:]
	if len(w.Ends) > i {
		a.Ends, b.Ends = w.Ends[:i], w.Ends[i:]
		a.X1 = float64(w.Ends[i-1])
	} else {
		a.X1 = w.X0 + w.W()*float64(i)/float64(max(utf8.RuneCountInString(w.Text), 1))
	}
	b.X0 = a.X1
	return a, b
}
