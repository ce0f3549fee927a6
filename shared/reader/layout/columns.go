package layout

import (
	"math"

	"anzen/shared/reader/doc"
)

// gutterStep is the width, in points, of the strips in which a gutter is searched.
const gutterStep = 2.0

// gutterOf is the x of the gutter of a page with two columns of running text, just before
// the right column; 0 for other pages. Labels beside their values are no such columns: both
// sides of a strip that hardly any word crosses must have full lines, or section headings
// of which the right column's continue the left's.
func gutterOf(words []doc.Word, width float64) float64 {
	if len(words) < 60 || width <= 0 {
		return 0
	}
	gutter := gutterOfPage(words, width)
	if gutter == 0 {
		return 0
	}
	left, right, _ := splitAtGutter(words, gutter)
	if len(words) >= 120 && full(lines(left)) && full(lines(right)) || runsOn(lines(left), lines(right)) {
		return gutter
	}
	return 0
}

// gutterOfPage is the right edge of the widest empty strip near the middle of a page, 0
// where none has 8 points.
func gutterOfPage(words []doc.Word, width float64) float64 {
	n := int(width/gutterStep) + 2
	cover := make([]int, n)
	for _, w := range words {
		for k := max(0, int(w.X0/gutterStep)); k <= min(n-1, int(w.X1/gutterStep)); k++ {
			cover[k]++
		}
	}
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
		return 0
	}
	// The right column has a straight edge; lines of the left one end anywhere.
	return float64(from+best-2) * gutterStep
}

// fits reports whether another page's gutter fits a page: hardly any word crosses it, and
// there are words on its left.
func fits(words []doc.Word, gutter float64) bool {
	left, crossing := 0, 0
	for _, w := range words {
		switch {
		case w.X1 <= gutter:
			left++
		case w.X0 < gutter:
			crossing++
		}
	}
	return left > 0 && crossing <= len(words)/50
}

// splitAtGutter separates words by the gutter. Words of lines that cross it, such as a
// title, are across.
func splitAtGutter(words []doc.Word, gutter float64) (left, right, across []doc.Word) {
	ls := lines(words)
	edge := edgeOf(ls, gutter)
	for _, l := range ls {
		cut := len(l.Words)
		over := false
		for i, w := range l.Words {
			if w.X0 < gutter && w.X1 > gutter {
				over = true
				break
			}
			if w.X0 >= gutter {
				cut = i
				break
			}
		}
		if cut > 0 && cut < len(l.Words) && l.Words[cut].X0-l.Words[cut-1].X1 < 1.2*math.Max(l.Size, 6) && math.Abs(l.Words[cut].X0-edge) > 2 && l.Words[cut].X0 > gutter+4*gutterStep {
			over = true
		}
		if over {
			across = append(across, l.Words...)
			continue
		}
		left = append(left, l.Words[:cut]...)
		right = append(right, l.Words[cut:]...)
	}
	return left, right, across
}

// edgeOf is the x at which most lines of the right column begin.
func edgeOf(ls []doc.Line, gutter float64) (edge float64) {
	count, most := map[int]int{}, 0
	for _, l := range ls {
		for _, w := range l.Words {
			if w.X0 < gutter {
				continue
			}
			at := int(math.Round(w.X0))
			if count[at]++; count[at] > most {
				edge, most = float64(at), count[at]
			}
			break
		}
	}
	return edge
}

// runsOn reports whether the right column continues the sections of the left: both have
// lines with headings, those of the right with higher numbers, and one begins at the top of
// the column.
func runsOn(left, right []doc.Line) bool {
	_, most, n := headed(left)
	least, _, m := headed(right)
	return n > 0 && m > 0 && n+m > 2 && least > most
}

// headed are the least and the highest number of the headings among lines, and how many there are.
func headed(ls []doc.Line) (least, most, n int) {
	var b doc.Box
	for _, l := range ls {
		b = b.Union(l.Box)
	}
	for _, l := range ls {
		h, ok := headingOf(l)
		if !ok || h.weight < fair || l.X0 > b.X0+0.2*b.W() {
			continue
		}
		if n++; n == 1 {
			least = h.number
		}
		least, most = min(least, h.number), max(most, h.number)
	}
	return least, most, n
}

// full reports whether lines are running text: many of them, most nearly as long as the
// longest.
func full(ls []doc.Line) bool {
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

// gutters are those of all pages: a page's own, else that of another page if it fits.
func gutters(pages []doc.Page) []float64 {
	out := make([]float64, len(pages))
	sure, filled, at := 0, 0, 0.0
	for i := range pages {
		if len(pages[i].Words) > 0 {
			filled++
		}
		if out[i] = gutterOf(pages[i].Words, pages[i].Width); out[i] > 0 {
			sure++
			at = out[i]
		}
	}
	if sure == 0 || 3*sure < filled {
		return out
	}
	for i := range pages {
		if out[i] == 0 && fits(pages[i].Words, at) {
			out[i] = at
		}
	}
	return out
}
