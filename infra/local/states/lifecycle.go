package states

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// resume continues an execution from its records.
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
		e.events += r.counted()
	}
	if last := records[len(records)-1]; last.Kind == kindEnd {
		e.summary.Status, e.summary.Stopped = Status(last.Status), last.At
		close(e.ended)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.live[arn] = e
		s.running.Go(func() { s.putAway(e) })
		return nil
	}
	// It continues with the definition it started with, as on AWS.
	machine, err := Load(first.Definition, nil)
	if err != nil {
		return err
	}
	e.machine = machine
	s.log.Info("execution resumed", "execution", arn)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.launch(e)
	return nil
}

func (s *Service) launch(e *execution) {
	ctx, stop := context.WithCancelCause(s.base)
	s.live[e.summary.ARN] = e
	s.running.Go(func() {
		defer close(e.ended)
		defer stop(nil)
		if e.machine.TimeoutSeconds != nil {
			limit := e.summary.Started.Add(time.Duration(*e.machine.TimeoutSeconds) * time.Second)
			var done func()
			ctx, done = before(ctx, s.clock, limit, errExpired)
			defer done()
		}
		output, err := e.run(ctx, frame{machine: e.machine}, e.input)
		s.end(e, output, err)
	})
}

// end records the end of an execution. A suspended one is left as it is.
func (s *Service) end(e *execution, output any, err error) {
	last := record{Kind: kindEnd}
	var fault *faultError
	switch {
	case errors.Is(err, errSuspended):
		return
	case errors.Is(err, errExpired):
		last.Status, last.Event = string(TimedOut), "ExecutionTimedOut"
	case errors.As(err, &fault):
		last.Status, last.Event, last.Error, last.Cause = string(Failed), "ExecutionFailed", fault.Name, fault.Cause
	case err != nil:
		s.log.Error("execution cannot continue", "execution", e.summary.ARN, "error", err.Error())
		last.Status, last.Event, last.Error, last.Cause = string(Failed), "ExecutionFailed", errRuntime, err.Error()
	default:
		last.Status, last.Event = string(Succeeded), "ExecutionSucceeded"
		if last.Data, err = encode(output); err != nil {
			s.end(e, nil, err)
			return
		}
	}
	e.mu.Lock()
	e.events = 0 // the last event is written regardless of the limit
	e.mu.Unlock()
	if err := e.write(last); err != nil {
		s.log.Error("write the end of an execution", "execution", e.summary.ARN, "error", err.Error())
		return
	}
	e.mu.Lock()
	e.summary.Status, e.summary.Stopped = Status(last.Status), s.clock.Now().UTC()
	e.mu.Unlock()
	s.putAway(e)
	s.log.Info("execution ended", "execution", e.summary.ARN, "status", last.Status, "error", last.Error,
		"cause", last.Cause, "ms", e.summary.Stopped.Sub(e.summary.Started).Milliseconds())
}

// putAway moves an ended execution to the finished ones. One that cannot be moved
// before the service ends is moved at the next start.
func (s *Service) putAway(e *execution) {
	var at finishedAt
	err := s.insist(e.summary.ARN, func() (err error) {
		at, err = s.store.finish(e.summary)
		return err
	})
	if err != nil {
		s.log.Error("archive a finished execution", "execution", e.summary.ARN, "error", err.Error())
		return
	}
	defer s.rewrite()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, e.summary.ARN)
	s.finished[e.summary.ARN] = at
	s.store.forget(e.summary.ARN)
}

func (s *Service) rewrite() {
	if err := s.store.maybeRewrite(); err != nil {
		s.log.Error("rewrite the journal of executions", "error", err.Error())
	}
}
