package scim

import (
	"reflect"
	"slices"
	"strings"
)

// Operation is an operation of a PATCH request (RFC 7644, section 3.5.2).
type Operation struct {
	Op    string
	Path  string
	Value any
}

// MaxOperations is the most operations of a request.
const MaxOperations = 1000

// Operations reads the operations of a PATCH request.
func Operations(body Resource) ([]Operation, error) {
	if !slices.ContainsFunc(Values(Get(body, "schemas")), func(v Resource) bool { return strings.EqualFold(Text(v, "value"), PatchURN) }) {
		return nil, fail(InvalidSyntax, "schemas must name %s", PatchURN)
	}
	list, ok := Get(body, "Operations").([]any)
	if !ok || len(list) == 0 {
		return nil, fail(InvalidSyntax, "Operations must be a list of at least one operation")
	}
	if len(list) > MaxOperations {
		return nil, fail(TooMany, "there are more than %d operations", MaxOperations)
	}
	all := make([]Operation, len(list))
	for i, one := range list {
		r, ok := one.(Resource)
		if !ok {
			return nil, fail(InvalidSyntax, "operation %d is no object", i+1)
		}
		all[i] = Operation{strings.ToLower(Text(r, "op")), strings.TrimSpace(Text(r, "path")), Get(r, "value")}
		if path := Get(r, "path"); path != nil && reflect.TypeOf(path).Kind() != reflect.String {
			return nil, fail(InvalidPath, "the path of operation %d is no text", i+1)
		}
		switch all[i].Op {
		case "add", "replace":
			if _, given := lookup(r, "value"); !given {
				return nil, fail(InvalidValue, "operation %d has no value", i+1)
			}
		case "remove":
			if all[i].Path == "" {
				return nil, fail(NoTarget, "operation %d removes, and has no path", i+1)
			}
		default:
			return nil, fail(InvalidSyntax, "the op of operation %d must be add, replace or remove", i+1)
		}
	}
	return all, nil
}

func lookup(r Resource, name string) (any, bool) {
	for key, v := range r {
		if strings.EqualFold(key, name) {
			return v, true
		}
	}
	return nil, false
}
