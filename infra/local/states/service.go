// Package states runs state machines in the Amazon States Language as Step
// Functions does with the standard kind: executions are kept on disk step by
// step and go on after a restart, even after kill -9; a task that was running
// then is run again. Only what is the same here as on AWS is accepted: see Load.
package states

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"anzen/infra/local/clock"
)

// Definition is a state machine to be there.
type Definition struct {
	Name string
	// Text is its definition, all ${names} substituted.
	Text string
}

// Config of the service.
type Config struct {
	// Folder keeps the executions.
	Folder string
	// Region and Account stand in the ARNs.
	Region, Account string
	Machines        []Definition
	// Invoke calls a function by its name or ARN.
	Invoke func(ctx context.Context, function string, payload []byte) ([]byte, error)
	// HasFunction tells whether a function exists; nil: all do.
	HasFunction func(nameOrARN string) bool
	// Clock is the time; the real one if nil.
	Clock clock.Clock
	// Random chooses the jitter of pauses, from 0 to 1; the real one if nil.
	Random func() float64
	Log    *slog.Logger
}

// Status is how an execution stands.
type Status string

// The statuses.
const (
	Running   Status = "RUNNING"
	Succeeded Status = "SUCCEEDED"
	Failed    Status = "FAILED"
	TimedOut  Status = "TIMED_OUT"
	Aborted   Status = "ABORTED"
)

// Summary is what a list tells of an execution.
type Summary struct {
	ARN     string    `json:"arn"`
	Machine string    `json:"machine"`
	Name    string    `json:"name"`
	Status  Status    `json:"status"`
	Started time.Time `json:"started"`
	// Stopped is zero while it runs.
	Stopped time.Time `json:"stopped,omitzero"`
}

// Description is all about an execution.
type Description struct {
	Summary
	Input, Output json.RawMessage
	Error, Cause  string
}

// RefusalError is an error of the API, by its name there.
type RefusalError struct{ Code, Message string }

// Error is code and message.
func (r *RefusalError) Error() string { return r.Code + ": " + r.Message }

// Service runs the machines.
type Service struct {
	config   Config
	clock    clock.Clock
	random   func() float64
	log      *slog.Logger
	store    *store
	machines map[string]*Machine
	texts    map[string]string

	base    context.Context
	stop    context.CancelCauseFunc
	running sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	live     map[string]*execution
	finished map[string]finishedAt
}

// execution is one that runs.
type execution struct {
	service *Service
	machine *Machine
	input   any
	raw     json.RawMessage
	stop    context.CancelCauseFunc
	ended   chan struct{}

	mu      sync.Mutex
	summary Summary
	places  places
	events  int
	why     faultError
}

// Open loads the machines, and goes on with the executions that were running.
func Open(config Config) (*Service, error) {
	s := &Service{
		config: config, clock: config.Clock, random: config.Random, log: config.Log,
		machines: map[string]*Machine{}, texts: map[string]string{}, live: map[string]*execution{},
	}
	if s.clock == nil {
		s.clock = clock.System{}
	}
	if s.random == nil {
		s.random = rand.Float64
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	for _, each := range config.Machines {
		machine, err := Load(each.Text, config.HasFunction)
		if err != nil {
			return nil, fmt.Errorf("machine %s: %w", each.Name, err)
		}
		s.machines[each.Name], s.texts[each.Name] = machine, each.Text
	}
	kept, finished, unfinished, err := openStore(config.Folder, s.clock.Now())
	if err != nil {
		return nil, fmt.Errorf("open executions: %w", err)
	}
	s.store, s.finished = kept, finished
	s.base, s.stop = context.WithCancelCause(context.Background())
	for arn, records := range unfinished {
		if err := s.resume(arn, records); err != nil {
			return nil, errors.Join(fmt.Errorf("resume %s: %w", arn, err), s.Close())
		}
	}
	return s, nil
}

// MachineARN is the ARN of a machine.
func (s *Service) MachineARN(name string) string {
	return fmt.Sprintf("arn:aws:states:%s:%s:stateMachine:%s", s.config.Region, s.config.Account, name)
}

func (s *Service) executionARN(machine, name string) string {
	return fmt.Sprintf("arn:aws:states:%s:%s:execution:%s:%s", s.config.Region, s.config.Account, machine, name)
}

var badName = regexp.MustCompile("[\\s<>{}\\[\\]?*\"#%\\\\^|~`$&,;:/\\x00-\\x1f\\x7f-\\x9f]")

// Start starts an execution and returns when it is on the disk. An empty name
// gets a new one; an empty input is {}. To start one that runs already, with the
// same name and input, changes nothing.
func (s *Service) Start(machineARN, name string, input []byte) (Summary, error) {
	machineName := machineARN[strings.LastIndex(machineARN, ":")+1:]
	machine, ok := s.machines[machineName]
	if !ok || machineARN != s.MachineARN(machineName) {
		return Summary{}, &RefusalError{"StateMachineDoesNotExist", "State Machine Does Not Exist: '" + machineARN + "'"}
	}
	if name == "" {
		name = uuid.NewString()
	}
	if len(name) > 80 || badName.MatchString(name) {
		return Summary{}, &RefusalError{"InvalidName", "Invalid Name: '" + name + "'"}
	}
	if len(input) == 0 {
		input = []byte("{}")
	}
	var data any
	if err := json.Unmarshal(input, &data); err != nil || len(input) > dataLimit {
		return Summary{}, &RefusalError{"InvalidExecutionInput", "Invalid State Machine Execution Input: it is no JSON or over 262144 bytes"}
	}
	arn := s.executionARN(machineName, name)
	e := &execution{
		service: s, machine: machine, input: data, raw: input, ended: make(chan struct{}), places: places{},
		summary: Summary{ARN: arn, Machine: machineName, Name: name, Status: Running, Started: s.clock.Now().UTC()},
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return Summary{}, &RefusalError{"ServiceUnavailable", "the service is shutting down"}
	}
	if other := s.live[arn]; other != nil {
		if same, err := sameJSON(other.input, data); err != nil || !same {
			return Summary{}, &RefusalError{"ExecutionAlreadyExists", "Execution Already Exists: '" + arn + "'"}
		}
		return other.current(), nil
	}
	if old, ok := s.finished[arn]; ok && s.clock.Now().Sub(old.Stopped) <= keepFinished {
		return Summary{}, &RefusalError{"ExecutionAlreadyExists", "Execution Already Exists: '" + arn + "'"}
	}
	s.store.begin(arn)
	if err := e.write(record{Kind: kindStart, Event: "ExecutionStarted", Data: input, Definition: s.texts[machineName]}); err != nil {
		return Summary{}, fmt.Errorf("start execution: %w", err)
	}
	delete(s.finished, arn)
	started := e.summary
	s.launch(e)
	return started, nil
}

func sameJSON(a, b any) (bool, error) {
	x, err := json.Marshal(a)
	if err != nil {
		return false, err
	}
	y, err := json.Marshal(b)
	return string(x) == string(y), err
}

// resume goes on with an execution from its records.
func (s *Service) resume(arn string, records []record) error {
	first := records[0]
	parts := strings.Split(arn, ":")
	if first.Kind != kindStart || len(parts) != 8 {
		return errors.New("its records do not begin with its start")
	}
	e := &execution{
		service: s, raw: first.Data, ended: make(chan struct{}), places: places{},
		summary: Summary{ARN: arn, Machine: parts[6], Name: parts[7], Status: Running, Started: first.At},
	}
	if err := json.Unmarshal(first.Data, &e.input); err != nil {
		return fmt.Errorf("read its input: %w", err)
	}
	for _, r := range records {
		if err := e.places.apply(r); err != nil {
			return fmt.Errorf("apply record: %w", err)
		}
		if r.Event != "" {
			e.events++
		}
	}
	if last := records[len(records)-1]; last.Kind == kindEnd {
		e.summary.Status, e.summary.Stopped = Status(last.Status), last.At
		return s.finish(e)
	}
	// It goes on with the definition it started with, as on AWS.
	machine, err := Load(first.Definition, nil)
	if err != nil {
		return err
	}
	e.machine = machine
	s.log.Info("execution goes on", "execution", arn)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.launch(e)
	return nil
}

func (s *Service) launch(e *execution) {
	ctx, stop := context.WithCancelCause(s.base)
	e.stop = stop
	s.live[e.summary.ARN] = e
	s.running.Go(func() {
		defer close(e.ended)
		defer stop(nil)
		if e.machine.TimeoutSeconds > 0 {
			limit := e.summary.Started.Add(time.Duration(e.machine.TimeoutSeconds) * time.Second)
			var done func()
			ctx, done = before(ctx, s.clock, limit, errExpired)
			defer done()
		}
		output, err := e.run(ctx, frame{machine: e.machine, context: map[string]any{
			"Execution": map[string]any{
				"Id": e.summary.ARN, "Name": e.summary.Name, "Input": e.input,
				"RoleArn":   "arn:aws:iam::" + s.config.Account + ":role/" + e.summary.Machine,
				"StartTime": e.summary.Started.Format(time.RFC3339Nano), "RedriveCount": float64(0),
			},
			"StateMachine": map[string]any{"Id": s.MachineARN(e.summary.Machine), "Name": e.summary.Machine},
		}}, e.input, nil)
		s.end(e, output, err)
	})
}

// end writes how an execution ended. One that is only suspended stays as it is.
func (s *Service) end(e *execution, output any, err error) {
	last := record{Kind: kindEnd}
	var fault *faultError
	switch {
	case errors.Is(err, errSuspended):
		return
	case errors.Is(err, errStopped):
		e.mu.Lock()
		last.Error, last.Cause = e.why.Name, e.why.Cause
		e.mu.Unlock()
		last.Status, last.Event = string(Aborted), "ExecutionAborted"
	case errors.Is(err, errExpired):
		last.Status, last.Event = string(TimedOut), "ExecutionTimedOut"
	case errors.As(err, &fault):
		last.Status, last.Event, last.Error, last.Cause = string(Failed), "ExecutionFailed", fault.Name, fault.Cause
	case err != nil:
		s.log.Error("execution cannot go on", "execution", e.summary.ARN, "error", err.Error())
		last.Status, last.Event, last.Error, last.Cause = string(Failed), "ExecutionFailed", errRuntime, err.Error()
	default:
		last.Status, last.Event = string(Succeeded), "ExecutionSucceeded"
		if last.Data, err = encode(output); err != nil {
			s.end(e, nil, err)
			return
		}
	}
	e.mu.Lock()
	e.events = 0 // the last event is written whatever the limit says
	e.mu.Unlock()
	if err := e.write(last); err != nil {
		s.log.Error("write the end of an execution", "execution", e.summary.ARN, "error", err.Error())
		return
	}
	e.mu.Lock()
	e.summary.Status, e.summary.Stopped = Status(last.Status), s.clock.Now().UTC()
	e.mu.Unlock()
	if err := s.finish(e); err != nil {
		s.log.Error("put a finished execution away", "execution", e.summary.ARN, "error", err.Error())
	}
	s.log.Info("execution ended", "execution", e.summary.ARN, "status", last.Status, "error", last.Error,
		"cause", last.Cause, "ms", e.summary.Stopped.Sub(e.summary.Started).Milliseconds())
}

func (s *Service) finish(e *execution) error {
	at, err := s.store.finish(e.summary)
	if err != nil {
		return err
	}
	defer s.rewrite()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, e.summary.ARN)
	s.finished[e.summary.ARN] = at
	s.store.forget(e.summary.ARN)
	return nil
}

func (s *Service) rewrite() {
	if err := s.store.maybeRewrite(); err != nil {
		s.log.Error("rewrite the journal of executions", "error", err.Error())
	}
}

func (s *Service) invoke(ctx context.Context, function string, payload []byte) ([]byte, error) {
	return s.config.Invoke(ctx, function, payload)
}

func (e *execution) current() Summary {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.summary
}

// find returns the summary of an execution, running or finished.
func (s *Service) find(arn string) (Summary, finishedAt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.live[arn]; e != nil {
		return e.current(), finishedAt{}, nil
	}
	if at, ok := s.finished[arn]; ok {
		return at.Summary, at, nil
	}
	return Summary{}, finishedAt{}, &RefusalError{"ExecutionDoesNotExist", "Execution Does Not Exist: '" + arn + "'"}
}

// look returns an execution with its records.
func (s *Service) look(arn string) (Summary, []record, error) {
	for {
		summary, at, err := s.find(arn)
		if err != nil {
			return Summary{}, nil, err
		}
		records, err := s.store.records(arn, at)
		if errors.Is(err, errMoved) {
			continue
		}
		return summary, records, err
	}
}

// Describe tells all about an execution.
func (s *Service) Describe(arn string) (Description, error) {
	summary, records, err := s.look(arn)
	if err != nil {
		return Description{}, fmt.Errorf("describe execution: %w", err)
	}
	d := Description{Summary: summary}
	for _, r := range records {
		switch r.Kind {
		case kindStart:
			d.Input = r.Data
		case kindEnd:
			d.Output, d.Error, d.Cause = r.Data, r.Error, r.Cause
		}
	}
	return d, nil
}

// List returns the executions of a machine, the latest first; all statuses if
// the status is empty.
func (s *Service) List(machineARN string, status Status) ([]Summary, error) {
	name := machineARN[strings.LastIndex(machineARN, ":")+1:]
	if _, ok := s.machines[name]; !ok {
		return nil, &RefusalError{"StateMachineDoesNotExist", "State Machine Does Not Exist: '" + machineARN + "'"}
	}
	var list []Summary
	add := func(summary Summary) {
		if summary.Machine == name && (status == "" || summary.Status == status) {
			list = append(list, summary)
		}
	}
	s.mu.Lock()
	for _, e := range s.live {
		add(e.current())
	}
	for _, at := range s.finished {
		add(at.Summary)
	}
	s.mu.Unlock()
	slices.SortFunc(list, func(a, b Summary) int {
		return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(a.ARN, b.ARN))
	})
	return list, nil
}

// Stop ends an execution. One that has ended is left as it is.
func (s *Service) Stop(arn, name, cause string) (time.Time, error) {
	s.mu.Lock()
	e := s.live[arn]
	s.mu.Unlock()
	if e == nil {
		summary, _, err := s.find(arn)
		return summary.Stopped, err
	}
	e.mu.Lock()
	e.why = faultError{Name: name, Cause: cause}
	e.mu.Unlock()
	e.stop(errStopped)
	<-e.ended
	return e.current().Stopped, nil
}

// Wait returns when an execution has ended, or the context.
func (s *Service) Wait(ctx context.Context, arn string) (Description, error) {
	s.mu.Lock()
	e := s.live[arn]
	s.mu.Unlock()
	if e != nil {
		select {
		case <-e.ended:
		case <-ctx.Done():
			return Description{}, context.Cause(ctx)
		}
	}
	return s.Describe(arn)
}

// Close suspends what runs: it goes on with the next Open.
func (s *Service) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stop(errSuspended)
	s.running.Wait()
	return s.store.close()
}
