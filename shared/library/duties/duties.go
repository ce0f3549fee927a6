// Package duties is what has to be done in a company or its departments: each duty that
// the laws bring for some sheet, with the number of these sheets and the filter that lists
// them; what announced changes of the laws will bring, and from when; and the duties of a
// sheet as rows of a table. Everything is counted in one state of the catalog, without
// reading records.
package duties

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

// Aggregate is a duty of a company.
type Aggregate struct {
	*duty.Duty
	Sheets  int // to which a law applies that brings it, or may
	Certain int // of these, those to which one certainly applies
	Filter  search.Filter
}

// Change is a day on which entries of a class begin to apply to sheets.
type Change struct {
	Class   *regulation.Class
	Day     string
	Entries int // of the class that begin on the day
	Sheets  int // that contain some of them
	Filter  search.Filter
	// First are sheets to which the class does not apply before.
	First int
	// Duties follow from the class.
	Duties []*duty.Duty
}

// Summary is what has to be done.
type Summary struct {
	Day     string // today, YYYY-MM-DD
	Duties  []Aggregate
	Changes []Change // announced, by day
}

// Of counts the duties of the sheets that the viewer sees, restricted to departments; none
// stands for the company.
func Of(ctx context.Context, sheets search.Counter, set *regulation.Set, t *duty.Table, v search.Viewer, departments []sds.DepartmentID) (*Summary, error) {
	today := sds.Day(v.Now).Format(time.DateOnly)
	out := &Summary{Day: today}
	var filters []search.Filter
	within := func(name, value string) (search.Filter, error) {
		values := url.Values{name: {value}}
		for _, d := range departments {
			values.Add("department_id", string(d))
		}
		f, err := search.Parse(values)
		filters = append(filters, f)
		return f, err
	}
	all := t.All()
	for i := range all {
		id := strconv.Itoa(all[i].ID)
		f, err := within("duty", id)
		if err != nil {
			return nil, err
		}
		out.Duties = append(out.Duties, Aggregate{Duty: &all[i], Filter: f})
		if _, err := within("duty", id+":applies"); err != nil {
			return nil, err
		}
	}
	out.Changes = announced(set, t, today)
	for i := range out.Changes {
		c := &out.Changes[i]
		f, err := within("law_change", c.Class.Key()+"@"+c.Day)
		if err != nil {
			return nil, err
		}
		c.Filter = f
		values := url.Values{"law_change": {c.Class.Key() + "@" + c.Day}, "law_not": {c.Class.Key()}}
		for _, d := range departments {
			values.Add("department_id", string(d))
		}
		first, err := search.Parse(values)
		if err != nil {
			return nil, err
		}
		filters = append(filters, first)
	}
	counts, err := search.Counts(ctx, sheets, v, filters)
	if err != nil {
		return nil, err
	}
	for i := range out.Duties {
		out.Duties[i].Sheets, out.Duties[i].Certain = counts[2*i], counts[2*i+1]
	}
	rest := counts[2*len(out.Duties):]
	for i := range out.Changes {
		out.Changes[i].Sheets, out.Changes[i].First = rest[2*i], rest[2*i+1]
	}
	out.Duties = slices.DeleteFunc(out.Duties, func(a Aggregate) bool { return a.Sheets == 0 })
	out.Changes = slices.DeleteFunc(out.Changes, func(c Change) bool { return c.Sheets == 0 })
	return out, nil
}

// ofClass are the duties of a class, but those of some substances only.
func ofClass(t *duty.Table, k *regulation.Class) []*duty.Duty {
	return slices.DeleteFunc(t.Of(k.Key()), func(d *duty.Duty) bool { return len(d.CAS) > 0 })
}

// announced are the days after today on which entries of the classes that are checked
// unasked begin, by day.
func announced(set *regulation.Set, t *duty.Table, today string) (all []Change) {
	classes := set.Classes()
	for i := range classes {
		k := &classes[i]
		if !set.Category(k.Law, k.Category).Default {
			continue
		}
		begin := map[string]int{}
		for _, e := range set.Entries(k.Key()) {
			if e.From > today {
				begin[e.From]++
			}
		}
		for day, n := range begin {
			all = append(all, Change{Class: k, Day: day, Entries: n, Duties: ofClass(t, k)})
		}
	}
	slices.SortFunc(all, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), a.Class.ID-b.Class.ID)
	})
	return all
}
