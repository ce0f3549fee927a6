// Package reanalysis analyzes many sheets again. Only some analyses of a job run at the same
// time, fewer than the pipeline's tasks: the sheets that people register meanwhile do not wait
// for thousands of others. The job ends with the last of them; those that could not be analyzed
// are listed.
package reanalysis

import (
	"context"
	"slices"
	"time"

	analysis "anzen/functions/analysis/execution"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/functions/jobs/worklist"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// CodeLeft is the note that some sheets were not analyzed.
const CodeLeft message.Code = "reanalysis.left"

// Kind is the declaration of the job.
var Kind = runner.Kind{
	Name: job.Reanalysis, Summary: "analyzes many sheets again", Memory: 512, Timeout: 5 * time.Minute, Needs: execution.Permission(job.Reanalysis),
	Grants: []grant.Grant{grant.Table("Query", "UpdateItem", "ConditionCheckItem"), grant.Work("GetObject", "PutObject"), grant.WorkList(), grant.StartAnalysis()},
	New:    func(*runner.Services) runner.Runner { return analyzer{} },
}

const (
	// atOnce is how many analyses of a job run at the same time: half of what the pipeline's
	// tasks run.
	atOnce = 10
	// pause is how long the job waits for them before it looks again.
	pause = 2 * time.Second
)

// checkpoint is the progress. A sheet is claimed here before its analysis is requested: after a
// crash its attempt shows whether it was.
type checkpoint struct {
	Next    int       `json:"next"`
	Claimed []claimed `json:"claimed,omitempty"`
}

// claimed is a sheet with the attempt before the job's.
type claimed struct {
	Sheet sds.SheetID `json:"sheet"`
	After int         `json:"after"`
}

type analyzer struct{}

// step is the state of one step.
type step struct {
	*runner.Work
	at      checkpoint
	list    []sds.SheetID
	by      sheets.Actor
	comment string
}

// Step requests analyses and waits for them, from the checkpoint on.
func (analyzer) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var p execution.Reanalysis
	if err := w.Params(&p); err != nil {
		return false, err
	}
	s := step{Work: w, comment: p.Comment}
	if err := w.Checkpoint(&s.at); err != nil {
		return false, err
	}
	var err error
	if s.list, err = worklist.Of(ctx, w, w.Job.ID); err != nil {
		return false, err
	}
	for {
		s.by = worklist.Actor(w, p.Address)
		if err := s.advance(ctx); err != nil {
			return false, err
		}
		taken, err := s.claim(ctx)
		if err != nil {
			return false, err
		}
		switch {
		case len(s.at.Claimed) == 0 && s.at.Next == len(s.list):
			return false, nil
		case !w.HasTime():
			return true, nil
		case !taken:
			w.Wait(ctx, pause)
		}
	}
}

// claim takes the next sheets of the list, as many as may run, and saves them; it reports whether
// there were any.
func (s *step) claim(ctx context.Context) (taken bool, err error) {
	n := min(atOnce-len(s.at.Claimed), len(s.list)-s.at.Next)
	if n == 0 {
		return false, nil
	}
	found, err := s.Table.VersionRecords(ctx, s.Job.Company, s.list[s.at.Next:s.at.Next+n])
	if err != nil {
		return false, err
	}
	for i := range found {
		if found[i].DeletedAt == nil {
			s.at.Claimed = append(s.at.Claimed, claimed{found[i].ID, found[i].Attempt})
		}
	}
	s.at.Next += n
	return true, s.save(ctx)
}

// save stores the progress: a sheet is done when its analysis has ended.
func (s *step) save(ctx context.Context) error {
	return s.Save(ctx, s.at.Next-len(s.at.Claimed), len(s.list), s.at)
}

// advance requests the analyses of claimed sheets, and drops the sheets whose analyses have
// ended.
func (s *step) advance(ctx context.Context) error {
	if len(s.at.Claimed) == 0 {
		return nil
	}
	ids := make([]sds.SheetID, len(s.at.Claimed))
	for i, c := range s.at.Claimed {
		ids[i] = c.Sheet
	}
	records, err := s.Table.VersionRecords(ctx, s.Job.Company, ids)
	if err != nil {
		return err
	}
	var left []sheets.Left
	var running []claimed
	for _, c := range s.at.Claimed {
		i := slices.IndexFunc(records, func(r sds.Sheet) bool { return r.ID == c.Sheet })
		if i < 0 || records[i].DeletedAt != nil {
			continue
		}
		runs, why, err := s.one(ctx, &records[i], c)
		switch {
		case err != nil:
			return err
		case why != nil:
			left = append(left, *why)
		case runs:
			running = append(running, c)
		}
	}
	if err := worklist.Keep(ctx, s.Work, left); err != nil {
		return err
	}
	s.at.Claimed = running
	return s.save(ctx) // also where nothing has ended: a cancelled job learns of it
}

// one requests the analysis of a sheet, unless that is done, and reports whether it runs.
func (s *step) one(ctx context.Context, record *sds.Sheet, c claimed) (runs bool, left *sheets.Left, err error) {
	switch {
	case record.Attempt == c.After:
		r := sheets.Registrar{Store: s.Table, Analyses: analysis.Starter{Machine: s.Analysis, Pauses: s.Table}, Log: s.Log}
		left, err := r.ReanalyzeAmong(ctx, s.by, record, s.comment)
		return err == nil && left == nil, left, err
	case record.Status.InProgress():
		return true, nil, nil
	case record.Status == sds.StatusImpossible:
		failed := sheets.LeftFailed(record)
		return false, &failed, nil
	}
	return false, nil, nil
}

// Ended lists the sheets that were not analyzed.
func (analyzer) Ended(ctx context.Context, w *runner.Work) error {
	return worklist.Report(ctx, w, CodeLeft)
}
