package states

import (
	"context"
	"time"
)

// Clock is the time that waits, pauses and timeouts go by.
type Clock interface {
	Now() time.Time
	// Sleep returns nil at the time, or the context's cause before it.
	Sleep(ctx context.Context, until time.Time) error
}

// SystemClock is the real time.
type SystemClock struct{}

// Now is the current time.
func (SystemClock) Now() time.Time { return time.Now() }

// Sleep waits for the time.
func (SystemClock) Sleep(ctx context.Context, until time.Time) error {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// before cancels the context with the cause when the time has come.
func before(ctx context.Context, clock Clock, deadline time.Time, cause error) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		if clock.Sleep(ctx, deadline) == nil {
			cancel(cause)
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}
