// Package changes is what announced changes of the laws will bring for a company's sheets:
// which entries begin on which day, which sheets contain them, and what has to be done then.
package changes

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

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

// Of counts the sheets that announced changes concern, by day.
func Of(ctx context.Context, sheets search.Counter, set *regulation.Set, t *duty.Table, v search.Viewer) ([]Change, error) {
	changes, filters, err := Filtered(Announced(set, t, sds.Day(v.Now).Format(time.DateOnly)), nil)
	if err != nil || len(filters) == 0 {
		return nil, err
	}
	counts, err := search.Counts(ctx, sheets, v, filters)
	if err != nil {
		return nil, err
	}
	return Covering(changes, counts), nil
}

// Filtered gives changes their filters, and returns two each: of the sheets that a change
// covers, and of those to which the class does not apply before.
func Filtered(changes []Change, departments []sds.DepartmentID) ([]Change, []search.Filter, error) {
	var filters []search.Filter
	for i := range changes {
		c := &changes[i]
		values := url.Values{"law_change": {c.Class.Key() + "@" + c.Day}}
		for _, d := range departments {
			values.Add("department_id", string(d))
		}
		all, err := search.Parse(values)
		if err != nil {
			return nil, nil, err
		}
		values.Set("law_not", c.Class.Key())
		first, err := search.Parse(values)
		if err != nil {
			return nil, nil, err
		}
		c.Filter = all
		filters = append(filters, all, first)
	}
	return changes, filters, nil
}

// Covering takes the counts of the filters of Filtered into the changes, and drops those that concern no sheet.
func Covering(changes []Change, counts []int) []Change {
	for i := range changes {
		changes[i].Sheets, changes[i].First = counts[2*i], counts[2*i+1]
	}
	return slices.DeleteFunc(changes, func(c Change) bool { return c.Sheets == 0 })
}

// ofClass are the duties of a class, but those of some substances only.
func ofClass(t *duty.Table, k *regulation.Class) []*duty.Duty {
	return slices.DeleteFunc(t.Of(k.Key()), func(d *duty.Duty) bool { return len(d.CAS) > 0 })
}

// Announced are the days after today on which entries of the classes that are checked
// unasked begin, by day.
func Announced(set *regulation.Set, t *duty.Table, today string) (all []Change) {
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
