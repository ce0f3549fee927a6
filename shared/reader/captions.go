package reader

import (
	"slices"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/layout"
	"anzen/shared/reader/ocr"
)

// Limits of captions: flat pictures with a line of print.
const (
	captionWide = 0.3 // of the page's width at least
	captionLow  = 8.0 // points
	captionHigh = 45.0
	captionFlat = 6.0 // times as wide as high at least
	captions    = 4   // number of captions from which headings are taken to be pictures
)

func isCaption(p *doc.Page, b doc.Box) bool {
	return b.W() >= captionWide*p.Width && b.H() >= captionLow && b.H() <= captionHigh && b.W() >= captionFlat*b.H()
}

// Captioned returns the numbers of the pages on which the headings of a sheet are pictures:
// the document calls itself a sheet, its text has few sections, and flat pictures are where
// headings would be. Recognised words on those pages are used for the pictures only.
func (p *Pages) Captioned(d *doc.Document) []int {
	if d.IsSheet || !layout.Named(d) {
		return nil
	}
	var pages []int
	n := 0
	for i := range p.all {
		page := &p.all[i]
		if slices.Contains(p.Unread, page.Number) {
			continue
		}
		here := 0
		for _, img := range page.Images {
			if isCaption(page, img.Box) {
				here++
			}
		}
		if n += here; here > 0 {
			pages = append(pages, page.Number)
		}
	}
	if n < captions {
		return nil
	}
	return pages
}

// caption adds the words recognised on a page's flat pictures to its text.
func caption(p *doc.Page, res ocr.Result) {
	if res.Turn != 0 {
		return
	}
	for _, w := range res.Words {
		if slices.ContainsFunc(p.Images, func(img doc.Image) bool { return isCaption(p, img.Box) && img.Holds(w.Box) }) {
			p.Words = append(p.Words, w)
		}
	}
}
