package pdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

// tries is the number of workers that may die on a document before it is blamed.
const tries = 3

// death is the end of a worker that the pool did not kill.
type death struct {
	how cause
	// stale is set where a worker of an earlier document died before its first message on
	// this one: most likely it was dead already.
	stale bool
	text  string
}

// cause of a death, by whether the document may be to blame.
type cause int

const (
	crashed cause = iota // the reader's own code failed: SIGSEGV, a fatal error of the runtime, an invalid message
	starved              // killed from outside, as by a system without memory, or memory could not be allocated
	unfit                // it could not start working
)

func (d *death) Error() string { return "the PDF worker died: " + d.text }

// causeOf determines the cause by the state of the process and its standard error.
func causeOf(state *os.ProcessState, stderr string) cause {
	low := strings.ToLower(stderr)
	switch {
	case killed(state), strings.Contains(low, "out of memory"), strings.Contains(low, "cannot allocate memory"):
		return starved
	case state != nil && state.ExitCode() == unfitCode:
		return unfit
	}
	return crashed
}

// again runs once until no worker dies in it: after the first death in fresh workers only,
// twice. Only deaths are retried.
func again(ctx context.Context, once func(fresh bool) error) error {
	var deaths []*death
	for fresh := false; ; fresh = true {
		err := once(fresh)
		var d *death
		if !errors.As(err, &d) || ctx.Err() != nil {
			return err
		}
		if d.stale && !fresh {
			continue
		}
		if deaths = append(deaths, d); len(deaths) == tries {
			return blame(deaths)
		}
	}
}

// blame returns an error about the document only where each worker crashed on it.
func blame(deaths []*death) error {
	last := deaths[len(deaths)-1]
	worst := crashed
	for _, d := range deaths {
		if d.how == starved || d.how == unfit && worst == crashed {
			worst, last = d.how, d
		}
	}
	switch worst {
	case starved:
		return fmt.Errorf("%w: %d times, at last: %s", ErrMemory, len(deaths), last.text)
	case unfit:
		return fmt.Errorf("no PDF worker can begin: %s", last.text)
	}
	return fmt.Errorf("%w: %d times, at last: %s", ErrCrash, len(deaths), last.text)
}

// opening keeps the beginning of a worker's standard error: the trace of a fatal error
// begins with its cause.
type opening struct {
	mu   sync.Mutex
	text []byte
}

const openingMax = 4 << 10

func (o *opening) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if room := openingMax - len(o.text); room > 0 {
		o.text = append(o.text, b[:min(len(b), room)]...)
	}
	return os.Stderr.Write(b)
}

func (o *opening) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.text)
}
