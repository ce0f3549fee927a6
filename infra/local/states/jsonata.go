package states

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/blues/jsonata-go"
	"github.com/google/uuid"
)

// isExpression tells whether a text is {% an expression %}.
func isExpression(text string) bool {
	return strings.HasPrefix(text, "{%") && strings.HasSuffix(text, "%}") && len(text) >= 4
}

// extensions are the functions that Step Functions adds to JSONata.
var extensions = map[string]jsonata.Extension{
	"uuid": {Func: uuid.NewString},
	"parse": {Func: func(text string) (any, error) {
		var value any
		err := json.Unmarshal([]byte(text), &value)
		return value, err
	}},
	"partition": {Func: func(array []any, size float64) (any, error) {
		return onArray("ArrayPartition", array, []any{size})
	}},
	"range": {Func: func(first, last, step float64) (any, error) {
		return arrayRange([]any{first, last, step})
	}},
	"hash": {Func: func(text, algorithm string) (any, error) { return hash(text, algorithm) }},
}

func compile(text string) (*jsonata.Expr, error) {
	expression, err := jsonata.Compile(strings.TrimSpace(text[2 : len(text)-2]))
	if err != nil {
		return nil, fmt.Errorf("%s is no JSONata: %w", text, err)
	}
	if err := expression.RegisterExts(extensions); err != nil {
		return nil, fmt.Errorf("prepare JSONata: %w", err)
	}
	return expression, nil
}

func checkJSONata(text string) error {
	_, err := compile(text)
	return err
}

// evaluate makes the value of a template whose {% texts %} are JSONata.
func (s scope) evaluate(template any) (any, error) {
	switch t := template.(type) {
	case string:
		if !isExpression(t) {
			return t, nil
		}
		result, err := s.expression(t)
		if err != nil {
			return nil, failure(errQuery, fmt.Sprintf("The JSONata expression '%s' threw an error: %v", t, err))
		}
		return result, nil
	case map[string]any:
		out := make(map[string]any, len(t))
		for key, each := range t {
			var err error
			if out[key], err = s.evaluate(each); err != nil {
				return nil, err
			}
		}
		return out, nil
	case []any:
		out := make([]any, len(t))
		for i, each := range t {
			var err error
			if out[i], err = s.evaluate(each); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return template, nil
}

func (s scope) expression(text string) (result any, err error) {
	// The library panics on some expressions that make no sense.
	defer func() {
		if value := recover(); value != nil {
			result, err = nil, fmt.Errorf("%v", value)
		}
	}()
	expression, err := compile(text)
	if err != nil {
		return nil, err
	}
	reserved := map[string]any{"input": s.input, "context": s.context}
	if s.result != nil {
		reserved["result"] = s.result
	}
	if s.errorOutput != nil {
		reserved["errorOutput"] = s.errorOutput
	}
	variables := map[string]any{"states": reserved}
	for name, value := range s.variables {
		variables[name] = value
	}
	if err := expression.RegisterVars(variables); err != nil {
		return nil, err
	}
	raw, err := expression.Eval(nil)
	if errors.Is(err, jsonata.ErrUndefined) {
		return nil, errors.New("it returned nothing (undefined)")
	}
	if err != nil {
		return nil, err
	}
	// Whatever Go types the library made, the states pass JSON on.
	return asJSON(raw)
}

func asJSON(value any) (any, error) {
	encoded, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var plain any
	err = json.Unmarshal(encoded, &plain)
	return plain, err
}
