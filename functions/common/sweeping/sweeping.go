// Package sweeping goes over what sweeps find, however much it is: several at a time, in another order each time, and not
// beyond the function's own time, so that what cannot be settled does not keep the rest waiting for good.
package sweeping

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	atOnce = 16
	// oneTakes is how long before the function's end nothing more is begun.
	oneTakes = 10 * time.Second
)

// Each calls one for each of the items, which sees to its own errors, and returns how many are left for the next
// sweep.
func Each[T any](ctx context.Context, items []T, one func(context.Context, T)) (left int) {
	items = slices.Clone(items)
	rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	var group errgroup.Group
	group.SetLimit(atOnce)
	for i := range items {
		if deadline, ok := ctx.Deadline(); ctx.Err() != nil || ok && time.Until(deadline) < oneTakes {
			left = len(items) - i
			break
		}
		group.Go(func() error {
			one(ctx, items[i])
			return nil
		})
	}
	_ = group.Wait() // no error is returned
	return left
}
