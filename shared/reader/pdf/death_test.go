//go:build linux

package pdf

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// patient is a limit that only a worker at a standstill reaches, under the race detector on a busy machine too.
const patient = 10 * time.Minute

func aSheet(t *testing.T, id string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "testdata", id+".pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// signal ends the worker by a signal, and waits for its end without reaping it: a signal takes effect after any time,
// and a worker that still answers meanwhile makes the count of deaths depend on it.
func (w *worker) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := w.cmd.Process.Signal(s); err != nil {
		t.Errorf("signal %s: %v", s, err)
		return
	}
	for {
		err := unix.Waitid(unix.P_PID, w.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			if err != nil {
				t.Errorf("wait after %s: %v", s, err)
			}
			return
		}
	}
}

// A worker that dies while reading a sheet costs time only, whatever the cause. SIGTERM ends a worker at once; before
// others the runtime prints its goroutines, which go on meanwhile.
func TestDeadWorkerIsReplaced(t *testing.T) {
	b := aSheet(t, "js-015")
	plain := NewPool(Config{Timeout: patient})
	t.Cleanup(plain.Close)
	want, err := plain.Extract(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	for sig, deaths := range map[syscall.Signal]int{syscall.SIGKILL: 2, syscall.SIGTERM: 1} {
		p := NewPool(Config{Timeout: patient})
		left := deaths
		p.heard = func(w *worker) {
			if left > 0 {
				left--
				w.signal(t, sig)
			}
		}
		got, err := p.Extract(t.Context(), b)
		if err != nil {
			t.Errorf("%s, %d times: %v", sig, deaths, err)
		} else if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s, %d times: %s", sig, deaths, d)
		}
		if s := p.Stats(); s.Died != deaths || s.Started != deaths+1 {
			t.Errorf("%s: %+v", sig, s)
		}
		p.Close()
	}
}

// Three deaths decide, by their causes, whether the document is to blame.
func TestBlameForDeaths(t *testing.T) {
	b := aSheet(t, "js-016")
	for _, c := range []struct {
		name string
		sent []syscall.Signal
		want error
	}{
		{"each crashes", []syscall.Signal{syscall.SIGTERM, syscall.SIGTERM, syscall.SIGTERM}, ErrCrash},
		{"each is killed, as without memory", []syscall.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGKILL}, ErrMemory},
		{"one is killed", []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL, syscall.SIGTERM}, ErrMemory},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := NewPool(Config{Timeout: patient})
			t.Cleanup(p.Close)
			deaths := 0
			p.heard = func(w *worker) {
				if deaths < len(c.sent) {
					w.signal(t, c.sent[deaths])
				}
				deaths++
			}
			_, err := p.Extract(t.Context(), b)
			if !errors.Is(err, c.want) || errors.Is(err, ErrBroken) || deaths != len(c.sent) {
				t.Errorf("after %d deaths: %v", deaths, err)
			}
			if s := p.Stats(); s.Died != len(c.sent) || s.Started != len(c.sent) {
				t.Errorf("%+v", s)
			}
			// The next sheet is read normally.
			p.heard = nil
			if _, err := p.Extract(t.Context(), b); err != nil {
				t.Errorf("the next one: %v", err)
			}
		})
	}
}

// A worker killed between two sheets does not count as a try of the second.
func TestAWorkerThatDiedWhileIdleIsNotCounted(t *testing.T) {
	b := aSheet(t, "js-016")
	p := NewPool(Config{Timeout: patient})
	t.Cleanup(p.Close)
	if err := p.Prewarm(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.idle[0].signal(t, syscall.SIGKILL)
	left := tries - 1
	p.heard = func(w *worker) {
		if left > 0 {
			left--
			w.signal(t, syscall.SIGKILL)
		}
	}
	if _, err := p.Extract(t.Context(), b); err != nil {
		t.Errorf("%v", err)
	}
	if s := p.Stats(); s.Started != 1+tries || len(p.idle) != 1 {
		t.Errorf("%+v, %d idle", s, len(p.idle))
	}
}

func TestADiedWorkerIsReplacedInRendering(t *testing.T) {
	b := aSheet(t, "js-016")
	p := NewPool(Config{Timeout: patient})
	t.Cleanup(p.Close)
	if err := p.Prewarm(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.idle[0].signal(t, syscall.SIGKILL)
	if picture, _, err := p.Render(t.Context(), b, 1, 72); err != nil || picture.Rect.Dx() != 595 {
		t.Errorf("%+v, %v", picture, err)
	}
	if pages, err := p.Text(t.Context(), b); err != nil || len(pages) != 5 {
		t.Errorf("%d pages, %v", len(pages), err)
	}
}

// Many sheets in parallel on two workers, some of which are killed: each sheet is read with
// the same result.
func TestWorkersAreKilledAmongParallelReads(t *testing.T) {
	ids := []string{"js-005", "js-006", "js-015", "js-016"}
	plain := NewPool(Config{Timeout: patient})
	t.Cleanup(plain.Close)
	want := map[string]*File{}
	for _, id := range ids {
		f, err := plain.Extract(t.Context(), aSheet(t, id))
		if err != nil {
			t.Fatal(err)
		}
		want[id] = f
	}
	p := NewPool(Config{Workers: 3, Timeout: patient})
	t.Cleanup(p.Close)
	killed := 0
	for round := range 4 {
		var mu sync.Mutex
		sent, left := 0, tries-1 // a sheet that meets all deaths is still read
		p.heard = func(w *worker) {
			mu.Lock()
			defer mu.Unlock()
			if sent++; sent%7 == 0 && left > 0 {
				left--
				killed++
				w.signal(t, []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[round%2])
			}
		}
		var all sync.WaitGroup
		for _, id := range ids {
			b := aSheet(t, id)
			all.Go(func() {
				got, err := p.Extract(t.Context(), b)
				if err != nil {
					t.Errorf("%s in round %d: %v", id, round, err)
				} else if d := cmp.Diff(want[id], got); d != "" {
					t.Errorf("%s in round %d: %s", id, round, d)
				}
			})
		}
		all.Wait()
	}
	if want := 4 * (tries - 1); killed != want {
		t.Errorf("%d workers were killed, not %d", killed, want)
	}
	if len(p.idle) > 3 {
		t.Errorf("%d workers are idle", len(p.idle))
	}
}

// A second worker helps with a long document. If it dies, the first one reads its pages: a helper costs no try.
func TestTwoWorkersReadAsOne(t *testing.T) {
	b := aSheet(t, "js-006")
	plain := NewPool(Config{Timeout: patient})
	t.Cleanup(plain.Close)
	want, err := plain.Extract(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	for _, dies := range []bool{false, true} {
		p := NewPool(Config{Workers: 2, Timeout: patient})
		t.Cleanup(p.Close)
		p.long = 0
		if err := p.Prewarm(t.Context()); err != nil {
			t.Fatal(err)
		}
		// On a busy machine the first one may be done before the second one begins.
		for helped := false; !helped; {
			var mu sync.Mutex
			var first *worker
			p.heard = func(w *worker) {
				mu.Lock()
				defer mu.Unlock()
				switch {
				case first == nil:
					first = w
				case w == first || helped:
				default:
					helped = true
					if dies {
						w.signal(t, syscall.SIGKILL)
					}
				}
			}
			got, err := p.Extract(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatal(d)
			}
			p.helpers.Wait()
		}
		s := p.Stats()
		if s.Died == 1 != dies || s.Died > 1 {
			t.Errorf("a helper that dies %t: %+v", dies, s)
		}
	}
}

// The first worker, which waits for the second one's pages, does not do so beyond the end of the request.
func TestARequestThatEndsLeavesBothWorkers(t *testing.T) {
	b := aSheet(t, "js-006") // of six pages
	p := NewPool(Config{Workers: 2, Timeout: patient})
	t.Cleanup(p.Close)
	p.long = 0
	for waited := false; !waited; {
		ctx, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex
		var first, second *worker
		heard := 0
		p.heard = func(w *worker) {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case first == nil:
				first = w
			case w == first:
				heard++
			case second == nil && heard < 6-ahead: // enough are left for the first one to get that far
				second = w
				if err := w.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
					t.Error(err)
				}
			}
			if second != nil && heard == 6-ahead {
				waited = true
				cancel()
			}
		}
		_, err := p.Extract(ctx, b)
		if waited != errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancel()
		p.helpers.Wait()
	}
}

// A timeout is not retried: the next try would take as long.
func TestATimeoutIsNotTriedAgain(t *testing.T) {
	p := NewPool(Config{Timeout: time.Nanosecond})
	t.Cleanup(p.Close)
	if _, err := p.Extract(t.Context(), aSheet(t, "js-016")); !errors.Is(err, ErrTimeout) {
		t.Errorf("%v", err)
	}
	if s := p.Stats(); s.Started != 1 || s.Died != 0 {
		t.Errorf("%+v", s)
	}
}

// A worker that others leave no processor is not too late by the clock alone; one that works for as long as its limit is.
func TestTheLimitIsOfProcessorTime(t *testing.T) {
	const limit = 100 * time.Millisecond
	for _, c := range []struct {
		script          string
		clock, computed time.Duration // at least
	}{
		{"exec sleep 600", patience * limit, 0},
		{"while :; do :; done", limit, limit},
	} {
		w := &worker{cmd: exec.Command("sh", "-c", c.script)}
		if err := w.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		late := w.limit(limit)
		_ = w.cmd.Wait()
		clock, computed := time.Since(began), w.cmd.ProcessState.UserTime()+w.cmd.ProcessState.SystemTime()
		// On a machine that leaves it hardly any processor, the clock ends it.
		if !late.stop() || clock < c.clock || computed < c.computed && clock < patience*limit {
			t.Errorf("%s: killed after %s, having computed for %s", c.script, clock, computed)
		}
	}
}

func TestTheCauseOfADeath(t *testing.T) {
	for _, c := range []struct {
		script, stderr string
		want           cause
	}{
		{"kill -9 $$", "", starved},
		{"kill -11 $$", "", crashed},
		{"exit 2", "panic: runtime error: index out of range", crashed},
		{"exit 2", "fatal error: runtime: out of memory", starved},
		{"exit 3", "pdf worker: cannot allocate memory\nmake an instance", starved},
		{"exit 3", "pdf worker: open the cache of compiled modules", unfit},
		{"exit 0", "", crashed},
	} {
		cmd := exec.Command("sh", "-c", c.script)
		_ = cmd.Run()
		if got := causeOf(cmd.ProcessState, c.stderr); got != c.want {
			t.Errorf("%s %q: %d, want %d", c.script, c.stderr, got, c.want)
		}
	}
	if got := causeOf(nil, "fork/exec /x: "+syscall.ENOMEM.Error()); got != starved {
		t.Errorf("no memory to fork: %d", got)
	}
}

// A worker gets nothing of its parent's environment, in particular no credentials.
func TestAWorkerInheritsNoSecrets(t *testing.T) {
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_LAMBDA_RUNTIME_API", "ANZEN_ANYTHING"} {
		t.Setenv(name, "secret")
	}
	p := NewPool(Config{Timeout: patient})
	t.Cleanup(p.Close)
	if err := p.Prewarm(t.Context()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile("/proc/" + strconv.Itoa(p.idle[0].cmd.Process.Pid) + "/environ")
	if err != nil {
		t.Skip("this system does not show the environment of a process: ", err)
	}
	var names []string
	for _, v := range strings.Split(strings.TrimRight(string(b), "\x00"), "\x00") {
		name, _, _ := strings.Cut(v, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	if d := cmp.Diff([]string{WorkerVar, CacheVar, "GOMAXPROCS", "GOMEMLIMIT"}, names); d != "" {
		t.Error(d)
	}
}
