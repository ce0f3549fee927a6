package states

import (
	"errors"
	"time"
)

// Walk is an execution that somebody else advances, call by call, without a service, a journal or a clock: for
// simulations in a time of their own. It decides as the service does.
type Walk struct {
	machine *Machine
	at      place
	events  int
	ended   bool
	fault   *faultError
}

// NewWalk begins an execution. One that comes to a Map with items is an error: they run at the same time.
func NewWalk(m *Machine, input any) (*Walk, error) {
	w := &Walk{machine: m, at: place{state: m.StartAt, input: input}, events: 2}
	return w, w.settle()
}

// settle goes on to the next task, or to the end.
func (w *Walk) settle() error {
	for {
		w.events++
		s := w.machine.States[w.at.state]
		next, output := s.Next, w.at.input
		var err error
		switch s.Type {
		case "Task":
			return nil
		case "Map":
			items, _ := s.ItemsPath.in(output)
			if list, is := items.([]any); !is || len(list) > 0 {
				return errors.New("walk: items of a Map run at the same time")
			}
			output, err = s.ResultPath.put(output, []any{})
		case "Choice":
			next, err = s.choose(output)
		case "Pass":
			if s.Parameters != nil {
				output, err = fill(s.Parameters, output)
			}
		case "Fail":
			w.fault, w.ended = &faultError{s.Error, s.Cause}, true
			return nil
		}
		if err != nil {
			w.fault, w.ended = faultOf(err), true
			return nil
		}
		w.events++
		if next == "" {
			w.ended, w.at.input = true, output
			return nil
		}
		w.at = place{state: next, input: output}
	}
}

// Task is the call that the execution waits for, with its timeout; false at the end.
func (w *Walk) Task() (resource string, input any, timeout time.Duration, ok bool) {
	if w.ended {
		return "", nil, 0, false
	}
	s := w.machine.States[w.at.state]
	return s.Resource, w.at.input, time.Duration(value(s.TimeoutSeconds, longestTask)) * time.Second, true
}

// Succeed goes on with the answer of the call.
func (w *Walk) Succeed(result any) error {
	s := w.machine.States[w.at.state]
	output, err := s.ResultPath.put(w.at.input, result)
	if err != nil {
		return err
	}
	w.events += 4
	return w.leave(s.Next, output)
}

func (w *Walk) leave(next string, output any) error {
	if next == "" {
		w.ended, w.at.input = true, output
		return nil
	}
	w.at = place{state: next, input: output}
	return w.settle()
}

// Fail goes on after an error of the call: to the same call after a pause, to what catches the error, or to the end.
// random chooses the jitter, from 0 to 1.
func (w *Walk) Fail(name, cause string, random func() float64) (pause time.Duration, err error) {
	s := w.machine.States[w.at.state]
	fault := &faultError{name, cause}
	w.events += 3
	if attempts, pause, again := s.retry(w.at.attempts, fault, random); again {
		w.at.attempts = attempts
		return pause, nil
	}
	caught, err := s.caught(w.at.input, fault)
	if err != nil {
		w.fault, w.ended = fault, true
		return 0, nil //nolint:nilerr // the execution fails, which is no error of the walk
	}
	return 0, w.leave(caught.next, caught.output)
}

// Outcome is the status of the execution, and its error if it failed.
func (w *Walk) Outcome() (Status, string) {
	switch {
	case !w.ended:
		return Running, ""
	case w.fault != nil:
		return Failed, w.fault.Name
	}
	return Succeeded, ""
}

// Events are those of its history so far, as Step Functions counts them.
func (w *Walk) Events() int { return w.events }

// Timeout is the longest time of an execution of the machine; 0: any.
func (m *Machine) Timeout() time.Duration {
	return time.Duration(value(m.TimeoutSeconds, 0)) * time.Second
}
