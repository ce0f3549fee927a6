// Package rowstore makes tables in steps, for the kinds of job whose result is one. A job
// reads rows page by page and stores them as objects, so that an interrupted job reads
// nothing twice; then it writes the file from them in one step, one page in memory at a time.
package rowstore

import (
	"context"
	"fmt"

	"anzen/functions/jobs/runner"
	"anzen/shared/aws/files"
	"anzen/shared/catalog"
	"anzen/shared/domain/job"
	tables "anzen/shared/formats/export"
)

// PageSize is how many sheets are read at a time.
const PageSize = 500

// Table is a table of sheets.
type Table struct {
	File tables.File
	Name string // under which it is saved
	// Open prepares reading. All rows of a table have the same basis: where it differs from
	// that of the stored rows, reading starts from the beginning.
	Open func(ctx context.Context) (read Reader, basis string, err error)
}

// Reader reads the rows of the next sheets, PageSize at most; after is the previous page's Next.
type Reader func(ctx context.Context, after *catalog.Position) (Page, error)

// Page are the rows of some sheets.
type Page struct {
	Rows   []tables.Row
	Sheets int               // number of sheets
	Total  int               // estimated sheets of all pages; that of the first page is used
	Next   *catalog.Position // nil: the last page
}

// checkpoint is a table's progress.
type checkpoint struct {
	Basis string            `json:"Basis,omitempty"`
	After *catalog.Position `json:"After,omitempty"`
	Parts int               `json:"Parts"` // stored pages of rows
	Done  int               `json:"Done"`  // sheets
	Total int               `json:"Total"`
	Read  bool              `json:"Read"` // all of them
}

// Step continues the table, as runner.Runner.
func (t Table) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return false, err
	}
	if !at.Read {
		return true, t.read(ctx, w, &at)
	}
	err := t.write(ctx, w, &at)
	if files.Missing(err) { // the stored rows have expired: from the beginning
		return true, w.Save(ctx, 0, 0, checkpoint{})
	}
	return false, err
}

// read reads sheets while there is time, and stores their rows.
func (t Table) read(ctx context.Context, w *runner.Work, at *checkpoint) error {
	next, basis, err := t.Open(ctx)
	if err != nil {
		return err
	}
	if at.Basis != basis {
		if err := drop(ctx, w, at.Parts); err != nil {
			return err
		}
		*at = checkpoint{Basis: basis}
	}
	for !at.Read {
		page, err := next(ctx, at.After)
		if err != nil {
			return err
		}
		if err := keep(ctx, w, at.Parts, page.Rows); err != nil {
			return err
		}
		if at.After == nil {
			at.Total = page.Total
		}
		at.After, at.Parts, at.Done, at.Read = page.Next, at.Parts+1, at.Done+page.Sheets, page.Next == nil
		if at.Total < at.Done || at.Read {
			at.Total = at.Done
		}
		if err := w.Save(ctx, at.Done, at.Total, at); err != nil {
			return err
		}
		if !w.HasTime() {
			return nil
		}
	}
	return nil
}

// keep stores the rows of a part; parts count from 0.
func keep(ctx context.Context, w *runner.Work, part int, rows []tables.Row) error {
	packed, err := tables.Pack(rows)
	if err != nil {
		return err
	}
	return w.Files.Write(ctx, partKey(w, part), "application/octet-stream", packed)
}

func partKey(w *runner.Work, n int) string { return w.Key(fmt.Sprintf("rows-%05d", n)) }

// Clear deletes the stored rows, except those of a failed job, which can be retried.
func Clear(ctx context.Context, w *runner.Work) error {
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return err
	}
	if w.Job.State == job.Failed {
		return nil
	}
	return drop(ctx, w, at.Parts)
}

func drop(ctx context.Context, w *runner.Work, parts int) error {
	for n := range parts {
		if err := w.Files.Delete(ctx, partKey(w, n)); err != nil {
			return err
		}
	}
	return nil
}
