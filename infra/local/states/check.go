package states

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

const invokeResource = "arn:aws:states:::lambda:invoke"

// check looks at what a state says, beyond which fields it has.
func (l *loader) check(s *State, fields map[string]json.RawMessage) error {
	terminal := s.Type == "Choice" || s.Type == "Succeed" || s.Type == "Fail"
	if !terminal && (s.Next == "") == !s.End {
		return errors.New("needs either Next or End: true")
	}
	for _, p := range []path{s.InputPath, s.OutputPath, s.ItemsPath, s.SecondsPath, s.TimestampPath} {
		if err := checkPath(p); err != nil {
			return err
		}
	}
	if err := checkReference(s.ResultPath); err != nil {
		return fmt.Errorf("ResultPath: %w", err)
	}
	for name, template := range map[string]any{
		"Parameters": s.Parameters, "ResultSelector": s.ResultSelector, "Arguments": s.Arguments, "Output": s.Output,
		"Items": s.Items, "ItemSelector": s.ItemSelector, "Assign": s.Assign, "TimeoutSeconds": s.TimeoutSeconds,
		"HeartbeatSeconds": s.HeartbeatSeconds, "Seconds": s.Seconds, "Timestamp": s.Timestamp, "Error": s.Error, "Cause": s.Cause,
	} {
		if err := s.checkTemplate(template); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := s.checkErrors(); err != nil {
		return err
	}
	switch s.Type {
	case "Task":
		return l.checkTask(s)
	case "Choice":
		return s.checkChoices()
	case "Wait":
		return s.checkWait(fields)
	case "Map":
		if s.ItemProcessor == nil {
			return errors.New("has no ItemProcessor")
		}
		if s.MaxConcurrency < 0 {
			return errors.New("MaxConcurrency is negative")
		}
	case "Parallel":
		if len(s.Branches) == 0 {
			return errors.New("has no Branches")
		}
	}
	return nil
}

func (l *loader) checkTask(s *State) error {
	function := s.Resource
	switch {
	case s.Resource == invokeResource:
		input := s.Parameters
		if s.jsonata {
			input = s.Arguments
		}
		fields, ok := input.(map[string]any)
		if !ok {
			return errors.New("lambda:invoke needs Parameters (JSONPath) or Arguments (JSONata)")
		}
		for name := range fields {
			if base := strings.TrimSuffix(name, ".$"); base != "FunctionName" && base != "Payload" {
				return fmt.Errorf("lambda:invoke takes FunctionName and Payload here, not %s", name)
			}
		}
		name, ok := fields["FunctionName"].(string)
		if !ok {
			return errors.New("lambda:invoke needs a FunctionName")
		}
		function = name
	case strings.HasPrefix(s.Resource, "arn:aws:lambda:"):
	default:
		return fmt.Errorf("resource %q is no function and not %s: nothing else is supported here", s.Resource, invokeResource)
	}
	if !isExpression(function) && l.hasFunction != nil && !l.hasFunction(function) {
		return fmt.Errorf("there is no function %q", function)
	}
	timeout, hasTimeout := s.TimeoutSeconds.(float64)
	heartbeat, hasHeartbeat := s.HeartbeatSeconds.(float64)
	if hasTimeout && timeout <= 0 || hasHeartbeat && heartbeat <= 0 {
		return errors.New("a timeout is not positive")
	}
	if hasTimeout && hasHeartbeat && heartbeat >= timeout {
		return errors.New("HeartbeatSeconds is not less than TimeoutSeconds")
	}
	return nil
}

func (s *State) checkWait(fields map[string]json.RawMessage) error {
	given := 0
	for _, name := range []string{"Seconds", "Timestamp", "SecondsPath", "TimestampPath"} {
		if _, ok := fields[name]; ok {
			given++
		}
	}
	if given != 1 {
		return errors.New("needs one of Seconds, Timestamp, SecondsPath and TimestampPath")
	}
	if seconds, ok := s.Seconds.(float64); ok && (seconds < 0 || seconds > 99999999) {
		return errors.New("the number of Seconds is out of range")
	}
	if s.Timestamp != "" && !isExpression(s.Timestamp) {
		if _, err := time.Parse(time.RFC3339, s.Timestamp); err != nil {
			return errors.New("the Timestamp is not RFC 3339")
		}
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
		case r.JitterStrategy != "" && r.JitterStrategy != "FULL" && r.JitterStrategy != "NONE":
			return fmt.Errorf("retry %d: JitterStrategy is neither FULL nor NONE", i)
		}
	}
	for i, c := range s.Catch {
		if err := checkErrorEquals(c.ErrorEquals, i == len(s.Catch)-1); err != nil {
			return fmt.Errorf("catch %d: %w", i, err)
		}
		if c.Next == "" {
			return fmt.Errorf("catch %d: needs Next", i)
		}
		if s.jsonata && c.ResultPath.given || !s.jsonata && (c.Output != nil || c.Assign != nil) {
			return fmt.Errorf("catch %d: its fields do not go with the query language", i)
		}
		err := errors.Join(checkReference(c.ResultPath), s.checkTemplate(c.Output), s.checkTemplate(c.Assign))
		if err != nil {
			return fmt.Errorf("catch %d: %w", i, err)
		}
	}
	return nil
}

func checkErrorEquals(names []string, last bool) error {
	if len(names) == 0 {
		return errors.New("needs ErrorEquals")
	}
	for _, name := range names {
		if name == "" {
			return errors.New("an error has no name")
		}
		if name == "States.ALL" && (len(names) > 1 || !last) {
			return errors.New("States.ALL must stand alone, and last")
		}
	}
	return nil
}

// checkTemplate parses the expressions in a payload template.
func (s *State) checkTemplate(template any) error {
	switch t := template.(type) {
	case string:
		if s.jsonata && isExpression(t) {
			return checkJSONata(t)
		}
	case []any:
		for _, each := range t {
			if err := s.checkTemplate(each); err != nil {
				return err
			}
		}
	case map[string]any:
		for key, each := range t {
			if !s.jsonata && strings.HasSuffix(key, ".$") {
				text, ok := each.(string)
				if !ok {
					return fmt.Errorf("%s is no text", key)
				}
				if err := checkQuery(text); err != nil {
					return fmt.Errorf("%s: %w", key, err)
				}
				continue
			}
			if err := s.checkTemplate(each); err != nil {
				return err
			}
		}
	}
	return nil
}

func value[T any](given *T, otherwise T) T {
	if given == nil {
		return otherwise
	}
	return *given
}
