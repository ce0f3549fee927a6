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
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/library/report"
	"anzen/shared/library/search"
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

func (runner) Step(ctx context.Context, w *frame.Work) (bool, error) {
	var p params
	if err := w.Params(&p); err != nil {
		return false, err
	}
	l, err := w.Table.Checklist(ctx, w.Job.Company, p.List)
	if errors.Is(err, table.ErrNotFound) {
		return false, frame.Refuse(CodeGone, map[string]string{"title": p.Written.Title})
	}
	if err != nil {
		return false, err
	}
	return rows.Table{
		File: report.File(p.Written), Name: report.FileName(p.Written, w.Job.CreatedAt),
		Open: func(ctx context.Context) (rows.Reader, string, error) {
			// What the checklist watches, and by which rules and day it is judged: a table tells
			// of one checklist on one day.
			day := report.Day(w.Now())
			basis := evaluate.Definition(&l) + " " + evaluate.Rules{}.Version() + " " + day
			r := report.New(l, day)
			return p.reader(w, r), basis, r.ReadMarks(ctx, w.Table, w.Job.Company)
		},
	}.Step(ctx, w)
}

// reader reads the lines of the sheets that the checklist finds.
func (p *params) reader(w *frame.Work, r *report.Report) rows.Reader {
	order := search.Order{By: catalog.Sort(p.Sort), Desc: p.Desc}
	return func(ctx context.Context, after *catalog.Position) (rows.Page, error) {
		found, err := r.Search(ctx, w.Catalog, w.Viewer(), p.Filters, search.Page{Order: order, After: after, Limit: rows.PageSize})
		if err != nil {
			return rows.Page{}, err
		}
		lines, err := r.Lines(ctx, w.Table, w.Job.Company, p.Written.Lang, found.Sheets)
		return rows.Page{Rows: lines, Sheets: len(found.Sheets), Total: found.Total, Next: found.Next}, err
	}
}

// Ended clears the rows away once nothing can come back for them, and mails the starter.
func (runner) Ended(ctx context.Context, w *frame.Work) error {
	var p params
	if err := w.Params(&p); err != nil {
		return err
	}
	if err := rows.Clear(ctx, w); err != nil {
		return err
	}
	return told.Mail(ctx, w, report.FileName(p.Written, w.Job.CreatedAt))
}
