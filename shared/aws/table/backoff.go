package table

import (
	"context"
	"math/rand/v2"
	"time"
)

// tries is how often a call is tried: batches of which DynamoDB left keys unprocessed, and
// transactions in conflict with another.
const tries = 8

// pause waits before the next try, with full jitter: up to 40 ms before the second, twice
// as long before each further one and 640 ms at most.
func pause(ctx context.Context, try int) error {
	wait := time.NewTimer(time.Duration(rand.Int64N(int64(20*time.Millisecond) << min(try, 5))))
	defer wait.Stop()
	select {
	case <-wait.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
