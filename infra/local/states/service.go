// Package states runs state machines in the Amazon States Language like standard
// workflows of Step Functions: executions are kept on disk step by step and continue
// after a restart, even after kill -9; a task that was running then runs again. It
// supports the parts of the language that the product's definitions use, and refuses
// the rest: see Load.
package states

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"anzen/infra/local/clock"
)

// Definition is a state machine to load.
type Definition struct {
	Name string
	// Text is its definition, all ${names} substituted.
	Text string
}

// Config of the service.
type Config struct {
	// Folder keeps the executions.
	Folder string
	// Region and Account are parts of the ARNs.
	Region, Account string
	Machines        []Definition
	// Invoke calls a function by its name or ARN.
	Invoke func(ctx context.Context, function string, payload []byte) ([]byte, error)
	// HasFunction reports whether a function exists; nil: all do.
	HasFunction func(nameOrARN string) bool
	// Clock is the time; the real one if nil.
	Clock clock.Clock
	// Random chooses the jitter of pauses, from 0 to 1; the real one if nil.
	Random func() float64
	// HistoryLimit is the largest number of events of an execution; 0: AWS's.
	HistoryLimit int
	Log          *slog.Logger
}

// Status is the status of an execution.
type Status string

// The statuses.
const (
	Running   Status = "RUNNING"
	Succeeded Status = "SUCCEEDED"
	Failed    Status = "FAILED"
	TimedOut  Status = "TIMED_OUT"
)

// Summary is an execution in a list.
type Summary struct {
	ARN     string    `json:"arn"`
	Machine string    `json:"machine"`
	Name    string    `json:"name"`
	Status  Status    `json:"status"`
	Started time.Time `json:"started"`
	// Stopped is zero while it runs.
	Stopped time.Time `json:"stopped,omitzero"`
}

// Description is an execution with all details.
type Description struct {
	Summary
	Input, Output json.RawMessage
	Error, Cause  string
	// History lists the types of its events.
	History []string
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

// execution is a running execution.
type execution struct {
	service *Service
	machine *Machine
	input   any
	raw     json.RawMessage
	ended   chan struct{}

	mu      sync.Mutex
	summary Summary
	places  places
	events  int
}

// Open loads the machines, and resumes the executions that were running.
func Open(config Config) (*Service, error) {
	s := &Service{
		config: config, clock: config.Clock, random: config.Random, log: config.Log,
		machines: map[string]*Machine{}, texts: map[string]string{}, live: map[string]*execution{},
	}
	if s.clock == nil {
		s.clock = clock.System{}
	}
	if s.config.HistoryLimit == 0 {
		s.config.HistoryLimit = historyLimit
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

// Start starts an execution and returns when it is on disk. An empty name gets a new
// one; an empty input is {}. Starting a running one again, with the same name and
// input, changes nothing.
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
	// A full disk does not block the caller, who may retry.
	first := []record{{Kind: kindStart, Event: "ExecutionStarted", Data: input, Definition: s.texts[machineName]}}
	s.store.begin(arn)
	err := e.apply(first)
	if err == nil {
		err = s.store.append(arn, first...)
	}
	if err != nil {
		s.store.forget(arn)
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

// Close suspends running executions: they continue with the next Open.
func (s *Service) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stop(errSuspended)
	s.running.Wait()
	return s.store.close()
}
