package system_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"anzen/infra/local/lambda"
	"anzen/infra/local/stack"
)

// cut ends a version of a function at one of its changes, before that is made: the process of the previous version is killed, and of
// this one no call succeeds any more. The other version continues.
type cut struct {
	lambda.Handler // of the previous version
	name           string
	victim         version
	before         func() // each call of the function

	mu      sync.Mutex
	left    int // changes that are made still
	kill    func()
	dead    bool
	over    bool            // the next call of the function has begun
	mailed  bool            // the last change that was made was a mail: nothing records yet that it was sent
	decided map[string]bool // by the ids of calls of services, whose attempts are one
}

// reads says that an operation of a service changes nothing.
func reads(operation string) bool {
	for _, verb := range []string{"Get", "Query", "BatchGet", "List", "Describe", "TransactGet", "GET", "HEAD", "Scan", "Assume"} {
		if strings.HasPrefix(operation, verb) {
			return true
		}
	}
	return false
}

func (c *cut) decide() bool {
	c.before()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = c.dead
	return (c.victim == former) != c.dead
}

func (c *cut) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	exited := make(chan struct{})
	defer close(exited)
	c.mu.Lock()
	c.kill = func() { cancel(); <-exited }
	c.mu.Unlock()
	return c.Handler.Invoke(ctx, payload)
}

// fails says which calls of services fail.
func (c *cut) fails(call stack.Call) bool {
	if call.Function != c.name {
		return false
	}
	c.mu.Lock()
	if failed, known := c.decided[call.ID]; known && call.ID != "" {
		c.mu.Unlock()
		return failed
	}
	if c.dead {
		defer c.mu.Unlock()
		c.decided[call.ID] = !c.over
		return !c.over
	}
	if !reads(call.Operation) {
		c.left--
		c.dead = c.left < 0
		c.mailed = c.dead && c.mailed || !c.dead && call.Service == "ses"
	}
	c.decided[call.ID] = c.dead
	kill := c.kill
	dies := c.dead
	c.mu.Unlock()
	if dies && kill != nil {
		kill()
	}
	return dies
}

// cutting does something while a version of a function is ended after a number of changes, with something that is done before each
// call of the function.
func (v *beside) cutting(t *testing.T, name string, victim version, changes int, before, do func()) *cut {
	t.Helper()
	c := &cut{Handler: v.made[name], name: name, victim: victim, before: before, left: changes, decided: map[string]bool{}}
	if err := shared.Functions.Shift(name, c, c.decide); err != nil {
		t.Fatal(err)
	}
	shared.Fail(c.fails)
	defer v.shift(t, name)
	defer shared.Fail(nil)
	do()
	return c
}

func idle() {}

// whole does all of a part by the versions that are chosen.
func whole(part func()) { part() }

// envCuts has every version ended at every change, for long campaigns; by default each is at some.
const envCuts = "ANZEN_SYSTEM_CUTS"

// ends says whether a version is ended after so many changes. This one, whose calls fail and are tried again, takes seconds for each.
func ends(victim version, changes int) bool {
	return os.Getenv(envCuts) != "" || victim == former || changes%4 == 1
}

// everyCut does something with each version ended after each number of changes, until it makes fewer, and compares what was made
// with the usual. A mail that was sent last is sent again: nobody knows that it was.
func (v *beside) everyCut(t *testing.T, name, usual string, do func(t *testing.T, cutting func(func())) string) {
	for _, victim := range []version{current, former} {
		for changes, more := 0, true; more; changes++ {
			if !ends(victim, changes) {
				continue
			}
			t.Run(fmt.Sprintf("%s ended after %d changes", victim, changes), func(t *testing.T) {
				c := &cut{}
				made := do(t, func(part func()) { c = v.cutting(t, name, victim, changes, idle, part) })
				if c.mailed {
					made = withoutOneRepetition(made)
				}
				if made != usual {
					t.Errorf("both made\n%s\nthis version\n%s", made, usual)
				}
				more = c.dead
			})
			if t.Failed() || changes > 20 {
				return
			}
			if !more && victim == former {
				t.Logf("%s makes %d changes", name, changes)
			}
		}
	}
}

// withoutOneRepetition leaves out the first line that is the same as the one before it.
func withoutOneRepetition(text string) string {
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		if lines[i] == lines[i-1] {
			return strings.Join(slices.Delete(lines, i, i+1), "\n")
		}
	}
	return text
}

// cutAt is which version is ended, after how many changes.
type cutAt struct {
	victim  version
	changes int
}

func (c cutAt) String() string { return fmt.Sprintf("%s ended after %d changes", c.victim, c.changes) }

// cuts are the usual ones, or in a campaign all up to a number of changes.
func cuts(usual []cutAt, most int) []cutAt {
	if os.Getenv(envCuts) == "" {
		return usual
	}
	var all []cutAt
	for changes := range most {
		all = append(all, cutAt{current, changes}, cutAt{former, changes})
	}
	return all
}
