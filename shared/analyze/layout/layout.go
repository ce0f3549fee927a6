// Package layout makes a document out of the words and rules of its pages: lines in reading order, tables,
// headers and footers, the sixteen sections with their pairs of label and value, the language.
package layout

import (
	"anzen/shared/analyze/doc"
)

// Sheet tells a safety data sheet: so many sections, or so few where the file calls itself one.
const (
	sheetSections = 8
	namedSections = 4
)

// Build the document of pages.
func Build(pages []doc.Page, info doc.Info) *doc.Document {
	d := &doc.Document{Pages: pages, Info: info}
	flows, heights := make([]flow, len(pages)), make([]float64, len(pages))
	for i := range pages {
		flows[i], heights[i] = flowOf(&pages[i]), pages[i].Height
	}
	heads, feet := margins(flows, heights)
	var items []item
	for i, f := range flows {
		d.Watermarks = append(d.Watermarks, f.watermarks...)
		for k, it := range f.items {
			switch {
			case heads[i][k]:
				d.Headers = append(d.Headers, it.Line)
			case feet[i][k]:
				d.Footers = append(d.Footers, it.Line)
			default:
				items = append(items, it)
			}
		}
	}
	joinTables(items)
	for _, it := range items {
		d.Lines = append(d.Lines, it.Line)
	}
	found := headings(items)
	sheets := outline(items, found)
	until := len(items)
	for i, hs := range sheets {
		if len(hs) == 0 {
			continue
		}
		from, to := items[hs[0].item].Page, 0
		if i == 0 {
			from = 1
		}
		if len(pages) > 0 {
			to = len(pages)
		}
		if i+1 < len(sheets) && len(sheets[i+1]) > 0 {
			next := sheets[i+1][0].item
			if i == 0 {
				until = begin(items, next)
			}
			to = items[next].Page
			if b := begin(items, next); b == 0 || items[b-1].Page < to {
				to--
			}
		}
		r := doc.Range{First: from, Last: max(from, to)}
		for _, h := range hs {
			r.Sections = append(r.Sections, h.number)
		}
		d.Sheets = append(d.Sheets, r)
	}
	d.Language = language(items[:until], sheets[0])
	d.Sections = sections(items[:until], sheets[0], until)
	n := len(d.Numbers())
	d.IsSheet = n >= sheetSections || n >= namedSections && named(d)
	d.Found = largest(d)
	return d
}

// begin is the item at which the sheet of a heading begins: the first of the heading's page, where what
// stands above it (a title, a company's name) belongs to it.
func begin(items []item, heading int) int {
	k := heading
	for k > 0 && items[k-1].Page == items[heading].Page && heading-k < 25 {
		k--
	}
	if k > 0 && items[k-1].Page == items[heading].Page {
		return heading
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
