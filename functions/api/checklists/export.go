package checklists

import (
	"bytes"
	"context"
	"slices"

	"anzen/functions/api/rest"
	"anzen/shared/access"
	"anzen/shared/checklist"
	"anzen/shared/export"
	"anzen/shared/files"
	"anzen/shared/grant"
	"anzen/shared/law/check"
	"anzen/shared/message"
	"anzen/shared/sds"
)

// Exporting is the declaration of GET dynamic_list_results/{listId}/export.
var Exporting = rest.Route{
	Method: "GET", Path: "/dynamic_list_results/{listId}/export", ID: "exportChecklistResults", Tag: Tag, Rule: rest.Need(access.CheckListExport),
	Summary: "What a checklist finds as a file with a line a proof, at most 2,000 sheets at once", Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// How much goes into one file: a function has 28 seconds, and its answer at most 6 MB, of
// which a file in letters that are no text takes three quarters.
const (
	MaxExported   = 2000
	maxExportSize = 4 << 20
)

// CodeExportTooMuch is answered where a file would be too large.
const CodeExportTooMuch message.Code = "checklist.export_too_much"

// ExportInput says of which results, and how the file is written.
type ExportInput struct {
	OfList
	Filters
	Order
	Format   string          `query:"format" enum:"csv,xlsx" default:"csv"`
	Encoding export.Encoding `query:"charset" enum:"utf-8,shift_jis" default:"utf-8" doc:"of CSV"`
	Language string          `query:"language" enum:"ja,en" doc:"of headings and words; that of the request where not said"`
}

// ChecklistExportOutput is the file.
type ChecklistExportOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// pagesOf are the sections in which the values stand on which verdicts rest.
var pagesOf = []int{2, 3, 9, 14}

// Export writes results into a file.
func Export(ctx context.Context, call *rest.Call, in *ExportInput) (*ChecklistExportOutput, error) {
	l, err := call.Table.Checklist(ctx, call.Company, in.List)
	if err != nil {
		return nil, err
	}
	s := searchOf(call, l)
	if err := s.readMarks(ctx); err != nil {
		return nil, err
	}
	q := s.query(in.Filters)
	q.Sort, q.Desc = in.Order.sort()
	q.Limit = MaxExported
	page, err := call.Catalog.Search(ctx, call.Company, q)
	if err != nil {
		return nil, err
	}
	if page.Total > MaxExported {
		return nil, message.New(message.Invalid, CodeExportTooMuch).With(message.Args{"limit": MaxExported})
	}
	ids := make([]sds.SheetID, len(page.Sheets))
	for i := range page.Sheets {
		ids[i] = page.Sheets[i].ID
	}
	sections, err := call.Table.SectionsOf(ctx, call.Company, ids, pagesOf)
	if err != nil {
		return nil, err
	}
	if in.Language == "" {
		in.Language = call.Lang
	}
	var body bytes.Buffer
	file, err := in.begin(&body, l)
	if err != nil {
		return nil, err
	}
	for i := range page.Sheets {
		for _, line := range s.lines(in.Language, &page.Sheets[i], sections[i]) {
			if err := file.Write(line); err != nil {
				return nil, err
			}
		}
	}
	if _, err := file.Close(); err != nil {
		return nil, err
	}
	if body.Len() > maxExportSize {
		return nil, message.New(message.Invalid, CodeExportTooMuch).With(message.Args{"limit": MaxExported})
	}
	name := l.Title + "_" + call.Now().In(export.Japan).Format("20060102-1504") + "." + in.Format
	return &ChecklistExportOutput{in.contentType(), files.Disposition(name, false), body.Bytes()}, nil
}

func (in *ExportInput) begin(into *bytes.Buffer, l checklist.List) (export.Writer, error) {
	if in.Format == "xlsx" {
		return export.NewXLSX(into, l.Title, exportColumns, in.Language)
	}
	return export.NewCSV(into, in.Encoding, export.Heading(exportColumns, in.Language))
}

func (in *ExportInput) contentType() string {
	switch {
	case in.Format == "xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case in.Encoding == export.ShiftJIS:
		return "text/csv; charset=Shift_JIS"
	default:
		return "text/csv; charset=utf-8"
	}
}

// lines are the lines of a sheet: one a proof, and one a statement of section 15 that no
// proof has.
func (s *search) lines(lang string, head *sds.Sheet, sections []sds.Section) []export.Row {
	o := s.plan.Judge(head)
	check.Locate(o.Proofs, sections)
	w := words{lang: lang, search: s, head: head, mark: s.marks[head.ID], verdict: o.Verdict, ground: o.Ground(), stated: o.Stated}
	var rows []export.Row
	told := map[string]bool{}
	for i := range o.Proofs {
		rows = append(rows, w.proof(&o.Proofs[i], told))
	}
	for _, code := range o.Stated {
		if !told[code] {
			rows = append(rows, w.statement(code))
		}
	}
	if len(rows) == 0 { // nothing can be said of it
		rows = append(rows, w.line(nil))
	}
	return rows
}

// pages are where values stand, as people count.
func pages(inputs []check.Input) (all []int) {
	for _, in := range inputs {
		for _, s := range in.Sources {
			if !slices.Contains(all, s.Page) {
				all = append(all, s.Page)
			}
		}
	}
	slices.Sort(all)
	return all
}
