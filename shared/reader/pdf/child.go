package pdf

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// worker is the parent's end of a child process.
type worker struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	w   *bufio.Writer
	dec *gob.Decoder
	cpu float64      // seconds used, by its last reply
	rss atomic.Int64 // its largest size when it was killed at its time limit
	// used is set where it has read an earlier document, spoke where it has sent a message
	// on this one.
	used, spoke bool
	answered    opening
}

func start(cacheDir string) (*worker, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.Command(exe)
	// No other environment: the worker needs no credentials.
	c.Env = []string{WorkerVar + "=1", CacheVar + "=" + cacheDir, "GOMEMLIMIT=256MiB", "GOMAXPROCS=2"}
	w := &worker{cmd: c}
	c.Stderr = &w.answered
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	w.in, w.w, w.dec = in, bufio.NewWriterSize(in, 64<<10), gob.NewDecoder(bufio.NewReaderSize(out, 64<<10))
	return w, nil
}

// patience is how many times its limit a worker may take by the clock where others take the processors.
const patience = 6

// do talks to a worker within a limit of its processor time. After an error the worker is
// unusable: ErrTimeout, or a death.
func (w *worker) do(ctx context.Context, limit time.Duration, talk func() (*reply, error)) (*reply, error) {
	timer := w.limit(limit)
	defer timer.stop()
	stop := context.AfterFunc(ctx, func() { _ = w.cmd.Process.Kill() })
	defer stop()
	r, err := talk()
	if err == nil {
		return r, nil
	}
	if timer.stop() {
		return nil, fmt.Errorf("%w: %s", ErrTimeout, limit)
	}
	return nil, w.death(err)
}

// timer kills a worker that is too late.
type timer struct {
	mu    sync.Mutex
	t     *time.Timer
	ended bool
	late  bool
	w     *worker
	limit time.Duration
	began time.Time
	used  time.Duration // processor time before it began
}

// limit kills the worker once it has taken the limit by the clock and of processor time, where that
// is known, or patience times the limit by the clock.
func (w *worker) limit(limit time.Duration) *timer {
	t := &timer{w: w, limit: limit, began: time.Now()}
	t.used, _ = processorTime(w.process())
	t.mu.Lock()
	defer t.mu.Unlock()
	t.t = time.AfterFunc(limit, t.check)
	return t
}

func (t *timer) check() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	if now, known := processorTime(t.w.process()); known && time.Since(t.began) < patience*t.limit {
		if left := t.limit - (now - t.used); left > 0 {
			t.t.Reset(left)
			return
		}
	}
	t.late = true
	t.w.rss.Store(highWater(t.w.process()))
	_ = t.w.cmd.Process.Kill()
}

// stop ends the limit, and reports whether the worker was killed.
func (t *timer) stop() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	t.t.Stop()
	return t.late
}

func (w *worker) process() string { return strconv.Itoa(w.cmd.Process.Pid) }

// dying is the time in which a worker must exit after closing its end.
const dying = 2 * time.Second

// death waits for the end of a worker that has exited or sent an invalid message, and
// returns its cause.
func (w *worker) death(err error) *death {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !closed(err) {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
		return &death{how: crashed, text: err.Error()}
	}
	_ = w.in.Close()
	late := time.AfterFunc(dying, func() { _ = w.cmd.Process.Kill() })
	_ = w.cmd.Wait()
	d := &death{how: crashed, stale: w.used && !w.spoke, text: "it closed its end without exiting"}
	if late.Stop() {
		stderr := w.answered.String()
		d.how, d.text = causeOf(w.cmd.ProcessState, stderr), w.cmd.ProcessState.String()
		if first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n"); first != "" {
			d.text += ": " + first
		}
	}
	return d
}

func (w *worker) kill() {
	_ = w.cmd.Process.Kill()
	_ = w.in.Close()
	_ = w.cmd.Wait()
}

func (w *worker) end() {
	_ = w.in.Close()
	done := time.AfterFunc(2*time.Second, func() { _ = w.cmd.Process.Kill() })
	_ = w.cmd.Wait()
	done.Stop()
}
