// Package overview is the API of the start page: a company's sheets in numbers, each with
// the filter of the list that it counts.
package overview

import (
	"context"
	"fmt"
	"time"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/proofs"
	"anzen/shared/library/overview"
	"anzen/shared/reference/regulation"
)

// GetRoute is the declaration of GET overview.
var GetRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/overview", ID: "getOverview", Tag: "overview",
	Rule: rest.Need(access.SDSRead), Summary: "The company's sheets in numbers, each with the filter that lists the same sheets",
	Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// Input requests the overview.
type Input struct {
	rest.OfCompany
	Since string `query:"since" format:"date" doc:"the first day of what is new, such as that of the last visit; default: thirty days ago"`
}

// Figure is a number with the filter of the list that has as many sheets.
type Figure struct {
	Count  int             `json:"count"`
	Filter *filter.Filters `json:"filter,omitempty" doc:"absent: all sheets"`
}

// StatusFigure is a group of processing states.
type StatusFigure struct {
	StatusGroup sds.StatusGroup `json:"status_group" enum:"pre_analysis,analyzing,completed,impossible,reconfirmation,check"`
	Figure
}

// RevisionFigure is a state of revision.
type RevisionFigure struct {
	RevisionStatus sds.RevisionStatus `json:"revision_status" enum:"OLD,NEED_REVISION,REVISED,SUPPLIER_CONFIRMED"`
	Figure
}

// LawFigure is a law that applies to sheets.
type LawFigure struct {
	ID   int         `json:"id"`
	Code string      `json:"code"`
	Name proofs.Name `json:"name"`
	Figure
}

// ChangeFigure is a day on which entries of a law's class begin to apply.
type ChangeFigure struct {
	ClassKey     string      `json:"class_key"`
	LawName      proofs.Name `json:"law_name"`
	CategoryName proofs.Name `json:"category_name"`
	ClassName    proofs.Name `json:"class_name"`
	From         string      `json:"from" format:"date"`
	Announced    bool        `json:"announced" doc:"the day is still to come"`
	Figure
}

// OverviewOutput is the overview.
type OverviewOutput struct {
	Body struct {
		AsOf         string           `json:"as_of" format:"date"`
		Unreachable  int              `json:"unreachable_users,omitempty" doc:"the users whose mails are stopped, since they came back or were reported as spam; for administrators"`
		Since        string           `json:"since" format:"date"`
		All          Figure           `json:"all"`
		Mine         Figure           `json:"mine" doc:"assigned to the caller"`
		Departments  Figure           `json:"my_departments" doc:"of the caller's departments"`
		ToReview     Figure           `json:"to_review" doc:"with uncertain values that nobody has reviewed"`
		WithFindings Figure           `json:"with_findings"`
		RevisionDue  Figure           `json:"revision_due"`
		Incomplete   Figure           `json:"incomplete" doc:"that could not be analyzed, or wait for a decision"`
		Registered   Figure           `json:"registered" doc:"since"`
		NewLawHits   Figure           `json:"new_law_hits" doc:"since: registered and subject to a law, or covered by an entry that came into force"`
		Announced    Figure           `json:"announced_law_hits" doc:"covered by entries that will come into force"`
		Statuses     []StatusFigure   `json:"statuses" doc:"all groups"`
		Revisions    []RevisionFigure `json:"revisions" doc:"all states but that of sheets without a date"`
		Laws         []LawFigure      `json:"laws" doc:"that apply to some sheet, or may, the most frequent first"`
		Changes      []ChangeFigure   `json:"law_changes" doc:"since, and announced ones, by day"`
	}
}

// CodeSince is the error for a day that is in the future, or long ago.
const CodeSince message.Code = "overview.since"

// Get answers the overview.
func Get(ctx context.Context, call *rest.Call, in *Input) (*OverviewOutput, error) {
	since, err := sinceOf(in.Since, call.Now())
	if err != nil {
		return nil, err
	}
	unreachable, err := unreachablePeople(ctx, call, call.CompanyID)
	if err != nil {
		return nil, err
	}
	set := regulation.Current()
	o, err := overview.Of(ctx, call.Catalog, set, filter.Viewer(call), since)
	if err != nil {
		return nil, err
	}
	out := &OverviewOutput{}
	b := &out.Body
	b.AsOf, b.Since, b.Unreachable = o.Day, o.Since, unreachable
	b.All, b.Mine, b.Departments, b.ToReview, b.WithFindings = figure(o.All), figure(o.Mine), figure(o.Departments), figure(o.ToReview), figure(o.WithFindings)
	b.RevisionDue, b.Incomplete, b.Registered = figure(o.RevisionDue), figure(o.Incomplete), figure(o.Registered)
	b.NewLawHits, b.Announced = figure(o.NewLawHits), figure(o.Announced)
	for _, s := range o.Statuses {
		b.Statuses = append(b.Statuses, StatusFigure{s.Group, figure(s.Figure)})
	}
	for _, r := range o.Revisions {
		b.Revisions = append(b.Revisions, RevisionFigure{r.Status, figure(r.Figure)})
	}
	for _, l := range o.Laws {
		b.Laws = append(b.Laws, LawFigure{l.Law.ID, l.Law.Code, proofs.Name{Ja: l.Law.Ja, En: l.Law.En}, figure(l.Figure)})
	}
	for _, c := range o.Changes {
		view := ChangeFigure{ClassKey: c.Class.Key(), From: c.Day, Announced: c.Day > o.Day, Figure: figure(c.Figure)}
		view.LawName, view.CategoryName, view.ClassName = proofs.Names(set, c.Class.Law, c.Class.Category, c.Class.Code)
		b.Changes = append(b.Changes, view)
	}
	return out, nil
}

// unreachablePeople is the number of users whose mails are stopped, for those who can do something about it.
func unreachablePeople(ctx context.Context, call *rest.Call, c sds.CompanyID) (n int, err error) {
	if !call.Principal.Role.Has(access.UserEdit) {
		return 0, nil
	}
	users, err := call.Table.Users(ctx, c)
	if err != nil {
		return 0, fmt.Errorf("users of company %s: %w", c, err)
	}
	for _, u := range users {
		if !u.Reachable() {
			n++
		}
	}
	return n, nil
}

// sinceOf is the stated day, or the default.
func sinceOf(stated string, now time.Time) (time.Time, error) {
	if stated == "" {
		return overview.Recent(now), nil
	}
	since, err := time.Parse(time.DateOnly, stated)
	_, known := catalog.DayNumber(stated)
	if err != nil || !known || since.After(sds.Day(now)) {
		var wrong input.FieldErrors
		wrong.Add("since", CodeSince)
		return since, wrong.Err()
	}
	return since, nil
}

func figure(f overview.Figure) Figure { return Figure{f.Count, filter.Of(f.Filter.Text())} }
