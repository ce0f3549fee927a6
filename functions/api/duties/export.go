package duties

import (
	"bytes"
	"cmp"
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/aws/files"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/formats/export"
	"anzen/shared/library/duties"
)

// ExportRoute is the declaration of GET duties/export.
var ExportRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/duties/export", ID: "exportDuties", Tag: Tag, Rule: rest.Need(access.SDSExport),
	Summary: "What the laws require as a file with a line for each duty; a line for each duty of each sheet is an export of sheets (duties)",
	Grants:  ListRoute.Grants, Memory: 1769, Timeout: rest.MaxTimeout,
}

// ExportInput selects departments and the file's format.
type ExportInput struct {
	OfDepartments
	Format   string          `query:"format" enum:"csv,xlsx" default:"csv" doc:"of the file"`
	Encoding export.Encoding `query:"charset" enum:"utf-8,shift_jis" default:"utf-8" doc:"of CSV"`
	Language string          `query:"language" enum:"ja,en" doc:"of headings and words; default: the request's"`
}

// DutiesExportOutput is the file.
type DutiesExportOutput struct {
	ContentType string `header:"Content-Type" produces:"text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// Export answers what has to be done as a file.
func Export(ctx context.Context, call *rest.Call, in *ExportInput) (*DutiesExportOutput, error) {
	s, err := in.summary(ctx, call)
	if err != nil {
		return nil, err
	}
	lang := cmp.Or(in.Language, call.Lang)
	title := message.Text(lang, "duty.title", nil)
	f := export.File{Format: in.Format, Encoding: in.Encoding, Title: title, Columns: duties.Columns, Lang: lang}
	var body bytes.Buffer
	file, err := f.Begin(&body)
	if err != nil {
		return nil, err
	}
	for _, line := range s.Lines(lang) {
		if err := file.Write(line); err != nil {
			return nil, err
		}
	}
	if _, err := file.Close(); err != nil {
		return nil, err
	}
	name := title + "_" + call.Now().In(export.Japan).Format("20060102-1504") + "." + in.Format
	return &DutiesExportOutput{f.ContentType(), files.Disposition(name, false), body.Bytes()}, nil
}
