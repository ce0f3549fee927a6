package states

import (
	"errors"
	"fmt"
	wildcard "path"
	"strings"
	"time"
)

// comparisons of a choice rule in JSONPath, without their ...Path forms.
var comparisons = func() map[string]bool {
	known := map[string]bool{
		"IsNull": true, "IsPresent": true, "IsNumeric": true, "IsString": true, "IsBoolean": true, "IsTimestamp": true,
		"BooleanEquals": true, "StringMatches": true,
	}
	for _, kind := range []string{"String", "Numeric", "Timestamp"} {
		for _, order := range []string{"Equals", "LessThan", "LessThanEquals", "GreaterThan", "GreaterThanEquals"} {
			known[kind+order] = true
		}
	}
	return known
}()

func (s *State) checkChoices() error {
	if len(s.Choices) == 0 {
		return errors.New("has no Choices")
	}
	for i, choice := range s.Choices {
		if next, _ := choice["Next"].(string); next == "" {
			return fmt.Errorf("choice %d: needs Next", i)
		}
		var err error
		if s.jsonata {
			err = s.checkCondition(choice)
		} else {
			err = checkRule(choice, true)
		}
		if err != nil {
			return fmt.Errorf("choice %d: %w", i, err)
		}
	}
	return nil
}

func (s *State) checkCondition(choice map[string]any) error {
	for field, template := range choice {
		switch field {
		case "Condition":
			if text, ok := template.(string); !ok || !isExpression(text) {
				return errors.New("the Condition is no {% expression %}")
			}
		case "Next", "Comment", "Output", "Assign":
		default:
			return fmt.Errorf("%s is no field of a choice in JSONata", field)
		}
		if err := s.checkTemplate(template); err != nil {
			return err
		}
	}
	if choice["Condition"] == nil {
		return errors.New("needs a Condition")
	}
	return nil
}

func checkRule(rule map[string]any, top bool) error {
	operators := 0
	for field, operand := range rule {
		switch {
		case field == "Comment", field == "Variable", field == "Next" && top:
		case field == "And" || field == "Or":
			operators++
			list, ok := operand.([]any)
			if !ok || len(list) == 0 {
				return fmt.Errorf("%s needs rules", field)
			}
			for _, each := range list {
				inner, ok := each.(map[string]any)
				if !ok {
					return fmt.Errorf("%s needs rules", field)
				}
				if err := checkRule(inner, false); err != nil {
					return err
				}
			}
		case field == "Not":
			operators++
			inner, ok := operand.(map[string]any)
			if !ok {
				return errors.New("Not needs a rule")
			}
			if err := checkRule(inner, false); err != nil {
				return err
			}
		default:
			operators++
			if err := checkComparison(rule, field, operand); err != nil {
				return err
			}
		}
	}
	if operators != 1 {
		return fmt.Errorf("a rule makes one comparison, not %d", operators)
	}
	return nil
}

func checkComparison(rule map[string]any, field string, operand any) error {
	name, byPath := strings.CutSuffix(field, "Path")
	if !comparisons[name] || byPath && (strings.HasPrefix(name, "Is") || name == "StringMatches") {
		return fmt.Errorf("%s is no comparison", field)
	}
	variable, ok := rule["Variable"].(string)
	if !ok {
		return fmt.Errorf("%s needs a Variable", field)
	}
	if _, _, err := parsePath(variable); err != nil {
		return err
	}
	text, isText := operand.(string)
	_, isNumber := operand.(float64)
	_, isBool := operand.(bool)
	switch {
	case byPath:
		if !isText {
			return fmt.Errorf("%s needs a path", field)
		}
		_, _, err := parsePath(text)
		return err
	case strings.HasPrefix(name, "Is") || name == "BooleanEquals":
		ok = isBool
	case strings.HasPrefix(name, "Numeric"):
		ok = isNumber
	case strings.HasPrefix(name, "Timestamp"):
		_, err := time.Parse(time.RFC3339, text)
		ok = err == nil
	default:
		ok = isText
	}
	if !ok {
		return fmt.Errorf("%s cannot be %v", field, operand)
	}
	return nil
}

// holds tells whether a rule in JSONPath is true of the input.
func (s scope) holds(rule map[string]any) (bool, error) {
	for field, operand := range rule {
		switch field {
		case "Next", "Comment", "Variable":
			continue
		case "And", "Or":
			list, _ := operand.([]any)
			for _, each := range list {
				inner, _ := each.(map[string]any)
				is, err := s.holds(inner)
				if err != nil || is == (field == "Or") {
					return is, err
				}
			}
			return field == "And", nil
		case "Not":
			inner, _ := operand.(map[string]any)
			is, err := s.holds(inner)
			return !is && err == nil, err
		}
		variable, _ := rule["Variable"].(string)
		return s.compare(field, variable, operand)
	}
	return false, nil
}

func (s scope) compare(field, variable string, operand any) (bool, error) {
	actual, found, err := s.lookup(variable)
	if err != nil {
		return false, err
	}
	if field == "IsPresent" {
		return found == operand, nil
	}
	if !found {
		return false, failure(errRuntime, fmt.Sprintf("Invalid path '%s': The choice state's condition path references an invalid value.", variable))
	}
	name, byPath := strings.CutSuffix(field, "Path")
	if byPath {
		text, _ := operand.(string)
		if operand, err = s.query(text); err != nil {
			return false, err
		}
	}
	text, isText := actual.(string)
	number, isNumber := actual.(float64)
	truth, isBool := actual.(bool)
	switch name {
	case "IsNull":
		return (actual == nil) == operand, nil
	case "IsString":
		return isText == operand, nil
	case "IsNumeric":
		return isNumber == operand, nil
	case "IsBoolean":
		return isBool == operand, nil
	case "IsTimestamp":
		_, err := time.Parse(time.RFC3339, text)
		return (isText && err == nil) == operand, nil
	case "BooleanEquals":
		return isBool && truth == operand, nil
	case "StringMatches":
		pattern, _ := operand.(string)
		return isText && matchesWildcard(pattern, text), nil
	}
	if order, ok := strings.CutPrefix(name, "Numeric"); ok {
		other, also := operand.(float64)
		return isNumber && also && ordered(order, number < other, number == other), nil
	}
	other, also := operand.(string)
	if !isText || !also {
		return false, nil
	}
	if order, ok := strings.CutPrefix(name, "Timestamp"); ok {
		at, err1 := time.Parse(time.RFC3339, text)
		than, err2 := time.Parse(time.RFC3339, other)
		return err1 == nil && err2 == nil && ordered(order, at.Before(than), at.Equal(than)), nil
	}
	return ordered(strings.TrimPrefix(name, "String"), text < other, text == other), nil
}

func ordered(order string, less, equal bool) bool {
	switch order {
	case "Equals":
		return equal
	case "LessThan":
		return less
	case "LessThanEquals":
		return less || equal
	case "GreaterThan":
		return !less && !equal
	default: // GreaterThanEquals
		return !less
	}
}

// matchesWildcard matches * against any run of characters; \* is a star.
func matchesWildcard(pattern, text string) bool {
	// That function knows more signs, and its star stops at a slash.
	var quoted strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i++
			quoted.WriteByte('\\')
			quoted.WriteByte(pattern[i])
		case c == '?' || c == '[' || c == '\\':
			quoted.WriteByte('\\')
			quoted.WriteByte(c)
		default:
			quoted.WriteByte(c)
		}
	}
	const slash = "\x00"
	ok, err := wildcard.Match(strings.ReplaceAll(quoted.String(), "/", slash), strings.ReplaceAll(text, "/", slash))
	return ok && err == nil
}
