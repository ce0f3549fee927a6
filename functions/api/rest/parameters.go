package rest

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Parameters is a part of an input that reads query parameters itself (as a
// huma.Resolver), and lists them.
type Parameters interface {
	Parameters() []*huma.Param
}

// document adds the parameters of an input's Parameters parts to the operation, in the
// order of the input's fields, and what the answers are.
func document(api huma.API, r *Route, input, output reflect.Type) {
	operation := operationOf(api.OpenAPI().Paths[r.FullPath()], r.Method)
	defer describe(operation, r, output)
	at := 0
	eachPart(input, func(field string, part Parameters) {
		if part == nil {
			if i := slices.IndexFunc(operation.Parameters, func(p *huma.Param) bool { return p.Name == field }); i >= 0 {
				at = i + 1
			}
			return
		}
		own := part.Parameters()
		operation.Parameters = slices.Insert(operation.Parameters, at, own...)
		at += len(own)
	})
}

func operationOf(path *huma.PathItem, method string) *huma.Operation {
	return map[string]*huma.Operation{
		"GET": path.Get, "POST": path.Post, "PUT": path.Put, "PATCH": path.Patch, "DELETE": path.Delete,
	}[method]
}

// eachPart calls do with the name of every parameter that is a field of an input, and
// with every Parameters part, in order.
func eachPart(t reflect.Type, do func(field string, part Parameters)) {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous || f.Type.Kind() != reflect.Struct {
			for _, tag := range []string{"path", "query", "header"} {
				if name := f.Tag.Get(tag); name != "" {
					name, _, _ = strings.Cut(name, ",")
					do(name, nil)
				}
			}
			continue
		}
		// A struct that embeds a part implements Parameters as well.
		if part, is := reflect.New(f.Type).Interface().(Parameters); is && !embedsParameters(f.Type) {
			do("", part)
			continue
		}
		eachPart(f.Type, do)
	}
}

func embedsParameters(t reflect.Type) bool {
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && reflect.PointerTo(f.Type).Implements(typeOf[Parameters]()) {
			return true
		}
	}
	return false
}
