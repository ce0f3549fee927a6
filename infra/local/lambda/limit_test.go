package lambda_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"anzen/infra/local/lambda"
)

// holding is a function that runs until it is let go.
type holding struct{ started, end chan struct{} }

func newHolding() holding { return holding{make(chan struct{}, 10), make(chan struct{})} }

func (h holding) Invoke(context.Context, []byte) ([]byte, error) {
	h.started <- struct{}{}
	<-h.end
	return []byte("{}"), nil
}

func (h holding) function(name string, reserved int) lambda.Function {
	return lambda.Function{Name: name, Reserved: reserved, Concurrency: 10, Timeout: patience, New: func() (lambda.Handler, error) { return h, nil }}
}

// lockedBuffer is a log of several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// A call above a function's reservation, or above what the others have left of the account's concurrency, is refused
// at once, and only that.
func TestConcurrencyIsLimited(t *testing.T) {
	a, b, c := newHolding(), newHolding(), newHolding()
	var log lockedBuffer
	i := lambda.NewInvoker(slog.New(slog.NewTextHandler(&log, nil)), a.function("a", 2), b.function("b", 0), c.function("c", 0))
	if err := i.Limit(2); err == nil {
		t.Error("reservations may take the whole account")
	}
	if err := i.Limit(3); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 10)
	call := func(name string) {
		_, err := i.Invoke(t.Context(), name, []byte("{}"))
		ended <- err
	}
	go call("a")
	go call("a")
	go call("b")
	for _, h := range []holding{a, a, b} {
		<-h.started
	}
	for _, name := range []string{"a", "b", "c"} {
		if call(name); !errors.Is(<-ended, lambda.ErrThrottled) {
			t.Errorf("%s is not throttled", name)
		}
		if text := log.String(); !strings.Contains(text, "msg=throttled function="+name+"\n") {
			t.Errorf("the log: %s", text)
		}
	}
	close(b.end)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	go call("c") // what b has left
	<-c.started
	close(a.end)
	close(c.end)
	for range 3 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// Who has the answer of a call may begin another one, as the account's concurrency is free again.
func TestAnAnswerLeavesRoom(t *testing.T) {
	i := lambda.NewInvoker(slog.New(slog.DiscardHandler), lambda.Function{Name: "sheets", ARN: arn, New: inProcess})
	if err := i.Limit(1); err != nil {
		t.Fatal(err)
	}
	for n := range 3000 {
		if _, err := i.Invoke(t.Context(), "sheets", []byte(`{}`)); err != nil {
			t.Fatalf("call %d: %v", n, err)
		}
	}
}

// The API answers as Lambda does.
func TestTheAPIOfLambda(t *testing.T) {
	h := newHolding()
	i := lambda.NewInvoker(slog.New(slog.DiscardHandler), lambda.Function{Name: "sheets", ARN: arn, New: inProcess}, h.function("busy", 1))
	if err := i.Limit(2); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = i.Invoke(context.Background(), "busy", nil)
	}()
	<-h.started
	server := httptest.NewServer(i)
	defer server.Close()
	post := func(name, kind, body string) (*http.Response, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/2015-03-31/functions/"+name+"/invocations", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Amz-Invocation-Type", kind)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close() //nolint:errcheck // only read
		text, _ := io.ReadAll(response.Body)
		return response, string(text)
	}
	for name, c := range map[string]struct {
		function, kind, body string
		status               int
		code, failed, text   string
	}{
		"answer":         {"sheets", "RequestResponse", `{}`, 200, "", "", `"arn"`},
		"by its ARN":     {"arn%3Aaws%3Alambda%3Aap-northeast-1%3A000000000000%3Afunction%3Asheets", "", `{}`, 200, "", "", `"arn"`},
		"failed":         {"sheets", "", `{"do":"fail"}`, 200, "", "Unhandled", "notFoundError"},
		"not there":      {"other", "", `{}`, 404, "ResourceNotFoundException", "", ""},
		"throttled":      {"busy", "", `{}`, 429, "TooManyRequestsException", "", ""},
		"not waited for": {"sheets", "Event", `{}`, 400, "InvalidParameterValueException", "", ""},
	} {
		r, text := post(c.function, c.kind, c.body)
		if r.StatusCode != c.status || r.Header.Get("X-Amzn-ErrorType") != c.code || r.Header.Get("X-Amz-Function-Error") != c.failed || !strings.Contains(text, c.text) {
			t.Errorf("%s: %d %v %s", name, r.StatusCode, r.Header, text)
		}
	}
	close(h.end)
	<-ended
}
