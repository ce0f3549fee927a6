package clock_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"anzen/infra/local/clock"
)

func TestManual(t *testing.T) {
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	c := clock.NewManual(start)
	woken := make(chan error)
	go func() { woken <- c.Sleep(t.Context(), start.Add(time.Hour)) }()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if asleep, ok := c.Pass(ctx, time.Hour); !ok {
		t.Fatalf("asleep for %v", asleep)
	}
	if err := <-woken; err != nil || !c.Now().Equal(start.Add(time.Hour)) {
		t.Errorf("woken with %v at %s", err, c.Now())
	}
	left, leave := context.WithCancelCause(t.Context())
	leave(errors.New("enough"))
	for _, each := range []clock.Clock{c, clock.System{}} {
		if err := each.Sleep(left, each.Now().Add(time.Hour)); err == nil || err.Error() != "enough" {
			t.Errorf("%T: left with %v", each, err)
		}
		if err := each.Sleep(t.Context(), each.Now().Add(-time.Second)); err != nil {
			t.Errorf("%T: a past time: %v", each, err)
		}
	}
}

func TestPassUpTo(t *testing.T) {
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	c := clock.NewManual(start)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	woken := make(chan time.Duration, 3)
	for _, d := range []time.Duration{time.Minute, time.Second, time.Hour} {
		go func() {
			if c.Sleep(ctx, start.Add(d)) == nil {
				woken <- d
			}
		}()
	}
	first := c.PassUpTo(ctx, 2*time.Second)
	second := c.PassUpTo(ctx, time.Minute)
	if first != time.Second || first+second != time.Minute {
		t.Errorf("passed %s and %s", first, second)
	}
	if a, b := <-woken, <-woken; a+b != time.Minute+time.Second {
		t.Errorf("woken: %s, %s", a, b)
	}
	cancel()
	if d := c.PassUpTo(ctx, 30*time.Minute); d != 0 {
		t.Errorf("passed %s", d)
	}
}
