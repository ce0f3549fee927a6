package scim

import (
	"slices"
	"strings"
)

// Path names an attribute, some of its values, or a part of them (RFC 7644, section 3.10).
type Path struct {
	URN    string // of the extension; empty: the core schema
	Attr   string // empty: the extension as a whole
	Filter *Filter
	Sub    string
}

// selected are the complex values of the attribute that meet the filter.
func (p Path) selected(r Resource) []Resource {
	all := Values(Get(p.in(r), p.Attr))
	return slices.DeleteFunc(all, func(one Resource) bool { return !p.Filter.Matches(one) })
}

// in is the part of the resource with the attribute.
func (p Path) in(r Resource) Resource {
	if p.URN == "" {
		return r
	}
	inner, _ := Get(r, p.URN).(Resource)
	return inner
}

// leaves are the simple values at the path. A complex value counts as its member "value"
// (RFC 7644, section 3.4.2.2).
func (p Path) leaves(r Resource) []any {
	at := Get(p.in(r), p.Attr)
	if p.Filter != nil {
		list := []any{}
		for _, one := range p.selected(r) {
			list = append(list, one)
		}
		at = list
	}
	var leaves []any
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case nil:
		case []any:
			for _, one := range v {
				walk(one)
			}
		case Resource:
			name := p.Sub
			if name == "" {
				name = "value"
			}
			if leaf := Get(v, name); leaf != nil {
				leaves = append(leaves, leaf)
			}
		default:
			if p.Sub == "" || strings.EqualFold(p.Sub, "value") {
				leaves = append(leaves, v)
			}
		}
	}
	walk(at)
	return leaves
}

// Path parses a path into the kind's resources. An error is of type InvalidPath; one in the
// filter in brackets is of type InvalidFilter.
func (k Kind) Path(text string) (Path, error) {
	p, err := k.parser(text, InvalidPath)
	if err != nil {
		return Path{}, err
	}
	path, err := p.path()
	if err == nil && p.token != "" {
		err = p.unexpected("the end")
	}
	return path, err
}

// path reads a path, and the token after it.
func (p *parser) path() (Path, error) {
	if p.quoted || p.token == "" || strings.ContainsAny(p.token, "()[]") {
		return Path{}, p.unexpected("the name of an attribute")
	}
	path, err := p.name(p.token)
	if err != nil {
		return path, err
	}
	if err := p.next(); err != nil || !p.is("[") {
		return path, err
	}
	attribute, _, kept := p.kind.attribute(path.URN, path.Attr)
	if path.Sub != "" || path.Attr == "" || p.within != nil || kept && attribute.Type != "complex" {
		return path, fail(p.wrong, "a filter in brackets must follow an attribute with members, not within another one")
	}
	outside := p.wrong
	p.within, p.wrong = &attribute, InvalidFilter
	inner, err := p.group("]")
	if err != nil {
		return path, err
	}
	p.within, p.wrong, path.Filter = nil, outside, &Filter{inner}
	if sub, ok := strings.CutPrefix(p.token, "."); ok && !p.quoted {
		a, known, keptSub := attribute.sub(sub)
		if kept && !known {
			return path, fail(p.wrong, "%s has no attribute %q", path.Attr, sub)
		}
		path.Sub = sub
		if keptSub {
			path.Sub = a.Name
		}
		return path, p.next()
	}
	return path, nil
}

// name resolves the name of an attribute, with or without its schema's URN and a member.
func (p *parser) name(word string) (path Path, err error) {
	if p.within != nil {
		a, known, kept := p.within.sub(word)
		if kept {
			word = a.Name
		}
		if !known && p.within.Name != "" && !strings.EqualFold(word, "value") {
			return path, fail(p.wrong, "%s has no attribute %q", p.within.Name, word)
		}
		return Path{Attr: word}, nil
	}
	if len(word) > 4 && strings.EqualFold(word[:4], "urn:") {
		rest, core := cutURN(word, p.kind.Schema.ID)
		if !core {
			ext := false
			if p.kind.Extension != nil {
				rest, ext = cutURN(word, p.kind.Extension.ID)
			}
			if !ext {
				return path, fail(p.wrong, "the schema of %q is not supported", word)
			}
			path.URN = p.kind.Extension.ID
			if rest == "" {
				return path, nil
			}
		}
		word = rest
	}
	path.Attr, path.Sub, _ = strings.Cut(word, ".")
	a, known, kept := p.kind.attribute(path.URN, path.Attr)
	if !known || strings.HasSuffix(word, ".") {
		return path, fail(p.wrong, "there is no attribute %q", word)
	}
	if !kept {
		return path, nil
	}
	path.Attr = a.Name
	if path.Sub == "" {
		return path, nil
	}
	sub, known, kept := a.sub(path.Sub)
	if !known || a.Type != "complex" {
		return path, fail(p.wrong, "%s has no attribute %q", a.Name, path.Sub)
	}
	if kept {
		path.Sub = sub.Name
	}
	return path, nil
}

// cutURN is the rest of a name after its schema's URN and a colon.
func cutURN(word, urn string) (rest string, ok bool) {
	if len(word) < len(urn) || !strings.EqualFold(word[:len(urn)], urn) {
		return word, false
	}
	rest = word[len(urn):]
	if rest == "" {
		return "", true
	}
	return strings.CutPrefix(rest, ":")
}
