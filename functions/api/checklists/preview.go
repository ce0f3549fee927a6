package checklists

import (
	"context"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/library/report"
	"anzen/shared/library/search"
	"anzen/shared/reference/regulation"
)

// PreviewRoute is the declaration of POST dynamic_lists/preview.
var PreviewRoute = rest.Route{
	Method: "POST", Path: "/dynamic_lists/preview", ID: "previewChecklist", Tag: Tag, Rule: rest.Need(access.CheckListCreate),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Repeated: "it stores nothing",
	Summary:  "What a checklist would find without storing it: today, or what would change by a day with other rules in force",
	Grants:   grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// PreviewBody is a checklist and a day.
type PreviewBody struct {
	Definition
	AsOf string `json:"as_of,omitempty" format:"date" doc:"another day: the items are then the sheets whose verdict changes by it"`
}

// PreviewInput requests a preview.
type PreviewInput struct{ Body PreviewBody }

// PreviewItem is a sheet that is found, or whose verdict changes.
type PreviewItem struct {
	Sheet PreviewSheet    `json:"sheet"`
	From  verdict.Verdict `json:"from" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies" doc:"today"`
	To    verdict.Verdict `json:"to" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies" doc:"on the day"`
}

// PreviewSheet is the sheet of an item.
type PreviewSheet struct {
	ID       sds.SheetID `json:"id" format:"uuid"`
	Name     string      `json:"name"`
	Supplier string      `json:"supplier"`
}

// ChecklistPreviewOutput is a preview.
type ChecklistPreviewOutput struct {
	Body struct {
		AsOf   string        `json:"as_of" format:"date"`
		Counts VerdictCount  `json:"counts"`
		Before *VerdictCount `json:"before,omitempty" doc:"today's counts, where as_of is another day"`
		Items  []PreviewItem `json:"items" doc:"the first 20 sheets found, or changing"`
		Total  int           `json:"total" doc:"number of sheets found, or changing"`
	}
}

// previewed is the most sheets of a preview.
const previewed = 20

// Preview answers what a checklist would find.
func Preview(ctx context.Context, call *rest.Call, in *PreviewInput) (*ChecklistPreviewOutput, error) {
	if err := call.Option(plan.FeatureChecklists); err != nil {
		return nil, err
	}
	set, day := regulation.Current(), today(call)
	l := checklist.List{Kind: in.Body.kindOf(), State: checklist.Created}
	if err := in.Body.apply(set, &l); err != nil {
		return nil, err
	}
	now := evaluate.New(set, &l, day)
	counts, err := now.Counts(ctx, call.Catalog, call.CompanyID)
	if err != nil {
		return nil, err
	}
	p := previewing{call: call, now: now, then: now, day: day}
	out := &ChecklistPreviewOutput{}
	out.Body.AsOf, out.Body.Counts = day, countsOf(counts)
	if in.Body.AsOf == "" || in.Body.AsOf == day {
		out.Body.Total, out.Body.Items, err = p.found(ctx)
		return out, err
	}
	before := countsOf(counts)
	p.then = evaluate.New(set, &l, in.Body.AsOf)
	if counts, err = p.countsThen(ctx); err != nil {
		return nil, err
	}
	out.Body.AsOf, out.Body.Before, out.Body.Counts = in.Body.AsOf, &before, countsOf(counts)
	out.Body.Total, out.Body.Items, err = p.changing(ctx)
	return out, err
}

// previewing is a checklist evaluated on two days.
type previewing struct {
	call      *rest.Call
	now, then *evaluate.Plan
	day       string // today
}

// countsThen is the number of sheets of each verdict on the other day.
func (p previewing) countsThen(ctx context.Context) (checklist.Counts, error) {
	queries := make([]catalog.Query, len(evaluate.CountedVerdicts))
	for i, v := range evaluate.CountedVerdicts {
		queries[i].Where = p.then.ConditionsFrom(p.day, v)
	}
	found, err := p.call.Catalog.Counts(ctx, p.call.CompanyID, queries)
	if err != nil {
		return nil, err
	}
	counts := checklist.Counts{}
	for i, v := range evaluate.CountedVerdicts {
		counts[v] = found[i]
	}
	return counts, nil
}

// found are the sheets that are found today.
func (p previewing) found(ctx context.Context) (int, []PreviewItem, error) {
	return p.page(ctx, p.now.Conditions(report.Standard...))
}

// changing are the sheets whose verdict on the other day differs from today's: for each
// verdict those that have it then and not now.
func (p previewing) changing(ctx context.Context) (int, []PreviewItem, error) {
	var either []catalog.Condition
	for _, v := range verdict.All {
		then, now := catalog.Both(p.then.ConditionsFrom(p.day, v)...), catalog.Both(p.now.Conditions(v)...)
		either = append(either, catalog.Both(then, catalog.Not(now)))
	}
	return p.page(ctx, []catalog.Condition{catalog.Either(either...)})
}

func (p previewing) page(ctx context.Context, where []catalog.Condition) (int, []PreviewItem, error) {
	page, err := search.Among(ctx, p.call.Catalog, filter.Viewer(p.call), search.Filter{}, where, search.Page{Order: search.Order{By: catalog.SortName}, Limit: previewed})
	if err != nil {
		return 0, nil, err
	}
	items := make([]PreviewItem, len(page.Sheets))
	for i := range page.Sheets {
		record := &page.Sheets[i]
		items[i] = PreviewItem{PreviewSheet{record.ID, record.Name, record.Supplier}, p.now.Judge(record).Verdict, p.then.Judge(record).Verdict}
	}
	return page.Total, items, nil
}
