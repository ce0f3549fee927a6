// Package zip makes archives of sheets' PDFs, in steps (package archive), for companies
// that have the option of bulk downloads, a limited number a month.
package zip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/archive"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/notify"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/table"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/formats/export"
)

// The refusals of a download, and CodeMissing, the note of missing files.
const (
	CodeOption   message.Code = "option." + message.Code(plan.FeatureBulkDownload)
	CodeMissing  message.Code = "download.missing"
	CodeSlotLost message.Code = "download.slot_lost"
)

// Kind is the declaration of the kind.
var Kind = runner.Kind{
	Name: job.ZIP, Summary: "puts PDFs into an archive", Memory: 1769, Timeout: 10 * time.Minute, Needs: execution.Permission(job.ZIP),
	Grants: append(grant.Catalog(), grant.Sheets("GetObject", "GetObjectVersion"), grant.SheetsList(),
		grant.Work("GetObject", "PutObject", "DeleteObject", "AbortMultipartUpload"), grant.WorkList(), grant.Mail()),
	New: func(*runner.Services) runner.Runner { return exporter{} },
}

// params are what the job was started with.
type params execution.ZIP

type exporter struct{}

func (exporter) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var p params
	if err := w.Params(&p); err != nil {
		return false, err
	}
	if err := p.permitted(ctx, w); err != nil {
		return false, err
	}
	return archive.Archive{Source: &p, Sheets: p.Sheets, Lang: p.Lang, Missing: CodeMissing}.Step(ctx, w)
}

// permitted checks that the company still has the option and the job its slot in the quota.
func (p *params) permitted(ctx context.Context, w *runner.Work) error {
	if !w.Company.Has(plan.FeatureBulkDownload) {
		return runner.Refuse(CodeOption, nil)
	}
	slot, err := w.Table.SlotOf(ctx, w.Job.Company, p.Month, p.Slot)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	if slot.Job != w.Job.ID {
		return runner.Refuse(CodeSlotLost, nil)
	}
	return nil
}

// Ended deletes the plan and the state, and mails the starter.
func (exporter) Ended(ctx context.Context, w *runner.Work) error {
	if err := archive.Clear(ctx, w); err != nil {
		return err
	}
	return notify.Mail(ctx, w, fileName(w.Job))
}

func missingName(lang string) string {
	if lang == "ja" {
		return "取得できなかったファイル.txt"
	}
	return "Files not included.txt"
}

// Missing is the list of missing files, with a BOM and CRLF for Notepad.
func (p *params) Missing(lang string, missing []archive.File) (name string, list []byte) {
	var b strings.Builder
	b.WriteString("\uFEFF")
	none := "(no PDF is registered)"
	if lang == "ja" {
		none = "（PDF未登録）"
		b.WriteString("次のSDSのPDFは取得できなかったため、このZIPファイルに含まれていません。SDSの画面を確認し、必要に応じてPDFを差し替えてください。\r\n\r\n")
	} else {
		b.WriteString("The PDFs of these SDSs could not be read and are not in this ZIP file. Please look at each SDS, and replace its PDF if needed.\r\n\r\n")
	}
	for _, f := range missing {
		fmt.Fprintf(&b, "%s\t%s\t%s\r\n", strings.Join(strings.Fields(f.Title), " "), cmp.Or(f.Name, none), f.Sheet)
	}
	return missingName(lang), []byte(b.String())
}

// FileName is the name under which the archive is saved.
func (*params) FileName(j job.Job) string { return fileName(j) }

// fileName contains the time of the request, in Japan.
func fileName(j job.Job) string {
	return "SDS_" + j.CreatedAt.In(export.Japan).Format("20060102-1504") + ".zip"
}
