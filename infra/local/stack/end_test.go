package stack

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// A part that does not end costs the parts after it, which it used to keep from ending, nothing.
func TestPartsEndAfterOneThatDoesNot(t *testing.T) {
	var s Stack
	var ended []string
	ends := func(name string) {
		s.onClose(name, func(ctx context.Context) error {
			if ctx.Err() == nil {
				ended = append(ended, name)
			}
			return ctx.Err()
		})
	}
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	ends("lock")
	ends("port")
	s.onClose("S3", func(context.Context) error { <-never; return nil })
	ends("functions")
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	err := s.End(ctx)
	if !errors.Is(err, context.DeadlineExceeded) || strings.Count(err.Error(), "end ") != 1 || !strings.Contains(err.Error(), "end S3") {
		t.Error(err)
	}
	if got := strings.Join(ended, " "); got != "functions port lock" {
		t.Error("ended: ", got)
	}
	if err := s.End(t.Context()); err != nil {
		t.Error("again: ", err)
	}
}
