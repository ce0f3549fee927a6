package pdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

// tries is how many workers a document may cost before it is blamed for their deaths.
const tries = 3

// death of a worker that nobody here has ended.
type death struct {
	how cause
	// stale tells that a worker of an earlier document died before it said a word on this one: most likely it was dead
	// already.
	stale bool
	text  string
}

// cause of a death, by what it says of the document.
type cause int

const (
	crashed cause = iota // the reader's own code failed: SIGSEGV, a fatal error of the runtime, words of no meaning
	starved              // killed from outside, as a machine without memory does, or no memory was to be had
	unfit                // it could not begin to work
)

func (d *death) Error() string { return "the PDF worker died: " + d.text }

// cause of the end of a process, by its state and what it said last.
func causeOf(state *os.ProcessState, said string) cause {
	low := strings.ToLower(said)
	switch {
	case killed(state), strings.Contains(low, "out of memory"), strings.Contains(low, "cannot allocate memory"):
		return starved
	case state != nil && state.ExitCode() == unfitCode:
		return unfit
	}
	return crashed
}

// again runs what needs a worker until none dies of it: after the first death in fresh workers only, twice. Nothing but
// a death is tried again.
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

// blame the document only where each worker crashed on it.
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

// opening keeps the first words that a worker says on its standard error: the trace of a fatal error begins with what
// it was.
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
