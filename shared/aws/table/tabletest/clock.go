package tabletest

import (
	"sync"
	"time"
)

// Clock is a clock that moves only by its methods.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock stands at a whole second in November 2026.
func NewClock() *Clock { return &Clock{at: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)} }

// Now is the time on the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}
