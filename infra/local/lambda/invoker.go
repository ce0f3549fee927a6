// Package lambda calls functions like AWS Lambda: with its context, deadline, payload
// limits, reserved concurrency and error form. A function runs inside this process, or
// as its real bootstrap binary behind the Lambda Runtime API.
package lambda

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/aws-lambda-go/lambdacontext"
	"github.com/google/uuid"
)

// Handler handles one event; aws-lambda-go's lambda.Handler is one.
type Handler interface {
	Invoke(ctx context.Context, payload []byte) ([]byte, error)
}

// Function is one function and how it runs.
type Function struct {
	Name string
	// ARN is the function's ARN in its context.
	ARN string
	// Timeout of one call, at most 15 minutes.
	Timeout time.Duration
	// Concurrency bounds the calls at once; further ones wait.
	Concurrency int
	// Reserved is the function's reserved concurrency, with an account's limit (Limit): a further call is
	// ErrThrottled. 0: the function shares what the others have not reserved.
	Reserved int
	// Env are its environment variables, for those who ask for its configuration.
	Env map[string]string
	// New creates the handler, at the first call: the cold start. After an error the next
	// call tries again.
	New func() (Handler, error)
}

const (
	defaultConcurrency = 20
	// payloadLimit is Lambda's limit of a synchronous request and answer.
	payloadLimit = 6 << 20
)

// Invoker calls functions by name.
type Invoker struct {
	log       *slog.Logger
	base      context.Context
	stop      context.CancelFunc
	functions map[string]*function
	running   sync.WaitGroup

	mu     sync.Mutex
	closed bool
	// unreserved is what functions without a reservation have; nil: nothing is throttled.
	unreserved chan struct{}
}

type function struct {
	Function
	slots    chan struct{}
	reserved chan struct{} // nil: it has no reservation

	mu      sync.Mutex
	handler Handler
	shift   atomic.Pointer[shift]
}

// shift sends calls to another version of a function.
type shift struct {
	to     Handler
	decide func() bool
}

// NewInvoker creates an invoker of the functions. Every call writes one line to log.
func NewInvoker(log *slog.Logger, functions ...Function) *Invoker {
	base, stop := context.WithCancel(context.Background())
	invoker := &Invoker{log: log, base: base, stop: stop, functions: map[string]*function{}}
	for _, f := range functions {
		if f.Concurrency <= 0 {
			f.Concurrency = defaultConcurrency
		}
		if f.Timeout <= 0 {
			f.Timeout = 3 * time.Second
		}
		made := &function{Function: f, slots: make(chan struct{}, f.Concurrency)}
		if f.Reserved > 0 {
			made.reserved = make(chan struct{}, f.Reserved)
		}
		invoker.functions[f.Name] = made
	}
	return invoker
}

// Limit throttles as an account with the concurrency does, which functions reserve parts of: call it before the
// first Invoke. Reservations that leave nothing for the others are an error, as on AWS.
func (i *Invoker) Limit(account int) error {
	for _, f := range i.functions {
		account -= f.Reserved
	}
	if account <= 0 {
		return fmt.Errorf("functions reserve all of the account's concurrency, %d too many", 1-account)
	}
	i.unreserved = make(chan struct{}, account)
	return nil
}

// admit takes a part of the concurrency for a call, without waiting, and returns what gives it back.
func (i *Invoker) admit(f *function) (func(), error) {
	share := f.reserved
	if share == nil {
		share = i.unreserved
	}
	if i.unreserved == nil {
		return func() {}, nil
	}
	select {
	case share <- struct{}{}:
		return func() { <-share }, nil
	default:
		return nil, ErrThrottled
	}
}

// Shift sends the calls of a function for which decide returns true to another version of it, as an alias with weights does, with the
// function's own deadline and concurrency. A nil handler ends it. The other version is closed by the caller.
func (i *Invoker) Shift(name string, to Handler, decide func() bool) error {
	f, ok := i.functions[nameOf(name)]
	switch {
	case !ok:
		return fmt.Errorf("%w: %s", ErrNoFunction, name)
	case to == nil:
		f.shift.Store(nil)
	default:
		f.shift.Store(&shift{to, decide})
	}
	return nil
}

// Has reports whether a function has this name or ARN.
func (i *Invoker) Has(name string) bool {
	_, ok := i.functions[nameOf(name)]
	return ok
}

// Invoke calls the function, by name or ARN, waiting for a free slot if its concurrency
// is used up, and returns its answer. An error of the function is a *FunctionError. As
// on AWS, a caller that leaves does not stop the function: it has its own deadline.
func (i *Invoker) Invoke(ctx context.Context, name string, payload []byte) ([]byte, error) {
	f, ok := i.functions[nameOf(name)]
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoFunction, name)
	}
	if len(payload) > payloadLimit {
		return nil, ErrPayloadTooLarge
	}
	if !i.enter() {
		return nil, ErrClosed
	}
	leave, err := i.admit(f)
	if err != nil {
		i.log.Warn("throttled", "function", f.Name)
		i.running.Done()
		return nil, err
	}
	select {
	case f.slots <- struct{}{}:
	case <-ctx.Done():
		leave()
		i.running.Done()
		return nil, fmt.Errorf("wait for a free slot of %s: %w", f.Name, context.Cause(ctx))
	case <-i.base.Done():
		leave()
		i.running.Done()
		return nil, ErrClosed
	}
	result := make(chan answer, 1)
	go func() {
		defer i.running.Done()
		a := i.call(f, payload)
		// Who has the answer may use the slot again.
		<-f.slots
		leave()
		result <- a
	}()
	select {
	case a := <-result:
		return a.payload, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for %s: %w", f.Name, context.Cause(ctx))
	}
}

func (i *Invoker) enter() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed {
		return false
	}
	i.running.Add(1)
	return true
}

type answer struct {
	payload []byte
	err     error
}

// call runs one invocation to its end or its timeout.
func (i *Invoker) call(f *function, payload []byte) answer {
	id := uuid.NewString()
	started := time.Now()
	ctx, cancel := context.WithTimeout(i.base, f.Timeout)
	defer cancel()
	ctx = lambdacontext.NewContext(ctx, &lambdacontext.LambdaContext{AwsRequestID: id, InvokedFunctionArn: f.ARN})

	result := make(chan answer, 1)
	go func() {
		defer func() {
			if value := recover(); value != nil {
				result <- answer{err: panicked(value)}
			}
		}()
		handler, err := f.warm()
		if err != nil {
			result <- answer{err: &FunctionError{Type: "Runtime.InitError", Message: err.Error()}}
			return
		}
		out, err := handler.Invoke(ctx, payload)
		result <- answer{payload: out, err: err}
	}()
	var a answer
	select {
	case a = <-result:
	case <-ctx.Done():
		// Lambda would kill the sandbox here. Inside one process the handler can only be
		// cancelled by its context; its answer is discarded.
		a = answer{err: ctx.Err()}
	}
	switch {
	case a.err == nil:
	case errors.Is(i.base.Err(), context.Canceled):
		a.err = ErrClosed
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		a.err = &FunctionError{
			Type:    "Sandbox.Timedout",
			Message: fmt.Sprintf("RequestId: %s Error: Task timed out after %.2f seconds", id, f.Timeout.Seconds()),
		}
	default:
		a.err = asFunctionError(a.err)
	}
	if a.err == nil && len(a.payload) > payloadLimit {
		a = answer{err: &FunctionError{
			Type:    "Function.ResponseSizeTooLarge",
			Message: "Response payload size exceeded maximum allowed payload size (6291556 bytes).",
		}}
	}
	i.report(f, id, started, len(payload), a)
	return a
}

// warm is the version of the function that answers the call.
func (f *function) warm() (Handler, error) {
	if other := f.shift.Load(); other != nil && other.decide() {
		return other.to, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.handler != nil {
		return f.handler, nil
	}
	handler, err := f.New()
	if err != nil {
		return nil, fmt.Errorf("create function %s: %w", f.Name, err)
	}
	f.handler = handler
	return handler, nil
}

func (i *Invoker) report(f *function, id string, started time.Time, bytes int, a answer) {
	attributes := []slog.Attr{
		slog.String("function", f.Name),
		slog.String("request_id", id),
		slog.Float64("ms", float64(time.Since(started).Microseconds())/1000),
		slog.Int("request_bytes", bytes),
		slog.Int("response_bytes", len(a.payload)),
	}
	level := slog.LevelInfo
	if a.err != nil {
		level = slog.LevelError
		attributes = append(attributes, slog.String("error", a.err.Error()))
		if failure := (*FunctionError)(nil); errors.As(a.err, &failure) && failure.Trace != nil {
			attributes = append(attributes, slog.String("trace", strings.Join(failure.Trace, "\n")))
		}
	}
	i.log.LogAttrs(context.Background(), level, "invoked", attributes...)
}

// Close cancels running functions and waits for them until ctx ends.
func (i *Invoker) Close(ctx context.Context) error {
	i.mu.Lock()
	i.closed = true
	i.mu.Unlock()
	i.stop()
	ended := make(chan struct{})
	go func() {
		i.running.Wait()
		close(ended)
	}()
	var err error
	select {
	case <-ended:
	case <-ctx.Done():
		err = fmt.Errorf("wait for running functions: %w", ctx.Err())
	}
	for _, f := range i.functions {
		f.mu.Lock()
		if closer, ok := f.handler.(interface{ Close() error }); ok {
			err = errors.Join(err, closer.Close())
		}
		f.mu.Unlock()
	}
	return err
}

// nameOf returns the function's name in its ARN, with or without qualifier.
// Prefix is before the names of functions as on AWS, where they contain the stage; here they are known without it, too.
const Prefix = "anzen-local-"

func nameOf(nameOrARN string) string {
	if !strings.HasPrefix(nameOrARN, "arn:") {
		return strings.TrimPrefix(nameOrARN, Prefix)
	}
	parts := strings.Split(nameOrARN, ":")
	if len(parts) < 7 {
		return nameOrARN
	}
	return parts[6]
}
