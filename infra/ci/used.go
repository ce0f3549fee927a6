package main

import (
	"context"
	"os"
	"sync/atomic"
	"time"
)

// processorTime adds up the time that the processes of a check used on all processors: checks in
// parallel lanes slow each other down, so elapsed time does not tell what one costs.
type processorTime struct{ nanoseconds atomic.Int64 }

func (p *processorTime) sum() time.Duration { return time.Duration(p.nanoseconds.Load()) }

type processorTimeKey struct{}

// addProcessorTime adds that of an ended process and the descendants it waited for to the check that
// started it. state is nil if the process did not start.
func addProcessorTime(ctx context.Context, state *os.ProcessState) {
	if p, ok := ctx.Value(processorTimeKey{}).(*processorTime); ok && state != nil {
		p.nanoseconds.Add(int64(state.UserTime() + state.SystemTime()))
	}
}
