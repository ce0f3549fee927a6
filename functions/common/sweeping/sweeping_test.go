package sweeping_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"anzen/functions/common/sweeping"
)

// Each item is seen once, several at a time.
func TestEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var seen []int
		items := make([]int, 1000)
		for i := range items {
			items[i] = i
		}
		started := time.Now()
		left := sweeping.Each(t.Context(), items, func(_ context.Context, i int) {
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, i)
		})
		if slices.IsSorted(seen) {
			t.Error("the first ones are always first")
		}
		slices.Sort(seen)
		if left != 0 || !slices.Equal(seen, items) || time.Since(started) > 100*time.Second {
			t.Errorf("%d seen in %s, %d left", len(seen), time.Since(started), left)
		}
	})
}

// More than fits into a function's time is left, and another sweep has another order: nothing waits for good behind what
// cannot be settled.
func TestNothingStarves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waiting := map[int]bool{}
		for i := range 5000 {
			waiting[i] = i%2 == 0 // every second one cannot be settled
		}
		var mu sync.Mutex
		for range 60 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			var items []int
			for i := range waiting {
				items = append(items, i)
			}
			slices.Sort(items)
			if sweeping.Each(ctx, items, func(_ context.Context, i int) {
				time.Sleep(500 * time.Millisecond)
				mu.Lock()
				defer mu.Unlock()
				if !waiting[i] {
					delete(waiting, i)
				}
			}) == 0 {
				t.Fatal("all fit into one sweep")
			}
			if ctx.Err() != nil {
				t.Error("a sweep runs out of its time")
			}
			cancel()
		}
		if len(waiting) != 2500 {
			t.Errorf("%d wait still", len(waiting)-2500)
		}
	})
}
