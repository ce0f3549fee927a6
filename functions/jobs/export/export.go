// Package export makes tables of sheets: CSV and XLSX. First it reads the sheets
// page by page and keeps the rows, so that nothing is read twice whatever happens;
// then it writes the file from them in one go, a part of it in memory at a time.
package export

import (
	"context"
	"fmt"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/frame"
	"anzen/functions/jobs/rows"
	"anzen/functions/jobs/run"
	"anzen/shared/aws/files"
	"anzen/shared/catalog"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	tables "anzen/shared/formats/export"
	"anzen/shared/library/search"
	"anzen/shared/library/settle"
)

// Kind is the declaration of the kind.
var Kind = frame.Kind{
	Name: job.Export, Summary: "makes a table of sheets", Memory: 1769, Timeout: 10 * time.Minute, Needs: run.Permission(job.Export),
	Grants: append(grant.Catalog(), grant.Table("Query"), grant.Work("GetObject", "PutObject", "DeleteObject", "AbortMultipartUpload"), grant.WorkList(), grant.Mail()),
	New:    func(*frame.Services) frame.Runner { return &runner{} },
}

type runner struct{}

// checkpoint is how far the reading is.
type checkpoint struct {
	After *catalog.Position `json:"After,omitempty"`
	Parts int               `json:"Parts"` // pages of rows that are kept
	Done  int               `json:"Done"`  // sheets
	Total int               `json:"Total"`
	Read  bool              `json:"Read"` // all of them
}

// maker is what both halves of the work need.
type maker struct {
	run.Export
	operation tables.Operation
	columns   []tables.Column
}

func makerOf(w *frame.Work) (m maker, err error) {
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

func (r *runner) Step(ctx context.Context, w *frame.Work) (bool, error) {
	m, err := makerOf(w)
	if err != nil {
		return false, err
	}
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return false, err
	}
	if !at.Read {
		return true, m.read(ctx, w, &at)
	}
	err = m.write(ctx, w, &at)
	if files.Missing(err) { // it waited so long that its rows were cleared away: from the beginning
		return true, w.Save(ctx, 0, 0, checkpoint{})
	}
	return false, err
}

// read reads sheets while there is room, and keeps their rows.
func (m *maker) read(ctx context.Context, w *frame.Work, at *checkpoint) error {
	view, err := m.view(ctx, w)
	if err != nil {
		return err
	}
	needs := m.operation.Needs(m.columns)
	for !at.Read {
		page, err := search.Selected(ctx, w.Catalog, w.Viewer(), m.Sheets, at.After, rows.PageSize)
		if err != nil {
			return err
		}
		ids := make([]sds.SheetID, len(page.Sheets))
		for i := range page.Sheets {
			ids[i] = page.Sheets[i].ID
		}
		sections, err := w.Table.SectionsOf(ctx, w.Job.Company, ids, needs)
		if err != nil {
			return err
		}
		var table []tables.Row
		for i := range page.Sheets {
			table = append(table, m.operation.Rows(view, m.columns, &tables.Sheet{Head: page.Sheets[i], Sections: sections[i]})...)
		}
		if err := rows.Keep(ctx, w, at.Parts, table); err != nil {
			return err
		}
		if at.After == nil {
			at.Total = search.Size(m.Sheets, page)
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

// view is how cells are written, with the names that the company's ids have now.
func (m *maker) view(ctx context.Context, w *frame.Work) (*tables.View, error) {
	today, years := sds.Day(w.Now()), w.Of.ExpirationYears
	v := &tables.View{
		Lang: m.Lang, Today: today, Years: years,
		Findings: func(h *sds.Sheet) int { return settle.Count(h, today, years) },
		Names:    tables.Names{Departments: map[sds.DepartmentID]string{}, Tags: map[sds.TagID]string{}, Users: map[sds.UserID]string{}},
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

// write makes the file of the rows that were kept.
func (m *maker) write(ctx context.Context, w *frame.Work, at *checkpoint) error {
	return rows.Write(ctx, w, m.file(), m.fileName(w.Job), at.Parts, func() error { return w.Save(ctx, at.Done, at.Total, at) })
}
