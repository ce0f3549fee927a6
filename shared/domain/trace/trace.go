// Package trace carries the id of a request through everything that the request causes: the functions that answer
// it, the input of the state machines that it starts, their tasks, and every line of their logs. A line has it as "trace".
package trace

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
)

// Field is the name of the id in logs and in the inputs of state machines.
const Field = "trace"

// Header is the header in which clients may send an id of their own, and in which every answer has the request's.
const Header = "X-Request-Id"

type key struct{}

// With is a context of the request with the id.
func With(ctx context.Context, id string) context.Context {
	if id == "" {
		return ctx
	}
	return context.WithValue(ctx, key{}, id)
}

// ID is the id of the request; empty where there is none.
func ID(ctx context.Context) string {
	id, _ := ctx.Value(key{}).(string)
	return id
}

// valid are ids that can be searched for in logs, as they are.
var valid = regexp.MustCompile(`^[A-Za-z0-9._:/+-]{8,64}$`)

// Of is the id of a request: the client's own, else that of AWS X-Ray ("Root=1-...;Parent=..."), else other.
func Of(h http.Header, other string) string {
	if id := h.Get(Header); valid.MatchString(id) {
		return id
	}
	for _, part := range strings.Split(h.Get("X-Amzn-Trace-Id"), ";") {
		if id, ok := strings.CutPrefix(part, "Root="); ok && valid.MatchString(id) {
			return id
		}
	}
	return other
}

// Logger writes JSON lines, each with the id of its context.
func Logger(w io.Writer) *slog.Logger { return slog.New(handler{slog.NewJSONHandler(w, nil)}) }

type handler struct{ slog.Handler }

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if id := ID(ctx); id != "" {
		r.AddAttrs(slog.String(Field, id))
	}
	return h.Handler.Handle(ctx, r) //nolint:wrapcheck // it is a handler of handlers
}

func (h handler) WithAttrs(a []slog.Attr) slog.Handler { return handler{h.Handler.WithAttrs(a)} }

func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
