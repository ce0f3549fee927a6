package states

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
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

// again says when the state is tried again after the fault, if it is. The first
// Retry that matches decides.
func (e *execution) again(s *State, at *place, fault *faultError) (record, bool) {
	for i, r := range s.Retry {
		if !matches(r.ErrorEquals, fault.Name) {
			continue
		}
		attempts := make([]int, len(s.Retry))
		copy(attempts, at.attempts)
		if attempts[i] >= value(r.MaxAttempts, 3) {
			return record{}, false
		}
		pause := value(r.IntervalSeconds, 1) * math.Pow(value(r.BackoffRate, 2), float64(attempts[i]))
		if r.MaxDelaySeconds != nil {
			pause = min(pause, *r.MaxDelaySeconds)
		}
		if r.JitterStrategy == "FULL" {
			pause *= e.service.random()
		}
		attempts[i]++
		until := e.service.clock.Now().Add(time.Duration(pause * float64(time.Second)))
		return record{Kind: kindRetry, State: s.name, Attempts: attempts, Until: until}, true
	}
	return record{}, false
}

// caught follows the first Catch that matches, or passes the fault on.
func (s *State) caught(sc scope, fault *faultError) (outcome, error) {
	for _, c := range s.Catch {
		if !matches(c.ErrorEquals, fault.Name) {
			continue
		}
		told := map[string]any{"Error": fault.Name, "Cause": fault.Cause}
		if !s.jsonata {
			output, err := put(c.ResultPath, sc.input, told)
			return outcome{output: output, variables: sc.variables, next: c.Next}, err
		}
		sc.errorOutput = told
		end := outcome{output: told, variables: sc.variables, next: c.Next}
		var err error
		if c.Output != nil {
			if end.output, err = sc.evaluate(c.Output); err != nil {
				return outcome{}, err
			}
		}
		end.variables, err = sc.assign(c.Assign)
		return end, err
	}
	return outcome{}, fault
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

// attempt runs a state once.
func (e *execution) attempt(ctx context.Context, f frame, s *State, at *place, sc scope) (outcome, error) {
	if s.jsonata {
		return e.attemptJSONata(ctx, f, s, at, sc)
	}
	input, err := selectPath(s.InputPath, at.input, sc.context)
	if err != nil {
		return outcome{}, err
	}
	effective := scope{input: input, context: sc.context}
	end := outcome{next: s.Next, variables: at.variables}
	result := input
	if s.Parameters != nil {
		if result, err = effective.fill(s.Parameters); err != nil {
			return outcome{}, err
		}
	}
	switch s.Type {
	case "Task":
		result, err = e.task(ctx, s, result, s.TimeoutSeconds, s.HeartbeatSeconds)
	case "Parallel":
		result, err = e.parallel(ctx, f, s, at, sc.context, result)
	case "Map":
		items := input
		if s.ItemsPath.given {
			if items, err = effective.query(s.ItemsPath.text); err != nil {
				return outcome{}, err
			}
		}
		result, err = e.each(ctx, f, s, at, effective, items)
	case "Pass":
		if s.Result != nil {
			result = s.Result
		}
	case "Wait":
		err = e.wait(ctx, f, s, at, effective)
	case "Choice":
		end.next, err = s.choose(effective)
	case "Fail":
		err = s.fail(effective)
	}
	if err != nil {
		return outcome{}, err
	}
	if s.ResultSelector != nil {
		if result, err = (scope{input: result, context: sc.context}).fill(s.ResultSelector); err != nil {
			return outcome{}, err
		}
	}
	switch s.Type {
	case "Task", "Parallel", "Map", "Pass":
		if result, err = put(s.ResultPath, at.input, result); err != nil {
			return outcome{}, err
		}
	}
	end.output, err = selectPath(s.OutputPath, result, sc.context)
	return end, err
}

func (e *execution) attemptJSONata(ctx context.Context, f frame, s *State, at *place, sc scope) (outcome, error) {
	end := outcome{next: s.Next}
	input, output, assign := at.input, s.Output, s.Assign
	var err error
	if s.Arguments != nil {
		if input, err = sc.evaluate(s.Arguments); err != nil {
			return outcome{}, err
		}
	}
	result := at.input
	switch s.Type {
	case "Task":
		var timeout, heartbeat any
		if timeout, err = sc.evaluate(s.TimeoutSeconds); err != nil {
			return outcome{}, err
		}
		if heartbeat, err = sc.evaluate(s.HeartbeatSeconds); err != nil {
			return outcome{}, err
		}
		result, err = e.task(ctx, s, input, timeout, heartbeat)
		sc.result = result
	case "Parallel":
		result, err = e.parallel(ctx, f, s, at, sc.context, input)
		sc.result = result
	case "Map":
		items := at.input
		if s.Items != nil {
			if items, err = sc.evaluate(s.Items); err != nil {
				return outcome{}, err
			}
		}
		result, err = e.each(ctx, f, s, at, sc, items)
		sc.result = result
	case "Wait":
		err = e.wait(ctx, f, s, at, sc)
	case "Choice":
		var choice map[string]any
		choice, err = s.chooseJSONata(sc)
		if choice != nil {
			end.next, _ = choice["Next"].(string)
			output = choice["Output"]
			assign, _ = choice["Assign"].(map[string]any)
		} else {
			end.next = s.Default
		}
	case "Fail":
		err = s.fail(sc)
	}
	if err != nil {
		return outcome{}, err
	}
	end.output = result
	if output != nil {
		if end.output, err = sc.evaluate(output); err != nil {
			return outcome{}, err
		}
	}
	end.variables, err = sc.assign(assign)
	return end, err
}

func (s *State) choose(sc scope) (string, error) {
	for _, choice := range s.Choices {
		is, err := sc.holds(choice)
		if err != nil {
			return "", err
		}
		if is {
			next, _ := choice["Next"].(string)
			return next, nil
		}
	}
	if s.Default == "" {
		return "", failure(errNoChoice, fmt.Sprintf("No choice of %q matched the input '%s'", s.name, short(sc.input)))
	}
	return s.Default, nil
}

// chooseJSONata returns the choice whose condition holds; none for the default.
func (s *State) chooseJSONata(sc scope) (map[string]any, error) {
	for _, choice := range s.Choices {
		is, err := sc.evaluate(choice["Condition"])
		if err != nil {
			return nil, err
		}
		truth, ok := is.(bool)
		if !ok {
			return nil, failure(errQuery, fmt.Sprintf("The condition of %q is not a boolean but '%s'", s.name, short(is)))
		}
		if truth {
			return choice, nil
		}
	}
	if s.Default == "" {
		return nil, failure(errNoChoice, fmt.Sprintf("No choice of %q matched the input '%s'", s.name, short(sc.input)))
	}
	return nil, nil
}

func (s *State) fail(sc scope) error {
	fault := &faultError{Name: s.Error, Cause: s.Cause}
	for _, each := range []struct {
		into *string
		path string
	}{{&fault.Name, s.ErrorPath}, {&fault.Cause, s.CausePath}} {
		var found any = *each.into
		var err error
		switch {
		case s.jsonata:
			found, err = sc.evaluate(*each.into)
		case each.path != "":
			found, err = sc.query(each.path)
		}
		if err != nil {
			return err
		}
		text, ok := found.(string)
		if !ok {
			return failure(errRuntime, "Error and Cause have to be texts")
		}
		*each.into = text
	}
	return fault
}

// wait lets the time pass. The moment of waking is kept: a restart does not make
// the wait longer.
func (e *execution) wait(ctx context.Context, f frame, s *State, at *place, sc scope) error {
	if at.until.IsZero() {
		until, err := s.wakeTime(sc, e.service.clock.Now())
		if err != nil {
			return err
		}
		if err := e.write(record{Kind: kindWait, Frame: f.id, State: s.name, Until: until}); err != nil {
			return err
		}
	}
	return e.service.clock.Sleep(ctx, e.place(f.id).until)
}

func (s *State) wakeTime(sc scope, now time.Time) (time.Time, error) {
	var given any
	var err error
	switch {
	case s.SecondsPath.given:
		given, err = sc.query(s.SecondsPath.text)
	case s.TimestampPath.given:
		given, err = sc.query(s.TimestampPath.text)
	case s.Timestamp != "" && s.jsonata:
		given, err = sc.evaluate(s.Timestamp)
	case s.Timestamp != "":
		given = s.Timestamp
	case s.jsonata:
		given, err = sc.evaluate(s.Seconds)
	default:
		given = s.Seconds
	}
	if err != nil {
		return time.Time{}, err
	}
	switch v := given.(type) {
	case float64:
		if v >= 0 && v <= 99999999 {
			return now.Add(time.Duration(v * float64(time.Second))), nil
		}
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return at, nil
		}
	}
	return time.Time{}, failure(errRuntime, fmt.Sprintf("'%s' is neither a number of seconds nor a time", short(given)))
}

// write appends records of this execution, unless its history is full.
func (e *execution) write(records ...record) error {
	now := e.service.clock.Now().UTC()
	e.mu.Lock()
	for i := range records {
		records[i].Execution, records[i].At = e.summary.ARN, now
		if err := e.places.apply(records[i]); err != nil {
			e.mu.Unlock()
			return fmt.Errorf("apply record of %s: %w", e.summary.ARN, err)
		}
		if records[i].Event != "" {
			e.events++
		}
	}
	full := e.events > historyLimit
	e.mu.Unlock()
	if full {
		return failure(errRuntime, "The execution reached the maximum number of history events (25000).")
	}
	if err := e.service.store.append(e.summary.ARN, records...); err != nil {
		return errors.Join(errSuspended, err)
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
