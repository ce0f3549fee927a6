package scim

import (
	"maps"
	"slices"
	"strings"
)

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
