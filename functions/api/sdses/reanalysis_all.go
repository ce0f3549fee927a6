package sdses

import (
	"context"
	"net/http"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/library/sheets"
)

// ReanalyzeAllRoute is the declaration of POST sdses/reanalysis.
var ReanalyzeAllRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/sdses/reanalysis", ID: "reanalyseSheets", Tag: "sdses", Rule: rest.Need(access.SDSRequest),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues, Status: http.StatusAccepted, Creates: true, Makes: "/companies/{id}/jobs/{made}",
	Summary: "Start a job that analyzes many sheets again, some at a time; confirmed and edited values stay",
	Grants:  append(grant.Catalog(), grant.Table("PutItem"), grant.Work("PutObject"), grant.StartJob(job.Reanalysis)), Memory: 1769, Timeout: rest.MaxTimeout,
}

// ReanalyzeAllInput selects sheets, with an optional comment.
type ReanalyzeAllInput struct {
	rest.OfCompany
	Body struct {
		Choice
		Comment string `json:"comment,omitempty" maxLength:"2000"`
	}
}

// ReanalyzeAllBody is the job, with the numbers of its sheets and of those left out.
type ReanalyzeAllBody struct {
	JobID   job.ID `json:"job_id" doc:"its progress and result: GET /companies/{id}/jobs/{jobId}"`
	Sheets  int    `json:"sheets" doc:"sheets that will be analyzed"`
	Skipped int    `json:"skipped" doc:"sheets whose analysis the caller may not request"`
}

// ReanalyzeAllOutput is the answer.
type ReanalyzeAllOutput struct{ Body ReanalyzeAllBody }

// ReanalyzeAll starts a job that analyzes many sheets again.
func ReanalyzeAll(ctx context.Context, call *rest.Call, in *ReanalyzeAllInput) (*ReanalyzeAllOutput, error) {
	if err := sheets.CleanComment(&in.Body.Comment); err != nil {
		return nil, err
	}
	chosen, err := in.Body.choose(ctx, call, call.Actor().MayRequest, sheets.Unrequestable)
	if err != nil {
		return nil, err
	}
	if len(chosen.IDs) == 0 {
		return nil, message.New(message.Invalid, sheets.CodeChoiceNone)
	}
	out := &ReanalyzeAllOutput{ReanalyzeAllBody{Sheets: len(chosen.IDs), Skipped: chosen.Skipped}}
	params := execution.Reanalysis{Address: call.Address, Comment: in.Body.Comment}
	_, err = startEach(ctx, call, job.Reanalysis, params, chosen.IDs, func(id job.ID) any {
		out.Body.JobID = id
		return out.Body
	})
	return out, err
}
