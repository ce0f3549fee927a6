package stack

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"anzen/functions/handler"
	"anzen/infra/local/lambda"
)

func TestInvoke(t *testing.T) {
	s := &Stack{Functions: lambda.NewInvoker(slog.New(slog.DiscardHandler), lambda.Function{
		Name: "greet", ARN: functionARN("greet"), Timeout: time.Minute,
		New: func() (lambda.Handler, error) {
			return handler.Of(func(_ context.Context, name string) (string, error) {
				if name == "" {
					return "", errors.New("the guest is absent")
				}
				return "good morning, " + name, nil
			}), nil
		},
	})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+InvokePath+"{function}", s.invoke)
	server := httptest.NewServer(mux)
	defer server.Close()
	for _, c := range []struct {
		function, kind, event string
		status                int
		answer, failed        string
	}{
		{"greet", "application/json", `"Aoi"`, http.StatusOK, `"good morning, Aoi"`, ""},
		{"greet", "application/json; charset=utf-8", `""`, http.StatusOK, `"errorMessage":"the guest is absent"`, "Unhandled"},
		// What a page of another origin may send without a preflight.
		{"greet", "text/plain", `"Aoi"`, http.StatusUnsupportedMediaType, "", ""},
		{"part", "application/json", `"Aoi"`, http.StatusNotFound, "unknown function part", ""},
		{"greet", "application/json", `"` + strings.Repeat("a", eventLimit) + `"`, http.StatusRequestEntityTooLarge, "", ""},
	} {
		response, err := http.Post(server.URL+InvokePath+c.function, c.kind, strings.NewReader(c.event))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != c.status || !strings.Contains(string(answer), c.answer) || response.Header.Get("X-Amz-Function-Error") != c.failed {
			t.Errorf("%s, %s: %d %s (%v)", c.function, c.kind, response.StatusCode, answer, err)
		}
	}
}
