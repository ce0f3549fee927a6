package layout

import (
	"math"

	"anzen/shared/analyze/doc"
)

// columns parts the words of a page set in two columns of running text. Labels beside their values are no
// such columns: the test asks for full lines on both sides of a gutter that no word crosses.
func columns(words []doc.Word, width float64) [][]doc.Word {
	if len(words) < 120 || width <= 0 {
		return [][]doc.Word{words}
	}
	const step = 2.0
	n := int(width/step) + 2
	cover := make([]int, n)
	for _, w := range words {
		for k := max(0, int(w.X0/step)); k <= min(n-1, int(w.X1/step)); k++ {
			cover[k]++
		}
	}
	// The gutter: the widest empty strip near the middle.
	best, from := 0, 0
	for k, run := int(0.35*float64(n)), 0; k < int(0.65*float64(n)); k++ {
		if cover[k] > len(words)/100 {
			run = 0
			continue
		}
		if run++; run > best {
			best, from = run, k-run+1
		}
	}
	if best < 4 {
		return [][]doc.Word{words}
	}
	gutter := (float64(from) + float64(best)/2) * step
	var left, right []doc.Word
	for _, w := range words {
		if w.CX() < gutter {
			left = append(left, w)
		} else {
			right = append(right, w)
		}
	}
	if full(left) && full(right) {
		return [][]doc.Word{left, right}
	}
	return [][]doc.Word{words}
}

// full tells running text: many lines, most of them nearly as long as the longest.
func full(words []doc.Word) bool {
	ls := lines(words)
	if len(ls) < 12 {
		return false
	}
	var b doc.Box
	for _, l := range ls {
		b = b.Union(l.Box)
	}
	long, inked := 0, 0.0
	for _, l := range ls {
		sum := 0.0
		for _, w := range l.Words {
			sum += w.W()
		}
		if sum > 0.7*b.W() {
			long++
		}
		inked += sum
	}
	return 2*long > len(ls) && inked > 0.6*b.W()*float64(len(ls)) && !math.IsNaN(inked)
}
