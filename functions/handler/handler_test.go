package handler_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-lambda-go/lambda"

	"anzen/functions/handler"
)

type event struct {
	Name string `json:"name"`
}

type answer struct {
	Name string `json:"name"`
	More string `json:"more,omitempty"`
}

var errOwn = errors.New("own")

func TestHandlers(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, "x")
	calls := 0
	for _, tt := range []struct {
		name      string
		handler   lambda.Handler
		in, out   string
		err       error
		malformed bool
	}{
		{name: "answer", handler: handler.Of(func(ctx context.Context, e event) (answer, error) {
			return answer{Name: e.Name, More: ctx.Value(key{}).(string)}, nil
		}), in: `{"name":"a","unknown":1}`, out: `{"name":"a","more":"x"}`},
		{name: "signs of HTML stay", handler: handler.Of(func(_ context.Context, e event) (answer, error) {
			return answer{Name: e.Name}, nil
		}), in: `{"name":"<a&b>\n"}`, out: `{"name":"<a&b>\n"}`},
		{name: "no answer", handler: handler.Of(func(context.Context, event) (*answer, error) { return nil, nil }), in: `{}`, out: `null`},
		{name: "an interface", handler: handler.Of(func(context.Context, event) (any, error) { return nil, nil }), in: `{}`, out: `null`},
		{name: "error", handler: handler.Of(func(context.Context, event) (answer, error) { return answer{Name: "not this"}, errOwn }), in: `{}`, err: errOwn},
		{name: "taking", handler: handler.Taking(func(_ context.Context, e event) error {
			if e.Name != "a" {
				return fmt.Errorf("got %q", e.Name)
			}
			return nil
		}), in: `{"name":"a"}`, out: `null`},
		{name: "taking with an error", handler: handler.Taking(func(context.Context, event) error { return errOwn }), in: `{}`, err: errOwn},
		{name: "called", handler: handler.Called(func(context.Context) error { calls++; return nil }), in: `no JSON`, out: `null`},
		{name: "called with an error", handler: handler.Called(func(context.Context) error { return errOwn }), in: ``, err: errOwn},
		{name: "malformed event", handler: handler.Of(func(context.Context, event) (answer, error) { calls++; return answer{}, nil }), in: `{"name":`, malformed: true},
		{name: "event of another kind", handler: handler.Taking(func(context.Context, event) error { calls++; return nil }), in: `{"name":1}`, malformed: true},
		{name: "no event", handler: handler.Taking(func(context.Context, event) error { calls++; return nil }), in: ``, malformed: true},
		{name: "answer that is no JSON", handler: handler.Of(func(context.Context, event) (func(), error) { return func() {}, nil }), in: `{}`, malformed: true},
	} {
		out, err := tt.handler.Invoke(ctx, []byte(tt.in))
		if tt.malformed {
			if err == nil || out != nil {
				t.Errorf("%s: %s, %v", tt.name, out, err)
			}
			continue
		}
		if !errors.Is(err, tt.err) || string(out) != tt.out {
			t.Errorf("%s: %q, %v; want %q, %v", tt.name, out, err, tt.out, tt.err)
		}
	}
	if calls != 1 {
		t.Errorf("%d calls", calls)
	}
}

// An answer does not change while other calls are answered.
func TestAnswersAreNotShared(t *testing.T) {
	h := handler.Of(func(_ context.Context, e event) (answer, error) {
		return answer{Name: e.Name, More: strings.Repeat(e.Name, 50)}, nil
	})
	var all sync.WaitGroup
	for caller := range 16 {
		all.Go(func() {
			type given struct {
				name string
				out  []byte
			}
			var kept []given
			for i := range 500 {
				name := fmt.Sprintf("caller-%d-%d", caller, i)
				out, err := h.Invoke(t.Context(), []byte(`{"name":"`+name+`"}`))
				if err != nil {
					t.Error(err)
					return
				}
				kept = append(kept, given{name, out})
			}
			for _, g := range kept {
				var got answer
				if err := json.Unmarshal(g.out, &got); err != nil || got.Name != g.name || got.More != strings.Repeat(g.name, 50) {
					t.Errorf("%s was answered %s", g.name, g.out)
				}
			}
		})
	}
	all.Wait()
}

// A task of older code passes on what newer code has added to its event, and removes what it has removed.
func TestWhatAnEventHasMoreIsPassedOn(t *testing.T) {
	pass := handler.Of(func(_ context.Context, e answer) (answer, error) {
		e.Name, e.More = "b", ""
		return e, nil
	})
	out, err := pass.Invoke(t.Context(), []byte(`{"name":"a","more":"x","later":{"n":[1,"<&>"]},"flag":true}`))
	if err != nil || string(out) != `{"name":"b","later":{"n":[1,"<&>"]},"flag":true}` {
		t.Errorf("%s, %v", out, err)
	}
	raw := handler.Of(func(_ context.Context, e json.RawMessage) (json.RawMessage, error) { return e[:2], nil })
	if out, err := raw.Invoke(t.Context(), []byte(`{}{}`)); err == nil {
		t.Errorf("%s", out)
	}
}
