package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Environment of workers. WorkerVar is set for workers only; CacheVar may be set by the
// user to choose the folder of the compiled module.
const (
	WorkerVar = "ANZEN_PDF_WORKER"
	CacheVar  = "ANZEN_WASM_CACHE"
)

const (
	startLimit = 10 * time.Minute // compiling without a cache on a slow machine that has much else to do
	workerCPU  = 300.0            // seconds after which a worker is replaced by a fresh one
)

// Pool keeps warm workers. It is safe for concurrent use.
type Pool struct {
	cfg   Config
	slots chan struct{}
	mu    sync.Mutex
	idle  []*worker
	stats Stats
	ended bool

	helpers sync.WaitGroup // second workers of documents
	long    time.Duration  // longTime, but in tests

	heard func(*worker) // for tests: called after each message of a worker on a document
}

// Stats of a pool's workers.
type Stats struct {
	Started, Killed int
	// Died is the number of those killed that had ended by themselves, or were ended from
	// outside.
	Died int
	// RSS is the largest resident size a worker reported, in bytes.
	RSS int64
	// CPU is the seconds that all workers have used, including their start.
	CPU float64
}

// NewPool makes a pool; workers start on demand.
func NewPool(cfg Config) *Pool {
	cfg.Workers = max(cfg.Workers, 1)
	if cfg.Timeout <= 0 {
		cfg.Timeout = 20 * time.Second
	}
	if cfg.CacheDir == "" {
		cfg.CacheDir = CacheDir()
	}
	return &Pool{cfg: cfg, slots: make(chan struct{}, cfg.Workers), long: longTime}
}

// Shipped is the folder beside the executable in which the module is delivered compiled
// (infra/scripts/precompile), since that takes seconds. It may be for reading only.
const Shipped = "wasm"

// CacheDir is the default folder of the compiled module: ANZEN_WASM_CACHE, else the shipped one
// where there is one, else the user's cache directory, else the temporary one.
func CacheDir() string {
	if d := os.Getenv(CacheVar); d != "" {
		return d
	}
	if exe, err := os.Executable(); err == nil {
		d := filepath.Join(filepath.Dir(exe), Shipped)
		if info, err := os.Stat(d); err == nil && info.IsDir() {
			return d
		}
	}
	if d, err := os.UserCacheDir(); err == nil {
		return filepath.Join(d, "anzen", "wasm")
	}
	return scratch()
}

// scratch is a folder that can always be written, on Lambda the only one.
func scratch() string { return filepath.Join(os.TempDir(), "anzen-wasm") }

// Prewarm starts the workers, the first of which compiles the module into the cache if it
// is missing.
func (p *Pool) Prewarm(ctx context.Context) error {
	if err := p.ping(ctx); err != nil {
		return err
	}
	var rest errgroup.Group
	for range p.cfg.Workers - 1 {
		rest.Go(func() error { return p.ping(ctx) })
	}
	return rest.Wait()
}

func (p *Pool) ping(ctx context.Context) error {
	_, err := p.do(ctx, request{op: opPing})
	return err
}

// Text returns the bare text of each page, as PDFium joins its characters, without boxes
// and rules. It is the baseline for the time of Extract.
func (p *Pool) Text(ctx context.Context, b []byte) ([]string, error) {
	if err := check(b); err != nil {
		return nil, err
	}
	r, err := p.do(ctx, request{op: opText, data: b})
	if err != nil {
		return nil, err
	}
	return r.Text, nil
}

// Render renders a page (from 1) in grey with at most MaxSide pixels a side, at a lower
// resolution if necessary. It returns the dpi used.
func (p *Pool) Render(ctx context.Context, b []byte, page int, dpi float64) (picture *image.Gray, used float64, err error) {
	if err := check(b); err != nil {
		return nil, 0, err
	}
	r, err := p.do(ctx, request{op: opRender, page: uint32(page), dpi: float32(dpi), data: b})
	if err != nil {
		return nil, 0, err
	}
	if r.Picture == nil {
		return nil, 0, errors.New("no picture of the page")
	}
	return r.Picture, r.DPI, nil
}

// Stats returns the statistics so far.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}

// Close ends the idle workers.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.ended = nil, true
	p.mu.Unlock()
	for _, w := range idle {
		w.end()
	}
	p.helpers.Wait()
}

// do runs one request.
func (p *Pool) do(ctx context.Context, q request) (r *reply, err error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-p.slots }()
	err = again(ctx, func(fresh bool) (err error) {
		r, err = p.with(ctx, fresh, func(w *worker) (*reply, error) {
			return w.do(ctx, p.cfg.Timeout, func() (*reply, error) {
				if err := q.write(w.w); err != nil {
					return nil, err
				}
				m, err := p.receive(w)
				if err == nil && m.Reply == nil {
					err = errors.New("no reply")
				}
				return m.Reply, err
			})
		})
		return err
	})
	return r, err
}

// receive receives a message of a worker on a document.
func (p *Pool) receive(w *worker) (message, error) {
	m, err := receive(w.dec)
	if err == nil {
		w.spoke = true
		if p.heard != nil {
			p.heard(w)
		}
	}
	return m, err
}

// with talks to a worker, fresh or any; the caller has a slot.
func (p *Pool) with(ctx context.Context, fresh bool, talk func(*worker) (*reply, error)) (*reply, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w, err := p.take(ctx, fresh)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	return p.use(ctx, w, talk)
}

// use talks to a worker that was taken. After an error of talk it is unusable.
func (p *Pool) use(ctx context.Context, w *worker, talk func(*worker) (*reply, error)) (*reply, error) {
	r, err := talk(w)
	if err != nil {
		w.kill()
		var died *death
		p.count(func(s *Stats) {
			s.Killed++
			s.RSS = max(s.RSS, w.rss.Load())
			if errors.As(err, &died) && ctx.Err() == nil {
				s.Died++
			}
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	p.giveBack(w, r)
	if err := r.err(); err != nil {
		return nil, err
	}
	return r, nil
}

// giveBack returns a worker after its reply; r is nil where it was not used.
func (p *Pool) giveBack(w *worker, r *reply) {
	if r != nil {
		p.count(func(s *Stats) {
			s.RSS = max(s.RSS, r.RSS)
			s.CPU += r.CPU - w.cpu
		})
		w.cpu = r.CPU
	}
	p.mu.Lock()
	kept := !p.ended && w.cpu <= workerCPU
	if kept {
		p.idle = append(p.idle, w)
	}
	p.mu.Unlock()
	if !kept {
		w.end()
	}
}

func (p *Pool) count(f func(*Stats)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&p.stats)
}

// take returns a worker: an idle one if any, else a new one. If fresh, a new one replaces
// an idle one.
func (p *Pool) take(ctx context.Context, fresh bool) (*worker, error) {
	p.mu.Lock()
	var w *worker
	if n := len(p.idle); n > 0 {
		w = p.idle[n-1]
		p.idle = p.idle[:n-1]
	}
	p.mu.Unlock()
	if w != nil && !fresh {
		w.used, w.spoke = true, false
		return w, nil
	}
	if w != nil {
		w.end()
	}
	w, err := start(p.cfg.CacheDir)
	if err != nil {
		return nil, &death{how: causeOf(nil, err.Error()), text: "it cannot be started: " + err.Error()}
	}
	p.count(func(s *Stats) { s.Started++ })
	// The first reply waits for compilation, which does not count as the document's time.
	if _, err := w.do(ctx, startLimit, func() (*reply, error) {
		if err := (request{op: opPing}).write(w.w); err != nil {
			return nil, err
		}
		m, err := receive(w.dec)
		return m.Reply, err
	}); err != nil {
		w.kill()
		var died *death
		if errors.As(err, &died) && died.how == crashed {
			died.how = unfit // there was no document yet
		}
		if errors.Is(err, ErrTimeout) {
			return nil, fmt.Errorf("the PDF worker does not start within %s", startLimit)
		}
		return nil, fmt.Errorf("start the PDF worker (does main call pdf.RunAsWorker?): %w", err)
	}
	return w, nil
}
