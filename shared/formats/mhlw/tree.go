package mhlw

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object, as encoding/json decodes it.
type object = map[string]any

// step is a part of a path: a member, or the place in a list.
type step struct {
	name  string
	index int // of a list; -1 for a member
}

// maxIndex bounds how long a list a path can make.
const maxIndex = 9999

var stepRE = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_/-]*)?((?:\[\d{1,4}\])*)$`)

// parsePath reads "A.B[0].C"; it may begin with a place in a list.
func parsePath(path string) ([]step, bool) {
	var steps []step
	for i, part := range strings.Split(path, ".") {
		m := stepRE.FindStringSubmatch(part)
		if m == nil || part == "" || m[1] == "" && i > 0 {
			return nil, false
		}
		if m[1] != "" {
			steps = append(steps, step{m[1], -1})
		}
		for _, n := range strings.FieldsFunc(m[2], func(r rune) bool { return r == '[' || r == ']' }) {
			index, err := strconv.Atoi(n)
			if err != nil || index > maxIndex {
				return nil, false
			}
			steps = append(steps, step{"", index})
		}
	}
	return steps, true
}

func mustPath(path string) []step {
	steps, ok := parsePath(path)
	if !ok {
		panic(fmt.Sprintf("mhlw: %q is no path", path))
	}
	return steps
}

// look is what stands at the path, nil where nothing does.
func look(at any, steps []step) any {
	for _, s := range steps {
		switch v := at.(type) {
		case object:
			if s.index >= 0 {
				return nil
			}
			at = v[s.name]
		case []any:
			if s.index < 0 || s.index >= len(v) {
				return nil
			}
			at = v[s.index]
		default:
			return nil
		}
	}
	return at
}

// put writes a value where nothing stands yet and reports whether it could. The
// result is the tree: a list may have grown.
func put(at any, steps []step, value any) (any, bool) {
	if len(steps) == 0 {
		return value, at == nil
	}
	s := steps[0]
	if s.index < 0 {
		if at == nil {
			at = object{}
		}
		o, ok := at.(object)
		if !ok {
			return at, false
		}
		v, ok := put(o[s.name], steps[1:], value)
		if ok {
			o[s.name] = v
		}
		return at, ok
	}
	if at == nil {
		at = []any{}
	}
	list, ok := at.([]any)
	if !ok {
		return at, false
	}
	var had any
	if s.index < len(list) {
		had = list[s.index]
	}
	v, ok := put(had, steps[1:], value)
	if !ok {
		return at, false
	}
	for len(list) <= s.index {
		list = append(list, nil)
	}
	list[s.index] = v
	return list, true
}

// drop empties what stands at the path: it has been read.
func drop(root object, steps []step) {
	last := steps[len(steps)-1]
	switch v := look(root, steps[:len(steps)-1]).(type) {
	case object:
		delete(v, last.name)
	case []any:
		if last.index >= 0 && last.index < len(v) {
			v[last.index] = nil
		}
	}
}

// pruned is the value without empty members, nil where nothing is left.
func pruned(v any) any {
	switch v := v.(type) {
	case object:
		for name, member := range v {
			if member = pruned(member); member == nil {
				delete(v, name)
			} else {
				v[name] = member
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		kept := v[:0]
		for _, member := range v {
			if member = pruned(member); member != nil {
				kept = append(kept, member)
			}
		}
		if len(kept) == 0 {
			return nil
		}
		return kept
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}

// leaf is a value of a tree with where it stands.
type leaf struct {
	path  string
	value any
}

// leaves are all values below, in the order of their paths. Places in lists
// count as they do in the document, so nothing may have been pruned.
func leaves(path string, v any) (all []leaf) {
	switch v := v.(type) {
	case nil:
	case object:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			at := name
			if path != "" {
				at = path + "." + name
			}
			all = append(all, leaves(at, v[name])...)
		}
	case []any:
		for i, member := range v {
			all = append(all, leaves(path+"["+strconv.Itoa(i)+"]", member)...)
		}
	default:
		all = append(all, leaf{path, v})
	}
	return all
}

// pathOf writes steps as parsePath reads them.
func pathOf(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.index >= 0 {
			fmt.Fprintf(&b, "[%d]", s.index)
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.name)
	}
	return b.String()
}

// member goes on from a path: strings are members, ints places in lists.
func member(steps []step, more ...any) []step {
	on := slices.Clone(steps)
	for _, m := range more {
		switch m := m.(type) {
		case string:
			on = append(on, step{m, -1})
		case int:
			on = append(on, step{"", m})
		}
	}
	return on
}
