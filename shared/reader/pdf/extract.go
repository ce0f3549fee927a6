package pdf

import (
	"fmt"

	"anzen/shared/reader/doc"
)

// extract passes the requested pages to answer, by the numbers from ask, until that returns
// 0, and returns the data of the whole file.
func (d *document) extract(ask func(pages int) (n int, err error), answer func(*doc.Page, error) error) (*File, error) {
	if d.pages > MaxPages {
		return nil, fmt.Errorf("%w: %d pages", ErrTooLarge, d.pages)
	}
	for {
		n, err := ask(d.pages)
		if err != nil {
			return nil, err
		}
		if n < 1 || n > d.pages {
			break
		}
		p, err := d.load(n)
		if err == nil {
			err = p.fill()
		}
		if err != nil && p != nil && p.fatal {
			return nil, err
		}
		if p == nil {
			p = &page{Page: doc.Page{Number: n}}
		}
		// A missing page must not affect the others.
		if err := answer(&p.Page, err); err != nil {
			return nil, err
		}
		p.close()
	}
	rev, err := d.whole("FPDF_GetSecurityHandlerRevision", d.h)
	if err != nil {
		return nil, err
	}
	return &File{Info: doc.Info{
		Title: d.meta("Title"), Author: d.meta("Author"), Subject: d.meta("Subject"), Keywords: d.meta("Keywords"),
		Creator: d.meta("Creator"), Producer: d.meta("Producer"), Created: d.meta("CreationDate"), Modified: d.meta("ModDate"),
		Encrypted: rev != -1,
	}}, nil
}

// page is a loaded page.
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
	if side := func(v float64) bool { return v >= 1 && v <= 15000 }; !side(p.Width) || !side(p.Height) { // false for NaN too
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
