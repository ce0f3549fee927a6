package states

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"
)

// path selects all of the data ($) or one field ($.name); it may be missing, or null.
type path struct {
	given, null bool
	field       string // empty: all of the data
}

var fieldPath = regexp.MustCompile(`^\$\.([A-Za-z_][A-Za-z0-9_]*)$`)

// UnmarshalJSON reads a path or null.
func (p *path) UnmarshalJSON(data []byte) error {
	*p = path{given: true}
	if string(data) == "null" {
		p.null = true
		return nil
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	if text == "$" {
		return nil
	}
	found := fieldPath.FindStringSubmatch(text)
	if found == nil {
		return fmt.Errorf("path %q: the local stack supports $ and $.name only", text)
	}
	p.field = found[1]
	return nil
}

func (p path) String() string {
	if p.field == "" {
		return "$"
	}
	return "$." + p.field
}

// in returns the value at the path, and whether it exists.
func (p path) in(data any) (any, bool) {
	if p.field == "" {
		return data, true
	}
	fields, _ := data.(map[string]any)
	value, found := fields[p.field]
	return value, found
}

// put inserts a result into the input at a ResultPath.
func (p path) put(input, result any) (any, error) {
	switch {
	case p.null:
		return input, nil
	case p.field == "":
		return result, nil
	}
	fields, ok := input.(map[string]any)
	if !ok {
		return nil, failure(errResultPath, fmt.Sprintf("Unable to apply step \"%s\" to input '%s'", p, short(input)))
	}
	with := maps.Clone(fields)
	with[p.field] = result
	return with, nil
}

// checkTemplate checks Parameters: plain values, and paths for keys that end in ".$".
func checkTemplate(template map[string]any) error {
	for key, value := range template {
		if strings.HasSuffix(key, ".$") {
			if _, err := pathOf(value); err != nil {
				return fmt.Errorf("Parameters: %s: %w", key, err)
			}
			continue
		}
		switch value.(type) {
		case map[string]any, []any:
			return fmt.Errorf("Parameters: %w", unknown("an object or array ("+key+")"))
		}
	}
	return nil
}

func pathOf(value any) (p path, err error) {
	encoded, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(encoded, &p)
	}
	return p, err
}

// fill evaluates Parameters.
func fill(template map[string]any, input any) (any, error) {
	out := make(map[string]any, len(template))
	for key, value := range template {
		name, isPath := strings.CutSuffix(key, ".$")
		if isPath {
			p, err := pathOf(value)
			if err != nil {
				return nil, failure(errRuntime, err.Error())
			}
			found, ok := p.in(input)
			if !ok {
				return nil, failure(errParameterPath, fmt.Sprintf("The JSONPath '%s' could not be found in the input '%s'", p, short(input)))
			}
			value = found
		}
		out[name] = value
	}
	return out, nil
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
