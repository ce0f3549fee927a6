package scim

import "strings"

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
