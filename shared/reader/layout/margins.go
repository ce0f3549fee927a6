package layout

import (
	"slices"
	"strings"
	"unicode"

	"anzen/shared/text/pattern"
)

// Limits of margins: the number of lines from the edge, the distance by which a line may
// move between pages, the fraction of the pages with it.
const (
	marginLines = 14
	marginMove  = 14.0
	marginShare = 0.6
	marginNear  = 3 // pages before and after, which decide by themselves where several sheets share a file
)

// spot is a line's signature and place on a page.
type spot struct {
	key     string
	y       float64
	item    int
	heading bool // begins a section, on whatever page
	table   bool // stands in a table, whose rows may be numbered
}

// margins returns, by page, which items are headers and footers: from the edge inwards, as
// long as the lines are on most pages at the same height, apart from digits.
func margins(pages []flow, heights []float64) (headers, footers []map[int]bool) {
	headers, footers = make([]map[int]bool, len(pages)), make([]map[int]bool, len(pages))
	filled := 0
	for _, p := range pages {
		if len(p.items) > 0 {
			filled++
		}
	}
	if filled < 2 {
		return headers, footers
	}
	tops, bottoms := make([][]spot, len(pages)), make([][]spot, len(pages))
	for i, p := range pages {
		tops[i] = edgeLines(p.items, func(it item) float64 { return it.Y0 })
		bottoms[i] = edgeLines(p.items, func(it item) float64 { return heights[i] - it.Y1 })
	}
	need := int(marginShare*float64(filled)) + 1
	if filled == 2 {
		need = 2
	}
	top, bottom := indexOf(tops), indexOf(bottoms)
	for i := range pages {
		headers[i] = repeated(i, tops, top, need)
		footers[i] = repeated(i, bottoms, bottom, need)
	}
	return headers, footers
}

func edgeLines(items []item, from func(item) float64) []spot {
	ss := make([]spot, 0, len(items))
	for k, it := range items {
		ss = append(ss, spot{y: from(it), item: k})
	}
	slices.SortStableFunc(ss, func(a, b spot) int { return cmp(a.y, b.y) })
	ss = ss[:min(len(ss), marginLines)]
	for k := range ss {
		it := items[ss[k].item]
		ss[k].key = signature(it.Text)
		ss[k].heading = it.begins && it.heading.weight >= strong
		ss[k].table = it.table != nil
	}
	return ss
}

// signature of a line: its text without digits and spaces.
func signature(s string) string {
	if len(s) > 300 {
		s = s[:300]
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '#'
		case unicode.IsSpace(r):
			return -1
		}
		return r
	}, s)
}

// place of a spot.
type placed struct {
	spot
	page int
}

// index of spots by their text without digits.
type index map[string][]placed

func indexOf(edges [][]spot) index {
	x := index{}
	for page, ss := range edges {
		for _, s := range ss {
			k := strings.ReplaceAll(s.key, "#", "")
			x[k] = append(x[k], placed{s, page})
		}
	}
	return x
}

func repeated(page int, edges [][]spot, all index, need int) map[int]bool {
	out := map[int]bool{}
	missed := 0
	var pending []int
	for _, s := range edges[page] {
		n, close, last := 0, 0, -1
		for _, o := range all[strings.ReplaceAll(s.key, "#", "")] {
			if o.page == last || !same(o.key, s.key) || o.y-s.y >= marginMove || s.y-o.y >= marginMove {
				continue
			}
			last = o.page
			n++
			if o.page >= page-marginNear && o.page <= page+marginNear {
				close++
			}
		}
		window := min(page+marginNear, len(edges)-1) - max(page-marginNear, 0) + 1
		switch {
		case s.heading:
			return out
		case n >= need, close >= 4 && float64(close) > marginShare*float64(window):
			// Lines between repeated lines of a margin (a date, a changing title) belong to
			// it.
			for _, p := range pending {
				out[p] = true
			}
			pending = nil
			out[s.item] = true
		case pageNumber(s.key) && !s.table:
			out[s.item] = true
		default:
			if missed++; missed > 1 || s.y > 90 {
				return out
			}
			pending = append(pending, s.item)
		}
	}
	return out
}

// same reports whether signatures differ by no more digits than page numbers do.
func same(a, b string) bool {
	d := len(a) - len(b)
	return a == b || d <= 2 && d >= -2 && strings.Contains(a, "#")
}

// itemNumber is the signature of a sub-item's number, such as "5.1".
var itemNumber = pattern.MustCompile(`^#{1,2}\.#`)

// pageNumber reports whether a line is only a page number.
func pageNumber(key string) bool {
	k := strings.Trim(strings.ToLower(key), "-()[]/ページ頁agepof.#—–~")
	return k == "" && strings.Contains(key, "#") && len(key) <= 14 && !itemNumber.MatchString(key)
}
