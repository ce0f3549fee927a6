// Package checklist makes tables of what checklists find, a line for each proof, of any
// number of sheets (shared/library/report, package rowstore).
package checklist

import (
	"context"
	"errors"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/notify"
	"anzen/functions/jobs/rowstore"
	"anzen/functions/jobs/runner"
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
var Kind = runner.Kind{
	Name: job.Checklist, Summary: "makes a table of what a checklist finds", Memory: 1769, Timeout: 10 * time.Minute, Needs: execution.Permission(job.Checklist),
	Grants: append(grant.Catalog(), grant.Work("GetObject", "PutObject", "DeleteObject", "AbortMultipartUpload"), grant.WorkList(), grant.Mail()),
	New:    func(*runner.Services) runner.Runner { return exporter{} },
}

// params are what the job was started with.
type params execution.Checklist

type exporter struct{}

func (exporter) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var p params
	if err := w.Params(&p); err != nil {
		return false, err
	}
	l, err := w.Table.Checklist(ctx, w.Job.Company, p.List)
	if errors.Is(err, table.ErrNotFound) {
		return false, runner.Refuse(CodeGone, map[string]string{"title": p.Written.Title})
	}
	if err != nil {
		return false, err
	}
	return rowstore.Table{
		File: report.File(p.Written), Name: report.FileName(p.Written, w.Job.CreatedAt),
		Open: func(ctx context.Context) (rowstore.Reader, string, error) {
			// The definition, the version of the rules and the day: all lines of a table have
			// the same basis.
			day := report.Day(w.Now())
			basis := evaluate.Definition(&l) + " " + evaluate.Rules{}.Version() + " " + day
			r := report.New(l, day)
			return p.reader(w, r), basis, r.ReadReviews(ctx, w.Table, w.Job.Company)
		},
	}.Step(ctx, w)
}

// reader reads the lines of the sheets that the checklist finds.
func (p *params) reader(w *runner.Work, r *report.Report) rowstore.Reader {
	order := search.Order{By: catalog.Sort(p.Sort), Desc: p.Desc}
	return func(ctx context.Context, after *catalog.Position) (rowstore.Page, error) {
		found, err := r.Search(ctx, w.Catalog, w.Viewer(), p.Filters, search.Page{Order: order, After: after, Limit: rowstore.PageSize})
		if err != nil {
			return rowstore.Page{}, err
		}
		lines, err := r.Lines(ctx, w.Table, w.Job.Company, p.Written.Lang, found.Sheets)
		return rowstore.Page{Rows: lines, Sheets: len(found.Sheets), Total: found.Total, Next: found.Next}, err
	}
}

// Ended deletes the stored rows once the job cannot resume, and mails the starter.
func (exporter) Ended(ctx context.Context, w *runner.Work) error {
	var p params
	if err := w.Params(&p); err != nil {
		return err
	}
	if err := rowstore.Clear(ctx, w); err != nil {
		return err
	}
	return notify.Mail(ctx, w, report.FileName(p.Written, w.Job.CreatedAt))
}
