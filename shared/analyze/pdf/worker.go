package pdf

import (
	"bufio"
	"context"
	"encoding/gob"
	"fmt"
	"os"
	"runtime/debug"

	"anzen/shared/analyze/doc"
)

// RunWorkerIfAsked serves as a worker and ends the process if a pool started it as one; otherwise it
// returns at once. It must come first in main.
func RunWorkerIfAsked() {
	if os.Getenv(Asked) == "" {
		return
	}
	limitProcess()
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "pdf worker:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func serve() error {
	// Documents leave little on the Go heap; fewer collections are faster.
	debug.SetGCPercent(400)
	s := &server{ctx: context.Background(), cache: os.Getenv(CacheVar)}
	if err := s.open(); err != nil {
		return err
	}
	in, out := bufio.NewReaderSize(os.Stdin, 64<<10), bufio.NewWriterSize(os.Stdout, 64<<10)
	enc := gob.NewEncoder(out)
	for {
		q, err := readRequest(in)
		if err != nil {
			return nil // the parent has gone or is done with us
		}
		var lost error
		r := s.answer(q, func(p *doc.Page) error {
			lost = enc.Encode(message{Page: p})
			return lost
		})
		if lost != nil {
			return lost
		}
		r.CPU, r.RSS = usage()
		if err := enc.Encode(message{Reply: r}); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

type server struct {
	ctx         context.Context
	cache       string
	text, image *engine
}

func (s *server) open() (err error) {
	s.text, err = newEngine(s.ctx, s.cache, textMemory)
	return err
}

// answer a request; pages that are read go to page at once.
func (s *server) answer(q request, page func(*doc.Page) error) (r *reply) {
	r = new(reply)
	fail := func(err error) {
		r.Reason, r.Detail = reasonOf(err), detail(err)
		r.File = nil
	}
	e := s.text
	if q.op == opRender {
		if s.image == nil {
			var err error
			if s.image, err = newEngine(s.ctx, s.cache, imageMemory); err != nil {
				fail(err)
				return r
			}
		}
		e = s.image
	}
	if q.op == opPing {
		return r
	}
	in, err := e.instance()
	if err != nil {
		fail(err)
		return r
	}
	defer in.close()
	defer func() {
		if x := recover(); x != nil {
			fail(in.trap(fmt.Errorf("%v", x)))
		}
	}()
	d, err := in.open(q.data)
	if err != nil {
		fail(in.trap(err))
		return r
	}
	switch q.op {
	case opExtract:
		if r.File, err = d.extract(page); err != nil {
			fail(in.trap(err))
		}
	case opText:
		if r.Text, err = d.plain(); err != nil {
			fail(in.trap(err))
		}
	case opRender:
		if r.PNG, r.DPI, err = d.png(int(q.page), float64(q.dpi)); err != nil {
			fail(in.trap(err))
		}
	}
	return r
}

func detail(err error) string {
	s := []rune(err.Error())
	return string(s[:min(len(s), 120)])
}
