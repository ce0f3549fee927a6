package table

import (
	"context"
	"math/rand/v2"
	"time"
)

// tries is how often DynamoDB is asked again for what it could not do at the moment:
// keys of a batch that it left unread, and transactions that met another.
const tries = 8

// pause waits before the next try: up to 40 ms before the second, twice as long before
// each further one and 640 ms at most, at random, so that those who met do not meet again.
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
