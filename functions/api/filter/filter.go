// Package filter is how requests state filters and orders of lists of sheets: as
// parameters of their query, or as an object in their body. Which there are, and what is
// wrong with them, package library/search says.
package filter

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"anzen/functions/api/rest"
	"anzen/shared/domain/selection"
	"anzen/shared/library/search"
)

// Viewer is who calls, for a search.
func Viewer(call *rest.Call) search.Viewer {
	return search.Viewer{Principal: call.Principal, Company: call.Company, Now: call.Now()}
}

// Query is the part of an input that takes all filters as parameters of the query.
type Query struct{ filter search.Filter }

// Filter is what was stated.
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

// Parameters document the filters.
func (*Query) Parameters() []*huma.Param { return parameters(search.Parameters()) }

// Order is the part of an input that takes an order of the list.
type Order struct{ order search.Order }

// Stated is what was stated; the newest first where nothing was.
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

// Parameters document the order.
func (*Order) Parameters() []*huma.Param { return parameters(search.OrderParameters()) }

// Filters restrict a list. They combine with AND, the values of one with OR; "..._not"
// leaves out what its filter would find.
type Filters struct {
	filter search.Filter
	errs   error
}

// Of is a filter as an object of an answer; nil for all sheets.
func Of(text selection.Filter) *Filters {
	f, err := search.Read(text)
	if f.Text() == "" {
		return nil
	}
	return &Filters{filter: f, errs: err}
}

// Filter is what was stated, or what is wrong with it. Nothing stated is all sheets.
func (f *Filters) Filter() (search.Filter, error) {
	if f == nil {
		return search.Filter{}, nil
	}
	return f.filter, f.errs
}

// MarshalJSON writes the object.
func (f Filters) MarshalJSON() ([]byte, error) { return json.Marshal(f.filter) }

// UnmarshalJSON reads an object. What is wrong with its parameters Filter tells.
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

// parameters are those of a query.
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
