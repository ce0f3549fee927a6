package bus

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Pattern is an event pattern: a tree like the event's, with lists of allowed
// values at its leaves.
type Pattern map[string]any

// ParsePattern parses a pattern strictly: EventBridge's filters, which no rule of the
// product uses, are refused.
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
				if _, ok := allowed.(string); !ok {
					return fmt.Errorf("%s: the local stack supports texts only, not %v", field, allowed)
				}
			}
		default:
			return fmt.Errorf("%s: values have to be in a list", field)
		}
	}
	return nil
}

// Matches reports whether an event, decoded from JSON, matches the pattern.
func (p Pattern) Matches(event map[string]any) bool {
	for field, each := range p {
		if inner, ok := each.(map[string]any); ok {
			object, isObject := event[field].(map[string]any)
			if !isObject || !Pattern(inner).Matches(object) {
				return false
			}
			continue
		}
		allowed, _ := each.([]any)
		if !admits(allowed, event[field]) {
			return false
		}
	}
	return true
}

// admits reports whether a text, or one of a list of texts, is among the allowed.
func admits(allowed []any, value any) bool {
	if list, isList := value.([]any); isList {
		return slices.ContainsFunc(list, func(each any) bool { return admits(allowed, each) })
	}
	_, isText := value.(string)
	return isText && slices.Contains(allowed, value)
}
