package lambda_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambda/messages"
	"github.com/aws/aws-lambda-go/lambdacontext"

	"anzen/functions/handler"
	"anzen/infra/local/lambda"
)

type event struct {
	Do string `json:"do"`
}

type notFoundError struct{ what string }

func (e *notFoundError) Error() string { return e.what + " not found" }

// handle is the function under test, in this process and as a bootstrap.
func handle(ctx context.Context, e event) (map[string]string, error) {
	lc, _ := lambdacontext.FromContext(ctx)
	deadline, hasDeadline := ctx.Deadline()
	switch e.Do {
	case "fail":
		return nil, &notFoundError{what: "sheet"}
	case "fail by name":
		return nil, messages.InvokeResponse_Error{Type: "BadInput", Message: "no PDF"}
	case "panic":
		panic("broken")
	case "exit":
		os.Exit(3)
	case "hang":
		select {}
	case "big":
		return map[string]string{"big": strings.Repeat("x", 6<<20+1)}, nil
	}
	return map[string]string{
		"id": lc.AwsRequestID, "arn": lc.InvokedFunctionArn, "name": os.Getenv("AWS_LAMBDA_FUNCTION_NAME"),
		"handler": os.Getenv("_HANDLER"), "table": os.Getenv("TABLE"),
		"in time": map[bool]string{true: "yes"}[hasDeadline && time.Until(deadline) > 0],
	}, nil
}

func TestMain(m *testing.M) {
	if os.Getenv("AWS_LAMBDA_RUNTIME_API") != "" {
		handler.Start(handler.Of(handle))
		return
	}
	os.Exit(m.Run())
}

func inProcess() (lambda.Handler, error) { return handler.Of(handle), nil }

// patience is the time limit on a busy machine.
const patience = 5 * time.Minute

const arn = "arn:aws:lambda:ap-northeast-1:000000000000:function:sheets"

func newInvoker(t *testing.T, log *bytes.Buffer, f lambda.Function) *lambda.Invoker {
	t.Helper()
	logger := slog.New(slog.DiscardHandler)
	if log != nil {
		logger = slog.New(slog.NewJSONHandler(log, nil))
	}
	f.Name, f.ARN = "sheets", arn
	invoker := lambda.NewInvoker(logger, f)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = invoker.Close(ctx)
	})
	return invoker
}

func bootstrap(t *testing.T) func() (lambda.Handler, error) {
	t.Helper()
	return func() (lambda.Handler, error) {
		binary, err := os.Executable()
		if err != nil {
			return nil, err
		}
		return lambda.NewBootstrap(lambda.BootstrapConfig{Function: "sheets", Binary: binary, Env: []string{"TABLE=anzen"}, Log: t.Output()})
	}
}

func TestInvoke(t *testing.T) {
	tests := []struct {
		do, errorType, message string
	}{
		{do: ""},
		{do: "fail", errorType: "notFoundError", message: "sheet not found"},
		{do: "fail by name", errorType: "BadInput", message: "no PDF"},
		{do: "panic", errorType: "string", message: "broken"},
		{do: "big", errorType: "Function.ResponseSizeTooLarge"},
		{do: ""},
	}
	kinds := map[string]func() (lambda.Handler, error){"in process": inProcess, "bootstrap": bootstrap(t)}
	for kind, create := range kinds {
		var log bytes.Buffer
		invoker := newInvoker(t, &log, lambda.Function{Timeout: patience, New: create})
		for _, test := range tests {
			t.Run(kind+" "+test.do, func(t *testing.T) {
				payload, err := invoker.Invoke(t.Context(), arn+":live", []byte(`{"do":"`+test.do+`"}`))
				if test.errorType == "" {
					var out map[string]string
					if err != nil || json.Unmarshal(payload, &out) != nil {
						t.Fatalf("answer %s, error %v", payload, err)
					}
					if len(out["id"]) != 36 || out["arn"] != arn || out["in time"] != "yes" {
						t.Errorf("context of the call: %v", out)
					}
					if kind == "bootstrap" && (out["name"] != "sheets" || out["handler"] != "sheets" || out["table"] != "anzen") {
						t.Errorf("environment of the process: %v", out)
					}
					return
				}
				failure := (*lambda.FunctionError)(nil)
				if !errors.As(err, &failure) {
					t.Fatalf("answer %.100s, error %v", payload, err)
				}
				if failure.Type != test.errorType || !strings.Contains(failure.Message, test.message) {
					t.Errorf("failed with %q, %q", failure.Type, failure.Message)
				}
			})
		}
		if lines := strings.Count(log.String(), "\n"); lines != len(tests) {
			t.Errorf("%s: %d log lines for %d calls:\n%s", kind, lines, len(tests), log.String())
		}
	}
}

// A hanging function runs until its timeout, and its process ends with it.
func TestTimeout(t *testing.T) {
	for kind, create := range map[string]func() (lambda.Handler, error){"in process": inProcess, "bootstrap": bootstrap(t)} {
		invoker := newInvoker(t, nil, lambda.Function{Timeout: 250 * time.Millisecond, New: create})
		_, err := invoker.Invoke(t.Context(), "sheets", []byte(`{"do":"hang"}`))
		failure := (*lambda.FunctionError)(nil)
		if !errors.As(err, &failure) || failure.Type != "Sandbox.Timedout" || !strings.Contains(failure.Message, "Task timed out after 0.25 seconds") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestBootstrapThatDies(t *testing.T) {
	invoker := newInvoker(t, nil, lambda.Function{Timeout: patience, New: bootstrap(t)})
	for _, give := range []func(context.Context) error{
		func(ctx context.Context) error {
			_, err := invoker.Invoke(ctx, "sheets", []byte(`{"do":"exit"}`))
			if failure := (*lambda.FunctionError)(nil); !errors.As(err, &failure) || failure.Type != "Runtime.ExitError" {
				return fmt.Errorf("not exited: %w", err)
			}
			return nil
		},
		func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
			defer cancel()
			if _, err := invoker.Invoke(ctx, "sheets", []byte(`{"do":"hang"}`)); !errors.Is(err, context.DeadlineExceeded) {
				return fmt.Errorf("not awaited: %w", err)
			}
			return nil
		},
	} {
		if err := give(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := invoker.Invoke(t.Context(), "sheets", []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
	}
}

type handlerFunc func(ctx context.Context, payload []byte) ([]byte, error)

func (f handlerFunc) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	return f(ctx, payload)
}

func TestConcurrencyIsBounded(t *testing.T) {
	var mu sync.Mutex
	running, most := 0, 0
	entered, leave := make(chan struct{}, 20), make(chan struct{})
	invoker := newInvoker(t, nil, lambda.Function{Timeout: time.Minute, Concurrency: 2, New: func() (lambda.Handler, error) {
		return handlerFunc(func(context.Context, []byte) ([]byte, error) {
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			entered <- struct{}{}
			<-leave
			mu.Lock()
			running--
			mu.Unlock()
			return []byte("{}"), nil
		}), nil
	}})
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() {
			if _, err := invoker.Invoke(t.Context(), "sheets", nil); err != nil {
				t.Error(err)
			}
		})
	}
	<-entered
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := invoker.Invoke(ctx, "sheets", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that left got %v", err)
	}
	close(leave)
	group.Wait()
	if most != 2 {
		t.Errorf("%d calls ran at once", most)
	}
}

func TestRefusals(t *testing.T) {
	tries := 0
	invoker := newInvoker(t, nil, lambda.Function{New: func() (lambda.Handler, error) {
		if tries++; tries == 1 {
			return nil, errors.New("no table yet")
		}
		return inProcess()
	}})
	if _, err := invoker.Invoke(t.Context(), "other", nil); !errors.Is(err, lambda.ErrNoFunction) {
		t.Errorf("unknown function: %v", err)
	}
	if _, err := invoker.Invoke(t.Context(), "sheets", make([]byte, 6<<20+1)); !errors.Is(err, lambda.ErrPayloadTooLarge) {
		t.Errorf("large payload: %v", err)
	}
	if _, err := invoker.Invoke(t.Context(), "sheets", []byte("{}")); err == nil || !strings.Contains(err.Error(), "no table yet") {
		t.Errorf("failed cold start: %v", err)
	}
	if _, err := invoker.Invoke(t.Context(), "sheets", []byte("{}")); err != nil {
		t.Errorf("second cold start: %v", err)
	}
	if err := invoker.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := invoker.Invoke(t.Context(), "sheets", []byte("{}")); !errors.Is(err, lambda.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// fixed is a version of a function that answers the same to all calls.
type fixed string

func (f fixed) Invoke(context.Context, []byte) ([]byte, error) { return []byte(`"` + f + `"`), nil }

// Of a function with another version, that answers the calls that it is to answer, until it is taken back.
func TestShift(t *testing.T) {
	invoker := lambda.NewInvoker(slog.New(slog.DiscardHandler), lambda.Function{Name: "sheets", New: func() (lambda.Handler, error) { return fixed("now"), nil }})
	answers := func() (all string) {
		t.Helper()
		for range 4 {
			out, err := invoker.Invoke(t.Context(), "sheets", []byte("{}"))
			if err != nil {
				t.Fatal(err)
			}
			all += strings.Trim(string(out), `"`) + " "
		}
		return all
	}
	n := 0
	turn := func() bool { n++; return n%2 == 0 }
	if err := invoker.Shift("sheets", fixed("before"), turn); err != nil {
		t.Fatal(err)
	}
	if got := answers(); got != "now before now before " {
		t.Error(got)
	}
	if err := invoker.Shift("sheets", nil, nil); err != nil {
		t.Fatal(err)
	}
	if got := answers(); got != "now now now now " {
		t.Error(got)
	}
	if err := invoker.Shift("other", fixed("before"), turn); !errors.Is(err, lambda.ErrNoFunction) {
		t.Errorf("a function that does not exist: %v", err)
	}
}
