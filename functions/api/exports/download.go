package exports

import (
	"context"
	"errors"
	"time"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/selection"
	"anzen/shared/formats/export"
	"anzen/shared/library/search"
)

// The errors of a download: the month's quota is used up, or no sheet of the filter has a
// PDF.
const (
	CodeQuota message.Code = "download.quota"
	CodeNoPDF message.Code = "download.nothing"
)

// The declarations of GET sdses/download.
var (
	CountPDFsRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses/download/pdf_count", ID: "countDownload", Tag: "exports", Rule: rest.Need(access.SDSDownload),
		Summary: "The number of PDFs of a filter, and of downloads left in the month", Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
	}
	DownloadPDFsRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses/download/pdf", ID: "downloadPDFs", Tag: "exports", Rule: rest.Need(access.SDSDownload),
		Summary: "Start a job that makes a ZIP file of the PDFs of a filter", Status: 202, Creates: true, Makes: "/companies/{id}/jobs/{made}", Grants: starting(job.ZIP), Memory: 1769, Timeout: rest.MaxTimeout,
	}
	DownloadCSVRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses/download/csv", ID: "downloadCSV", Tag: "exports", Rule: rest.Need(access.SDSDownload),
		Summary: "Start a job that makes a CSV file of the sheets of a filter, with the standard columns", Status: 202, Creates: true, Makes: "/companies/{id}/jobs/{made}", Grants: starting(job.Export), Memory: 1769, Timeout: rest.MaxTimeout,
	}
)

// DownloadInput selects sheets by the list's filters.
type DownloadInput struct {
	rest.OfCompany
	filter.Query
}

// PDFCount is the size of a download and the month's quota.
type PDFCount struct {
	Count     int    `json:"count" doc:"PDFs of the filter"`
	Limit     int    `json:"limit" doc:"most PDFs of a download"`
	Used      int    `json:"used" doc:"downloads of this month without failed and cancelled ones"`
	Quota     int    `json:"quota" doc:"downloads a month"`
	Remaining int    `json:"remaining"`
	RenewsOn  string `json:"renews_on" format:"date" doc:"the first day of the next month, in Japan"`
}

// PDFCountOutput is the answer.
type PDFCountOutput struct{ Body PDFCount }

// month is the current month of the quota, and the day on which the next begins, in Japan.
func month(now time.Time) (name, renews string) {
	now = now.In(export.Japan)
	return now.Format("2006-01"), time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, export.Japan).Format(time.DateOnly)
}

// CountPDFs answers how many PDFs a download would have.
func CountPDFs(ctx context.Context, call *rest.Call, in *DownloadInput) (*PDFCountOutput, error) {
	if err := call.Option(plan.FeatureBulkDownload); err != nil {
		return nil, err
	}
	s := selection.Selection{Filter: in.Filter().Text()}
	count, err := search.PDFs(ctx, call.Catalog, filter.Viewer(call), s)
	if err != nil {
		return nil, err
	}
	name, renews := month(call.Now())
	used, _, err := call.Table.Slots(ctx, call.CompanyID, name, execution.ArchivesAMonth)
	if err != nil {
		return nil, err
	}
	return &PDFCountOutput{PDFCount{Count: count, Limit: execution.MaxPDFs, Used: used, Quota: execution.ArchivesAMonth, Remaining: execution.ArchivesAMonth - used, RenewsOn: renews}}, nil
}

// slotTries is the most attempts to take a slot of the quota where others take it first.
const slotTries = 5

// DownloadPDFs starts a job that makes an archive. It takes one of the month's downloads,
// which is given back where the job fails or is cancelled.
func DownloadPDFs(ctx context.Context, call *rest.Call, in *DownloadInput) (*rest.JobOutput, error) {
	if err := call.Option(plan.FeatureBulkDownload); err != nil {
		return nil, err
	}
	s := selection.Selection{Filter: in.Filter().Text()}
	count, err := search.PDFs(ctx, call.Catalog, filter.Viewer(call), s)
	if err != nil {
		return nil, err
	}
	if count == 0 {
		return nil, message.New(message.Invalid, CodeNoPDF)
	}
	if count > execution.MaxPDFs {
		return nil, message.New(message.Invalid, execution.CodeTooManyPDFs).With(message.Args{"limit": execution.MaxPDFs, "count": count})
	}
	name, renews := month(call.Now())
	for try := 1; ; try++ {
		_, free, err := call.Table.Slots(ctx, call.CompanyID, name, execution.ArchivesAMonth)
		if err != nil {
			return nil, err
		}
		if free.Number == 0 {
			return nil, message.New(message.PlanLimit, CodeQuota).With(message.Args{"limit": execution.ArchivesAMonth, "renews": renews})
		}
		out, err := call.StartJob(ctx, rest.NewJob{
			Kind: job.ZIP, Total: count, Params: execution.ZIP{Sheets: s, Lang: call.Lang, Month: name, Slot: free.Number},
			With: func(x *table.Tx, j job.Job) { x.TakeSlot(free, j.ID) },
		})
		if errors.Is(err, table.ErrStale) && try < slotTries {
			continue
		}
		return out, err
	}
}

// CSVInput selects sheets and the file's encoding.
type CSVInput struct {
	DownloadInput
	Encoding string `query:"encoding" enum:"utf-8,shift_jis" default:"utf-8" doc:"of the text file"`
}

// DownloadCSV starts a job that makes a CSV file. It is no bulk download of PDFs, so it
// needs no option and has no quota.
func DownloadCSV(ctx context.Context, call *rest.Call, in *CSVInput) (*rest.JobOutput, error) {
	s := selection.Selection{Filter: in.Filter().Text()}
	count, err := counted(ctx, call, s)
	if err != nil {
		return nil, err
	}
	return call.StartJob(ctx, rest.NewJob{Kind: job.Export, Total: count, Params: execution.Export{
		Operation: export.Sheets, Format: csvFormat, Encoding: in.Encoding, Lang: call.Lang, Sheets: s,
	}})
}
