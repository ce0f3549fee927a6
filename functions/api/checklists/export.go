package checklists

import (
	"bytes"
	"cmp"
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/files"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/formats/export"
	"anzen/shared/library/report"
	"anzen/shared/library/search"
)

// ExportRoute is the declaration of GET dynamic_list_results/{listId}/export.
var ExportRoute = rest.Route{
	Method: "GET", Path: "/dynamic_list_results/{listId}/export", ID: "exportChecklistResults", Tag: Tag, Rule: rest.Need(access.CheckListExport),
	Summary: "The results of a checklist as a file with a line for each proof, at most 2,000 sheets; more by POST", Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// The limits of a file: a function has 28 seconds, and its answer at most 6 MB, which is
// three quarters of that for a file in base64.
const (
	MaxExported   = 2000
	maxExportSize = 4 << 20
)

// CodeExportTooMuch is the error where a file would be too large.
const CodeExportTooMuch message.Code = "checklist.export_too_much"

// ExportInput selects results and the file's format.
type ExportInput struct {
	OfList
	Filters
	Order
	Format   string          `query:"format" enum:"csv,xlsx" default:"csv" doc:"of the file"`
	Encoding export.Encoding `query:"charset" enum:"utf-8,shift_jis" default:"utf-8" doc:"of CSV"`
	Language string          `query:"language" enum:"ja,en" doc:"of headings and words; default: the request's"`
}

// ChecklistExportOutput is the file.
type ChecklistExportOutput struct {
	ContentType string `header:"Content-Type" produces:"text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// Export answers results as a file.
func Export(ctx context.Context, call *rest.Call, in *ExportInput) (*ChecklistExportOutput, error) {
	l, err := call.Table.Checklist(ctx, call.CompanyID, in.List)
	if err != nil {
		return nil, err
	}
	s := lookUp(call, l)
	if err := s.readReviews(ctx); err != nil {
		return nil, err
	}
	page, err := s.page(ctx, checklist.Filters(in.Filters), search.Page{Order: in.stated(), Limit: MaxExported})
	if err != nil {
		return nil, err
	}
	if page.Total > MaxExported {
		return nil, message.New(message.Invalid, CodeExportTooMuch).With(message.Args{"limit": MaxExported})
	}
	written := checklist.Written{Title: l.Title, Format: in.Format, Encoding: string(in.Encoding), Lang: cmp.Or(in.Language, call.Lang)}
	lines, err := s.Lines(ctx, call.Table, call.CompanyID, written.Lang, page.Sheets)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := write(&body, report.File(written), lines); err != nil {
		return nil, err
	}
	if body.Len() > maxExportSize {
		return nil, message.New(message.Invalid, CodeExportTooMuch).With(message.Args{"limit": MaxExported})
	}
	return &ChecklistExportOutput{report.File(written).ContentType(), files.Disposition(report.FileName(written, call.Now()), false), body.Bytes()}, nil
}

// write writes a complete file.
func write(into *bytes.Buffer, f export.File, lines []export.Row) error {
	file, err := f.Begin(into)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if err := file.Write(line); err != nil {
			return err
		}
	}
	_, err = file.Close()
	return err
}
