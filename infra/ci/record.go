package main

import (
	"context"
	"os"
	"sync"
	"time"
)

// record is what is noted of a check while it runs.
type record struct {
	mu sync.Mutex
	// used is the time that the processes of the check used on all processors: checks in parallel lanes slow
	// each other down, so elapsed time does not tell what one costs.
	used time.Duration
	// failures are the names of its tests that failed: the end of a long output tells them again.
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

// addFailure notes the name of a test of the check.
func addFailure(ctx context.Context, name string) {
	r := recordOf(ctx)
	r.note(func() { r.failures = append(r.failures, name) })
}
