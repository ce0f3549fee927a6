package extract

import (
	"math"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
)

// textRow is what stands on one line across a column of the page, whatever cells it is in.
type textRow struct {
	doc.Box
	page, col int
	words     []doc.Word
	lines     []doc.Line
	// text is the row as one text, figures the number of quantities of limits in it.
	text    string
	figures int
	// first and later say whether it may be a heading, the first of a table or a later one;
	// states, whether it says anything of limits.
	first, later, states bool
}

// textRows puts the lines of a section that stand side by side together again.
func textRows(lines []doc.Line) []textRow {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b doc.Line) int {
		switch {
		case a.Page != b.Page:
			return a.Page - b.Page
		case a.Col != b.Col:
			return a.Col - b.Col
		}
		return compare(a.CY(), b.CY())
	})
	var out []textRow
	for _, l := range sorted {
		if n := len(out); n > 0 {
			r := &out[n-1]
			if r.page == l.Page && r.col == l.Col && r.OverlapY(l.Box) > 0.6*math.Min(r.H(), l.H()) && !slices.ContainsFunc(r.lines, func(o doc.Line) bool { return o.OverlapX(l.Box) > 1 }) {
				r.Box = r.Union(l.Box)
				r.words = append(r.words, l.Words...)
				r.lines = append(r.lines, l)
				continue
			}
		}
		out = append(out, textRow{Box: l.Box, page: l.Page, col: l.Col, words: slices.Clone(l.Words), lines: []doc.Line{l}})
	}
	for i := range out {
		slices.SortStableFunc(out[i].words, func(a, b doc.Word) int { return compare(a.X0, b.X0) })
		out[i].words = slices.DeleteFunc(out[i].words, func(w doc.Word) bool { return w.Text == "" })
		r := &out[i]
		r.text, _ = textAt(r.words)
		r.figures = len(airborne(r.text))
		r.first, r.later = headingRow(*r)
		r.states = r.later && statesLimits(*r)
	}
	return out
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// gaps divides words where the space between two is wider than a share of their size.
func gaps(words []doc.Word, share float64) [][]doc.Word {
	var out [][]doc.Word
	from := 0
	for i := 1; i <= len(words); i++ {
		if i < len(words) && words[i].X0-words[i-1].X1 <= share*math.Max(words[i].Size, 4) {
			continue
		}
		if from < i {
			out = append(out, words[from:i])
		}
		from = i
	}
	return out
}

// textAt is the text of words with the place of each of its bytes on the page.
func textAt(words []doc.Word) (text string, at func(byte int) float64) {
	var b strings.Builder
	var xs []float64
	for i, w := range words {
		if i > 0 && w.X0-words[i-1].X1 > 0.1*w.Size {
			b.WriteByte(' ')
			xs = append(xs, words[i-1].X1)
		}
		n := len(w.Text)
		for k := range n {
			xs = append(xs, w.X0+(w.X1-w.X0)*float64(k)/float64(n))
		}
		b.WriteString(w.Text)
	}
	return b.String(), func(byte int) float64 {
		switch {
		case len(xs) == 0:
			return 0
		case byte >= len(xs):
			return words[len(words)-1].X1
		}
		return xs[byte]
	}
}
