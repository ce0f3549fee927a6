// Package clock is the time that the stand-ins wait by, so that tests need not wait.
package clock

import (
	"context"
	"sync"
	"time"
)

// Clock returns the time and waits for it.
type Clock interface {
	Now() time.Time
	// Sleep returns nil at the time, or the context's cause before it.
	Sleep(ctx context.Context, until time.Time) error
}

// System is the real time.
type System struct{}

// Now is the current time.
func (System) Now() time.Time { return time.Now() }

// longestNap bounds one wait of System: its timers do not count the time that
// the machine sleeps, so it looks at the clock again and again.
const longestNap = time.Minute

// Sleep waits for the time.
func (System) Sleep(ctx context.Context, until time.Time) error {
	for {
		left := time.Until(until)
		timer := time.NewTimer(min(left, longestNap))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		}
		if left <= longestNap {
			return nil
		}
	}
}

// Manual is a time that a test moves.
type Manual struct {
	mu      sync.Mutex
	now     time.Time
	changed chan struct{}
	waiting map[*time.Time]bool
}

// NewManual is a clock that stands at a time.
func NewManual(now time.Time) *Manual {
	return &Manual{now: now, changed: make(chan struct{}), waiting: map[*time.Time]bool{}}
}

// Now is the time that the clock stands at.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

func (m *Manual) signal() {
	close(m.changed)
	m.changed = make(chan struct{})
}

// Sleep waits until the clock is moved to the time.
func (m *Manual) Sleep(ctx context.Context, until time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting[&until] = true
	defer delete(m.waiting, &until)
	m.signal()
	for m.now.Before(until) {
		if err := m.change(ctx); err != nil {
			return err
		}
	}
	return nil
}

// change waits until the clock is moved or a sleeper is added. The lock is held before
// and after, not meanwhile.
func (m *Manual) change(ctx context.Context) error {
	changed := m.changed
	m.mu.Unlock()
	defer m.mu.Lock()
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Set moves the clock.
func (m *Manual) Set(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = now
	m.signal()
}

// PassUpTo waits for a sleeper of at most most, advances the clock to the first wake-up
// and returns by how much; zero if the context ends before.
func (m *Manual) PassUpTo(ctx context.Context, most time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		var first *time.Time
		for until := range m.waiting {
			if until.After(m.now) && until.Sub(m.now) <= most && (first == nil || until.Before(*first)) {
				first = until
			}
		}
		if first != nil {
			slept := first.Sub(m.now)
			m.now = *first
			m.signal()
			return slept
		}
		if m.change(ctx) != nil {
			return 0
		}
	}
}

// Pass waits for a sleeper of exactly d, and advances the clock by d. If the context
// ends before, it returns the durations of all sleepers.
func (m *Manual) Pass(ctx context.Context, d time.Duration) (asleep []time.Duration, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		asleep = nil
		for until := range m.waiting {
			if until.Sub(m.now) == d {
				m.now = *until
				m.signal()
				return nil, true
			}
			asleep = append(asleep, until.Sub(m.now))
		}
		if m.change(ctx) != nil {
			return asleep, false
		}
	}
}
