package states

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ohler55/ojg/jp"
)

// scope is what expressions can refer to.
type scope struct {
	input   any
	context map[string]any
	// result and errorOutput are there for JSONata only, in their places.
	result, errorOutput any
	variables           map[string]any
}

func parsePath(text string) (expression jp.Expr, ofContext bool, err error) {
	if rest, ok := strings.CutPrefix(text, "$$"); ok {
		text, ofContext = "$"+rest, true
	}
	if !strings.HasPrefix(text, "$") {
		return nil, false, fmt.Errorf("%q is no JSONPath: it does not begin with $", text)
	}
	if len(text) > 1 && text[1] != '.' && text[1] != '[' {
		return nil, false, fmt.Errorf("%q: variables are not supported in JSONPath here", text)
	}
	expression, err = jp.ParseString(text)
	if err != nil {
		return nil, false, fmt.Errorf("%q is no JSONPath: %w", text, err)
	}
	return expression, ofContext, nil
}

func checkPath(p path) error {
	if !p.given || p.null {
		return nil
	}
	return checkQuery(p.text)
}

// checkReference checks a path that can be written to: names and indexes only.
func checkReference(p path) error {
	if !p.given || p.null {
		return nil
	}
	expression, ofContext, err := parsePath(p.text)
	if err != nil {
		return err
	}
	if ofContext || !definite(expression) {
		return fmt.Errorf("%q is no reference path", p.text)
	}
	return nil
}

// definite tells whether a path leads to one value at most.
func definite(expression jp.Expr) bool {
	for _, fragment := range expression {
		switch fragment.(type) {
		case jp.Root, jp.At, jp.Bracket, jp.Child, jp.Nth:
		default:
			return false
		}
	}
	return true
}

// lookup returns the value at a path, and whether there is one. A path that may
// lead to many values gives them as an array.
func (s scope) lookup(text string) (any, bool, error) {
	expression, ofContext, err := parsePath(text)
	if err != nil {
		return nil, false, failure(errRuntime, err.Error())
	}
	data := s.input
	if ofContext {
		data = s.context
	}
	found := expression.Get(data)
	if !definite(expression) {
		if found == nil {
			found = []any{}
		}
		return found, true, nil
	}
	if len(found) == 0 {
		return nil, false, nil
	}
	return found[0], true, nil
}

// query is the value of a path or of an intrinsic function.
func (s scope) query(text string) (any, error) {
	if strings.HasPrefix(text, "States.") {
		call, err := parseIntrinsic(text)
		if err != nil {
			return nil, failure(errIntrinsic, err.Error())
		}
		return call.run(s)
	}
	found, ok, err := s.lookup(text)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, failure(errParameterPath, fmt.Sprintf("The JSONPath '%s' could not be found in the input '%s'", text, short(s.input)))
	}
	return found, nil
}

func checkQuery(text string) error {
	if strings.HasPrefix(text, "States.") {
		_, err := parseIntrinsic(text)
		return err
	}
	_, _, err := parsePath(text)
	return err
}

// fill makes the value of a payload template: keys that end in .$ hold queries.
func (s scope) fill(template any) (any, error) {
	switch t := template.(type) {
	case map[string]any:
		out := make(map[string]any, len(t))
		for key, each := range t {
			var err error
			if name, ok := strings.CutSuffix(key, ".$"); ok {
				text, _ := each.(string)
				out[name], err = s.query(text)
			} else {
				out[key], err = s.fill(each)
			}
			if err != nil {
				return nil, err
			}
		}
		return out, nil
	case []any:
		out := make([]any, len(t))
		for i, each := range t {
			var err error
			if out[i], err = s.fill(each); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return template, nil
}

// selectPath applies an InputPath or OutputPath to data.
func selectPath(p path, data any, context map[string]any) (any, error) {
	switch {
	case !p.given:
		return data, nil
	case p.null:
		return map[string]any{}, nil
	}
	found, ok, err := scope{input: data, context: context}.lookup(p.text)
	if err == nil && !ok {
		err = failure(errRuntime, fmt.Sprintf("Invalid path '%s': No results for path in '%s'", p.text, short(data)))
	}
	return found, err
}

// put puts a result into the input where a ResultPath says.
func put(p path, input, result any) (any, error) {
	switch {
	case p.null:
		return input, nil
	case !p.given || p.text == "$":
		return result, nil
	}
	expression, _, err := parsePath(p.text)
	if err != nil {
		return nil, failure(errRuntime, err.Error())
	}
	root, ok := clone(input).(map[string]any)
	if !ok {
		return nil, failure(errResultPath, fmt.Sprintf("Unable to apply step %q to input '%s'", p.text, short(input)))
	}
	if err := expression.Set(root, result); err != nil {
		return nil, failure(errResultPath, fmt.Sprintf("Unable to apply %q: %v", p.text, err))
	}
	return root, nil
}

func clone(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, each := range v {
			out[key] = clone(each)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, each := range v {
			out[i] = clone(each)
		}
		return out
	}
	return value
}

func short(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "?"
	}
	if len(text) > 1000 {
		return string(text[:1000]) + "..."
	}
	return string(text)
}

var errUnbalanced = errors.New("quotes or brackets do not match")
