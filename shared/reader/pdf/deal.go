package pdf

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"anzen/shared/reader/doc"
)

// Extract reads words, rules and images of all pages. The error is one of the package's,
// wrapped, or the context's. If a worker dies, the document is read again from the
// beginning.
//
// A second worker helps with a document that will take long, where one is free: it has to open
// the document and its fonts too, which takes 14 to 17 % more CPU time, and is worth that only
// for what is left of a long one.
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
		d := newDeal(b)
		leave := func(error) {}
		ctx, end := context.WithCancelCause(ctx)
		defer end(nil)
		first := share{deal: d, first: true, help: func() { leave = p.help(ctx, d, end) }}
		r, err := p.with(ctx, fresh, func(w *worker) (*reply, error) { return first.read(ctx, p, w) })
		if err == nil && d.missing() {
			err = errors.New("pages are missing")
		}
		if err == nil {
			f, err = d.file(r.File.Info)
		}
		leave(err)
		if cause := context.Cause(ctx); err != nil && errors.Is(cause, ErrTimeout) {
			err = cause
		}
		return err
	})
	return f, err
}

// longTime is the time ahead from which on a second worker is asked to help.
const longTime = 100 * time.Millisecond

// help has a free worker, if there is one, read what is left of a document, until it is left with
// an error of the first one or the context ends. Its own failure costs time only: its pages are
// given back; but where it takes too long, the first one would too, and is ended.
func (p *Pool) help(ctx context.Context, d *deal, end context.CancelCauseFunc) (leave func(error)) {
	select {
	case p.slots <- struct{}{}:
	default:
		return func(error) {}
	}
	// It may still be opening the document when the first one is done: it stays warm for the next,
	// whatever becomes of the context then.
	own, abandon := context.WithCancel(context.WithoutCancel(ctx))
	release := context.AfterFunc(ctx, abandon)
	p.helpers.Go(func() {
		defer func() { <-p.slots }()
		defer abandon()
		w, err := p.take(own, false)
		if err != nil {
			return
		}
		if d.left() == 0 {
			p.giveBack(w, nil)
			return
		}
		second := share{deal: d}
		if _, err := p.use(own, w, func(w *worker) (*reply, error) { return second.read(own, p, w) }); err != nil {
			if errors.Is(err, ErrTimeout) {
				end(err)
			}
			d.giveBack(second.mine)
		}
	})
	return func(err error) {
		release()
		if err != nil {
			abandon()
		}
	}
}

// deal is the state of reading a document page by page from workers that have it open.
type deal struct {
	data  []byte
	began time.Time

	mu       sync.Mutex
	changed  *sync.Cond // a page was received or given back
	opened   bool
	next     int   // the next page to request
	returned []int // pages to request before that, from a worker that failed
	given    int   // pages requested and not yet received
	pages    []doc.Page
	cut      int // pages from here on have lost their rules; 0 for none
	rules    int
	chars    int
	bad      int
	last     string // reason of the last bad page
}

func newDeal(data []byte) *deal {
	d := &deal{data: data, began: time.Now()}
	d.changed = sync.NewCond(&d.mu)
	return d
}

// missing reports whether pages have not been received.
func (d *deal) missing() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.opened || d.given > 0 || d.unrequested() > 0
}

// unrequested is the number of pages that are still to be requested.
func (d *deal) unrequested() int {
	if d.chars > MaxText {
		return 0
	}
	return len(d.pages) - d.next + 1 + len(d.returned)
}

// left is the time that the pages still to be requested will take one worker.
func (d *deal) left() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	received := d.next - 1 - len(d.returned) - d.given
	if !d.opened || received < 1 {
		return 0
	}
	return time.Since(d.began) / time.Duration(received) * time.Duration(d.unrequested())
}

// share is what one worker reads of a document.
type share struct {
	*deal
	first bool   // the one that reads what the other gives back
	help  func() // asks for a second worker; nil where none is to be asked, or was
	mine  []int  // pages requested and not yet received
	ended bool   // no more are requested
}

// read requests pages and receives them until none is left.
func (s *share) read(ctx context.Context, p *Pool, w *worker) (*reply, error) {
	return w.do(ctx, p.cfg.Timeout, func() (*reply, error) {
		if err := (request{op: opExtract, data: s.data}).write(w.w); err != nil {
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
				err = s.put(m)
			default:
				err = s.begin(m.Pages)
			}
			if err != nil {
				return nil, err
			}
			if s.help != nil && s.left() > p.long {
				s.help()
				s.help = nil
			}
			if err := s.request(w); err != nil {
				return nil, err
			}
		}
	})
}

// ahead is the number of pages requested at a time: a worker that has read one goes on with the
// next while this process receives it.
const ahead = 2

// request requests pages until enough are, or says that there are no more, once.
func (s *share) request(w *worker) error {
	for len(s.mine) < ahead && !s.ended {
		n, last := s.page()
		if n == 0 && !last {
			return nil
		}
		s.ended = last
		if err := sendPage(w.w, n); err != nil {
			return err
		}
	}
	return nil
}

func (d *deal) begin(pages int) error {
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

// page is the next page to request, 0 if there is none; last if there will be none either, for
// the other worker may still give pages back. For that the first worker waits, once it has no page
// of its own to receive.
func (s *share) page() (n int, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.first && len(s.mine) == 0 && s.unrequested() < 1 && s.given > 0 {
		s.changed.Wait()
	}
	switch {
	case s.unrequested() < 1:
		return 0, len(s.mine) == 0 || s.given == len(s.mine)
	case len(s.returned) > 0:
		n, s.returned = s.returned[0], s.returned[1:]
	default:
		n = s.next
		s.next++
	}
	s.given++
	s.mine = append(s.mine, n)
	return n, false
}

// giveBack has pages read by another worker.
func (d *deal) giveBack(pages []int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.given -= len(pages)
	d.returned = append(d.returned, pages...)
	d.changed.Broadcast()
}

// put stores a page. Beyond MaxRules the rules of the last pages are dropped: they are
// drawings, and the text can be read without them.
func (s *share) put(m message) error {
	n := m.Page.Number
	at := slices.Index(s.mine, n)
	if at < 0 {
		return fmt.Errorf("page %d was not requested", n)
	}
	s.mine = slices.Delete(s.mine, at, at+1)
	d := s.deal
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.changed.Broadcast()
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

// file returns the file of all pages.
func (d *deal) file(info doc.Info) (*File, error) {
	switch {
	case d.chars > MaxText:
		return nil, fmt.Errorf("%w: %d characters", ErrTooLarge, d.chars)
	case d.bad == len(d.pages):
		return nil, fmt.Errorf("%w: no page can be read: %s", ErrBroken, d.last)
	}
	return &File{Pages: d.pages, Info: info, Bad: d.bad}, nil
}
