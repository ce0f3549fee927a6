package jobs

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"anzen/functions/common/sweeping"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/job"
)

// How long the sweep waits for a job's start, for an execution to end (its state machine's timeout is six hours), and for
// progress where an execution was started before, which may have been failed as a whole: another attempt continues then, and
// the one before writes nothing any more, should it only have waited.
const (
	startTakes   = 30 * time.Second
	runTakes     = 7 * time.Hour
	restartAfter = time.Hour
)

type sweeper struct {
	table    *table.Table
	machines map[job.Kind]*workflow.Machine
	now      func() time.Time
	log      *slog.Logger
}

// sweep starts the jobs whose start failed, and continues those whose execution was
// aborted as another attempt.
func (s *sweeper) sweep(ctx context.Context) error {
	waiting, err := s.table.AllWaiting(ctx)
	if err != nil {
		return err
	}
	waiting = slices.DeleteFunc(waiting, func(w table.Waiting) bool { return s.now().Sub(w.Since) < startTakes })
	left := sweeping.Each(ctx, waiting, func(ctx context.Context, w table.Waiting) {
		if err := s.one(ctx, w, s.now().Sub(w.Since)); err != nil {
			s.log.ErrorContext(ctx, "sweep", "job", w.Job, "cause", err.Error())
		}
	})
	if left > 0 {
		s.log.WarnContext(ctx, "left for the next sweep", "jobs", left)
	}
	return nil
}

func (s *sweeper) one(ctx context.Context, w table.Waiting, age time.Duration) error {
	j, err := s.table.Job(ctx, w.Company, w.Job)
	machine := s.machines[w.Kind]
	switch {
	case errors.Is(err, table.ErrNotFound), err == nil && (j.State.Ended() || j.Attempt != w.Attempt), err == nil && machine == nil:
		return s.table.WaitingOver(ctx, w)
	case err != nil:
		return err
	}
	if age <= runTakes {
		// One that runs is left alone, be it by this name: with another trace its input is another.
		started, err := machine.Start(ctx, execution.Name(j.ID, j.Attempt), execution.Of(j))
		if err != nil || started || s.now().Sub(j.UpdatedAt) < restartAfter {
			return err
		}
	}
	x := s.table.Begin(w.Company).Audit(table.Audit{Action: "job.restarted", Target: string(w.Job)})
	j = x.ContinueJob(j)
	if err := x.Commit(ctx); err != nil {
		return err
	}
	_, err = machine.Start(ctx, execution.Name(j.ID, j.Attempt), execution.Of(j))
	return err
}
