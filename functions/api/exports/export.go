package exports

import (
	"context"
	"fmt"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/formats/export"
)

const (
	csvFormat  = export.CSV
	xlsxFormat = export.XLSX
)

// The errors of an export.
const (
	CodeUnknownOperation message.Code = "export.unknown_operation"
	CodeUnknownColumn    message.Code = "export.unknown_column"
	CodeOneSelection     message.Code = "export.one_selection"
	CodeDenied           message.Code = "export.denied"
	CodeNothing          message.Code = "export.nothing"
)

// starting are the grants of a route that starts a job of the kind on sheets of the catalog.
func starting(kind job.Kind) []grant.Grant {
	return append(grant.Catalog(), grant.Table("PutItem"), grant.StartJob(kind))
}

// ExportRoute is the declaration of POST sdses/export.
var ExportRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/sdses/export", ID: "exportSheets", Tag: "exports", Rule: rest.Need(access.SDSExport),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Start a job that makes a table of sheets", Status: 202, Creates: true, Makes: "/companies/{id}/jobs/{made}", Grants: starting(job.Export), Memory: 1769, Timeout: rest.MaxTimeout,
}

// ExportBody selects the table and the sheets: those with the ids, those of a filter, or all.
type ExportBody struct {
	Operation string   `json:"operation,omitempty" default:"sheets" maxLength:"40" doc:"the export's id"`
	Columns   []string `json:"columns,omitempty" maxItems:"300" doc:"ids of columns in order; default: the standard ones"`
	Format    string   `json:"format,omitempty" enum:"csv,xlsx" default:"csv"`
	Encoding  string   `json:"encoding,omitempty" enum:"utf-8,shift_jis" default:"utf-8" doc:"of CSV"`
	Language  string   `json:"language,omitempty" enum:"ja,en" doc:"of headings and values; default: the request's"`
	SheetChoice
}

// ExportInput requests a table.
type ExportInput struct {
	rest.OfCompany
	Body ExportBody
}

// Export starts a job that makes a table.
func Export(ctx context.Context, call *rest.Call, in *ExportInput) (*rest.JobOutput, error) {
	b := &in.Body
	operation, ok := export.OperationOf(b.Operation)
	if !ok {
		return nil, message.New(message.Invalid, message.CodeInvalid).On("operation", CodeUnknownOperation, nil)
	}
	if _, unknown := operation.Choose(b.Columns); unknown >= 0 {
		return nil, message.New(message.Invalid, message.CodeInvalid).On(fmt.Sprintf("columns[%d]", unknown), CodeUnknownColumn, nil)
	}
	sheets, err := b.selection(ctx, call)
	if err != nil {
		return nil, err
	}
	count, err := counted(ctx, call, sheets)
	if err != nil {
		return nil, err
	}
	lang := b.Language
	if lang == "" {
		lang = call.Lang
	}
	return call.StartJob(ctx, rest.NewJob{Kind: job.Export, Total: count, Params: execution.Export{
		Operation: operation.ID, Columns: b.Columns, Format: b.Format, Encoding: b.Encoding, Lang: lang, Sheets: sheets,
	}})
}
