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
	cpu float64      // seconds it said to have used
	rss atomic.Int64 // its largest size when it was killed for its time
	// used tells that it has read another document before, spoke that it has said something on this one.
	used, spoke bool
	answered    opening
}

func start(cacheDir string) (*worker, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.Command(exe)
	// Nothing else of the environment: the worker needs no credentials.
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

// do what is to be done with a worker within a time. Any error means that the worker is of no more use: ErrTimeout, or a
// death.
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

// dying is how long a worker that has closed its end may take to be gone.
const dying = 2 * time.Second

// death of the worker, which has ended or makes no sense; it is gone afterwards.
func (w *worker) death(err error) *death {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !closed(err) {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
		return &death{how: crashed, text: err.Error()}
	}
	_ = w.in.Close()
	late := time.AfterFunc(dying, func() { _ = w.cmd.Process.Kill() })
	_ = w.cmd.Wait()
	d := &death{how: crashed, stale: w.used && !w.spoke, text: "it closed its end and stayed"}
	if late.Stop() {
		said := w.answered.String()
		d.how, d.text = causeOf(w.cmd.ProcessState, said), w.cmd.ProcessState.String()
		if first, _, _ := strings.Cut(strings.TrimSpace(said), "\n"); first != "" {
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
