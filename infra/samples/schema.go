package samples

import (
	"encoding/json"
	"fmt"
	"strings"

	"anzen/functions/api/rest"
)

// Document is the part of the API's OpenAPI document that samples need.
type Document struct {
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]schema }
}

type operation struct {
	Parameters []struct {
		Name, In string
		Required bool
		Schema   schema
	}
	RequestBody struct {
		Content map[string]struct{ Schema schema }
	}
}

// schema is a part of JSON Schema.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any    // a name, or several
	Format     string
	Enum       []any
	Examples   []any
	Default    any
	Minimum    *float64
	MinLength  int
	MinItems   int
	Required   []string
	Properties map[string]schema
	Items      *schema
	OneOf      []schema
}

// ReadDocument reads the API's document.
func ReadDocument(encoded []byte) (Document, error) {
	var d Document
	if err := json.Unmarshal(encoded, &d); err != nil {
		return d, fmt.Errorf("read the API's document: %w", err)
	}
	return d, nil
}

func (d Document) operation(r rest.Route) (operation, error) {
	o, ok := d.Paths[r.FullPath()][strings.ToLower(r.Method)]
	if !ok {
		return o, fmt.Errorf("%s %s is not in the API's document", r.Method, r.FullPath())
	}
	return o, nil
}

func (o operation) body() (schema, bool) {
	content, ok := o.RequestBody.Content["application/json"]
	return content.Schema, ok
}

// example is the smallest value that a schema allows, as far as it can be derived
// without its patterns.
func (d Document) example(s schema) any {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		return d.example(d.Components.Schemas[name])
	}
	switch {
	case len(s.Examples) > 0:
		return s.Examples[0]
	case s.Default != nil:
		return s.Default
	case len(s.Enum) > 0:
		return s.Enum[0]
	case len(s.OneOf) > 0:
		return d.example(s.OneOf[0])
	}
	switch s.kind() {
	case "object":
		value := map[string]any{}
		for _, name := range s.Required {
			value[name] = d.example(s.Properties[name])
		}
		return value
	case "array":
		value := []any{}
		for range s.MinItems {
			value = append(value, d.example(*s.Items))
		}
		return value
	case "integer", "number":
		if s.Minimum != nil {
			return *s.Minimum
		}
		return 1
	case "boolean":
		return false
	}
	return s.text()
}

// kind is the type; with null as an alternative, the other one.
func (s schema) kind() string {
	kinds, several := s.Type.([]any)
	for _, k := range kinds {
		if k != "null" {
			return fmt.Sprint(k)
		}
	}
	if several {
		return "null"
	}
	return fmt.Sprint(s.Type)
}

func (s schema) text() string {
	switch s.Format {
	case "uuid":
		return Other
	case "email":
		return Email
	case "date-time":
		return at
	case "date":
		return at[:len("2026-01-15")]
	case "uri":
		return "https://example.com/"
	case "ipv4":
		return "203.0.113.7"
	}
	text := "1"
	for len(text) < s.MinLength {
		text += "a"
	}
	return text
}
