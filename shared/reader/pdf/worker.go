package pdf

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"anzen/shared/reader/doc"
)

// unfitCode is the exit code of a worker that cannot work, whatever the document.
const unfitCode = 3

// RunAsWorker serves as a worker and ends the process if a pool started it as one; otherwise it
// returns at once. It must come first in main.
func RunAsWorker() {
	if os.Getenv(WorkerVar) == "" {
		return
	}
	limitProcess()
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "pdf worker:", err)
		os.Exit(unfitCode)
	}
	os.Exit(0)
}

func serve() error {
	// Documents leave little on the Go heap; fewer collections are faster.
	debug.SetGCPercent(400)
	s := &server{ctx: context.Background(), cache: CacheDir()}
	if err := s.open(); err != nil {
		return err
	}
	// Some leave much, and the next one needs all of textMemory beside it. Compiling may have needed more.
	debug.SetMemoryLimit(heapMemory)
	in, out := bufio.NewReaderSize(os.Stdin, 64<<10), bufio.NewWriterSize(os.Stdout, 64<<10)
	enc := gob.NewEncoder(out)
	for {
		q, err := readRequest(in)
		if err != nil {
			return nil // the parent has ended or needs no more replies
		}
		c := &conversation{in: in, out: out, enc: enc}
		r := s.answer(q, c)
		if c.lost != nil {
			return c.lost
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
	s.text, err = openEngine(s.ctx, s.cache, textMemory)
	return err
}

// conversation transfers the pages of an open document.
type conversation struct {
	in        *bufio.Reader
	out       *bufio.Writer
	enc       *gob.Encoder
	announced bool  // the number of pages has been sent
	lost      error // the parent cannot be reached, or the worker cannot work
}

func (c *conversation) say(m message) error {
	if c.lost == nil {
		c.lost = c.enc.Encode(m)
	}
	if c.lost == nil {
		c.lost = c.out.Flush()
	}
	return c.lost
}

// ask returns the number of the next page, 0 for no more.
func (c *conversation) ask(pages int) (int, error) {
	if !c.announced {
		c.announced = true
		if err := c.say(message{Pages: pages}); err != nil {
			return 0, err
		}
	}
	var n uint32
	if c.lost = binary.Read(c.in, binary.LittleEndian, &n); c.lost != nil {
		return 0, c.lost
	}
	return int(n), nil
}

func (c *conversation) answer(p *doc.Page, bad error) error {
	m := message{Page: p}
	if bad != nil {
		m.Bad = detail(bad)
	}
	return c.say(m)
}

// answer runs a request.
func (s *server) answer(q request, c *conversation) (r *reply) {
	r = new(reply)
	fail := func(err error) {
		r.Reason, r.Detail = reasonOf(err), detail(err)
		r.File = nil
	}
	e := s.text
	if q.op == opRender {
		if s.image == nil {
			var err error
			if s.image, err = openEngine(s.ctx, s.cache, imageMemory); err != nil {
				c.lost = err
				return r
			}
		}
		e = s.image
	}
	if q.op == opPing {
		return r
	}
	in, err := fresh(e)
	if err != nil {
		c.lost = err
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
		if r.File, err = d.extract(c.ask, c.answer); err != nil {
			fail(in.trap(err))
		}
	case opText:
		if r.Text, err = d.plain(); err != nil {
			fail(in.trap(err))
		}
	case opRender:
		if r.Picture, r.DPI, err = d.render(int(q.page), float64(q.dpi)); err != nil {
			fail(in.trap(err))
		}
	}
	return r
}

// fresh makes an instance of the module. A failure is not the document's fault.
func fresh(e *engine) (in *instance, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("make an instance: %v", x)
		}
		if err != nil {
			err = errors.Join(unreserved(), err)
		}
	}()
	return e.instance()
}

func detail(err error) string {
	s := []rune(err.Error())
	return string(s[:min(len(s), 120)])
}
