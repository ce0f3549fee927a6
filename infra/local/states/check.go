package states

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// mostAtOnce is the largest concurrency of an inline Map.
const mostAtOnce = 40

// loader checks a definition beyond its field names.
type loader struct {
	hasFunction func(string) bool
	names       map[string]bool
}

func (l *loader) check(m *Machine) error {
	if m.TimeoutSeconds != nil && *m.TimeoutSeconds <= 0 {
		return errors.New("TimeoutSeconds is not positive")
	}
	if len(m.States) == 0 {
		return errors.New("there are no states")
	}
	for _, name := range slices.Sorted(maps.Keys(m.States)) {
		if m.States[name] == nil {
			return fmt.Errorf("state %q is null", name)
		}
		m.States[name].name = name
		if err := l.state(m.States[name]); err != nil {
			return fmt.Errorf("state %q: %w", name, err)
		}
	}
	return m.connected()
}

func (l *loader) state(s *State) error {
	if l.names[s.name] {
		return errors.New("the name is used twice")
	}
	if s.name == "" || len(s.name) > 80 {
		return errors.New("the name does not have 1 to 80 characters")
	}
	l.names[s.name] = true
	terminal := s.Type == "Choice" || s.Type == "Succeed" || s.Type == "Fail"
	if !terminal && (s.Next == "") == !s.End {
		return errors.New("needs either Next or End: true")
	}
	switch s.Type {
	case "Task":
		return errors.Join(l.task(s), s.checkErrors())
	case "Choice":
		if len(s.Choices) == 0 || s.Default == "" {
			return errors.New("needs Choices and a Default")
		}
	case "Map":
		return l.mapping(s)
	case "Pass":
		return checkTemplate(s.Parameters)
	}
	return nil
}

func (l *loader) task(s *State) error {
	switch {
	case !strings.HasPrefix(s.Resource, "arn:aws:lambda:"):
		return unknown(fmt.Sprintf("Resource %q", s.Resource))
	case l.hasFunction != nil && !l.hasFunction(s.Resource):
		return fmt.Errorf("there is no function %q", s.Resource)
	case s.TimeoutSeconds != nil && *s.TimeoutSeconds <= 0:
		return errors.New("TimeoutSeconds is not positive")
	}
	return nil
}

func (l *loader) mapping(s *State) error {
	switch {
	case s.ItemProcessor == nil:
		return errors.New("has no ItemProcessor")
	case !s.ItemsPath.given:
		return errors.New("has no ItemsPath")
	case s.MaxConcurrency < 1 || s.MaxConcurrency > mostAtOnce:
		return fmt.Errorf("MaxConcurrency is not between 1 and %d", mostAtOnce)
	}
	if err := l.check(s.ItemProcessor); err != nil {
		return fmt.Errorf("ItemProcessor: %w", err)
	}
	return nil
}

func (s *State) checkErrors() error {
	for i, r := range s.Retry {
		if err := checkErrorEquals(r.ErrorEquals, i == len(s.Retry)-1); err != nil {
			return fmt.Errorf("retry %d: %w", i, err)
		}
		interval := value(r.IntervalSeconds, 1)
		switch {
		case interval < 1:
			return fmt.Errorf("retry %d: IntervalSeconds is under 1", i)
		case value(r.BackoffRate, 2) < 1:
			return fmt.Errorf("retry %d: BackoffRate is under 1", i)
		case r.MaxAttempts != nil && *r.MaxAttempts < 0:
			return fmt.Errorf("retry %d: MaxAttempts is negative", i)
		case r.MaxDelaySeconds != nil && *r.MaxDelaySeconds <= interval:
			return fmt.Errorf("retry %d: MaxDelaySeconds is not over IntervalSeconds", i)
		case r.JitterStrategy != "" && r.JitterStrategy != "FULL":
			return fmt.Errorf("retry %d: %w", i, unknown("JitterStrategy "+r.JitterStrategy))
		}
	}
	for i, c := range s.Catch {
		if err := checkErrorEquals(c.ErrorEquals, i == len(s.Catch)-1); err != nil {
			return fmt.Errorf("catch %d: %w", i, err)
		}
		if c.Next == "" {
			return fmt.Errorf("catch %d: needs Next", i)
		}
	}
	return nil
}

func checkErrorEquals(names []string, last bool) error {
	if len(names) == 0 {
		return errors.New("needs ErrorEquals")
	}
	for _, name := range names {
		switch {
		case name == "":
			return errors.New("an error has no name")
		case name == errAll && (len(names) > 1 || !last):
			return errors.New("States.ALL must stand alone, and last")
		case strings.HasPrefix(name, "States.") && name != errAll && name != errTimeout:
			return unknown(name)
		}
	}
	return nil
}

// connected checks that every transition has a target and every state is reachable.
func (m *Machine) connected() error {
	if m.States[m.StartAt] == nil {
		return fmt.Errorf("StartAt: there is no state %q", m.StartAt)
	}
	reached := map[string]bool{}
	queue := []string{m.StartAt}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if reached[name] {
			continue
		}
		reached[name] = true
		for _, next := range m.States[name].targets() {
			if m.States[next] == nil {
				return fmt.Errorf("state %q: there is no state %q to go to", name, next)
			}
			queue = append(queue, next)
		}
	}
	for name := range m.States {
		if !reached[name] {
			return fmt.Errorf("state %q: nothing leads to it", name)
		}
	}
	return nil
}

func (s *State) targets() []string {
	var targets []string
	for _, name := range []string{s.Next, s.Default} {
		if name != "" {
			targets = append(targets, name)
		}
	}
	for _, rule := range s.Choices {
		targets = append(targets, rule.Next)
	}
	for _, catcher := range s.Catch {
		targets = append(targets, catcher.Next)
	}
	return targets
}

func value[T any](given *T, otherwise T) T {
	if given == nil {
		return otherwise
	}
	return *given
}
