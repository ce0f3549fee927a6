package states

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"
)

// The limits of Step Functions that executions meet.
const (
	dataLimit    = 256 << 10
	historyLimit = 25000
)

// frame is a machine that is being run: the whole, an item of a Map or a branch
// of a Parallel.
type frame struct {
	id      string
	machine *Machine
	// context is what $$ shows, without State.
	context map[string]any
}

// outcome is what a state ends with: its output, the variables from then on and
// the next state, if any.
type outcome struct {
	output    any
	variables map[string]any
	next      string
}

// run takes the frame from where it stands to its end and returns its output.
func (e *execution) run(ctx context.Context, f frame, input any, variables map[string]any) (any, error) {
	at := e.place(f.id)
	if at == nil {
		enter, err := e.enter(f, f.machine.StartAt, input, variables)
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
		enter, err := e.enter(f, end.next, end.output, end.variables)
		if err != nil {
			return nil, err
		}
		if err := e.write(exit, enter); err != nil {
			return nil, err
		}
		at = e.place(f.id)
	}
}

func (e *execution) enter(f frame, name string, input any, variables map[string]any) (record, error) {
	data, err := encode(input)
	if err != nil {
		return record{}, err
	}
	r := record{Kind: kindEnter, Frame: f.id, State: name, Data: data, Event: f.machine.States[name].Type + "StateEntered"}
	if len(variables) > 0 {
		if r.Variables, err = encode(variables); err != nil {
			return record{}, err
		}
	}
	return r, nil
}

// encode makes the JSON of data, which may not be over Step Functions' limit.
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

// state runs one state with its repetitions, and finds the way out of its
// errors.
func (e *execution) state(ctx context.Context, f frame, s *State, at *place) (outcome, error) {
	for {
		if s.Type != "Wait" && !at.until.IsZero() {
			if err := e.service.clock.Sleep(ctx, at.until); err != nil {
				return outcome{}, err
			}
		}
		scope := scope{input: at.input, variables: at.variables, context: e.contextOf(f, s, at)}
		end, err := e.attempt(ctx, f, s, at, scope)
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
			failed.Event = s.taskEvent("Failed")
			if fault.Name == errTimeout || fault.Name == errHeartbeat {
				failed.Event = s.taskEvent("TimedOut")
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
		return s.caught(scope, fault)
	}
}

func (s *State) taskEvent(what string) string {
	if s.Resource == invokeResource {
		return "Task" + what
	}
	return "LambdaFunction" + what
}

// assign returns the variables after an Assign, all evaluated before any is set.
func (s scope) assign(template map[string]any) (map[string]any, error) {
	if len(template) == 0 {
		return s.variables, nil
	}
	variables := maps.Clone(s.variables)
	if variables == nil {
		variables = map[string]any{}
	}
	for name, each := range template {
		value, err := s.evaluate(each)
		if err != nil {
			return nil, err
		}
		variables[name] = value
	}
	return variables, nil
}

// contextOf is the context object, $$ or $states.context.
func (e *execution) contextOf(f frame, s *State, at *place) map[string]any {
	retries := 0
	for _, n := range at.attempts {
		retries += n
	}
	shown := maps.Clone(f.context)
	shown["State"] = map[string]any{
		"Name": s.name, "EnteredTime": at.entered.UTC().Format(time.RFC3339Nano), "RetryCount": float64(retries),
	}
	return shown
}

// write appends records of this execution, unless its history is full. Where the
// disk is full it waits for space.
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

// apply moves the execution on by records that are about to be written.
func (e *execution) apply(records []record) error {
	now := e.service.clock.Now().UTC()
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range records {
		records[i].Execution, records[i].At = e.summary.ARN, now
		if err := e.places.apply(records[i]); err != nil {
			return fmt.Errorf("apply record of %s: %w", e.summary.ARN, err)
		}
		if records[i].Event != "" {
			e.events++
		}
	}
	if e.events > historyLimit {
		return failure(errRuntime, "The execution reached the maximum number of history events (25000).")
	}
	return nil
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
