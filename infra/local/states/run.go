package states

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The limits of Step Functions that apply to executions.
const (
	dataLimit    = 256 << 10 // bytes of an input or output
	historyLimit = 25000     // events of an execution
)

// frame is a running machine: the whole, or an item of a Map.
type frame struct {
	id      string
	machine *Machine
}

// outcome is the result of a state: its output and the next state, if any.
type outcome struct {
	output any
	next   string
}

// run advances the frame from its position to its end and returns its output.
func (e *execution) run(ctx context.Context, f frame, input any) (any, error) {
	at := e.place(f.id)
	if at == nil {
		enter, err := f.enter(f.machine.StartAt, input)
		if err != nil {
			return nil, err
		}
		if err := e.write(enter); err != nil {
			return nil, err
		}
		at = e.place(f.id)
	}
	if at.done {
		return at.output, nil
	}
	for {
		state := f.machine.States[at.state]
		if state == nil {
			return nil, failure(errRuntime, fmt.Sprintf("there is no state %q", at.state))
		}
		end, err := e.state(ctx, f, state, at)
		if err != nil {
			return nil, err
		}
		data, err := encode(end.output)
		if err != nil {
			return nil, err
		}
		exit := record{Kind: kindExit, Frame: f.id, State: state.name, Data: data, Event: state.Type + "StateExited"}
		if end.next == "" {
			records := []record{exit}
			if f.id != "" {
				records = append(records, record{Kind: kindDone, Frame: f.id, Data: data})
			}
			return end.output, e.write(records...)
		}
		enter, err := f.enter(end.next, end.output)
		if err != nil {
			return nil, err
		}
		if err := e.write(exit, enter); err != nil {
			return nil, err
		}
		at = e.place(f.id)
	}
}

func (f frame) enter(name string, input any) (record, error) {
	data, err := encode(input)
	if err != nil {
		return record{}, err
	}
	return record{Kind: kindEnter, Frame: f.id, State: name, Data: data, Event: f.machine.States[name].Type + "StateEntered"}, nil
}

// encode encodes data as JSON within Step Functions' limit.
func encode(data any) (json.RawMessage, error) {
	encoded, err := json.Marshal(data)
	if err != nil {
		return nil, failure(errRuntime, err.Error())
	}
	if len(encoded) > dataLimit {
		return nil, failure(errDataLimit, fmt.Sprintf("The state/task returned a result with a size exceeding the maximum number of bytes service limit (%d of %d)", len(encoded), dataLimit))
	}
	return encoded, nil
}

// state runs one state with its retries, and applies its catches.
func (e *execution) state(ctx context.Context, f frame, s *State, at *place) (outcome, error) {
	for {
		if !at.until.IsZero() {
			if err := e.service.clock.Sleep(ctx, at.until); err != nil {
				return outcome{}, err
			}
		}
		end, err := e.attempt(ctx, f, s, at.input)
		if err == nil {
			return end, nil
		}
		if cause := context.Cause(ctx); cause != nil {
			return outcome{}, cause
		}
		if ends(err) {
			return outcome{}, err
		}
		fault := faultOf(err)
		failed := record{Kind: kindFault, Frame: f.id, State: s.name, Error: fault.Name, Cause: fault.Cause}
		if s.Type == "Task" {
			failed.Event = "LambdaFunctionFailed"
			if fault.Name == errTimeout {
				failed.Event = "LambdaFunctionTimedOut"
			}
		}
		again, retried := e.again(s, at, fault)
		if retried {
			again.Frame = f.id
			if err := e.write(failed, again); err != nil {
				return outcome{}, err
			}
			at = e.place(f.id)
			continue
		}
		if err := e.write(failed); err != nil {
			return outcome{}, err
		}
		return s.caught(at.input, fault)
	}
}

// write appends records of this execution, unless its history is full. If the disk is
// full it waits for space.
func (e *execution) write(records ...record) error {
	if err := e.apply(records); err != nil {
		return err
	}
	err := e.service.insist(e.summary.ARN, func() error { return e.service.store.append(e.summary.ARN, records...) })
	if err != nil {
		return errors.Join(errSuspended, err)
	}
	return nil
}

// apply advances the execution by records that are about to be written.
func (e *execution) apply(records []record) error {
	now := e.service.clock.Now().UTC()
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range records {
		records[i].Execution, records[i].At = e.summary.ARN, now
		if err := e.places.apply(records[i]); err != nil {
			return fmt.Errorf("apply record of %s: %w", e.summary.ARN, err)
		}
		e.events += records[i].counted()
	}
	if limit := e.service.config.HistoryLimit; e.events > limit {
		return failure(errRuntime, fmt.Sprintf("The execution reached the maximum number of history events (%d).", limit))
	}
	return nil
}

// counted is how many events the record is in the history of Step Functions, whose limit they count
// for: a call of a function is scheduled, started, and has an end, a Map has a start and an end, and so has each of
// its items. (A task that ends by a Catch counts its last call twice.)
func (r record) counted() int {
	switch {
	case r.Kind == kindDone:
		return 2
	case r.Event == "":
		return 0
	case r.Event == "TaskStateExited":
		return 4
	case strings.HasPrefix(r.Event, "LambdaFunction"):
		return 3
	case strings.HasPrefix(r.Event, "MapState"):
		return 2
	}
	return 1
}

func (e *execution) place(frame string) *place {
	e.mu.Lock()
	defer e.mu.Unlock()
	at := e.places[frame]
	if at == nil {
		return nil
	}
	same := *at
	return &same
}
