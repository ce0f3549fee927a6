package lambda

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-lambda-go/lambdacontext"
	"github.com/google/uuid"

	"anzen/infra/local/child"
	"anzen/infra/local/door"
)

// BootstrapConfig configures a deployed binary.
type BootstrapConfig struct {
	// Function is its name, and the _HANDLER.
	Function string
	// Binary is the path of the bootstrap.
	Binary string
	// Env is the whole environment, as "name=value", besides the variables set by the
	// runtime.
	Env []string
	// Memory in MB, as the function sees it.
	Memory int
	// Share limits each process to this memory, and to the processor time that Lambda gives with it.
	Share bool
	// Log receives the function's output.
	Log io.Writer
}

// Bootstrap is a Handler whose function runs as separate processes of the real
// bootstrap binary. Each process uses its own branch of a Lambda Runtime API; it
// handles one event at a time, is killed at the event's timeout, and replaced when it
// dies.
type Bootstrap struct {
	config   BootstrapConfig
	share    *group // nil: processes are not limited
	listener net.Listener
	server   *http.Server

	mu      sync.Mutex
	next    int
	idle    []*sandbox
	all     map[string]*sandbox
	closing bool
}

// sandbox is one process and its current event.
type sandbox struct {
	id      string
	process *exec.Cmd
	events  chan *invocation
	exited  chan struct{}
	// answered is true between an answer and the next request for an event.
	answered bool

	mu      sync.Mutex
	current *invocation
}

type invocation struct {
	id       string
	arn      string
	payload  []byte
	deadline time.Time
	result   chan answer
}

// NewBootstrap starts the Runtime API. Processes start with the first events.
func NewBootstrap(config BootstrapConfig) (*Bootstrap, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the runtime of %s: %w", config.Function, err)
	}
	if config.Log == nil {
		config.Log = io.Discard
	}
	b := &Bootstrap{config: config, listener: listener, all: map[string]*sandbox{}}
	if config.Share {
		if b.share, err = newGroup("anzen-"+config.Function+"-"+strconv.Itoa(listener.Addr().(*net.TCPAddr).Port), config.Memory); err != nil {
			return nil, errors.Join(err, listener.Close())
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{sandbox}/2018-06-01/runtime/invocation/next", b.serveNext)
	mux.HandleFunc("POST /{sandbox}/2018-06-01/runtime/invocation/{id}/response", b.serveResponse)
	mux.HandleFunc("POST /{sandbox}/2018-06-01/runtime/invocation/{id}/error", b.serveError)
	mux.HandleFunc("POST /{sandbox}/2018-06-01/runtime/init/error", b.serveInitError)
	own := door.Own(listener.Addr().(*net.TCPAddr).Port, mux)
	b.server = &http.Server{Handler: own, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = b.server.Serve(listener) }()
	return b, nil
}

// Invoke passes the event to an idle process, or to a new one.
func (b *Bootstrap) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	box, err := b.take()
	if err != nil {
		return nil, err
	}
	call := &invocation{id: uuid.NewString(), payload: payload, result: make(chan answer, 1)}
	if lc, ok := lambdacontext.FromContext(ctx); ok {
		call.id, call.arn = lc.AwsRequestID, lc.InvokedFunctionArn
	}
	if deadline, ok := ctx.Deadline(); ok {
		call.deadline = deadline
	} else {
		call.deadline = time.Now().Add(15 * time.Minute)
	}
	box.events <- call
	select {
	case a := <-call.result:
		return a.payload, a.err
	case <-box.exited:
		return nil, &FunctionError{
			Type:    "Runtime.ExitError",
			Message: fmt.Sprintf("RequestId: %s Error: Runtime exited: %v", call.id, box.process.ProcessState),
		}
	case <-ctx.Done():
		_ = box.process.Process.Kill()
		<-box.exited
		return nil, ctx.Err()
	}
}

// Idle is the number of processes that wait for an event.
func (b *Bootstrap) Idle() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.idle)
}

// take returns an idle process, the most recently used first, as Lambda does.
func (b *Bootstrap) take() (*sandbox, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing {
		return nil, ErrClosed
	}
	for len(b.idle) > 0 {
		box := b.idle[len(b.idle)-1]
		b.idle = b.idle[:len(b.idle)-1]
		select {
		case <-box.exited:
		default:
			return box, nil
		}
	}
	return b.spawn()
}

// ready records that a process requests its next event. Only then is it idle: one that
// has answered with a panic is about to exit.
func (b *Bootstrap) ready(box *sandbox) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if box.answered {
		box.answered = false
		b.idle = append(b.idle, box)
	}
}

func (b *Bootstrap) spawn() (*sandbox, error) {
	b.next++
	box := &sandbox{id: strconv.Itoa(b.next), events: make(chan *invocation, 1), exited: make(chan struct{})}
	command := []string{b.config.Binary}
	if b.share != nil {
		command = b.share.command(b.config.Binary)
	}
	box.process = exec.Command(command[0], command[1:]...) //nolint:gosec // a function of our own
	box.process.Env = append([]string{
		"AWS_LAMBDA_RUNTIME_API=" + b.listener.Addr().String() + "/" + box.id,
		"AWS_LAMBDA_FUNCTION_NAME=" + b.config.Function,
		"AWS_LAMBDA_FUNCTION_VERSION=$LATEST",
		"AWS_LAMBDA_FUNCTION_MEMORY_SIZE=" + strconv.Itoa(max(b.config.Memory, 128)),
		"AWS_LAMBDA_LOG_GROUP_NAME=/aws/lambda/" + b.config.Function,
		"AWS_LAMBDA_LOG_STREAM_NAME=local/" + box.id,
		"_HANDLER=" + b.config.Function,
	}, b.config.Env...)
	box.process.Stdout, box.process.Stderr = b.config.Log, b.config.Log
	ended, err := child.Start(box.process)
	if err != nil {
		return nil, fmt.Errorf("start bootstrap of %s: %w", b.config.Function, err)
	}
	b.all[box.id] = box
	go func() {
		<-ended //nolint:errcheck // how it ends is in its log
		close(box.exited)
		b.mu.Lock()
		delete(b.all, box.id)
		b.mu.Unlock()
	}()
	return box, nil
}

func (b *Bootstrap) sandboxOf(r *http.Request) *sandbox {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all[r.PathValue("sandbox")]
}

func (b *Bootstrap) serveNext(w http.ResponseWriter, r *http.Request) {
	box := b.sandboxOf(r)
	if box == nil {
		http.NotFound(w, r)
		return
	}
	b.ready(box)
	select {
	case call := <-box.events:
		box.mu.Lock()
		box.current = call
		box.mu.Unlock()
		header := w.Header()
		header.Set("Content-Type", "application/json")
		header.Set("Lambda-Runtime-Aws-Request-Id", call.id)
		header.Set("Lambda-Runtime-Deadline-Ms", strconv.FormatInt(call.deadline.UnixMilli(), 10))
		header.Set("Lambda-Runtime-Invoked-Function-Arn", call.arn)
		_, _ = w.Write(call.payload)
	case <-r.Context().Done():
	case <-box.exited:
	}
}

func (b *Bootstrap) serveResponse(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(io.LimitReader(r.Body, payloadLimit+1))
	if err == nil {
		// The invoker refuses an answer that is too long; the rest is still read.
		_, err = io.Copy(io.Discard, r.Body)
	}
	if err != nil {
		http.Error(w, "unreadable response", http.StatusBadRequest)
		return
	}
	b.finish(w, r, answer{payload: payload})
}

func (b *Bootstrap) serveError(w http.ResponseWriter, r *http.Request) {
	b.finish(w, r, answer{err: decodeError(r)})
}

func (b *Bootstrap) finish(w http.ResponseWriter, r *http.Request, a answer) {
	box := b.sandboxOf(r)
	if box == nil {
		http.NotFound(w, r)
		return
	}
	box.mu.Lock()
	call := box.current
	box.current = nil
	box.mu.Unlock()
	if call == nil || call.id != r.PathValue("id") {
		http.Error(w, `{"errorType":"InvalidRequestID"}`, http.StatusBadRequest)
		return
	}
	b.mu.Lock()
	box.answered = true
	b.mu.Unlock()
	call.result <- a
	w.WriteHeader(http.StatusAccepted)
}

func (b *Bootstrap) serveInitError(w http.ResponseWriter, r *http.Request) {
	failure := decodeError(r)
	_, _ = fmt.Fprintf(b.config.Log, "%s cannot start: %v\n", b.config.Function, failure)
	w.WriteHeader(http.StatusAccepted)
}

func decodeError(r *http.Request) *FunctionError {
	failure := &FunctionError{Type: "Unknown"}
	// The trace of a panic is an array of frames, which is of no use here.
	var body struct {
		Type    string `json:"errorType"`
		Message string `json:"errorMessage"`
	}
	if err := json.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(&body); err != nil {
		failure.Message = "unreadable error: " + err.Error()
		return failure
	}
	failure.Type, failure.Message = body.Type, strings.TrimSpace(body.Message)
	return failure
}

// Close kills the processes and ends the Runtime API.
func (b *Bootstrap) Close() error {
	b.mu.Lock()
	b.closing = true
	boxes := b.all
	b.all = map[string]*sandbox{}
	b.mu.Unlock()
	for _, box := range boxes {
		_ = box.process.Process.Kill()
		<-box.exited
	}
	if err := b.server.Close(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("close runtime of %s: %w", b.config.Function, err)
	}
	if b.share != nil {
		return b.share.remove()
	}
	return nil
}
