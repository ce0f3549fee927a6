package checklists

import (
	"cmp"
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/formats/export"
	"anzen/shared/library/search"
)

// StartExportRoute is the declaration of POST dynamic_list_results/{listId}/export.
var StartExportRoute = rest.Route{
	Method: "POST", Path: "/dynamic_list_results/{listId}/export", ID: "startChecklistExport", Tag: Tag, Rule: rest.Need(access.CheckListExport),
	Summary: "Start a job that makes a file of the results of a checklist with a line for each proof, of any size", Status: 202, Creates: true, Makes: "/companies/{id}/jobs/{made}",
	Grants: append(grant.Catalog(), grant.Table("PutItem"), grant.StartJob(job.Checklist)), Memory: 1769, Timeout: rest.MaxTimeout,
}

// CodeExportNothing is the error where the checklist finds nothing.
const CodeExportNothing message.Code = "checklist.export_nothing"

// ChecklistExportBody selects results and the file's format.
type ChecklistExportBody struct {
	Filters
	Order
	Format   string          `json:"format,omitempty" enum:"csv,xlsx" default:"csv"`
	Encoding export.Encoding `json:"charset,omitempty" enum:"utf-8,shift_jis" default:"utf-8" doc:"of CSV"`
	Language string          `json:"language,omitempty" enum:"ja,en" doc:"of headings and words; default: the request's"`
}

// StartExportInput requests a file.
type StartExportInput struct {
	OfList
	Body ChecklistExportBody
}

// StartExport starts a job that makes a file.
func StartExport(ctx context.Context, call *rest.Call, in *StartExportInput) (*rest.JobOutput, error) {
	l, err := call.Table.Checklist(ctx, call.CompanyID, in.List)
	if err != nil {
		return nil, err
	}
	s := lookUp(call, l)
	if err := s.readReviews(ctx); err != nil {
		return nil, err
	}
	b := &in.Body
	p := execution.Checklist{
		List: l.ID, Filters: checklist.Filters(b.Filters),
		Written: checklist.Written{Title: l.Title, Format: b.Format, Encoding: string(b.Encoding), Lang: cmp.Or(b.Language, call.Lang)},
	}
	order := b.stated()
	p.Sort, p.Desc = string(order.By), order.Desc
	page, err := s.page(ctx, p.Filters, search.Page{Order: order, Limit: 1})
	if err != nil {
		return nil, err
	}
	if page.Total == 0 {
		return nil, message.New(message.Invalid, CodeExportNothing)
	}
	return call.StartJob(ctx, rest.NewJob{Kind: job.Checklist, Total: page.Total, Params: p})
}
