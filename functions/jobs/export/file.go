package export

import (
	"context"
	"strings"

	"anzen/functions/jobs/notify"
	"anzen/functions/jobs/rowstore"
	"anzen/functions/jobs/runner"
	"anzen/shared/domain/job"
	tables "anzen/shared/formats/export"
)

// title is the operation's label without its part in brackets.
func (m *maker) title() string {
	label := m.operation.Label(m.Lang)
	for _, bracket := range []string{"（", " ("} {
		label, _, _ = strings.Cut(label, bracket)
	}
	return label
}

// fileName is the name under which the file is saved, with the time of the request, in Japan.
func (m *maker) fileName(j job.Job) string {
	return m.title() + "_" + j.CreatedAt.In(tables.Japan).Format("20060102-1504") + "." + m.Format
}

// file is how the table is written.
func (m *maker) file() tables.File {
	return tables.File{Format: m.Format, Encoding: tables.Encoding(m.Encoding), Title: m.title(), Columns: m.columns, Lang: m.Lang}
}

// Ended deletes the stored rows once the job cannot resume, and mails the starter.
func (exporter) Ended(ctx context.Context, w *runner.Work) error {
	m, err := makerOf(w)
	if err != nil {
		// Its parameters are of another version of the program: the file's name is unknown.
		return notify.Mail(ctx, w, "")
	}
	if err := rowstore.Clear(ctx, w); err != nil {
		return err
	}
	return notify.Mail(ctx, w, m.fileName(w.Job))
}
