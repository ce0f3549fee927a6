package states

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Machine is a state machine, or the processor of a Map state, in the Amazon States
// Language.
type Machine struct {
	Comment        string
	StartAt        string
	TimeoutSeconds *int
	States         map[string]*State
}

// State is one state. Its allowed fields depend on the type; see fieldsOf.
type State struct {
	Type          string
	Next, Default string
	End           bool

	Resource       string
	TimeoutSeconds *int
	Retry          []Retrier
	Catch          []Catcher
	ResultPath     path

	Choices []Rule

	ItemsPath      path
	MaxConcurrency int
	ItemProcessor  *Machine

	Parameters map[string]any

	Error, Cause string

	name string
}

// Retrier lists errors to retry, with the number of attempts and the pause.
type Retrier struct {
	ErrorEquals     []string
	IntervalSeconds *float64
	BackoffRate     *float64
	MaxAttempts     *int
	MaxDelaySeconds *float64
	JitterStrategy  string
}

// Catcher maps errors to a next state.
type Catcher struct {
	ErrorEquals []string
	Next        string
	ResultPath  path
}

// Rule of a Choice compares one value.
type Rule struct {
	Variable                 path
	IsPresent, BooleanEquals *bool
	Next                     string
}

// The supported fields of each object. All others of the language are refused, so that
// nothing runs locally that means something else on AWS.
const (
	machineFields   = "Comment StartAt TimeoutSeconds States"
	processorFields = "ProcessorConfig StartAt States"
	retryFields     = "ErrorEquals IntervalSeconds BackoffRate MaxAttempts MaxDelaySeconds JitterStrategy"
	catchFields     = "ErrorEquals Next ResultPath"
	ruleFields      = "Variable IsPresent BooleanEquals Next"
)

// fieldsOf lists the supported state types and their fields.
var fieldsOf = map[string]string{
	"Task":    "Type Next End Resource TimeoutSeconds ResultPath Retry Catch",
	"Pass":    "Type Next End Parameters",
	"Choice":  "Type Choices Default",
	"Succeed": "Type",
	"Fail":    "Type Error Cause",
	"Map":     "Type Next End ItemsPath MaxConcurrency ResultPath ItemProcessor",
}

// Load reads a definition strictly: unsupported parts, unreachable states, and
// transitions to missing states are errors. hasFunction may be nil.
func Load(definition string, hasFunction func(nameOrARN string) bool) (*Machine, error) {
	l := &loader{hasFunction: hasFunction, names: map[string]bool{}}
	machine := &Machine{}
	err := decode([]byte(definition), machineFields, machine)
	if err == nil {
		err = l.check(machine)
	}
	if err != nil {
		return nil, fmt.Errorf("load state machine: %w", err)
	}
	return machine, nil
}

// Substitute replaces each ${name} by its value, as the deployment does. A name without
// a value is an error.
func Substitute(definition string, values map[string]string) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(definition, "${")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		name, after, closed := strings.Cut(rest, "}")
		value, known := values[name]
		if !closed || !known {
			return "", fmt.Errorf("substitute in state machine: there is no value for ${%s}", name)
		}
		out.WriteString(value)
		definition = after
	}
}

// unknown is the error of an unsupported part of the language.
func unknown(what string) error {
	return fmt.Errorf("%s: the local stack does not support it", what)
}

// decode reads an object with known, case-sensitive fields (package json ignores case).
// Null is allowed for ResultPath only.
func decode(data []byte, known string, into any) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(strings.Fields(known), field) {
			return unknown(field)
		}
		if string(fields[field]) == "null" && field != "ResultPath" {
			return fmt.Errorf("%s is null", field)
		}
	}
	return json.Unmarshal(data, into)
}

// UnmarshalJSON reads a state with the fields of its type.
func (s *State) UnmarshalJSON(data []byte) error {
	var of struct{ Type string }
	if err := json.Unmarshal(data, &of); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	known, ok := fieldsOf[of.Type]
	if !ok {
		return unknown("Type " + of.Type)
	}
	type plain State
	into := struct {
		*plain
		ItemProcessor json.RawMessage
	}{plain: (*plain)(s)}
	if err := decode(data, known, &into); err != nil {
		return fmt.Errorf("%s state: %w", of.Type, err)
	}
	if into.ItemProcessor == nil {
		return nil
	}
	var processor struct {
		Machine
		ProcessorConfig config
	}
	if err := decode(into.ItemProcessor, processorFields, &processor); err != nil {
		return fmt.Errorf("ItemProcessor: %w", err)
	}
	s.ItemProcessor = &processor.Machine
	return nil
}

// config of an ItemProcessor.
type config struct{ Mode string }

// UnmarshalJSON accepts the only supported mode.
func (c *config) UnmarshalJSON(data []byte) error {
	type plain config
	if err := decode(data, "Mode", (*plain)(c)); err != nil {
		return err
	}
	if c.Mode != "INLINE" {
		return unknown("Mode " + c.Mode)
	}
	return nil
}

// UnmarshalJSON reads a retry.
func (r *Retrier) UnmarshalJSON(data []byte) error {
	type plain Retrier
	return decode(data, retryFields, (*plain)(r))
}

// UnmarshalJSON reads a catch.
func (c *Catcher) UnmarshalJSON(data []byte) error {
	type plain Catcher
	return decode(data, catchFields, (*plain)(c))
}

// UnmarshalJSON reads a rule with its one comparison.
func (r *Rule) UnmarshalJSON(data []byte) error {
	type plain Rule
	if err := decode(data, ruleFields, (*plain)(r)); err != nil {
		return err
	}
	switch {
	case (r.IsPresent == nil) == (r.BooleanEquals == nil):
		return errors.New("a rule needs either IsPresent or BooleanEquals")
	case !r.Variable.given:
		return errors.New("a rule needs a Variable")
	case r.Next == "":
		return errors.New("a rule needs Next")
	}
	return nil
}
