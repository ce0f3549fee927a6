// Package filter reads filters and orders of sheet lists from requests: from parameters
// of their query, or an object in their body. Package library/search defines and
// validates them.
package filter

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"anzen/functions/api/rest"
	"anzen/shared/domain/selection"
	"anzen/shared/library/search"
)

// Viewer is the caller, for a search.
func Viewer(call *rest.Call) search.Viewer {
	return search.Viewer{Principal: call.Principal, Company: call.Company, Now: call.Now()}
}

// Query is the part of an input with all filters as parameters of the query.
type Query struct{ filter search.Filter }

// Filter is the filter of the request.
func (q *Query) Filter() search.Filter { return q.filter }

// Resolve reads the filters of the request's query.
func (q *Query) Resolve(ctx huma.Context) (wrong []error) {
	address := ctx.URL()
	var err error
	if q.filter, err = search.Parse(address.Query()); err != nil {
		wrong = append(wrong, err)
	}
	return wrong
}

// Parameters are the filters' parameters.
func (*Query) Parameters() []*huma.Param { return parameters(search.Parameters()) }

// Order is the part of an input with an order of the list.
type Order struct{ order search.Order }

// Stated is the order of the request; default: the newest first.
func (o *Order) Stated() search.Order { return o.order }

// Resolve reads the order in the request's query.
func (o *Order) Resolve(ctx huma.Context) (wrong []error) {
	address := ctx.URL()
	var err error
	if o.order, err = search.ParseOrder(address.Query()); err != nil {
		wrong = append(wrong, err)
	}
	return wrong
}

// Parameters are the order's parameters.
func (*Order) Parameters() []*huma.Param { return parameters(search.OrderParameters()) }

// Filters are the filters of a list. They combine with AND, the values of one with OR;
// "..._not" excludes the sheets of its filter.
type Filters struct {
	filter search.Filter
	errs   error
}

// Of is a filter as an object in an answer; nil for all sheets.
func Of(text selection.Filter) *Filters {
	f, err := search.Read(text)
	if f.Text() == "" {
		return nil
	}
	return &Filters{filter: f, errs: err}
}

// Filter is the filter of the body, or its errors; without one all sheets.
func (f *Filters) Filter() (search.Filter, error) {
	if f == nil {
		return search.Filter{}, nil
	}
	return f.filter, f.errs
}

// MarshalJSON writes the object.
func (f Filters) MarshalJSON() ([]byte, error) { return json.Marshal(f.filter) }

// UnmarshalJSON reads an object. Errors of its parameters are returned by Filter.
func (f *Filters) UnmarshalJSON(data []byte) error {
	var text selection.Filter
	if err := text.UnmarshalJSON(data); err != nil {
		return err
	}
	f.filter, f.errs = search.Read(text)
	return nil
}

// TransformSchema describes the object.
func (Filters) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties = map[string]*huma.Schema{}
	for _, p := range search.Parameters() {
		s.Properties[p.Name] = schema(p)
	}
	return s
}

// parameters are huma's parameters of a query.
func parameters(of []search.Parameter) []*huma.Param {
	all := make([]*huma.Param, len(of))
	for i, p := range of {
		all[i] = &huma.Param{Name: p.Name, In: "query", Description: p.Doc, Explode: &of[i].List, Schema: schema(p)}
	}
	return all
}

// schema describes the values of a parameter.
func schema(p search.Parameter) *huma.Schema {
	value := &huma.Schema{Type: string(p.Type), Pattern: p.Pattern, Format: p.Format}
	if p.Type == search.Integer {
		value.Format = "int64"
	}
	for _, option := range p.Enum {
		value.Enum = append(value.Enum, option)
	}
	if p.MaxLength > 0 {
		value.MaxLength = &p.MaxLength
	}
	if !p.List {
		value.Description = p.Doc
		return value
	}
	return &huma.Schema{Type: huma.TypeArray, Description: p.Doc, Items: value, MaxItems: &p.MaxItems}
}
