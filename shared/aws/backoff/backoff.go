// Package backoff waits between tries of calls that others get in the way of.
package backoff

import (
	"context"
	"math/rand/v2"
	"time"
)

// Pause waits before the next try, with full jitter, so that callers in each other's way part: up to 40 ms before the second,
// twice as long before each further one and 640 ms at most. It ends early with the context, with its error.
func Pause(ctx context.Context, try int) error {
	wait := time.NewTimer(time.Duration(rand.Int64N(int64(20*time.Millisecond) << min(try, 5))))
	defer wait.Stop()
	select {
	case <-wait.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
