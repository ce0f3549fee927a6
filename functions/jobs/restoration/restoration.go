// Package restoration restores many deleted sheets, each among its versions: those that a job has
// deleted (package deletion), unless they were restored or deleted again since, or those that were
// chosen when it was requested. Those that cannot be restored are left and listed.
package restoration

import (
	"cmp"
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

// CodeLeft is the note that some sheets were not restored.
const CodeLeft message.Code = "restoration.left"

// Kind is the declaration of the job.
var Kind = runner.Kind{
	Name: job.Restoration, Summary: "restores many deleted sheets", Memory: 1024, Timeout: 10 * time.Minute, Needs: execution.Permission(job.Restoration),
	Grants: []grant.Grant{grant.Table("Query", "UpdateItem"), grant.Work("GetObject", "PutObject"), grant.WorkList()},
	New:    func(*runner.Services) runner.Runner { return restorer{} },
}

type restorer struct{}

// Step restores the sheets from the checkpoint on.
func (restorer) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var p execution.Restoration
	if err := w.Params(&p); err != nil {
		return false, err
	}
	list, err := worklist.Of(ctx, w, cmp.Or(p.Deletion, w.Job.ID))
	if err != nil {
		return false, err
	}
	return worklist.Each(ctx, w, list, func(part []sds.SheetID) ([]sheets.Left, error) {
		return sheets.RestoreEach(ctx, w.Table, worklist.Actor(w, p.Address), part, string(p.Deletion))
	})
}

// Ended lists the sheets that were not restored.
func (restorer) Ended(ctx context.Context, w *runner.Work) error {
	return worklist.Report(ctx, w, CodeLeft)
}
