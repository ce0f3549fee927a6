// Package search finds sheets of a company: the use case behind the list, its counts,
// exports, downloads, periodic exports and saved searches.
//
// A filter is declared once (Declarations): its name, kind, limits, choices, documentation,
// and what it asks of the catalog. From the declaration follow the parameters of every
// route that takes filters, reading and validating them, the object that stands for a filter
// in the body of a request, and what the dashboard shows. A filter has one text form: its
// parameters as they stand behind the question mark of the list's address. Saved searches,
// the selections of jobs and the settings of periodic exports keep it.
package search

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
)

// CodeRangeOrder is answered for a range that ends before it begins.
const CodeRangeOrder message.Code = "input.range_order"

// Filter restricts a list of sheets. What was read without an error can be searched for.
// Its zero value is all sheets.
type Filter struct {
	values url.Values // by parameter, as they are kept
}

// Parse reads the filters among the parameters of a query, and tells what is wrong with
// them. Other parameters are not looked at. What is not wrong is read in any case.
func Parse(query url.Values) (Filter, error) {
	var wrong fieldErrors
	f := parse(query, &wrong)
	return f, wrong.err()
}

// Having finds the sheets in which words stand.
func Having(words string) (Filter, error) { return Parse(url.Values{text: {words}}) }

// Read reads a filter in its text form. It knows all parameters: by one that there is not
// any more, fewer sheets were meant than would be found without it.
func Read(filter selection.Filter) (Filter, error) {
	query, err := url.ParseQuery(string(filter))
	if err != nil {
		return Filter{}, message.New(message.Invalid, message.CodeInvalid).Because(err)
	}
	var wrong fieldErrors
	wrong.unknown(query, nil)
	f := parse(query, &wrong)
	return f, wrong.err()
}

// unknown adds the parameters that are none of filters, nor of some others.
func (e *fieldErrors) unknown(query url.Values, others []Parameter) {
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if _, is := byName[name]; !is && !slices.ContainsFunc(others, func(p Parameter) bool { return p.Name == name }) {
			e.add(name, message.CodeUnknownField, nil)
		}
	}
}

func parse(query url.Values, wrong *fieldErrors) Filter {
	f := Filter{values: url.Values{}}
	for i := range Declarations {
		for _, p := range Declarations[i].Parameters() {
			if given, is := query[p.Name]; is {
				if values := p.read(given, wrong); values != nil {
					f.values[p.Name] = values
				}
			}
		}
	}
	for i := range Declarations {
		Declarations[i].check(f, wrong)
	}
	return f
}

// check adds what is wrong with parameters together.
func (d *Declaration) check(f Filter, wrong *fieldErrors) {
	if d.span == nil {
		return
	}
	low, high, ranged := d.bounds(f)
	switch {
	case !ranged:
	case d.With != "" && f.values[d.With] == nil:
		wrong.add(d.With, message.CodeRequired, nil)
	case low > high:
		wrong.add(d.Name+to, CodeRangeOrder, nil)
	}
}

// bounds are the ends of a range, open where they are not stated; ranged is false where
// neither is.
func (d *Declaration) bounds(f Filter) (low, high float64, ranged bool) {
	low, high = catalog.Unbounded(-1), catalog.Unbounded(1)
	for _, end := range []struct {
		name string
		last bool
		at   *float64
	}{{d.Name + from, false, &low}, {d.Name + to, true, &high}} {
		if v := f.one(end.name); v != "" {
			*end.at, ranged = d.bound(v, end.last), true
		}
	}
	return low, high, ranged
}

// japan is where days are meant.
var japan = time.FixedZone("JST", 9*60*60)

// bound is an end of a range as the catalog takes it; of a day that is a moment its first
// second, or its last.
func (d *Declaration) bound(v string, last bool) float64 {
	switch {
	case d.Kind == NumberRange:
		n, _ := strconv.ParseFloat(v, 64) // it fits the pattern
		return n
	case !d.moments:
		n, _ := catalog.DayNumber(v) // it is a date
		return n
	}
	t, _ := time.ParseInLocation(time.DateOnly, v, japan) // it is a date
	if last {
		t = t.AddDate(0, 0, 1).Add(-time.Second)
	}
	return float64(t.Unix())
}

// one is the value of a parameter that has one; empty where it is not stated.
func (f Filter) one(name string) string {
	if v := f.values[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Text is the filter in its text form; empty for all sheets.
func (f Filter) Text() selection.Filter { return selection.Filter(f.values.Encode()) }

// MarshalJSON writes the filter as an object of its parameters.
func (f Filter) MarshalJSON() ([]byte, error) {
	object := make(map[string]any, len(f.values))
	for name, values := range f.values {
		p := byName[name].parameter
		list := make([]any, len(values))
		for i, v := range values {
			list[i] = p.json(v)
		}
		if p.List {
			object[name] = list
		} else {
			object[name] = list[0]
		}
	}
	return json.Marshal(object)
}

func (p *Parameter) json(v string) any {
	switch p.Type {
	case Integer:
		return json.Number(v)
	case Boolean:
		return v == yes
	}
	return v
}

// query is what the filter asks of the catalog.
func (f Filter) query(v Viewer) catalog.Query {
	a := &query{v, f}
	q := catalog.Query{Text: f.one(text), Removed: f.one(removed) == yes}
	for _, id := range f.values[ids] {
		q.IDs = append(q.IDs, sds.SheetID(id))
	}
	for i := range Declarations {
		d := &Declarations[i]
		if d.span != nil {
			if low, high, ranged := d.bounds(f); ranged {
				q.Where = append(q.Where, d.span(a, low, high))
			}
			continue
		}
		if values := f.values[d.Name]; values != nil && d.ask != nil {
			c := d.ask(a, values)
			if d.Kind == YesNo && values[0] == no {
				c = catalog.Not(c)
			}
			q.Where = append(q.Where, c)
		}
		if values := f.values[d.Name+not]; d.Not && values != nil {
			q.Where = append(q.Where, catalog.Not(d.ask(a, values)))
		}
	}
	return q
}
