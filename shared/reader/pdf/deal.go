package pdf

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"anzen/shared/reader/doc"
)

// Extract words, rules and images of all pages. The error is one of the package's, wrapped, or the
// context's. A document that takes longer is read by two workers, where there is a free one. Where a worker dies, it is
// read again from the beginning.
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
		f, err = p.extract(ctx, b, fresh)
		return err
	})
	return f, err
}

func (p *Pool) extract(ctx context.Context, b []byte, fresh bool) (*File, error) {
	// The first error ends the other worker too.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	d := newDeal(b, p.cfg.Timeout)
	done := make(chan struct{})
	if !fresh {
		go p.help(ctx, d, done, stop)
	}
	r, err := p.with(ctx, fresh, func(w *worker) (*reply, error) { return d.read(ctx, p, w) })
	close(done)
	if err != nil {
		stop(err)
	}
	if left := d.over(); left && err == nil {
		err = errors.New("pages are missing")
	}
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause // what went wrong first
	}
	if err != nil {
		return nil, err
	}
	return d.file(r.File.Info)
}

// deal shares out the pages of a document between workers that have it open.
type deal struct {
	data  []byte
	limit time.Duration // from when the first worker begins

	mu     sync.Mutex
	until  time.Time      // the end of the time
	others sync.WaitGroup // the second worker, while it reads
	closed bool
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

// help a worker with a document that turns out to be a long one, where there is a slot free.
func (p *Pool) help(ctx context.Context, d *deal, done <-chan struct{}, stop context.CancelCauseFunc) {
	began := time.Now()
	tick := time.NewTicker(p.cfg.JoinAfter)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		if d.left(time.Since(began)) < p.cfg.JoinFor {
			continue
		}
		select {
		case p.slots <- struct{}{}:
			defer func() { <-p.slots }()
			if err := d.second(ctx, p); err != nil {
				stop(err)
			}
			return
		default:
		}
	}
}

// left is how long reading will probably go on, after so much time of it.
func (d *deal) left(took time.Duration) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	done := d.next - 1 - d.given
	open := len(d.pages) - done - 1 // all but the one that is being read
	if !d.opened || open <= 0 {
		return 0
	}
	return took / time.Duration(max(done, 1)) * time.Duration(open)
}

func newDeal(data []byte, limit time.Duration) *deal { return &deal{data: data, limit: limit} }

// second has another worker help, if there is something left for it once it is ready. One that has to be started
// first may come too late for this document, and is there for the next one.
func (d *deal) second(ctx context.Context, p *Pool) error {
	w, err := p.take(context.WithoutCancel(ctx), false)
	if err != nil {
		return nil // the first one needs no help
	}
	d.mu.Lock()
	worth := d.opened && !d.closed && d.next < len(d.pages)
	if worth {
		d.others.Add(1)
	}
	d.mu.Unlock()
	if !worth {
		p.giveBack(w, nil)
		return nil
	}
	defer d.others.Done()
	_, err = p.use(ctx, w, func(w *worker) (*reply, error) { return d.read(ctx, p, w) })
	return err
}

// over waits for the second worker, and tells whether pages are missing.
func (d *deal) over() bool {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.others.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.opened || d.given > 0 || d.next <= len(d.pages) && d.chars <= MaxText
}

// read what is dealt to one worker.
func (d *deal) read(ctx context.Context, p *Pool, w *worker) (*reply, error) {
	return w.do(ctx, d.within(), func() (*reply, error) {
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

// within is the time that is left.
func (d *deal) within() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.until.IsZero() {
		d.until = time.Now().Add(d.limit)
	}
	return time.Until(d.until)
}

func (d *deal) open(pages int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
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
	d.mu.Lock()
	defer d.mu.Unlock()
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
	d.mu.Lock()
	defer d.mu.Unlock()
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
