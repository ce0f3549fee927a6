package bus

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Pattern is an event pattern: a tree like the event's, with lists of allowed
// values at its leaves.
type Pattern map[string]any

// ParsePattern reads a pattern strictly: of EventBridge's filters it knows
// equality, prefix, suffix, anything-but (values) and exists.
func ParsePattern(text string) (Pattern, error) {
	var p Pattern
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return nil, fmt.Errorf("decode event pattern: %w", err)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("event pattern: %w", err)
	}
	return p, nil
}

func (p Pattern) check() error {
	if len(p) == 0 {
		return fmt.Errorf("it is empty")
	}
	for field, each := range p {
		switch v := each.(type) {
		case map[string]any:
			if err := Pattern(v).check(); err != nil {
				return fmt.Errorf("%s: %w", field, err)
			}
		case []any:
			for _, allowed := range v {
				if err := checkAllowed(allowed); err != nil {
					return fmt.Errorf("%s: %w", field, err)
				}
			}
		default:
			return fmt.Errorf("%s: a value stands in a list", field)
		}
	}
	return nil
}

func checkAllowed(allowed any) error {
	filter, ok := allowed.(map[string]any)
	if !ok {
		return nil
	}
	if len(filter) != 1 {
		return fmt.Errorf("a filter has one name")
	}
	for name, operand := range filter {
		_, isText := operand.(string)
		_, isBool := operand.(bool)
		_, isObject := operand.(map[string]any)
		switch {
		case (name == "prefix" || name == "suffix") && isText:
		case name == "exists" && isBool:
		case name == "anything-but" && !isObject:
		default:
			return fmt.Errorf("the filter %s is not supported here", name)
		}
	}
	return nil
}

// Matches tells whether an event, decoded from JSON, has what the pattern asks.
func (p Pattern) Matches(event map[string]any) bool {
	for field, each := range p {
		actual, present := event[field]
		if inner, ok := each.(map[string]any); ok {
			object, isObject := actual.(map[string]any)
			if !isObject || !Pattern(inner).Matches(object) {
				return false
			}
			continue
		}
		list, _ := each.([]any)
		if !anyAllows(list, actual, present) {
			return false
		}
	}
	return true
}

func anyAllows(list []any, actual any, present bool) bool {
	values, isArray := actual.([]any)
	if !isArray {
		values = []any{actual}
	}
	for _, allowed := range list {
		if filter, ok := allowed.(map[string]any); ok {
			if exists, ok := filter["exists"].(bool); ok {
				if exists == present {
					return true
				}
				continue
			}
		}
		for _, value := range values {
			if present && allows(allowed, value) {
				return true
			}
		}
	}
	return false
}

func allows(allowed, value any) bool {
	filter, ok := allowed.(map[string]any)
	if !ok {
		return allowed == value
	}
	text, _ := value.(string)
	if prefix, ok := filter["prefix"].(string); ok {
		return strings.HasPrefix(text, prefix)
	}
	if suffix, ok := filter["suffix"].(string); ok {
		return strings.HasSuffix(text, suffix)
	}
	but := filter["anything-but"]
	if list, ok := but.([]any); ok {
		for _, each := range list {
			if each == value {
				return false
			}
		}
		return true
	}
	return but != value
}
