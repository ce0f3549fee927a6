package sdses

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
	"anzen/shared/library/search"
	"anzen/shared/library/sheets"
)

// Choice is the part of a body that selects the sheets of one change.
type Choice struct {
	IDs      []sds.SheetID   `json:"sds_ids,omitempty" maxItems:"5000" doc:"either these; deleted ones are left out"`
	Filter   *filter.Filters `json:"filter,omitempty" doc:"or all that match this filter"`
	Excluded []sds.SheetID   `json:"exclude_ids,omitempty" maxItems:"5000" doc:"except these"`
	Expected *int            `json:"expected_count,omitempty" minimum:"0" doc:"the expected number of sheets without the excluded ones; refused (409) where it differs"`
	Skip     bool            `json:"skip_denied,omitempty" doc:"leave out those that may not be changed; otherwise they refuse the request"`
}

// choose returns the selected sheets, all of which the caller may change so.
func (c *Choice) choose(ctx context.Context, call *rest.Call, may func(sds.Sheet) bool, deny func([]sds.Sheet) error) (sheets.Chosen, error) {
	if (len(c.IDs) > 0) == (c.Filter != nil) {
		return sheets.Chosen{}, message.New(message.Invalid, message.CodeInvalid).On("sds_ids", sheets.CodeChoiceWhich, nil)
	}
	choice := sheets.Choice{IDs: c.IDs, Excluded: c.Excluded, Expected: c.Expected, Skip: c.Skip, May: may, Deny: deny}
	if c.Filter != nil {
		stated, err := c.Filter.Filter()
		if err != nil {
			return sheets.Chosen{}, err
		}
		all := selection.Selection{Filter: stated.Text(), Sort: string(catalog.SortCreated)}
		choice.Pages = func(after *catalog.Position, limit int) (catalog.Page, error) {
			return search.Selected(ctx, call.Catalog, filter.Viewer(call), all, after, limit)
		}
	}
	return sheets.Choose(ctx, call.Table, call.Actor(), choice)
}

// startEach starts a job that changes sheets one by one. The answer, with the job's id, is stored for
// repeated requests; nil: the usual one.
func startEach(ctx context.Context, call *rest.Call, kind job.Kind, params any, ids []sds.SheetID, answer func(job.ID) any) (job.ID, error) {
	list, err := json.Marshal(execution.Worklist{Sheets: ids})
	if err != nil {
		return "", fmt.Errorf("encode the list: %w", err)
	}
	if err := call.CheckJobLimit(ctx); err != nil {
		return "", err
	}
	id := table.NewJobID(call.Now())
	if err := call.Results.Write(ctx, execution.PlanKey(job.Job{ID: id, Company: call.CompanyID}), "application/json", list); err != nil {
		return "", err
	}
	n := rest.NewJob{Kind: kind, ID: id, Params: params, Total: len(ids)}
	if answer != nil {
		n.Answer, n.AnswerStatus = answer(id), http.StatusAccepted
	}
	_, err = call.StartJob(ctx, n)
	return id, err
}
