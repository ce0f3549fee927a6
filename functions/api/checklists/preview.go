package checklists

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/access"
	"anzen/shared/catalog"
	"anzen/shared/checklist"
	"anzen/shared/grant"
	"anzen/shared/law/check"
	"anzen/shared/law/regulation"
	"anzen/shared/plan"
	"anzen/shared/sds"
)

// Previewing is the declaration of POST dynamic_lists/preview.
var Previewing = rest.Route{
	Method: "POST", Path: "/dynamic_lists/preview", ID: "previewChecklist", Tag: Tag, Rule: rest.Need(access.CheckListCreate),
	Summary: "What a checklist that is not kept would find: today, or what would change by a day on which other rules hold",
	Grants:  grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// PreviewBody is a checklist, and the day.
type PreviewBody struct {
	Definition
	AsOf string `json:"as_of,omitempty" format:"date" doc:"a day: the items are then the sheets whose verdict changes by it"`
}

// PreviewInput asks for a preview.
type PreviewInput struct{ Body PreviewBody }

// PreviewItem is a sheet that is found, or whose verdict changes.
type PreviewItem struct {
	Sheet PreviewSheet  `json:"sheet"`
	From  check.Verdict `json:"from" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies" doc:"today"`
	To    check.Verdict `json:"to" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies" doc:"on the day"`
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
		Before *VerdictCount `json:"before,omitempty" doc:"today, where another day was asked for"`
		Items  []PreviewItem `json:"items" doc:"the first 20 that are found, or that change"`
		Total  int           `json:"total" doc:"how many are found, or change"`
	}
}

// previewed is how many sheets a preview shows.
const previewed = 20

// Preview answers what a checklist would find.
func Preview(ctx context.Context, call *rest.Call, in *PreviewInput) (*ChecklistPreviewOutput, error) {
	if err := call.Option(plan.FeatureChecklists); err != nil {
		return nil, err
	}
	l := checklist.List{Kind: in.Body.kindOf(), State: checklist.Created}
	if err := in.Body.apply(regulation.Current(), &l); err != nil {
		return nil, err
	}
	s := searchOf(call, l)
	found, err := s.counts(ctx)
	if err != nil {
		return nil, err
	}
	page, err := call.Catalog.Search(ctx, call.Company, catalog.Query{Where: s.conditions(standard), Sort: catalog.SortName, Limit: previewed})
	if err != nil {
		return nil, err
	}
	out := &ChecklistPreviewOutput{}
	out.Body.AsOf, out.Body.Counts, out.Body.Total = s.day, countsOf(found), page.Total
	for i := range page.Sheets {
		head := &page.Sheets[i]
		v := s.judge(head).Verdict
		out.Body.Items = append(out.Body.Items, PreviewItem{PreviewSheet{head.ID, head.Name, head.Supplier}, v, v})
	}
	return out, nil
}
