package exchange

import (
	"context"
	"strings"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/files"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/mhlw"
	library "anzen/shared/library/exchange"
)

// CodeNotCompleted is the error for a sheet that has not been analyzed yet.
const CodeNotCompleted message.Code = "exchange.not_completed"

// ExportRoute is the declaration of GET sdses/{sdsId}/exchange.
var ExportRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/sdses/{sdsId}/exchange", ID: "exportSheetExchange", Tag: "exchange",
	Rule: rest.Need(access.SDSExport), Summary: "A sheet in the exchange format 1.0 of the Ministry of Health, Labour and Welfare",
	Grants: []grant.Grant{grant.Table("GetItem", "Query")},
}

// ExportInput names a sheet.
type ExportInput struct {
	rest.OfCompany
	SheetID sds.SheetID `path:"sdsId" format:"uuid" doc:"the sheet"`
}

// ExportOutput is the document as a file.
type ExportOutput struct {
	ContentType string `header:"Content-Type" produces:"application/json"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// Export answers a sheet as a document.
func Export(ctx context.Context, call *rest.Call, in *ExportInput) (*ExportOutput, error) {
	record, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID)
	if err != nil {
		return nil, err
	}
	sections, err := call.Table.Sections(ctx, call.CompanyID, record.ID)
	if err != nil {
		return nil, err
	}
	if len(sections) == 0 {
		return nil, message.New(message.Conflict, CodeNotCompleted)
	}
	body, err := mhlw.Export(record.Language, sections, library.Numbers(sds.Day(call.Now())))
	if err != nil {
		return nil, err
	}
	return &ExportOutput{"application/json", files.Disposition(fileName(record.Name), false), body}, nil
}

// fileName is a sheet's name without characters that are invalid in file names.
func fileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, strings.TrimSpace(name))
	if clean = strings.Trim(clean, ". "); clean == "" {
		clean = "SDS"
	}
	return clean + ".json"
}
