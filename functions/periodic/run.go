package periodic

import (
	"context"
	"errors"
	"fmt"
	"time"

	"anzen/functions/common/upkeep"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// tries is how often an occurrence is looked at anew when its record is changed at
// the same moment.
const tries = 5

// run begins an occurrence of a setting, once: the same call again finds that it
// has begun.
func (w *worker) run(ctx context.Context, o upkeep.Occurrence) error {
	at, err := time.Parse(time.RFC3339, o.At)
	if err != nil {
		return fmt.Errorf("read when setting %s was due: %w", o.Setting, err)
	}
	for try := 1; ; try++ {
		err := w.once(ctx, o.Company, o.Setting, at)
		if !errors.Is(err, table.ErrStale) || try == tries {
			return err
		}
	}
}

func (w *worker) once(ctx context.Context, c sds.CompanyID, id periodic.ID, at time.Time) error {
	s, err := w.Table.PeriodicSetting(ctx, c, id)
	switch {
	case errors.Is(err, table.ErrNotFound):
		return w.Schedules.Delete(ctx, string(id)) // it outlived its setting
	case err != nil:
		return err
	case s.LastFor != nil && !at.After(*s.LastFor):
		return nil // it has begun before
	case !s.Enabled || !s.Times.Due(at):
		return w.Schedules.Put(ctx, upkeep.Schedule(s)) // it was late to follow
	}
	firm, people, err := w.company(ctx, c)
	if err != nil || !firm.Active {
		return err // of a company that is being closed nothing is written
	}
	if why := s.Hold(firm, people); why != "" {
		return w.disable(ctx, s, why)
	}
	return w.begin(ctx, s, at)
}

func (w *worker) company(ctx context.Context, c sds.CompanyID) (company.Company, []company.User, error) {
	firm, err := w.Table.Company(ctx, c)
	if errors.Is(err, table.ErrNotFound) {
		return firm, nil, nil
	}
	if err != nil {
		return firm, nil, err
	}
	people, err := w.Table.Users(ctx, c)
	return firm, people, err
}

// disable ends a setting that must not run. The mail about it is owed by the record,
// so it goes out even if this is cut off.
func (w *worker) disable(ctx context.Context, s periodic.Setting, why periodic.Reason) error {
	x := w.Table.Begin(s.Company).Audit(table.Audit{Action: "periodic.disabled." + string(why), Target: string(s.ID)})
	x.DisablePeriodic(s, why)
	if err := x.Commit(ctx); err != nil {
		return err
	}
	return upkeep.Align(ctx, w.Services, s.Company, s.ID)
}

// begin starts the export as a job of the owner's.
func (w *worker) begin(ctx context.Context, s periodic.Setting, at time.Time) error {
	params, err := params(s)
	if err != nil {
		return err
	}
	x := w.Table.Begin(s.Company).Audit(table.Audit{By: s.Owner, Action: "periodic.begun", Target: string(s.ID)})
	j := x.StartJob(job.Job{
		ID: table.NewJobID(w.now()), By: s.Owner, Kind: job.Export, Lang: s.Export.Lang, Params: params, Title: s.Name, Readers: s.Recipients(),
	})
	if err := x.BeginPeriodic(s, at, j.ID).Commit(ctx); err != nil {
		return err
	}
	if _, err := w.exports.Start(ctx, execution.Name(j.ID, j.Attempt), execution.Of(j)); err != nil {
		w.log.ErrorContext(ctx, "job not started, the sweep of jobs does it", "job", string(j.ID), "cause", err.Error())
	}
	return nil
}
