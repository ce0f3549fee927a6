package sdses

import (
	"context"
	"net/http"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// mostDirect is how many sheets are deleted by the request itself; more are deleted by a job.
const mostDirect = 500

// RemoveRoute is the declaration of PUT sdses/delete.
var RemoveRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/delete", ID: "deleteSheets", Tag: "sdses", Rule: rest.Need(access.SDSDelete),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues, Makes: "/companies/{id}/jobs/{made}",
	Summary: "Delete sheets: up to 500 at once, more by a job (202), which undoJob takes back. They still count as uploads of the plan",
	Grants:  append(grant.Catalog(), grant.Table("PutItem", "DeleteItem"), grant.Work("PutObject"), grant.StartJob(job.Deletion)), Memory: 1769, Timeout: rest.MaxTimeout,
}

// RemoveInput selects sheets by ids or by a filter.
type RemoveInput struct {
	rest.OfCompany
	Body Choice
}

// Deleted is what has been deleted, or the job that does it.
type Deleted struct {
	Deleted   int           `json:"deleted"`
	IDs       []sds.SheetID `json:"deleted_ids" nullable:"false" doc:"for restoreSheets"`
	Remaining int           `json:"remaining" doc:"how many sheets are left for lack of time: repeat the request until there are none"`
	Skipped   int           `json:"skipped" doc:"sheets that may not be deleted"`
	JobID     job.ID        `json:"job_id,omitempty" doc:"the job that deletes the sheets, where they are more than 500"`
}

// RemoveOutput is the answer: 200, or 202 where a job deletes the sheets.
type RemoveOutput struct {
	Status int
	Body   Deleted
}

// Remove deletes sheets.
func Remove(ctx context.Context, call *rest.Call, in *RemoveInput) (*RemoveOutput, error) {
	chosen, err := in.Body.choose(ctx, call, call.Actor().MayEdit, sheets.Undeletable)
	if err != nil {
		return nil, err
	}
	out := &RemoveOutput{Status: http.StatusOK, Body: Deleted{Skipped: chosen.Skipped}}
	if len(chosen.IDs) > mostDirect {
		out.Status = http.StatusAccepted
		out.Body.JobID, err = startEach(ctx, call, job.Deletion, execution.Deletion{Address: call.Address}, chosen.IDs, nil)
		return out, err
	}
	done, err := sheets.Remove(ctx, call.Table, call.Actor(), chosen.IDs)
	if err != nil {
		return nil, err
	}
	out.Body.Deleted, out.Body.Remaining, out.Body.IDs = len(done.IDs), done.Remaining, done.IDs
	return out, nil
}

// RestoreRoute is the declaration of PUT sdses/restore.
var RestoreRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/restore", ID: "restoreSheets", Tag: "sdses", Rule: rest.Need(access.SDSDelete), Status: 204,
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Restore named deleted sheets within thirty days, each among its versions",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem")}, Memory: 1024, Timeout: rest.MaxTimeout,
}

// RestoreInput names sheets.
type RestoreInput struct {
	rest.OfCompany
	Body struct {
		IDs []sds.SheetID `json:"sds_ids" minItems:"1" maxItems:"500" doc:"sheets that are not deleted count as done"`
	}
}

// Restore takes back the deletion of sheets.
func Restore(ctx context.Context, call *rest.Call, in *RestoreInput) (*struct{}, error) {
	return nil, sheets.Restore(ctx, call.Table, call.Actor(), in.Body.IDs)
}
