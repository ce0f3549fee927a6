package main

import (
	"context"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

// record is what is noted of a check while it runs.
type record struct {
	mu sync.Mutex
	// used is the time that the processes of the check used on all processors: checks in parallel lanes slow
	// each other down, so elapsed time does not tell what one costs.
	used time.Duration
	// failures are the names of its tests that failed, and why: the end of a long output repeats them.
	failures []string
}

type recordKey struct{}

func (r *record) note(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
}

// recordOf is that of the check that runs in a context; of none, one that nobody reads.
func recordOf(ctx context.Context) *record {
	if r, ok := ctx.Value(recordKey{}).(*record); ok {
		return r
	}
	return &record{}
}

// addProcessorTime adds that of an ended process and the descendants it waited for to the check that
// started it. state is nil if the process did not start.
func addProcessorTime(ctx context.Context, state *os.ProcessState) {
	if r := recordOf(ctx); state != nil {
		r.note(func() { r.used += state.UserTime() + state.SystemTime() })
	}
}

// addFailure notes the name of a test of the check, and what its error says if that is known.
func addFailure(ctx context.Context, name, message string) {
	if message = inALine(message); message != "" {
		name += ": " + message
	}
	r := recordOf(ctx)
	r.note(func() { r.failures = append(r.failures, name) })
}

// reasonLength is how many characters of an error are repeated; the whole is in the output of the check.
const reasonLength = 400

// colours are those of terminals.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// inALine is the beginning of an error, without colours and line breaks.
func inALine(message string) string {
	line := []rune(strings.Join(strings.Fields(colours.ReplaceAllString(message, "")), " "))
	return string(line[:min(len(line), reasonLength)])
}
