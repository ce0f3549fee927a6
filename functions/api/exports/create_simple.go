package exports

import (
	"bytes"
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/files"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/createsimple"
)

// CodeNotCompleted is the error for a sheet whose analysis is not complete.
const CodeNotCompleted message.Code = "create_simple.not_completed"

// The declarations of the routes of workbooks for CREATE-SIMPLE.
var (
	CreateSimple2 = rest.Route{
		Method: "GET", Path: "/create_simple/{x}", ID: "createSimple2", Tag: "exports", Rule: rest.Need(access.CreateSimpleDownload),
		Summary: "A sheet's data for CREATE-SIMPLE version 2, as a workbook", Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem")}, Memory: 1024,
	}
	CreateSimple3 = rest.Route{
		Method: "GET", Path: "/create_simple/v3/{x}", ID: "createSimple3", Tag: "exports", Rule: rest.Need(access.CreateSimpleDownload),
		Summary: "A sheet's data for CREATE-SIMPLE version 3, as a workbook", Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem")}, Memory: 1024,
	}
	CreateSimplesRoute = rest.Route{
		Method: "POST", Path: "/companies/{id}/create_simple", ID: "createSimples", Tag: "exports", Rule: rest.Need(access.CreateSimpleDownload),
		MaxBody: rest.ListBody, MaxValues: rest.ListValues,
		Summary: "Start a job that makes a ZIP file of workbooks for CREATE-SIMPLE of many sheets", Status: 202, Creates: true, Makes: "/companies/{id}/jobs/{made}", Grants: starting(job.CreateSimple), Memory: 1769, Timeout: rest.MaxTimeout,
	}
)

// CreateSimpleInput names a sheet.
type CreateSimpleInput struct {
	SheetID sds.SheetID `path:"x" format:"uuid" doc:"the sheet"`
}

// CreateSimpleOutput is the workbook as a file.
type CreateSimpleOutput struct {
	ContentType string `header:"Content-Type" produces:"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// createSimple answers the workbook of a sheet of the caller's company.
func createSimple(version int) rest.Handler[CreateSimpleInput, CreateSimpleOutput] {
	return func(ctx context.Context, call *rest.Call, in *CreateSimpleInput) (*CreateSimpleOutput, error) {
		record, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID)
		if err != nil {
			return nil, err
		}
		sections, err := call.Table.SectionsOf(ctx, call.CompanyID, []sds.SheetID{record.ID}, createsimple.Sections)
		if err != nil {
			return nil, err
		}
		if record.Status != sds.StatusCompleted || len(sections[0]) == 0 {
			return nil, message.New(message.Conflict, CodeNotCompleted)
		}
		var body bytes.Buffer
		book := createsimple.New(&record, sections[0], createsimple.Options{Version: version, Lang: call.Lang, At: call.Now()})
		if err := book.Write(&body); err != nil {
			return nil, err
		}
		return &CreateSimpleOutput{createsimple.ContentType, files.Disposition(createsimple.FileName(&record, version), false), body.Bytes()}, nil
	}
}

// CreateSimplesBody selects the version and the sheets: those with the ids, those of a
// filter, or all.
type CreateSimplesBody struct {
	Version  int    `json:"version" enum:"2,3" doc:"of CREATE-SIMPLE"`
	Language string `json:"language,omitempty" enum:"ja,en" doc:"of notes; default: the request's"`
	SheetChoice
}

// CreateSimplesInput requests workbooks.
type CreateSimplesInput struct {
	rest.OfCompany
	Body CreateSimplesBody
}

// CreateSimples starts a job that makes workbooks.
func CreateSimples(ctx context.Context, call *rest.Call, in *CreateSimplesInput) (*rest.JobOutput, error) {
	b := &in.Body
	sheets, err := b.selection(ctx, call)
	if err != nil {
		return nil, err
	}
	count, err := counted(ctx, call, sheets)
	if err != nil {
		return nil, err
	}
	if count > execution.MaxWorkbooks {
		return nil, message.New(message.Invalid, execution.CodeTooManyWorkbooks).With(message.Args{"limit": execution.MaxWorkbooks, "count": count})
	}
	lang := b.Language
	if lang == "" {
		lang = call.Lang
	}
	return call.StartJob(ctx, rest.NewJob{Kind: job.CreateSimple, Total: count, Params: execution.CreateSimple{Version: b.Version, Sheets: sheets, Lang: lang}})
}
