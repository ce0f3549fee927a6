// Package search finds sheets of a company: the use case behind the list, its counts,
// exports, downloads, periodic exports and saved searches.
//
// A filter is declared once (Declarations): its name, kind, limits, choices, documentation
// and catalog condition. From the declaration follow the parameters of every route that
// takes filters, their parsing and validation, the JSON object of a filter in request
// bodies, and the dashboard's controls. A filter has one text form, the query string of the
// list's URL, in which saved searches, the selections of jobs and the settings of periodic
// exports store it.
package search

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
)

// CodeRangeOrder is the code of a range that ends before it begins.
const CodeRangeOrder message.Code = "input.range_order"

// Filter restricts a list of sheets; one parsed without an error is valid. Its zero value
// is all sheets.
type Filter struct {
	values url.Values // by parameter, in canonical form
}

// Parse parses the filters among the parameters of a query. It ignores other parameters,
// returns all invalid ones in one error (*message.Error), and the valid ones in any case.
func Parse(query url.Values) (Filter, error) {
	var wrong input.FieldErrors
	f := parse(query, &wrong)
	return f, wrong.Err()
}

// Having is the filter of the sheets that contain all the words.
func Having(words string) (Filter, error) { return Parse(url.Values{text: {words}}) }

// Read parses a filter in its text form. Unknown parameters are errors: ignoring a filter
// that no longer exists would find more sheets than were meant.
func Read(filter selection.Filter) (Filter, error) {
	query, err := url.ParseQuery(string(filter))
	if err != nil {
		return Filter{}, message.New(message.Invalid, message.CodeInvalid).Because(err)
	}
	var wrong input.FieldErrors
	addUnknown(&wrong, query, nil)
	f := parse(query, &wrong)
	return f, wrong.Err()
}

// addUnknown adds the parameters that belong neither to a filter nor to others.
func addUnknown(wrong *input.FieldErrors, query url.Values, others []Parameter) {
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if _, is := byName[name]; !is && !slices.ContainsFunc(others, func(p Parameter) bool { return p.Name == name }) {
			wrong.Add(name, message.CodeUnknownField)
		}
	}
}

func parse(query url.Values, wrong *input.FieldErrors) Filter {
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

// check adds errors in the combination of parameters.
func (d *Declaration) check(f Filter, wrong *input.FieldErrors) {
	if d.span == nil {
		return
	}
	low, high, ranged := d.bounds(f)
	switch {
	case !ranged:
	case d.With != "" && f.values[d.With] == nil:
		wrong.Add(d.With, message.CodeRequired)
	case low > high:
		wrong.Add(d.Name+to, CodeRangeOrder)
	}
}

// bounds are the ends of a range, open where they are absent; ranged is false where both
// are.
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

// japan is the time zone of days.
var japan = time.FixedZone("JST", 9*60*60)

// bound is an end of a range as the catalog takes it; where the ends are moments, that of a day is
// its first or last second.
func (d *Declaration) bound(v string, last bool) float64 {
	switch {
	case d.Kind == NumberRange:
		n, _ := strconv.ParseFloat(v, 64) // validated by the pattern
		return n
	case !d.moments:
		n, _ := catalog.DayNumber(v) // validated as a date
		return n
	}
	if at, err := time.Parse(time.RFC3339, v); err == nil {
		return float64(at.Unix())
	}
	t, _ := time.ParseInLocation(time.DateOnly, v, japan) // validated as a date
	if last {
		t = t.AddDate(0, 0, 1).Add(-time.Second)
	}
	return float64(t.Unix())
}

// one is the value of a parameter that takes one; empty where it is absent.
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

// query is the catalog query of the filter.
func (f Filter) query(v Viewer) catalog.Query {
	a := &query{v, f}
	q := catalog.Query{Where: conditions(f.one(text)), Removed: f.one(removed) == yes}
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
		if values := f.values[d.Name]; values != nil && d.condition != nil {
			c := d.condition(a, values)
			if d.Kind == YesNo && values[0] == no {
				c = catalog.Not(c)
			}
			q.Where = append(q.Where, c)
		}
		if values := f.values[d.Name+not]; d.Not && values != nil {
			q.Where = append(q.Where, catalog.Not(d.condition(a, values)))
		}
	}
	return q
}
