package rowstore

import (
	"context"
	"errors"
	"strconv"

	"anzen/functions/jobs/runner"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	tables "anzen/shared/formats/export"
)

// The notes about a file.
const (
	CodeReplaced message.Code = "export.replaced"
	CodeFolded   message.Code = "export.folded"
	CodeCut      message.Code = "export.cut"
)

// maxPart is larger than any page of rows, in bytes.
const maxPart = 200 << 20

// write makes the file from the stored parts, as the job's result, and notes values that
// the format cannot represent. It saves regularly, by which a job learns that it is to be
// cancelled. files.Missing where stored parts have expired.
func (t Table) write(ctx context.Context, w *runner.Work, at *checkpoint) error {
	result := job.Result{Key: w.Key("result." + t.File.Format), Name: t.Name, ContentType: t.File.ContentType()}
	file, err := w.Files.Create(ctx, result.Key, result.ContentType)
	if err != nil {
		return err
	}
	loss, err := func() (tables.Loss, error) {
		table, err := t.File.Begin(file)
		if err != nil {
			return tables.Loss{}, err
		}
		for n := range at.Parts {
			if err := add(ctx, w, table, n); err != nil {
				return tables.Loss{}, err
			}
			if n%20 == 19 {
				if err := w.Save(ctx, at.Done, at.Total, at); err != nil {
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
	note(w, t.File.Lang, loss)
	return nil
}

// add writes the rows of a part.
func add(ctx context.Context, w *runner.Work, into tables.Writer, part int) error {
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

// note adds notes about values that the format cannot represent.
func note(w *runner.Work, lang string, loss tables.Loss) {
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
