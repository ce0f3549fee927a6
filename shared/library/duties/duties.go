// Package duties is what has to be done in a company or its departments: each duty that
// the laws bring for some sheet, with the number of these sheets and the filter that lists
// them; what announced changes of the laws will bring, and from when; and the duties of a
// sheet as rows of a table. Everything is counted in one state of the catalog, without
// reading records.
package duties

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/library/changes"
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

// Summary is what has to be done.
type Summary struct {
	Day     string // today, YYYY-MM-DD
	Duties  []Aggregate
	Changes []changes.Change // announced, by day
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
	coming, ofChanges, err := changes.Filtered(changes.Announced(set, t, today), departments)
	if err != nil {
		return nil, err
	}
	counts, err := search.Counts(ctx, sheets, v, append(filters, ofChanges...))
	if err != nil {
		return nil, err
	}
	for i := range out.Duties {
		out.Duties[i].Sheets, out.Duties[i].Certain = counts[2*i], counts[2*i+1]
	}
	out.Changes = changes.Covering(coming, counts[2*len(out.Duties):])
	out.Duties = slices.DeleteFunc(out.Duties, func(a Aggregate) bool { return a.Sheets == 0 })
	return out, nil
}
