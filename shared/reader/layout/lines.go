package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// lines groups the words of one area into lines from top to bottom, the words of a line from left to right.
func lines(words []doc.Word) []doc.Line {
	if len(words) == 0 {
		return nil
	}
	ws := slices.Clone(words)
	slices.SortStableFunc(ws, func(a, b doc.Word) int { return cmp(a.CY(), b.CY()) })
	type group struct {
		ref   doc.Box // of the tallest word: small print is aligned to it, not the reverse
		words []doc.Word
	}
	var gs []*group
	for _, w := range ws {
		var best *group
		most := 0.5
		for k := len(gs) - 1; k >= 0 && k >= len(gs)-6; k-- {
			g := gs[k]
			if share := w.OverlapY(g.ref) / math.Max(0.1, math.Min(w.H(), g.ref.H())); share > most {
				best, most = g, share
			}
		}
		if best == nil {
			gs = append(gs, &group{ref: w.Box, words: []doc.Word{w}})
			continue
		}
		best.words = append(best.words, w)
		if w.H() > best.ref.H() && w.H() < 1.6*best.ref.H() {
			best.ref = w.Box
		}
	}
	out := make([]doc.Line, 0, len(gs))
	for _, g := range gs {
		slices.SortStableFunc(g.words, func(a, b doc.Word) int { return cmp(a.X0, b.X0) })
		for _, ws := range apart(g.words) {
			if l := line(ws); l.Text != "" {
				out = append(out, l)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b doc.Line) int { return cmp(a.CY(), b.CY()) })
	return out
}

// apart separates words, sorted from left to right, that overlap vertically: two lines
// joined by a word of a height between them.
func apart(words []doc.Word) [][]doc.Word {
	for i := 1; i < len(words); i++ {
		a, b := words[i-1], words[i]
		if a.X1-b.X0 < 0.5*math.Min(a.W(), b.W()) || math.Abs(a.CY()-b.CY()) < 0.35*math.Max(a.H(), b.H()) {
			continue
		}
		middle := (a.CY() + b.CY()) / 2
		var upper, lower []doc.Word
		for _, w := range words {
			if w.CY() < middle {
				upper = append(upper, w)
			} else {
				lower = append(lower, w)
			}
		}
		return append(apart(upper), apart(lower)...)
	}
	return [][]doc.Word{words}
}

func cmp(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// longestLine is the maximum number of characters of a line; the rest is dropped. The time
// for reading lines may grow faster than their length.
const longestLine = 1000

// line makes a line of words sorted from left to right.
func line(words []doc.Word) doc.Line {
	words = bounded(words)
	l := doc.Line{Words: words, Page: words[0].Page, Bold: true}
	glue := glued(words)
	var raw, text strings.Builder
	sizes, chars := 0.0, 0
	for i, w := range words {
		if i > 0 {
			raw.WriteByte(' ')
			if !glue[i] && spaced(words[i-1], w) {
				text.WriteByte(' ')
			}
		}
		raw.WriteString(w.Text)
		text.WriteString(w.Text)
		l.Box = l.Union(w.Box)
		l.Bold = l.Bold && w.Bold
		n := utf8.RuneCountInString(w.Text)
		sizes += w.Size * float64(n)
		chars += n
	}
	l.Raw, l.Text = raw.String(), fold.Line(text.String())
	if chars > 0 {
		l.Size = sizes / float64(chars)
	}
	return l
}

// bounded limits words to the characters that a line may have.
func bounded(words []doc.Word) []doc.Word {
	room := longestLine
	for i, w := range words {
		n := len(w.Text) // at least its number of characters
		if n > room {
			n = utf8.RuneCountInString(w.Text)
		}
		if n <= room {
			room -= n
			continue
		}
		words = slices.Clone(words[:i])
		if room > 0 {
			w, _ = w.Split(room)
			words = append(words, w)
		}
		return words
	}
	return words
}

// em is a word's font size where it is plausible.
func em(w doc.Word) float64 {
	h := math.Max(w.H(), 1)
	if w.Size > 0.4*h && w.Size < 2.5*h {
		return w.Size
	}
	return 0.85 * h
}

// spaced reports whether a space separates neighbouring words.
func spaced(a, b doc.Word) bool {
	gap := (b.X0 - a.X1) / math.Max(em(a), em(b))
	l, _ := utf8.DecodeLastRuneInString(a.Text)
	f, _ := utf8.DecodeRuneInString(b.Text)
	switch x, y := doc.CJK(l), doc.CJK(f); {
	case x && y:
		return gap > 0.9
	case x || y:
		return gap > 0.5
	}
	// Only a printed space or a wide gap separates words of Latin letters; kerning may have
	// narrowed it.
	return gap > -0.2
}

// glued marks the words that continue the one before in spite of a gap: labels with spread
// characters ("作　成　日"). These are three or more single kana or kanji at similar distances,
// or two at the beginning of the line, with a wider gap or a colon after them.
func glued(words []doc.Word) []bool {
	glue := make([]bool, len(words))
	for i := 0; i < len(words); {
		if !single(words[i]) {
			i++
			continue
		}
		j := i + 1
		least, most := math.Inf(1), 0.0
		for ; j < len(words) && (single(words[j]) || j > i && tail(words[j])); j++ {
			gap := words[j].X0 - words[j-1].X1
			e := em(words[j])
			if gap > 4.2*e || gap < -0.5*e {
				break
			}
			lo, hi := math.Min(least, gap), math.Max(most, gap)
			if j > i+1 && hi-lo > math.Max(0.6*e, 0.35*hi) {
				break
			}
			least, most = lo, hi
			if !single(words[j]) {
				j++
				break
			}
		}
		n := j - i
		ends := j == len(words) || !single(words[j-1]) || strings.HasPrefix(words[j].Text, "：") || strings.HasPrefix(words[j].Text, ":") ||
			words[j].X0-words[j-1].X1 > math.Max(1.3*most, 1.0*em(words[j]))
		if n >= 3 || n == 2 && i == 0 && ends && most < 4.2*em(words[i]) {
			for k := i + 1; k < j; k++ {
				glue[k] = true
			}
		}
		i = j
	}
	return glue
}

// single reports whether a word is one kana or kanji.
func single(w doc.Word) bool {
	r, n := utf8.DecodeRuneInString(w.Text)
	return n == len(w.Text) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// tail reports whether a word is the last character of a spread label with the colon, and
// possibly the value.
func tail(w doc.Word) bool {
	r, n := utf8.DecodeRuneInString(w.Text)
	rest := w.Text[n:]
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) && (strings.HasPrefix(rest, "：") || strings.HasPrefix(rest, ":"))
}

// wide is the gap, in ems, that separates columns.
const wide = 1.1

// segments returns the parts of a line between wide gaps, dotted leaders, bars and stops.
// At a stop, where many lines begin a part, a narrow gap is enough.
func segments(l doc.Line, stops []float64) [][]doc.Word {
	glue := glued(l.Words)
	var out [][]doc.Word
	from := 0
	cut := func(to int) {
		if ws := colonOff(l.Words[from:to]); len(ws) > 0 {
			out = append(out, ws)
		}
	}
	for i, w := range l.Words {
		if leader(w.Text) {
			cut(i)
			from = i + 1
			continue
		}
		if i == from || glue[i] {
			continue
		}
		e := math.Max(em(w), em(l.Words[i-1]))
		gap, open := w.X0-l.Words[i-1].X1, strings.HasSuffix(l.Words[i-1].Text, "/") || strings.HasSuffix(l.Words[i-1].Text, "／")
		// After a slash, the second language of a label follows.
		if gap > wide*e && (!open || gap > 3*e) || gap > 0.45*e && near(stops, w.X0) {
			cut(i)
			from = i
		}
	}
	cut(len(l.Words))
	return out
}

// colonOff removes a colon before a value in a column of its own.
func colonOff(ws []doc.Word) []doc.Word {
	if len(ws) == 0 {
		return ws
	}
	first := ws[0].Text
	if first != ":" && first != "：" {
		if !strings.HasPrefix(first, ":") && !strings.HasPrefix(first, "：") {
			return ws
		}
		out := slices.Clone(ws)
		_, out[0] = out[0].Split(1)
		return out
	}
	return ws[1:]
}

// stops of a section, a page.
type stops map[int][]float64

func (s stops) on(page int) []float64 { return s[page] }

// stopsOf items: the places where the second part of at least three free lines of a page begins.
func stopsOf(body []item) stops {
	xs := map[int][]float64{}
	for _, it := range body {
		if it.table == nil {
			if s := segments(it.Line, nil); len(s) > 1 {
				xs[it.Page] = append(xs[it.Page], s[1][0].X0)
			}
		}
	}
	out := stops{}
	for page, v := range xs {
		out[page] = repeatedAt(v, 3)
	}
	return out
}

// repeatedAt returns the places of at least n of the values.
func repeatedAt(xs []float64, n int) []float64 {
	slices.Sort(xs)
	var out []float64
	for i := 0; i < len(xs); {
		j := i + 1
		for j < len(xs) && xs[j]-xs[i] < 3 {
			j++
		}
		if j-i >= n {
			out = append(out, xs[(i+j)/2])
		}
		i = j
	}
	return out
}

func near(xs []float64, x float64) bool {
	return slices.ContainsFunc(xs, func(v float64) bool { return math.Abs(v-x) < 3 })
}

// leader reports words that only guide the eye: dots, strokes of box-drawing characters,
// bars.
func leader(s string) bool {
	n := 0
	for _, r := range s {
		switch {
		case r == '.' || r == '・' || r == '…' || r == '‥' || r == '·' || r == '･' || r == '_' || r == '＿' || r == '．':
		case r >= 0x2500 && r < 0x2580:
			n += 2
		default:
			return false
		}
		n++
	}
	return n >= 3
}

// ruling reports lines that only draw a rule by characters.
func ruling(l doc.Line) bool {
	n := 0
	for _, r := range l.Text {
		if !strings.ContainsRune("-=_*~ ー─━―—–‐･・.…", r) && (r < 0x2500 || r >= 0x2580) {
			return false
		}
		n++
	}
	return n >= 5
}
