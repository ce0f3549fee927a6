// Package overview counts a company's sheets for a user's start page: by status and
// revision, what waits for the user, and which laws began or will begin to apply. Each
// number is given with the filter of the list that shows the same sheets. Everything is
// counted in one state of the catalog, without reading records.
package overview

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
	"anzen/shared/reference/regulation"
)

// Figure is a number of sheets with the filter that finds them.
type Figure struct {
	Count  int
	Filter search.Filter
}

// Overview is a company as a user sees it.
type Overview struct {
	Day   string // today, YYYY-MM-DD
	Since string // the first day of what is new

	All          Figure // the company's sheets
	Mine         Figure // assigned to the user
	Departments  Figure // of the user's departments
	ToReview     Figure // with uncertain values
	WithFindings Figure
	RevisionDue  Figure
	Incomplete   Figure // that could not be read, or need an answer
	Registered   Figure // since
	NewLawHits   Figure // since: by registration, or as something came into force
	Announced    Figure // laws will apply that do not yet

	Statuses  []Status   // all groups, in the order of the pipeline
	Revisions []Revision // all states with a filter
	Laws      []Law      // that apply to some sheet, by number of sheets
	Changes   []Change   // that affect some sheet, by day: since, and announced
}

// Status is a group of processing states.
type Status struct {
	Group sds.StatusGroup
	Figure
}

// Revision is a state of revision.
type Revision struct {
	Status sds.RevisionStatus
	Figure
}

// Law is a law that applies to sheets, or may, depending on facts that no sheet contains.
type Law struct {
	Law regulation.Law
	Figure
}

// Change is a day on which entries of a class begin to apply.
type Change struct {
	Class *regulation.Class
	Day   string
	Figure
}

// groups are the groups of the specification, in the order of the pipeline.
var groups = []sds.StatusGroup{sds.GroupBefore, sds.GroupAnalyzing, sds.GroupCompleted, sds.GroupReconfirmation, sds.GroupImpossible, sds.GroupCheck}

var revisions = []sds.RevisionStatus{sds.RevisionNeeded, sds.RevisionRevised, sds.RevisionSupplierConfirmed, sds.RevisionOld}

// query collects the figures to count.
type query struct {
	filters []search.Filter
	into    []*Figure
	err     error
}

// count has a figure counted by a filter, given by the names and values of its parameters.
func (q *query) count(into *Figure, parameters ...string) {
	values := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		values.Add(parameters[i], parameters[i+1])
	}
	f, err := search.Parse(values)
	q.err = cmp.Or(q.err, err)
	into.Filter = f
	q.filters, q.into = append(q.filters, f), append(q.into, into)
}

// Of counts the viewer's company. since is the first day of what is new.
func Of(ctx context.Context, sheets search.Counter, set *regulation.Set, v search.Viewer, since time.Time) (*Overview, error) {
	today := sds.Day(v.Now)
	o := &Overview{Day: today.Format(time.DateOnly), Since: since.Format(time.DateOnly)}
	q := &query{}
	q.count(&o.All)
	q.count(&o.Mine, "mine", "true")
	q.count(&o.Departments, "my_departments", "true")
	q.count(&o.ToReview, "has_unreviewed", "true")
	q.count(&o.WithFindings, "has_findings", "true")
	q.count(&o.RevisionDue, "revision_status", string(sds.RevisionNeeded))
	q.count(&o.Incomplete, "status_group", string(sds.GroupImpossible), "status_group", string(sds.GroupReconfirmation))
	q.count(&o.Registered, "created_from", o.Since)
	q.count(&o.NewLawHits, "law_hit_from", o.Since, "law_hit_to", o.Day)
	q.count(&o.Announced, "law_hit_from", today.AddDate(0, 0, 1).Format(time.DateOnly))
	o.Statuses = make([]Status, len(groups))
	for i, g := range groups {
		o.Statuses[i].Group = g
		q.count(&o.Statuses[i].Figure, "status_group", string(g))
	}
	o.Revisions = make([]Revision, len(revisions))
	for i, r := range revisions {
		o.Revisions[i].Status = r
		q.count(&o.Revisions[i].Figure, "revision_status", string(r))
	}
	o.Laws = make([]Law, len(set.Laws()))
	for i, l := range set.Laws() {
		o.Laws[i].Law = l
		q.count(&o.Laws[i].Figure, "law", l.Code)
	}
	o.Changes = changes(set, o.Since)
	for i := range o.Changes {
		c := &o.Changes[i]
		q.count(&c.Figure, "law_change", c.Class.Key()+"@"+c.Day)
	}
	if q.err != nil {
		return nil, q.err
	}
	counts, err := search.Counts(ctx, sheets, v, q.filters)
	if err != nil {
		return nil, err
	}
	for i, n := range counts {
		q.into[i].Count = n
	}
	o.Laws = slices.DeleteFunc(o.Laws, func(l Law) bool { return l.Count == 0 })
	slices.SortStableFunc(o.Laws, func(a, b Law) int { return cmp.Compare(b.Count, a.Count) })
	o.Changes = slices.DeleteFunc(o.Changes, func(c Change) bool { return c.Count == 0 })
	return o, nil
}

// changes are the days from since on, announced ones included, on which entries of classes
// begin, by day. Categories that are only checked on request are left out.
func changes(set *regulation.Set, since string) (all []Change) {
	classes := set.Classes()
	for i := range classes {
		k := &classes[i]
		if !set.Category(k.Law, k.Category).Default {
			continue
		}
		var days []string
		for _, e := range set.Entries(k.Key()) {
			if e.From >= since && !slices.Contains(days, e.From) {
				days = append(days, e.From)
			}
		}
		for _, day := range days {
			all = append(all, Change{Class: k, Day: day})
		}
	}
	slices.SortStableFunc(all, func(a, b Change) int { return cmp.Compare(a.Day, b.Day) })
	return all
}

// Recent is the first day of what is new where nobody says otherwise: some weeks, so that
// a user who was away sees what came.
func Recent(now time.Time) time.Time { return sds.Day(now).AddDate(0, 0, -recentDays) }

const recentDays = 30
