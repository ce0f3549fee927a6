package search

import (
	"net/url"

	"anzen/shared/catalog"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/selection"
)

// Order is how a list is sorted. Its zero value is the newest first.
type Order struct {
	By   catalog.Sort
	Desc bool
}

// orders are the sorts of a list.
var orders = []catalog.Sort{catalog.SortCreated, catalog.SortRevised, catalog.SortName, catalog.SortStatus, catalog.SortAssessed, catalog.SortConfirmed}

// The two directions.
const (
	ascending  = "asc"
	descending = "desc"
)

// OrderParameters are the query parameters of an order: order_by_name=asc. Of several
// given, the first of these applies.
func OrderParameters() []Parameter {
	all := make([]Parameter, len(orders))
	for i, by := range orders {
		all[i] = Parameter{Name: "order_by_" + string(by), Type: String, Enum: []string{ascending, descending}, Doc: "sorts by it; of several, the first in this document applies"}
	}
	return all
}

// ParseOrder parses the order among the parameters of a query.
func ParseOrder(query url.Values) (Order, error) {
	var wrong input.FieldErrors
	o := parseOrder(query, &wrong)
	return o, wrong.Err()
}

func parseOrder(query url.Values, wrong *input.FieldErrors) (o Order) {
	for i, p := range OrderParameters() {
		if values := p.read(query[p.Name], wrong); values != nil && o.By == "" {
			o = Order{orders[i], values[0] == descending}
		}
	}
	return o.orNewest()
}

func (o Order) orNewest() Order {
	if o.By == "" {
		return Order{catalog.SortCreated, true}
	}
	return o
}

// Saved parses a saved search: a filter and an order in their text form, and nothing else.
func Saved(text string) (Filter, Order, error) {
	query, err := url.ParseQuery(text)
	if err != nil {
		return Filter{}, Order{}, message.New(message.Invalid, message.CodeInvalid).Because(err)
	}
	var wrong input.FieldErrors
	addUnknown(&wrong, query, OrderParameters())
	f, o := parse(query, &wrong), parseOrder(query, &wrong)
	return f, o, wrong.Err()
}

// ordered is the order in which a selection is read.
func ordered(s selection.Selection) Order { return Order{catalog.Sort(s.Sort), s.Desc}.orNewest() }
