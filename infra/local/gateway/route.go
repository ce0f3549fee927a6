package gateway

import (
	"fmt"
	"net/url"
	"strings"
)

// node is a resource of the API: a tree by path segments, in which a literal segment
// takes precedence over a {parameter}, and that over a {rest+}.
type node struct {
	plain     map[string]*node
	parameter *node
	rest      *node
	methods   map[string]Route
}

func newNode() *node { return &node{plain: map[string]*node{}, methods: map[string]Route{}} }

func plant(routes []Route) (*node, error) {
	root := newNode()
	for _, route := range routes {
		at := root
		for _, segment := range segments(route.Path) {
			var next **node
			switch {
			case strings.HasPrefix(segment, "{") && strings.HasSuffix(segment, "+}"):
				next = &at.rest
			case strings.HasPrefix(segment, "{"):
				next = &at.parameter
			default:
				if at.plain[segment] == nil {
					at.plain[segment] = newNode()
				}
				at = at.plain[segment]
				continue
			}
			if *next == nil {
				*next = newNode()
			}
			at = *next
		}
		if taken, ok := at.methods[route.Method]; ok {
			return nil, fmt.Errorf("%s %s and %s are the same route", route.Method, route.Path, taken.Path)
		}
		at.methods[route.Method] = route
	}
	return root, nil
}

// find returns the route of a method and a path, and its unescaped path parameters.
func (n *node) find(method, path string) (Route, map[string]string, bool) {
	parts := segments(path)
	route, ok := n.match(method, parts)
	if !ok {
		return Route{}, nil, false
	}
	parameters := map[string]string{}
	for i, segment := range segments(route.Path) {
		if !strings.HasPrefix(segment, "{") {
			continue
		}
		name := strings.Trim(segment, "{}")
		value := parts[i]
		if strings.HasSuffix(name, "+") {
			name, value = strings.TrimSuffix(name, "+"), strings.Join(parts[i:], "/")
		}
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
		parameters[name] = value
	}
	return route, parameters, true
}

func (n *node) match(method string, parts []string) (Route, bool) {
	if len(parts) == 0 {
		route, ok := n.methods[method]
		return route, ok
	}
	if next := n.plain[parts[0]]; next != nil {
		if route, ok := next.match(method, parts[1:]); ok {
			return route, true
		}
	}
	if n.parameter != nil && parts[0] != "" {
		if route, ok := n.parameter.match(method, parts[1:]); ok {
			return route, true
		}
	}
	if n.rest != nil {
		route, ok := n.rest.methods[method]
		return route, ok
	}
	return Route{}, false
}

// segments splits a path. A trailing slash makes no difference, as on API Gateway.
func segments(path string) []string {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}
