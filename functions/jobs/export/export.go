// Package export makes tables of sheets: CSV and XLSX (package rowstore).
package export

import (
	"context"
	"fmt"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/rowstore"
	"anzen/functions/jobs/runner"
	"anzen/shared/catalog"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	tables "anzen/shared/formats/export"
	"anzen/shared/judgement/edition"
	"anzen/shared/judgement/numbers"
	"anzen/shared/library/duties"
	"anzen/shared/library/search"
	"anzen/shared/library/settle"
	"anzen/shared/reference/regulation"
)

// Kind is the declaration of the kind.
var Kind = runner.Kind{
	Name: job.Export, Summary: "makes a table of sheets", Memory: 1769, Timeout: 10 * time.Minute, Needs: execution.Permission(job.Export),
	Grants: append(grant.Catalog(), grant.Table("Query"), grant.Work("GetObject", "PutObject", "DeleteObject", "AbortMultipartUpload"), grant.WorkList(), grant.Mail()),
	New:    func(*runner.Services) runner.Runner { return exporter{} },
}

type exporter struct{}

// maker are the parameters of a table, resolved.
type maker struct {
	execution.Export
	operation tables.Operation
	columns   []tables.Column
}

func makerOf(w *runner.Work) (m maker, err error) {
	if err := w.Params(&m.Export); err != nil {
		return m, err
	}
	var ok bool
	if m.operation, ok = tables.OperationOf(m.Operation); !ok {
		return m, fmt.Errorf("there is no operation %q", m.Operation)
	}
	var unknown int
	if m.columns, unknown = m.operation.Choose(m.Columns); unknown >= 0 {
		return m, fmt.Errorf("there is no column %q of %s", m.Columns[unknown], m.Operation)
	}
	return m, nil
}

func (exporter) Step(ctx context.Context, w *runner.Work) (bool, error) {
	m, err := makerOf(w)
	if err != nil {
		return false, err
	}
	return rowstore.Table{
		File: m.file(), Name: m.fileName(w.Job),
		Open: func(ctx context.Context) (rowstore.Reader, string, error) {
			view, err := m.view(ctx, w)
			return m.reader(w, view), "", err
		},
	}.Step(ctx, w)
}

// reader reads the rows of the sheets.
func (m *maker) reader(w *runner.Work, view *tables.View) rowstore.Reader {
	needs := m.operation.Needs(m.columns)
	return func(ctx context.Context, after *catalog.Position) (rowstore.Page, error) {
		found, err := search.Selected(ctx, w.Catalog, w.Viewer(), m.Sheets, after, rowstore.PageSize)
		if err != nil {
			return rowstore.Page{}, err
		}
		ids := make([]sds.SheetID, len(found.Sheets))
		for i := range found.Sheets {
			ids[i] = found.Sheets[i].ID
		}
		sections, err := w.Table.SectionsOf(ctx, w.Job.Company, ids, needs)
		if err != nil {
			return rowstore.Page{}, err
		}
		page := rowstore.Page{Sheets: len(ids), Total: search.Size(m.Sheets, found), Next: found.Next}
		for i := range found.Sheets {
			page.Rows = append(page.Rows, m.operation.Rows(view, m.columns, &tables.Sheet{Record: found.Sheets[i], Sections: sections[i]})...)
		}
		return page, nil
	}
}

// view is how cells are written, with the current names of the company's ids.
func (m *maker) view(ctx context.Context, w *runner.Work) (*tables.View, error) {
	today, years := sds.Day(w.Now()), w.Company.ExpirationYears
	v := &tables.View{
		Lang: m.Lang, Today: today, Years: years,
		Findings: func(s *sds.Sheet) int { return settle.Count(s, today, years) },
		Edition: func(s *tables.Sheet) (string, bool) {
			f := edition.Of(&s.Record, s.Sections)
			return string(f.Edition), f.Basis == edition.Stated
		},
		Numbers: func(name string, cas []string) sds.LawNumbers {
			return numbers.Of(name, cas, today.Format(time.DateOnly))
		},
		Duties: duties.Rows(regulation.Current, m.Lang, today),
		Names:  tables.Names{Departments: map[sds.DepartmentID]string{}, Tags: map[sds.TagID]string{}, Users: map[sds.UserID]string{}},
	}
	departments, err := w.Table.Departments(ctx, w.Job.Company)
	if err != nil {
		return nil, err
	}
	for _, d := range departments {
		v.Names.Departments[d.ID] = d.Name
	}
	tags, err := w.Table.Tags(ctx, w.Job.Company)
	if err != nil {
		return nil, err
	}
	for _, t := range tags {
		v.Names.Tags[t.ID] = t.Name
	}
	users, err := w.Table.Users(ctx, w.Job.Company)
	if err != nil {
		return nil, err
	}
	for i := range users {
		v.Names.Users[users[i].ID] = users[i].Name()
	}
	return v, nil
}
