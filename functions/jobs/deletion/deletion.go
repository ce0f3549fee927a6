// Package deletion deletes many sheets. Each is checked again before it is deleted, and names
// the job in its record, so that package restoration finds those that the job deleted, also
// where it was interrupted. Those that cannot be deleted are left and listed.
package deletion

import (
	"context"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/functions/jobs/worklist"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// CodeLeft is the note that some sheets were not deleted.
const CodeLeft message.Code = "deletion.left"

// Kind is the declaration of the job.
var Kind = runner.Kind{
	Name: job.Deletion, Summary: "deletes many sheets", Memory: 1024, Timeout: 10 * time.Minute, Needs: execution.Permission(job.Deletion),
	Grants: []grant.Grant{grant.Table("Query", "UpdateItem"), grant.Work("GetObject", "PutObject"), grant.WorkList()},
	New:    func(*runner.Services) runner.Runner { return deleter{} },
}

type deleter struct{}

// Step deletes the sheets from the checkpoint on.
func (deleter) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var p execution.Deletion
	if err := w.Params(&p); err != nil {
		return false, err
	}
	list, err := worklist.Of(ctx, w, w.Job.ID)
	if err != nil {
		return false, err
	}
	return worklist.Each(ctx, w, list, func(part []sds.SheetID) ([]sheets.Left, error) {
		return sheets.RemoveEach(ctx, w.Table, worklist.Actor(w, p.Address), part, string(w.Job.ID))
	})
}

// Ended lists the sheets that were not deleted.
func (deleter) Ended(ctx context.Context, w *runner.Work) error {
	return worklist.Report(ctx, w, CodeLeft)
}
