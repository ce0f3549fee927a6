package exports

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/formats/export"
)

// ListOperationsRoute is the declaration of GET sdses/export/operations.
var ListOperationsRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/sdses/export/operations", ID: "listExports", Tag: "exports",
	Rule: rest.Need(access.SDSExport), Summary: "All exports with their columns",
}

// OperationsInput selects the language of the names.
type OperationsInput struct {
	rest.OfCompany
	Language string `query:"language" enum:"ja,en" doc:"of the names; default: the request's"`
}

// ExportColumn is a column that can be chosen.
type ExportColumn struct {
	ID       string `json:"id"`
	Name     string `json:"name" doc:"the heading"`
	Part     string `json:"part" doc:"group of the column: sheet, or the number of a section"`
	Standard bool   `json:"standard" doc:"included by default"`
}

// ExportOperation is an export.
type ExportOperation struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	Columns []ExportColumn `json:"columns" doc:"in the standard order"`
}

// OperationsOutput lists the exports with their formats and encodings.
type OperationsOutput struct {
	Body struct {
		Items     []ExportOperation `json:"items"`
		Formats   []string          `json:"formats"`
		Encodings []string          `json:"encodings" doc:"of CSV"`
	}
}

// ListOperations answers all exports.
func ListOperations(_ context.Context, call *rest.Call, in *OperationsInput) (*OperationsOutput, error) {
	lang := in.Language
	if lang == "" {
		lang = call.Lang
	}
	out := &OperationsOutput{}
	out.Body.Formats, out.Body.Encodings = []string{csvFormat, xlsxFormat}, []string{string(export.UTF8), string(export.ShiftJIS)}
	for _, o := range export.Operations() {
		item := ExportOperation{ID: o.ID, Name: o.Label(lang)}
		for _, c := range o.Columns {
			item.Columns = append(item.Columns, ExportColumn{c.ID, c.Label(lang), c.Part, c.Standard})
		}
		out.Body.Items = append(out.Body.Items, item)
	}
	return out, nil
}
