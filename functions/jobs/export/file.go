package export

import (
	"context"
	"io"
	"strconv"
	"strings"

	"anzen/functions/jobs/frame"
	"anzen/functions/jobs/told"
	tables "anzen/shared/export"
	"anzen/shared/job"
	"anzen/shared/message"
)

// The codes of what there is to know of a file.
const (
	CodeReplaced message.Code = "export.replaced"
	CodeFolded   message.Code = "export.folded"
	CodeCut      message.Code = "export.cut"
)

// title is the operation's name without what stands in brackets.
func (m *maker) title() string {
	label := m.operation.Label(m.Lang)
	for _, bracket := range []string{"（", " ("} {
		label, _, _ = strings.Cut(label, bracket)
	}
	return label
}

// fileName is the name under which the file is saved, with the time when it was asked for, in Japan.
func (m *maker) fileName(j job.Job) string {
	return m.title() + "_" + j.CreatedAt.In(tables.Japan).Format("20060102-1504") + "." + m.Format
}

func (m *maker) contentType() string {
	switch {
	case m.Format == XLSX:
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case m.Encoding == tables.ShiftJIS:
		return "text/csv; charset=Shift_JIS"
	default:
		return "text/csv; charset=utf-8"
	}
}

func (m *maker) begin(w io.Writer) (tables.Writer, error) {
	if m.Format == XLSX {
		return tables.NewXLSX(w, m.title(), m.columns, m.Lang)
	}
	return tables.NewCSV(w, m.Encoding, tables.Heading(m.columns, m.Lang))
}

// note tells what the file could not hold as it is.
func (m *maker) note(w *frame.Work, loss tables.Loss) {
	where := ""
	if len(loss.Places) > 0 {
		where = loss.Where(m.Lang)
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

// Ended clears the rows away once nothing can come back for them, and mails the starter.
func (r *runner) Ended(ctx context.Context, w *frame.Work) error {
	m, err := makerOf(w)
	if err != nil {
		// Its parameters are of a program that is no more: there is nothing to clear or to name.
		return told.Mail(ctx, w, "")
	}
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return err
	}
	if w.Job.State != job.Failed { // a failed one may go on
		for n := range at.Parts {
			if err := w.Files.Delete(ctx, partKey(w, n)); err != nil {
				return err
			}
		}
	}
	return told.Mail(ctx, w, m.fileName(w.Job))
}
