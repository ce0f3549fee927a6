package sdses

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/settle"
	"anzen/shared/library/sheets"
)

var readTable = []grant.Grant{grant.Table("GetItem", "Query")}

// The declarations of the routes that read one sheet.
var (
	GetRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses/{sdsId}", ID: "getSheet", Tag: "sdses",
		Rule: rest.Need(access.SDSRead), Summary: "A sheet with its sections, values and sources", Grants: readTable,
	}
	PDFRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sds/{sdsId}/pdf", ID: "getSheetPDF", Tag: "sdses",
		Rule: rest.Need(access.SDSRead), Summary: "A link to a sheet's PDF: for display, or, with the permission to download, to be saved",
		Grants: []grant.Grant{grant.Table("GetItem"), grant.Sheets("GetObject", "GetObjectVersion")},
	}
)

// OfSheet is embedded in the inputs of a sheet's routes.
type OfSheet struct {
	rest.OfCompany
	SheetID sds.SheetID `path:"sdsId" format:"uuid" doc:"the sheet"`
}

// SheetOutput is a complete sheet.
type SheetOutput struct {
	ETag string `header:"ETag"`
	Body WholeSheet
}

// Get answers a sheet.
func Get(ctx context.Context, call *rest.Call, in *OfSheet) (*SheetOutput, error) {
	record, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID)
	if err != nil {
		return nil, err
	}
	return whole(ctx, call, record)
}

// whole reads the parts of a sheet concurrently.
func whole(ctx context.Context, call *rest.Call, record sds.Sheet) (*SheetOutput, error) {
	var sections []sds.Section
	var checked sds.CheckResult
	var versions []sds.Sheet
	var attached []sds.Attachment
	parts, ctx := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		versions, err = call.Table.Versions(ctx, call.CompanyID, record)
		return err
	})
	parts.Go(func() (err error) {
		if attached, err = call.Table.Attachments(ctx, call.CompanyID, record.ID); err != nil {
			return err
		}
		return searchedAttachments(ctx, call, attached)
	})
	parts.Go(func() (err error) {
		sections, err = call.Table.Sections(ctx, call.CompanyID, record.ID)
		return err
	})
	parts.Go(func() (err error) {
		checked, err = call.Table.CheckResult(ctx, call.CompanyID, record.ID)
		return err
	})
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	return &SheetOutput{ETag: `"` + itoa(int(record.Version)) + `"`, Body: WholeSheet{
		SheetRow: row(call, &record), Sections: sections, Findings: details(call, settle.All(&record, checked.Findings, call.Now(), call.Company.ExpirationYears)), Versions: versionsOf(call, versions), Attachments: attachmentsOf(attached),
		Answers: answersOf(record.Answers), Edition: editionOf(&record, sections),
	}}, nil
}

// CodeNoPDF is the error for the PDF of a sheet that was imported as data.
const CodeNoPDF message.Code = "sheet.no_pdf"

// CodeDownloadDenied is the error where a user without the permission to download requests a PDF to be saved.
const CodeDownloadDenied message.Code = "sheet.download_denied"

// CodePDFNotArrived is the error for a PDF that has not arrived yet.
const CodePDFNotArrived message.Code = "sheet.pdf_not_arrived"

// PDFInput selects how the PDF is used.
type PDFInput struct {
	OfSheet
	Inline bool `query:"inline" doc:"for display, not to be saved; required without SDS_DOWNLOAD"`
}

// PDFOutput is a link that is valid for five minutes; one minute without the permission to download.
type PDFOutput struct {
	Body struct {
		URL string `json:"url"`
	}
}

const (
	pdfLinkLasts = 5 * time.Minute
	pdfShowLasts = time.Minute // the dashboard fetches the whole file as soon as it has the link
)

// PDF answers a link to a sheet's PDF.
func PDF(ctx context.Context, call *rest.Call, in *PDFInput) (*PDFOutput, error) {
	record, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID)
	if err != nil {
		return nil, err
	}
	name, lasts := record.File.Name, pdfLinkLasts
	if !call.Role.Has(access.SDSDownload) {
		if !in.Inline {
			return nil, message.New(message.Forbidden, CodeDownloadDenied)
		}
		name, lasts = "", pdfShowLasts
	}
	if record.File.Key == "" {
		return nil, message.New(message.NotFound, CodeNoPDF)
	}
	if record.File.Version == "" {
		return nil, message.New(message.Conflict, CodePDFNotArrived)
	}
	if err := sheets.OpenFile(record.File); err != nil {
		return nil, err
	}
	out := &PDFOutput{}
	out.Body.URL, err = call.Files.PresignGet(ctx, record.File.Key, record.File.Version, name, contentType, in.Inline, lasts)
	return out, err
}
