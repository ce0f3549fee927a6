// Package layout makes a document from the words and rules of its pages: lines in reading
// order, tables, headers and footers, the sixteen sections with their pairs of label and
// value, the language.
package layout

import (
	"slices"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/parallel"
)

// The number of sections that make a safety data sheet, and the lower one for a file that
// calls itself one.
const (
	sheetSections = 8
	namedSections = 4
)

// Build makes the document of pages. It keeps the pages, and turns those whose text does
// not run from left to right.
func Build(pages []doc.Page, info doc.Info) *doc.Document {
	d := &doc.Document{Pages: pages, Info: info}
	flows, heights := make([]flow, len(pages)), make([]float64, len(pages))
	parallel.Do(len(pages), func(i int) {
		dropInvalid(&pages[i])
		upright(&pages[i])
		splitLeaders(&pages[i])
	})
	gutter := gutters(pages)
	parallel.Do(len(pages), func(i int) {
		flows[i], heights[i] = flowOf(&pages[i], gutter[i]), pages[i].Height
	})
	headers, footers := margins(flows, heights)
	var items []item
	for i, f := range flows {
		d.Watermarks = append(d.Watermarks, f.watermarks...)
		for k, it := range f.items {
			switch {
			case headers[i][k]:
				d.Headers = append(d.Headers, it.Line)
			case footers[i][k]:
				d.Footers = append(d.Footers, it.Line)
			default:
				items = append(items, it)
			}
		}
	}
	d.MarginPairs = linePairs(slices.Concat(onFirst(d.Headers), onFirst(d.Footers)), nil, false)
	items, again := dropRepeats(items)
	d.Headers = append(d.Headers, again...)
	joinTables(items)
	for _, it := range items {
		d.Lines = append(d.Lines, it.Line)
	}
	found := headings(items)
	sheets := outline(found)
	until := len(items)
	from := 0 // item at which the sheet begins
	for i, hs := range sheets {
		if len(hs) == 0 {
			continue
		}
		next := len(items)
		if i+1 < len(sheets) && len(sheets[i+1]) > 0 {
			last := hs[len(hs)-1]
			next = begin(items, sheets[i+1][0].item, last.item+last.skip)
		}
		r := doc.Range{First: items[from].Page, Last: items[next-1].Page}
		if i == 0 {
			r.First, until = 1, next
		}
		if next == len(items) {
			r.Last = len(pages)
		}
		for _, h := range hs {
			r.Sections = append(r.Sections, h.number)
		}
		d.Sheets = append(d.Sheets, r)
		from = next
	}
	d.Language = language(items[:until], sheets[0])
	d.Sections = sections(items[:until], sheets[0], until)
	n := titledOf(sheets[0])
	d.IsSheet = n >= sheetSections || n >= namedSections && Named(d)
	d.Found = largest(d)
	return d
}

// onFirst returns the lines of the first page with any: margins are the same on all pages.
func onFirst(lines []doc.Line) []doc.Line {
	n := 0
	for n < len(lines) && lines[n].Page == lines[0].Page {
		n++
	}
	return lines[:n]
}

// titledOf counts the headings with a title: any manual has sixteen numbered chapters.
func titledOf(hs []heading) (n int) {
	for _, h := range hs {
		if h.weight > faint {
			n++
		}
	}
	return n
}

// dropRepeats removes headings that a section repeats at the top of its next page, also in
// tables.
func dropRepeats(items []item) (kept []item, dropped []doc.Line) {
	last, page := 0, 0
	drop := map[int]bool{}
	for _, h := range headings(items) {
		if h.weight < strong {
			continue
		}
		it := items[h.item]
		if h.number == last && it.Page > page {
			for k := h.item; k < h.item+h.skip; k++ {
				drop[k] = true
			}
		}
		last, page = h.number, it.Page
	}
	if len(drop) == 0 {
		return items, nil
	}
	for k, it := range items {
		if !drop[k] {
			kept = append(kept, it)
			continue
		}
		dropped = append(dropped, it.Line)
		if it.table != nil {
			c := it.table.cells[[2]int{it.row, it.col}]
			c.lines = slices.DeleteFunc(c.lines, func(l doc.Line) bool { return l.Box == it.Box })
		}
	}
	return kept, dropped
}

// begin is the item at which the sheet of a heading begins: the first of the heading's
// page, where the lines above it (a title, a company's name) belong to it, or of a
// preceding page titled as a sheet: a cover. It is after the last heading of the previous
// sheet, which ends at the item after.
func begin(items []item, heading, after int) int {
	after = min(after, heading)
	k := heading
	for k > after && items[k-1].Page == items[heading].Page && heading-k < 25 {
		k--
	}
	if k > 0 && items[k-1].Page == items[heading].Page {
		k = heading
	}
	for c := k; c > after && items[heading].Page-items[c-1].Page <= 2 && k-c < 80; c-- {
		it := items[c-1]
		if called(it.Text) {
			first := c - 1
			for first > after && items[first-1].Page == it.Page {
				first--
			}
			if first > 0 && items[first-1].Page == it.Page {
				return c - 1 // the page begins with the sheet before
			}
			if c-1-first < 8 {
				return first
			}
		}
	}
	return k
}

// largest is the text printed largest on the first page with text.
func largest(d *doc.Document) string {
	best, size := "", 0.0
	for _, l := range d.Lines {
		if l.Page != d.Lines[0].Page {
			break
		}
		if l.Size > size+0.5 && len(l.Text) > 2 {
			best, size = l.Text, l.Size
		}
	}
	return best
}
