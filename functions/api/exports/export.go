package exports

import (
	"context"
	"fmt"
	"strconv"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
	"anzen/shared/formats/export"
	"anzen/shared/library/search"
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
	Summary: "Start a job that makes a table of sheets", Status: 202, Creates: true, Grants: starting(job.Export), Memory: 1769, Timeout: rest.MaxTimeout,
}

// ExportBody selects the table and the sheets: those with the ids, those of a filter, or all.
type ExportBody struct {
	Operation string          `json:"operation,omitempty" default:"sheets" maxLength:"40" doc:"the export's id"`
	Columns   []string        `json:"columns,omitempty" maxItems:"300" doc:"ids of columns in order; default: the standard ones"`
	Format    string          `json:"format,omitempty" enum:"csv,xlsx" default:"csv"`
	Encoding  string          `json:"encoding,omitempty" enum:"utf-8,shift_jis" default:"utf-8" doc:"of CSV"`
	Language  string          `json:"language,omitempty" enum:"ja,en" doc:"of headings and values; default: the request's"`
	IDs       []sds.SheetID   `json:"sds_ids,omitempty" maxItems:"1000" doc:"these sheets"`
	Filter    *filter.Filters `json:"filter,omitempty" doc:"or all that match this filter"`
	Excluded  []sds.SheetID   `json:"exclude_ids,omitempty" maxItems:"1000" doc:"except these"`
	OrderBy   string          `json:"order_by,omitempty" enum:"created_at,revised_at,name,status,assessed_at,supplier_confirmed_at" default:"created_at"`
	Order     string          `json:"order,omitempty" enum:"asc,desc" default:"desc"`
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
	sheets, err := stated(ctx, call, b.IDs, b.Filter, b.Excluded, b.OrderBy, b.Order)
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

// stated is the selection of a body: the sheets with the ids, those of a filter, or all.
func stated(ctx context.Context, call *rest.Call, ids []sds.SheetID, f *filter.Filters, excluded []sds.SheetID, by, direction string) (selection.Selection, error) {
	s := selection.Selection{IDs: ids, Excluded: excluded, Sort: by, Desc: direction == "desc"}
	if len(ids) > 0 {
		if f != nil {
			return s, message.New(message.Invalid, message.CodeInvalid).On("sds_ids", CodeOneSelection, nil)
		}
		return s, exist(ctx, call, ids)
	}
	read, err := f.Filter()
	s.Filter = read.Text()
	return s, err
}

// counted is the number of sheets of a selection; an empty one is refused.
func counted(ctx context.Context, call *rest.Call, s selection.Selection) (int, error) {
	page, err := search.Selected(ctx, call.Catalog, filter.Viewer(call), s, nil, 1)
	if err != nil {
		return 0, err
	}
	count := search.Size(s, page)
	if count == 0 {
		return 0, message.New(message.Invalid, CodeNothing)
	}
	return count, nil
}

// exist checks that all sheets with the ids exist; the error lists the others, removed
// ones by their names.
func exist(ctx context.Context, call *rest.Call, ids []sds.SheetID) error {
	found := map[sds.SheetID]bool{}
	names := map[sds.SheetID]string{}
	for _, removed := range []bool{false, true} {
		page, err := call.Catalog.Search(ctx, call.CompanyID, catalog.Query{IDs: ids, Removed: removed, Limit: len(ids)})
		if err != nil {
			return err
		}
		for i := range page.Sheets {
			s := &page.Sheets[i]
			found[s.ID] = found[s.ID] || !removed
			names[s.ID] = s.Name
		}
	}
	var denied []message.Denied
	for _, id := range ids {
		if found[id] {
			continue
		}
		name := names[id]
		if name == "" {
			name = string(id)
		}
		found[id] = true // listed once
		denied = append(denied, message.Denied{ID: string(id), Name: name})
	}
	if len(denied) == 0 {
		return nil
	}
	e := message.New(message.Invalid, CodeDenied).With(message.Args{"count": strconv.Itoa(len(denied))})
	e.Denied = denied
	return e
}
