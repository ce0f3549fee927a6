package pdf

import (
	"fmt"

	"anzen/shared/analyze/doc"
)

// extract hands over page after page, and answers what there is to be said of the whole file.
func (d *document) extract(page func(*doc.Page) error) (*File, error) {
	if d.pages > MaxPages {
		return nil, fmt.Errorf("%w: %d pages", ErrTooLarge, d.pages)
	}
	f := new(File)
	var last error
	rules, chars := 0, 0
	for n := 1; n <= d.pages; n++ {
		p, err := d.load(n)
		if err == nil {
			err = p.fill()
		}
		switch {
		case err == nil:
		case p != nil && p.fatal:
			return nil, err
		default:
			// A page that is not there must not cost the others.
			last = err
			f.Bad++
		}
		if p == nil {
			if err := page(&doc.Page{Number: n}); err != nil {
				return nil, err
			}
			continue
		}
		if rules += len(p.Rules); rules > MaxRules {
			p.Rules = nil // drawings; the text can be read without
		}
		if chars += p.Chars; chars > MaxText {
			return nil, fmt.Errorf("%w: %d characters up to page %d", ErrTooLarge, chars, n)
		}
		if err := page(&p.Page); err != nil {
			return nil, err
		}
		p.close()
	}
	if f.Bad == d.pages {
		return nil, fmt.Errorf("%w: no page can be read: %w", ErrBroken, last)
	}
	rev, err := d.whole("FPDF_GetSecurityHandlerRevision", d.h)
	if err != nil {
		return nil, err
	}
	f.Info = doc.Info{
		Title: d.meta("Title"), Author: d.meta("Author"), Subject: d.meta("Subject"), Keywords: d.meta("Keywords"),
		Creator: d.meta("Creator"), Producer: d.meta("Producer"), Created: d.meta("CreationDate"), Modified: d.meta("ModDate"),
		Encrypted: rev != -1,
	}
	return f, nil
}

// page is a loaded one.
type page struct {
	*document
	doc.Page
	h     uint64
	dev   matrix
	fatal bool // the module itself has failed, no page can follow
}

func (d *document) load(n int) (*page, error) {
	h, err := d.call("FPDF_LoadPage", d.h, uint64(n-1))
	if err != nil {
		return &page{fatal: true}, err
	}
	if uint32(h) == 0 {
		return nil, fmt.Errorf("page %d cannot be loaded", n)
	}
	p := &page{document: d, h: h, Page: doc.Page{Number: n}, fatal: true}
	if p.Width, err = d.single("FPDF_GetPageWidthF", h); err != nil {
		return p, err
	}
	if p.Height, err = d.single("FPDF_GetPageHeightF", h); err != nil {
		return p, err
	}
	r, err := d.whole("FPDFPage_GetRotation", h)
	if err != nil {
		return p, err
	}
	p.Rotation = (r & 3) * 90
	p.fatal = false
	if side := func(v float64) bool { return v >= 1 && v <= 15000 }; !side(p.Width) || !side(p.Height) { // nor what is no number
		return p, fmt.Errorf("page %d measures %.0f x %.0f points", n, p.Width, p.Height)
	}
	p.fatal = true
	if p.dev, err = p.display(); err != nil {
		return p, err
	}
	return p, nil
}

func (p *page) fill() error {
	p.fatal = true
	if err := p.text(); err != nil {
		return err
	}
	if err := p.objects(); err != nil {
		return err
	}
	p.fatal = false
	return nil
}

func (p *page) close() {
	if p.h != 0 {
		_, _ = p.call("FPDF_ClosePage", p.h)
	}
}
