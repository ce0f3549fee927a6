package handler_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anzen/functions/handler"
	"anzen/shared/aws/metrics"
	"anzen/shared/domain/trace"
)

type broken struct{ error }

// Each call of a measured task writes one line, with its time, what it works on, the request and the error's name.
func TestMeasured(t *testing.T) {
	var out bytes.Buffer
	at := time.UnixMilli(1790000000000)
	m := metrics.Namespaced{Namespace: "anzen-test", Out: &out, Now: func() time.Time { return at }}
	fails := false
	h := handler.Measured("analysis-assort", handler.Of(func(ctx context.Context, e map[string]any) (string, error) {
		at = at.Add(1500 * time.Millisecond)
		if fails {
			return "", &broken{errors.New("x")}
		}
		return trace.ID(ctx), nil
	}), m, slog.New(slog.DiscardHandler))
	in := []byte(`{"company":"c","sheet":"s","trace":"request-1"}`)
	got, err := h.Invoke(t.Context(), in)
	if err != nil || string(got) != `"request-1"` {
		t.Fatalf("%s %v", got, err)
	}
	fails = true
	if _, err := h.Invoke(t.Context(), in); err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, want := range []string{"", "broken"} {
		var line map[string]any
		if err := json.Unmarshal([]byte(lines[i]), &line); err != nil {
			t.Fatal(err)
		}
		failed, _ := line["error"].(string)
		if line["StepTime"] != 1500.0 || line["Step"] != "analysis-assort" || line["sheet"] != "s" || line["trace"] != "request-1" || failed != want {
			t.Errorf("%s", lines[i])
		}
	}
	if len(lines) != 2 {
		t.Errorf("%d lines", len(lines))
	}
}

// A text in a request's body that looks like an id of a request is none.
func TestRequestsNameNoTrace(t *testing.T) {
	h := handler.Of(func(ctx context.Context, _ map[string]any) (string, error) { return trace.ID(ctx), nil })
	body, _ := json.Marshal(map[string]string{"body": `{"trace":"forged-12"}`})
	if got, err := h.Invoke(t.Context(), body); err != nil || string(got) != `""` {
		t.Errorf("%s %v", got, err)
	}
}
