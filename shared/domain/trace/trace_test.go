package trace_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"anzen/shared/domain/trace"
)

func TestOf(t *testing.T) {
	for _, c := range []struct{ own, amazon, want string }{
		{"", "", "gateway-id"},
		{"5c2f7e1e-0000-4000-8000-000000000001", "Root=1-67891233-abcdef012345678912345678", "5c2f7e1e-0000-4000-8000-000000000001"},
		{"", "Self=1-x;Root=1-67891233-abcdef012345678912345678;Parent=53995c3f42cd8ad8;Sampled=1", "1-67891233-abcdef012345678912345678"},
		{"short", "", "gateway-id"},
		{"a line\nmore of it", "Root=\"quoted\"", "gateway-id"},
		{strings.Repeat("a", 65), "", "gateway-id"},
	} {
		h := http.Header{}
		h.Set(trace.Header, c.own)
		h.Set("X-Amzn-Trace-Id", c.amazon)
		if got := trace.Of(h, "gateway-id"); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.own, c.amazon, got, c.want)
		}
	}
}

// Every line of a logger has the id of its context, those of derived loggers too; a context without one adds nothing.
func TestLogger(t *testing.T) {
	var out bytes.Buffer
	log := trace.Logger(&out)
	ctx := trace.With(t.Context(), "id-1234567")
	log.InfoContext(ctx, "a")
	log.With("function", "f").WarnContext(ctx, "b")
	log.InfoContext(trace.With(t.Context(), ""), "c")
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, want := range []bool{true, true, false} {
		if got := strings.Contains(lines[i], `"trace":"id-1234567"`); got != want {
			t.Errorf("%s", lines[i])
		}
	}
}
