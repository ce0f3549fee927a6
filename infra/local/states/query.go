package states

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

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

// Describe returns everything about an execution.
func (s *Service) Describe(arn string) (Description, error) {
	summary, records, err := s.look(arn)
	if err != nil {
		return Description{}, fmt.Errorf("describe execution: %w", err)
	}
	d := Description{Summary: summary}
	for _, r := range records {
		if r.Event != "" {
			d.History = append(d.History, r.Event)
		}
		switch r.Kind {
		case kindStart:
			d.Input = r.Data
		case kindEnd:
			d.Output, d.Error, d.Cause = r.Data, r.Error, r.Cause
		}
	}
	return d, nil
}

// List returns the executions of a machine, latest first; an empty status means all.
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

// Wait returns when the execution or the context has ended.
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
