package cloudwatchlogs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// row is an event or a group of events, by the names of its fields.
type row map[string]any

// text is a field as it is shown and compared.
func (r row) text(name string) (string, bool) {
	switch v := r[name].(type) {
	case nil:
		return "", false
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	default:
		return fmt.Sprint(v), true
	}
}

// number is a field that is a number, or a text that is one.
func (r row) number(name string) (float64, bool) {
	text, ok := r.text(name)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// table is the result of a query.
type table struct {
	columns []string
	rows    []row
}

// field is a field of a result.
type field struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

// fields are the rows as GetQueryResults gives them, where fields without a value are left out.
func (t table) fields() [][]field {
	all := make([][]field, 0, len(t.rows))
	for _, r := range t.rows {
		one := []field{}
		for _, c := range t.columns {
			if text, ok := r.text(c); ok {
				one = append(one, field{c, text})
			}
		}
		all = append(all, one)
	}
	return all
}

// most is how many rows a query without a limit has.
const most = 10_000

func (q query) run(events []row) (table, error) {
	t := table{columns: []string{"@timestamp", "@message"}, rows: events}
	// Without an order the latest are first.
	descending(t.rows, "@timestamp")
	for _, s := range q.steps {
		if err := s(&t); err != nil {
			return table{}, err
		}
	}
	t.rows = t.rows[:min(len(t.rows), most)]
	return t, nil
}

func ascending(rows []row, by string) {
	slices.SortStableFunc(rows, func(a, b row) int { return compare(a, b, by) })
}

func descending(rows []row, by string) {
	slices.SortStableFunc(rows, func(a, b row) int { return compare(b, a, by) })
}

// compare orders two rows by a field, numbers as such.
func compare(a, b row, by string) int {
	x, isX := a.number(by)
	y, isY := b.number(by)
	if isX && isY {
		return cmp.Compare(x, y)
	}
	s, _ := a.text(by)
	t, _ := b.text(by)
	return strings.Compare(s, t)
}

// aggregate is a number of a group of events.
type aggregate struct {
	name, of, as string
	percent      float64
}

// bin groups the times of events in steps of a duration.
type group struct {
	field string
	bin   time.Duration
	as    string
}

func (g group) of(r row) (string, bool) {
	if g.bin == 0 {
		return r.text(g.field)
	}
	text, _ := r.text("@timestamp")
	at, err := time.Parse("2006-01-02 15:04:05.000", text)
	return at.Truncate(g.bin).Format("2006-01-02 15:04:05.000"), err == nil
}

// stats has a row for each group, in the order of their first events.
func stats(t *table, numbers []aggregate, by []group) {
	members := map[string][]row{}
	var order []string
	heads := map[string]row{}
	for _, r := range t.rows {
		head := row{}
		var id strings.Builder
		for _, g := range by {
			text, ok := g.of(r)
			if ok {
				head[g.as] = text
			}
			fmt.Fprintf(&id, "%t%q", ok, text)
		}
		if _, known := members[id.String()]; !known {
			order, heads[id.String()] = append(order, id.String()), head
		}
		members[id.String()] = append(members[id.String()], r)
	}
	out := table{}
	for _, g := range by {
		out.columns = append(out.columns, g.as)
	}
	for _, n := range numbers {
		out.columns = append(out.columns, n.as)
	}
	for _, id := range order {
		r := heads[id]
		for _, n := range numbers {
			if v, ok := n.over(members[id]); ok {
				r[n.as] = v
			}
		}
		out.rows = append(out.rows, r)
	}
	*t = out
}

// over is the number of events; without a value there is none.
func (a aggregate) over(events []row) (float64, bool) {
	var values []float64
	present := 0
	for _, e := range events {
		if _, ok := e.text(a.of); ok || a.of == "*" {
			present++
		}
		if v, ok := e.number(a.of); ok {
			values = append(values, v)
		}
	}
	if a.name == "count" {
		return float64(present), true
	}
	if len(values) == 0 {
		return 0, false
	}
	slices.Sort(values)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	switch a.name {
	case "sum":
		return sum, true
	case "avg":
		return sum / float64(len(values)), true
	case "min":
		return values[0], true
	case "max":
		return values[len(values)-1], true
	default: // pct
		return values[max(int(math.Ceil(a.percent/100*float64(len(values))))-1, 0)], true
	}
}
