// Package createsimple makes workbooks for CREATE-SIMPLE, one for each sheet, in an
// archive (package archive).
package createsimple

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/archive"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/notify"
	"anzen/functions/jobs/runner"
	"anzen/shared/catalog"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/createsimple"
	"anzen/shared/formats/export"
	"anzen/shared/library/search"
)

// CodeMissing is the note that some sheets have no workbook.
const CodeMissing message.Code = "create_simple.missing"

// Kind is the declaration of the kind.
var Kind = runner.Kind{
	Name: job.CreateSimple, Summary: "makes workbooks for CREATE-SIMPLE", Memory: 1769, Timeout: 10 * time.Minute, Needs: execution.Permission(job.CreateSimple),
	Grants: append(grant.Catalog(), grant.Work("GetObject", "PutObject", "DeleteObject", "AbortMultipartUpload"), grant.WorkList(), grant.Mail()),
	New:    func(*runner.Services) runner.Runner { return exporter{} },
}

// params are what the job was started with.
type params execution.CreateSimple

type exporter struct{}

func (exporter) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var p params
	if err := w.Params(&p); err != nil {
		return false, err
	}
	return archive.Archive{Source: &p, Sheets: p.Sheets, Lang: p.Lang, Missing: CodeMissing}.Step(ctx, w)
}

// Ended deletes the plan and the state, and mails the starter.
func (exporter) Ended(ctx context.Context, w *runner.Work) error {
	if err := archive.Clear(ctx, w); err != nil {
		return err
	}
	return notify.Mail(ctx, w, fileName(w.Job))
}

// about is the estimated size of a workbook in bytes, less than any real one: parts
// planned by it are large enough.
const about = 16 << 10

// Plan lists the sheets. Those whose analysis is not complete have no workbook.
func (p *params) Plan(_ context.Context, w *runner.Work, page catalog.Page, to *archive.Plan) error {
	if count := search.Size(p.Sheets, page); count > execution.MaxWorkbooks {
		return runner.Refuse(execution.CodeTooManyWorkbooks, map[string]string{"limit": strconv.Itoa(execution.MaxWorkbooks), "count": strconv.Itoa(count)})
	}
	for i := range page.Sheets {
		s := &page.Sheets[i]
		f := archive.File{Sheet: s.ID, Title: s.Name, Size: about, Modified: w.Job.CreatedAt}
		if s.Status == sds.StatusCompleted {
			to.Add(f, createsimple.FileName(s, p.Version), ".xlsx")
		} else {
			to.AddMissing(f)
		}
	}
	return nil
}

// Open makes the workbooks of the sheets' current values.
func (p *params) Open(ctx context.Context, w *runner.Work, next []archive.File) (archive.Contents, error) {
	made := make(workbooks, len(next))
	at := 0
	for part := range slices.Chunk(next, archive.RecordsAtOnce) {
		if err := p.render(ctx, w, part, made[at:]); err != nil {
			return nil, err
		}
		at += len(part)
	}
	return made, nil
}

func (p *params) render(ctx context.Context, w *runner.Work, of []archive.File, into workbooks) error {
	ids := make([]sds.SheetID, len(of))
	for i := range of {
		ids[i] = of[i].Sheet
	}
	records, err := archive.Records(ctx, w, ids)
	if err != nil {
		return err
	}
	sections, err := w.Table.SectionsOf(ctx, w.Job.Company, ids, createsimple.Sections)
	if err != nil {
		return err
	}
	for i := range of {
		k := slices.IndexFunc(records, func(s sds.Sheet) bool { return s.ID == ids[i] })
		if k < 0 || len(sections[i]) == 0 || of[i].Name == "" {
			continue
		}
		var body bytes.Buffer
		book := createsimple.New(&records[k], sections[i], createsimple.Options{Version: p.Version, Lang: p.Lang, At: w.Job.CreatedAt})
		if err := book.Write(&body); err != nil {
			return fmt.Errorf("workbook of sheet %s: %w", ids[i], err)
		}
		into[i] = body.Bytes()
	}
	return nil
}

// workbooks are the contents of some files; nil where none could be made.
type workbooks [][]byte

func (m workbooks) Size(i int) int64 { return int64(len(m[i])) }

func (m workbooks) ReadInto(_ context.Context, i int, into []byte) (int, error) {
	if m[i] == nil {
		return -1, nil
	}
	return copy(into, m[i]), nil
}

func missingName(lang string) string {
	if lang == "ja" {
		return "作成できなかったSDS.txt"
	}
	return "SDSs not included.txt"
}

// Missing is the list of sheets that have no workbook, with a BOM and CRLF for Notepad.
func (p *params) Missing(lang string, missing []archive.File) (name string, list []byte) {
	var b strings.Builder
	b.WriteString("\uFEFF")
	if lang == "ja" {
		b.WriteString("次のSDSは、解析が完了していないか削除されたため、CREATE-SIMPLE用データを作成できませんでした。SDSの画面を確認し、解析の完了後にもう一度お試しください。\r\n\r\n")
	} else {
		b.WriteString("Data for CREATE-SIMPLE could not be made of these SDSs: their analysis is not complete, or they have been deleted. Please look at each SDS, and try again when it is complete.\r\n\r\n")
	}
	for _, f := range missing {
		fmt.Fprintf(&b, "%s\t%s\r\n", strings.Join(strings.Fields(f.Title), " "), f.Sheet)
	}
	return missingName(lang), []byte(b.String())
}

// FileName is the name under which the archive is saved.
func (*params) FileName(j job.Job) string { return fileName(j) }

// fileName contains the time of the request, in Japan.
func fileName(j job.Job) string {
	return "CREATE-SIMPLE_" + j.CreatedAt.In(export.Japan).Format("20060102-1504") + ".zip"
}
