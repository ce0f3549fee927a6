package scim

import (
	"encoding/json"
	"maps"
	"slices"
)

// patchMany applies an operation to a multi-valued attribute.
func (a Attribute) patchMany(in Resource, path Path, o Operation) error {
	have := Values(in[a.Name])
	matched := func(one Resource) bool { return path.Filter.Matches(one) }
	keep := func(list []Resource) {
		values := make([]any, len(list))
		for i, one := range list {
			values[i] = one
		}
		in[a.Name] = values
	}
	if path.Filter == nil && path.Sub == "" {
		given := []Resource{}
		for _, one := range Values(o.Value) {
			given = append(given, canonical(a.Sub, one))
		}
		if list, isList := o.Value.([]any); o.Value != nil && len(given) == 0 && (!isList || len(list) > 0) {
			return fail(InvalidValue, "%s must be a list of objects", a.Name)
		}
		known := map[string]bool{}
		switch {
		case o.Op == "replace":
			have = nil
		case o.Op == "remove" && len(given) > 0: // members with the values, as Entra ID writes it
			for _, g := range given {
				known[identity(g)] = true
			}
			keep(slices.DeleteFunc(have, func(h Resource) bool { return known[identity(h)] }))
			return nil
		case o.Op == "remove":
			delete(in, a.Name)
			return nil
		}
		for _, h := range have {
			known[identity(h)] = true
		}
		for _, g := range given {
			if !known[identity(g)] {
				known[identity(g)] = true
				have = append(have, g)
			}
		}
		keep(have)
		return nil
	}
	if o.Op == "remove" {
		if path.Sub == "" {
			keep(slices.DeleteFunc(have, matched))
			return nil
		}
		for _, one := range have {
			if matched(one) {
				delete(one, path.Sub)
			}
		}
		keep(have)
		return nil
	}
	given, _ := o.Value.(Resource)
	if path.Sub == "" && given == nil {
		return fail(InvalidValue, "%s must be an object", a.Name)
	}
	change := func(one Resource) {
		if path.Sub != "" {
			one[path.Sub] = o.Value
			return
		}
		maps.Copy(one, canonical(a.Sub, given))
	}
	found := false
	for _, one := range have {
		if matched(one) {
			found = true
			change(one)
		}
	}
	switch {
	case found:
	case o.Op == "replace" && path.Filter != nil:
		return fail(NoTarget, "no value of %s meets the filter", a.Name)
	default: // a new value, with what the filter says of it
		fresh := Resource{}
		if path.Filter != nil {
			path.Filter.root.describe(fresh)
		}
		change(fresh)
		have = append(have, fresh)
	}
	keep(have)
	return nil
}

// identity tells values of an attribute apart: by their member "value", else as a whole.
func identity(r Resource) string {
	if v := Text(r, "value"); v != "" {
		return "=" + v
	}
	encoded, _ := json.Marshal(r) // of what was decoded
	return string(encoded)
}

// describe sets the members that a value must have to meet the filter, where it says so.
func (n both) describe(r Resource)   { n.left.describe(r); n.right.describe(r) }
func (n either) describe(Resource)   {}
func (n negation) describe(Resource) {}
func (n valued) describe(Resource)   {}
func (n comparison) describe(r Resource) {
	if n.op == "eq" {
		r[n.path.Attr] = n.value
	}
}
