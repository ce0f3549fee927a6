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

// do talks to a worker within a time limit. After an error the worker is unusable:
// ErrTimeout, or a death.
func (w *worker) do(ctx context.Context, limit time.Duration, talk func() (*reply, error)) (*reply, error) {
	var late bool
	var mu sync.Mutex
	t := time.AfterFunc(limit, func() {
		mu.Lock()
		late = true
		mu.Unlock()
		w.rss.Store(highWater(strconv.Itoa(w.cmd.Process.Pid)))
		_ = w.cmd.Process.Kill()
	})
	defer t.Stop()
	stop := context.AfterFunc(ctx, func() { _ = w.cmd.Process.Kill() })
	defer stop()
	r, err := talk()
	if err == nil {
		return r, nil
	}
	mu.Lock()
	timeout := late
	mu.Unlock()
	if timeout {
		return nil, fmt.Errorf("%w: %s", ErrTimeout, limit)
	}
	return nil, w.death(err)
}

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
