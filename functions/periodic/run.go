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

// tries is the most attempts of an occurrence whose record is changed concurrently.
const tries = 5

// run starts an occurrence of a setting, once: a repeated call has no effect.
func (w *worker) run(ctx context.Context, o upkeep.Occurrence) error {
	at, err := time.Parse(time.RFC3339, o.At)
	if err != nil {
		return fmt.Errorf("read the time of setting %s: %w", o.Setting, err)
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
		return w.Schedules.Delete(ctx, string(id)) // a schedule without a setting
	case err != nil:
		return err
	case s.LastFor != nil && !at.After(*s.LastFor):
		return nil // started before
	case !s.Enabled || !s.Times.Due(at):
		return w.Schedules.Put(ctx, upkeep.Schedule(s)) // not aligned yet
	}
	firm, people, err := w.company(ctx, c)
	if err != nil || !firm.Active {
		return err // nothing is written for a company that is being closed
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

// disable disables a setting that must not run. The record has the pending mail, so it is
// sent even if this is interrupted.
func (w *worker) disable(ctx context.Context, s periodic.Setting, why periodic.Reason) error {
	x := w.Table.Begin(s.Company).Audit(table.Audit{Action: "periodic.disabled." + string(why), Target: string(s.ID)})
	x.DisablePeriodic(s, why)
	if err := x.Commit(ctx); err != nil {
		return err
	}
	return upkeep.Align(ctx, w.Services, s.Company, s.ID)
}

// begin starts the export as a job of the owner.
func (w *worker) begin(ctx context.Context, s periodic.Setting, at time.Time) error {
	params, err := params(s)
	if err != nil {
		return err
	}
	x := w.Table.Begin(s.Company).Audit(table.Audit{By: s.Owner, Action: "periodic.begun", Target: string(s.ID)})
	j := x.StartJob(job.Job{
		ID: table.NewJobID(w.now()), By: s.Owner, Kind: job.Export, Lang: s.Export.Lang, Params: params, Title: s.Name, Readers: s.Recipients(), Setting: string(s.ID),
	})
	if err := x.BeginPeriodic(s, at, j.ID).Commit(ctx); err != nil {
		return err
	}
	if _, err := w.exports.Start(ctx, execution.Name(j.ID, j.Attempt), execution.Of(j)); err != nil {
		w.log.ErrorContext(ctx, "job not started, left to the sweep of jobs", "job", string(j.ID), "cause", err.Error())
	}
	return nil
}
