package pdf

import (
	"context"
	"errors"
	"fmt"

	"anzen/shared/reader/doc"
)

// Extract words, rules and images of all pages. The error is one of the package's, wrapped, or the
// context's. Where a worker dies, the document is read again from the beginning.
//
// One worker reads a document. Two that shared its pages, each of which has to open it and its
// fonts, took 14 to 17 % more of the processors' time on two cores, for 9 % less of the clock's
// on the corpus and 27 % more on shorter sheets; on one core there is nothing to win. Sheets are
// read side by side in the background anyway.
func (p *Pool) Extract(ctx context.Context, b []byte) (f *File, err error) {
	if err := check(b); err != nil {
		return nil, err
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-p.slots }()
	err = again(ctx, func(fresh bool) (err error) {
		d := &deal{data: b}
		r, err := p.with(ctx, fresh, func(w *worker) (*reply, error) { return d.read(ctx, p, w) })
		if err == nil && d.missing() {
			err = errors.New("pages are missing")
		}
		if err == nil {
			f, err = d.file(r.File.Info)
		}
		return err
	})
	return f, err
}

// deal is the pages of a document that a worker has open, which are asked for one by one.
type deal struct {
	data   []byte
	opened bool
	next   int // the page that is dealt next
	given  int // pages that were dealt and have not come back
	pages  []doc.Page
	cut    int // pages from here on have lost their rules; 0: none
	rules  int
	chars  int
	bad    int
	last   string // why the last bad page is one
}

// missing tells whether pages have not come.
func (d *deal) missing() bool {
	return !d.opened || d.given > 0 || d.next <= len(d.pages) && d.chars <= MaxText
}

// read what is dealt.
func (d *deal) read(ctx context.Context, p *Pool, w *worker) (*reply, error) {
	return w.do(ctx, p.cfg.Timeout, func() (*reply, error) {
		if err := (request{op: opExtract, data: d.data}).write(w.w); err != nil {
			return nil, err
		}
		for {
			m, err := p.receive(w)
			switch {
			case err != nil:
				return nil, err
			case m.Reply != nil:
				if m.Reply.Reason == 0 && m.Reply.File == nil {
					return nil, errors.New("a reply without a file")
				}
				return m.Reply, nil
			case m.Page != nil:
				err = d.put(m)
			default:
				err = d.open(m.Pages)
			}
			if err != nil {
				return nil, err
			}
			if err := sendPage(w.w, d.page()); err != nil {
				return nil, err
			}
		}
	})
}

func (d *deal) open(pages int) error {
	if pages > MaxPages || d.opened && pages != len(d.pages) {
		return fmt.Errorf("a document of %d pages", pages)
	}
	if !d.opened {
		d.opened, d.next, d.pages = true, 1, make([]doc.Page, pages)
	}
	return nil
}

// page is the next that nobody has, 0 where there is none.
func (d *deal) page() int {
	if d.next > len(d.pages) || d.chars > MaxText {
		return 0
	}
	d.next++
	d.given++
	return d.next - 1
}

// put a page in its place. Beyond MaxRules the rules of the last pages go: they are drawings, and the text can
// be read without.
func (d *deal) put(m message) error {
	n := m.Page.Number
	if n < 1 || n >= d.next || d.pages[n-1].Number != 0 {
		return fmt.Errorf("page %d, which nobody asked for", n)
	}
	d.pages[n-1] = *m.Page
	d.given--
	if m.Bad != "" {
		d.bad++
		d.last = m.Bad
	}
	d.chars += m.Page.Chars
	if d.rules += len(m.Page.Rules); d.cut > 0 && n >= d.cut {
		d.drop(n)
	}
	for last := d.next - 1; d.rules > MaxRules && last > 0; last-- {
		if len(d.pages[last-1].Rules) > 0 {
			d.drop(last)
			d.cut = last
		}
	}
	return nil
}

func (d *deal) drop(n int) {
	d.rules -= len(d.pages[n-1].Rules)
	d.pages[n-1].Rules = nil
}

// file of all pages.
func (d *deal) file(info doc.Info) (*File, error) {
	switch {
	case d.chars > MaxText:
		return nil, fmt.Errorf("%w: %d characters", ErrTooLarge, d.chars)
	case d.bad == len(d.pages):
		return nil, fmt.Errorf("%w: no page can be read: %s", ErrBroken, d.last)
	}
	return &File{Pages: d.pages, Info: info, Bad: d.bad}, nil
}
