// Package rows is what jobs that make a table have in common. Step by step a job
// keeps the rows that it has read, so that nothing is read twice whatever happens;
// then the file is written from them in one go, a part of it in memory at a time.
package rows

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"anzen/functions/jobs/frame"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	tables "anzen/shared/formats/export"
)

// The codes of what there is to know of a file.
const (
	CodeReplaced message.Code = "export.replaced"
	CodeFolded   message.Code = "export.folded"
	CodeCut      message.Code = "export.cut"
)

// PageSize is how many sheets are read at a time.
const PageSize = 500

// Keep keeps the rows of a part; parts count from 0.
func Keep(ctx context.Context, w *frame.Work, part int, rows []tables.Row) error {
	packed, err := tables.Pack(rows)
	if err != nil {
		return err
	}
	return w.Files.Write(ctx, partKey(w, part), "application/octet-stream", packed)
}

func partKey(w *frame.Work, n int) string { return w.Key(fmt.Sprintf("rows-%05d", n)) }

// Clear deletes what was kept, once nothing can come back for it: a failed job may go on.
func Clear(ctx context.Context, w *frame.Work, parts int) error {
	if w.Job.State == job.Failed {
		return nil
	}
	for n := range parts {
		if err := w.Files.Delete(ctx, partKey(w, n)); err != nil {
			return err
		}
	}
	return nil
}

// maxPart is more than a page of rows can be.
const maxPart = 200 << 20

// Write makes the file of the parts that were kept, as the job's result, and notes what
// it could not hold as it is. save is called now and then: by it a job learns that
// somebody wants it cancelled. What was cleared away meanwhile is missing (files.Missing).
func Write(ctx context.Context, w *frame.Work, f tables.File, name string, parts int, save func() error) error {
	result := job.Result{Key: w.Key("result." + f.Format), Name: name, ContentType: f.ContentType()}
	file, err := w.Files.Create(ctx, result.Key, result.ContentType)
	if err != nil {
		return err
	}
	loss, err := func() (tables.Loss, error) {
		table, err := f.Begin(file)
		if err != nil {
			return tables.Loss{}, err
		}
		for n := range parts {
			if err := add(ctx, w, table, n); err != nil {
				return tables.Loss{}, err
			}
			if n%20 == 19 {
				if err := save(); err != nil {
					return tables.Loss{}, err
				}
			}
		}
		loss, err := table.Close()
		return loss, errors.Join(err, file.Close())
	}()
	if err != nil {
		return errors.Join(err, file.Drop())
	}
	result.Size = file.Size()
	w.Job.Result, w.Job.Notes = &result, nil
	note(w, f.Lang, loss)
	return nil
}

// add writes the rows of a part.
func add(ctx context.Context, w *frame.Work, into tables.Writer, part int) error {
	packed, err := w.Files.Read(ctx, partKey(w, part), "", maxPart)
	if err != nil {
		return err
	}
	rows, err := tables.Unpack(packed)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := into.Write(r); err != nil {
			return err
		}
	}
	return nil
}

// note tells what the file could not hold as it is.
func note(w *frame.Work, lang string, loss tables.Loss) {
	where := ""
	if len(loss.Places) > 0 {
		where = loss.Where(lang)
	}
	for _, n := range []struct {
		code  message.Code
		count int
	}{{CodeReplaced, loss.Replaced}, {CodeFolded, loss.Folded}, {CodeCut, loss.Cut}} {
		if n.count > 0 {
			w.Note(n.code, map[string]string{"count": strconv.Itoa(n.count), "where": where})
		}
	}
}
