// Package checklist makes tables of what checklists find, a line a proof, of any
// number of sheets (shared/library/report; rows).
package checklist

import (
	"context"
	"errors"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/frame"
	"anzen/functions/jobs/rows"
	"anzen/functions/jobs/run"
	"anzen/functions/jobs/told"
	"anzen/shared/aws/files"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/library/report"
)

// CodeGone is the refusal where the checklist has been deleted meanwhile.
const CodeGone message.Code = "checklist.export_gone"

// Kind is the declaration of the kind.
var Kind = frame.Kind{
	Name: job.Checklist, Summary: "makes a table of what a checklist finds", Memory: 1769, Timeout: 10 * time.Minute, Needs: run.Permission(job.Checklist),
	Grants: append(grant.Catalog(), grant.Work("GetObject", "PutObject", "DeleteObject", "AbortMultipartUpload"), grant.WorkList(), grant.Mail()),
	New:    func(*frame.Services) frame.Runner { return runner{} },
}

// params are what the job was started with.
type params run.Checklist

type runner struct{}

// checkpoint is how far the reading is.
type checkpoint struct {
	// Basis is what the checklist watched, and by which rules and day it was judged.
	Basis string            `json:"Basis"`
	After *catalog.Position `json:"After,omitempty"`
	Parts int               `json:"Parts"` // pages of rows that are kept
	Done  int               `json:"Done"`  // sheets
	Total int               `json:"Total"`
	Read  bool              `json:"Read"` // all of them
}

func (runner) Step(ctx context.Context, w *frame.Work) (bool, error) {
	var p params
	if err := w.Params(&p); err != nil {
		return false, err
	}
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return false, err
	}
	l, err := w.Table.Checklist(ctx, w.Job.Company, p.List)
	if errors.Is(err, table.ErrNotFound) {
		return false, frame.Refuse(CodeGone, map[string]string{"title": p.Written.Title})
	}
	if err != nil {
		return false, err
	}
	if !at.Read {
		return true, p.read(ctx, w, l, at)
	}
	err = rows.Write(ctx, w, report.File(p.Written), report.FileName(p.Written, w.Job.CreatedAt), at.Parts, func() error { return w.Save(ctx, at.Done, at.Total, at) })
	if files.Missing(err) { // it waited so long that its rows were cleared away: from the beginning
		return true, w.Save(ctx, 0, 0, checkpoint{})
	}
	return false, err
}

// read reads sheets while there is room, and keeps their lines. Where the checklist
// watches something else than before, or another day has begun, it starts anew: a table
// tells of one checklist on one day.
func (p *params) read(ctx context.Context, w *frame.Work, l checklist.List, at checkpoint) error {
	day := report.Day(w.Now())
	basis := evaluate.Definition(&l) + " " + evaluate.Rules{}.Version() + " " + day
	if at.Basis != basis {
		if err := rows.Clear(ctx, w, at.Parts); err != nil {
			return err
		}
		at = checkpoint{Basis: basis}
	}
	r := report.New(l, day)
	if err := r.ReadMarks(ctx, w.Table, w.Job.Company); err != nil {
		return err
	}
	q := r.Query(p.Filters)
	q.Sort, q.Desc, q.Limit = catalog.Sort(p.Sort), p.Desc, rows.PageSize
	for !at.Read {
		q.After = at.After
		page, err := w.Catalog.Search(ctx, w.Job.Company, q)
		if err != nil {
			return err
		}
		lines, err := r.Lines(ctx, w.Table, w.Job.Company, p.Written.Lang, page.Sheets)
		if err != nil {
			return err
		}
		if err := rows.Keep(ctx, w, at.Parts, lines); err != nil {
			return err
		}
		if at.After == nil {
			at.Total = page.Total
		}
		at.After, at.Parts, at.Done, at.Read = page.Next, at.Parts+1, at.Done+len(page.Sheets), page.Next == nil
		if at.Total < at.Done || at.Read {
			at.Total = at.Done
		}
		if err := w.Save(ctx, at.Done, at.Total, at); err != nil {
			return err
		}
		if !w.Room() {
			return nil
		}
	}
	return nil
}

// Ended clears the rows away once nothing can come back for them, and mails the starter.
func (runner) Ended(ctx context.Context, w *frame.Work) error {
	var p params
	if err := w.Params(&p); err != nil {
		return err
	}
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return err
	}
	if err := rows.Clear(ctx, w, at.Parts); err != nil {
		return err
	}
	return told.Mail(ctx, w, report.FileName(p.Written, w.Job.CreatedAt))
}
