package sdses

import (
	"context"
	"net/http"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
	"anzen/shared/library/sheets"
)

// RestoreAllRoute is the declaration of POST sdses/restoration.
var RestoreAllRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/sdses/restoration", ID: "restoreMatchingSheets", Tag: "sdses", Rule: rest.Need(access.SDSDelete),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues, Status: http.StatusAccepted, Creates: true, Makes: "/companies/{id}/jobs/{made}",
	Summary: "Start a job that restores all deleted sheets that match a filter, within thirty days of their deletion, each among its versions",
	Grants:  append(grant.Catalog(), grant.Table("PutItem"), grant.Work("PutObject"), grant.StartJob(job.Restoration)), Memory: 1769, Timeout: rest.MaxTimeout,
}

// RestoreAllInput selects deleted sheets by a filter.
type RestoreAllInput struct {
	rest.OfCompany
	Body struct {
		Filter   filter.Filters `json:"filter" doc:"of the deleted sheets"`
		Excluded []sds.SheetID  `json:"exclude_ids,omitempty" maxItems:"5000" doc:"except these"`
		Expected *int           `json:"expected_count,omitempty" minimum:"0" doc:"the expected number of sheets without the excluded ones; refused (409) where it differs"`
		Skip     bool           `json:"skip_denied,omitempty" doc:"leave out those that may not be restored; otherwise they refuse the request"`
	}
}

// RestoreAllBody is the job, with the numbers of its sheets and of those left out.
type RestoreAllBody struct {
	JobID   job.ID `json:"job_id" doc:"its progress and result: GET /companies/{id}/jobs/{jobId}"`
	Sheets  int    `json:"sheets" doc:"sheets that will be restored"`
	Skipped int    `json:"skipped" doc:"sheets that the caller may not restore"`
}

// RestoreAllOutput is the answer.
type RestoreAllOutput struct{ Body RestoreAllBody }

// RestoreAll starts a job that restores all deleted sheets that match a filter.
func RestoreAll(ctx context.Context, call *rest.Call, in *RestoreAllInput) (*RestoreAllOutput, error) {
	stated, err := in.Body.Filter.Filter()
	if err != nil {
		return nil, err
	}
	chosen, err := sheets.Choose(ctx, call.Table, call.Actor(), sheets.Choice{
		Excluded: in.Body.Excluded, Expected: in.Body.Expected, Skip: in.Body.Skip, May: call.Actor().MayEdit, Deny: sheets.Unrestorable,
		Pages: func(after *catalog.Position, limit int) (catalog.Page, error) {
			return search.Removed(ctx, call.Catalog, filter.Viewer(call), stated, after, limit)
		},
	})
	if err != nil {
		return nil, err
	}
	if len(chosen.IDs) == 0 {
		return nil, message.New(message.Invalid, sheets.CodeChoiceNone)
	}
	out := &RestoreAllOutput{RestoreAllBody{Sheets: len(chosen.IDs), Skipped: chosen.Skipped}}
	_, err = startEach(ctx, call, job.Restoration, execution.Restoration{Address: call.Address}, chosen.IDs, func(id job.ID) any {
		out.Body.JobID = id
		return out.Body
	})
	return out, err
}
