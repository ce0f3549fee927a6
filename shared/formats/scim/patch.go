package scim

import (
	"encoding/json"
	"maps"
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

// Patch is the resource after the operations; the given one stays as it is. What the
// schemas do not keep is ignored, what they do not know is an error of type InvalidPath.
func (k Kind) Patch(r Resource, operations []Operation) (Resource, error) {
	r = clone(r).(Resource)
	for _, o := range operations {
		if o.Path != "" {
			if err := k.apply(r, o, false); err != nil {
				return nil, err
			}
			continue
		}
		members, ok := o.Value.(Resource)
		if !ok {
			return nil, fail(InvalidValue, "without a path the value must be an object")
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if k.Extension != nil && strings.EqualFold(name, k.Extension.ID) {
				inner, ok := members[name].(Resource)
				if !ok {
					return nil, fail(InvalidValue, "%s must be an object", name)
				}
				for _, in := range slices.Sorted(maps.Keys(inner)) {
					if err := k.apply(r, Operation{o.Op, k.Extension.ID + ":" + in, inner[in]}, true); err != nil {
						return nil, err
					}
				}
				continue
			}
			if err := k.apply(r, Operation{o.Op, name, members[name]}, true); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// apply applies an operation with a path. Members of a value without a path that only the
// server writes are left out: clients send back what they have read.
func (k Kind) apply(r Resource, o Operation, member bool) error {
	path, err := k.Path(o.Path)
	if err != nil {
		return err
	}
	if path.Attr == "" { // the extension as a whole
		if o.Op == "remove" {
			delete(r, path.URN)
			return nil
		}
		inner, ok := o.Value.(Resource)
		if !ok {
			return fail(InvalidValue, "%s must be an object", path.URN)
		}
		for name, v := range inner {
			if err := k.apply(r, Operation{o.Op, path.URN + ":" + name, v}, true); err != nil {
				return err
			}
		}
		return nil
	}
	a, _, kept := k.attribute(path.URN, path.Attr)
	if !kept {
		return nil
	}
	if a.Mutability == "readOnly" {
		if member || a.Name == "emails" { // which providers set without need
			return nil
		}
		return fail(Mutability, "%s cannot be changed", a.Name)
	}
	in := path.in(r)
	if in == nil {
		if o.Op == "remove" {
			return nil
		}
		in = Resource{}
		r[path.URN] = in
	}
	if o.Op != "remove" && o.Value == nil { // null is no value (RFC 7643, section 2.5)
		o.Op = "remove"
	}
	switch {
	case a.MultiValued:
		err = a.patchMany(in, path, o)
	case o.Op == "remove":
		if path.Sub == "" {
			delete(in, a.Name)
		} else if inner, ok := in[a.Name].(Resource); ok {
			delete(inner, path.Sub)
		}
	case path.Sub != "":
		inner, ok := in[a.Name].(Resource)
		if !ok {
			inner = Resource{}
			in[a.Name] = inner
		}
		inner[path.Sub] = o.Value
	case a.Type == "complex":
		given, ok := o.Value.(Resource)
		if !ok {
			return fail(InvalidValue, "%s must be an object", a.Name)
		}
		inner, ok := in[a.Name].(Resource)
		if !ok {
			inner = Resource{}
			in[a.Name] = inner
		}
		maps.Copy(inner, canonical(a.Sub, given))
	default:
		in[a.Name] = o.Value
	}
	return err
}

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

func clone(v any) any {
	switch v := v.(type) {
	case Resource:
		c := make(Resource, len(v))
		for name, one := range v {
			c[name] = clone(one)
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, one := range v {
			c[i] = clone(one)
		}
		return c
	}
	return v
}

// Select is the resource with the attributes of a request's parameters attributes and
// excludedAttributes (RFC 7644, section 3.9). Names that the kind does not have select
// nothing.
func (k Kind) Select(r Resource, only, without []string) Resource {
	always := func(name string) bool { return name == "id" || name == "schemas" }
	if len(only) == 0 && len(without) == 0 {
		return r
	}
	out := Resource{}
	if len(only) == 0 {
		out = clone(r).(Resource)
		for _, name := range without {
			path, err := k.Path(strings.TrimSpace(name))
			in := path.in(out)
			switch {
			case err != nil || in == nil && path.Attr != "" || always(path.Attr) && path.Sub == "":
			case path.Attr == "":
				delete(out, path.URN)
			case path.Sub == "":
				delete(in, path.Attr)
			default:
				for _, one := range Values(in[path.Attr]) {
					delete(one, path.Sub)
				}
			}
		}
		return out
	}
	for name, v := range r {
		if always(name) {
			out[name] = v
		}
	}
	for _, name := range only {
		path, err := k.Path(strings.TrimSpace(name))
		if err != nil {
			continue
		}
		from, to := path.in(r), out
		if path.Attr == "" {
			if inner := Get(r, path.URN); inner != nil {
				out[path.URN] = inner
			}
			continue
		}
		v, given := from[path.Attr]
		if !given {
			continue
		}
		if path.URN != "" {
			inner, ok := out[path.URN].(Resource)
			if !ok {
				inner = Resource{}
				out[path.URN] = inner
			}
			to = inner
		}
		if path.Sub == "" {
			to[path.Attr] = v
			continue
		}
		to[path.Attr] = part(v, to[path.Attr], path.Sub)
	}
	return out
}

// part is the value with one member of each complex value, in addition to what was chosen
// of it before.
func part(v, chosen any, sub string) any {
	pick := func(from Resource, to any) Resource {
		r, ok := to.(Resource)
		if !ok {
			r = Resource{}
		}
		if leaf, given := from[sub]; given {
			r[sub] = leaf
		}
		return r
	}
	switch v := v.(type) {
	case Resource:
		return pick(v, chosen)
	case []any:
		before, _ := chosen.([]any)
		list := make([]any, 0, len(v))
		for i, one := range v {
			var to any
			if i < len(before) {
				to = before[i]
			}
			if r, ok := one.(Resource); ok {
				list = append(list, pick(r, to))
			}
		}
		return list
	}
	return v
}
