package states

import (
	"context"
	"time"

	"anzen/infra/local/clock"
)

// before cancels the context with the cause at the deadline.
func before(ctx context.Context, by clock.Clock, deadline time.Time, cause error) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		if by.Sleep(ctx, deadline) == nil {
			cancel(cause)
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}
