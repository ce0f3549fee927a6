package report

import (
	"context"
	"strings"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/formats/export"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/judgement/proofs"
)

// columns are those of the table.
var columns = []export.Column{
	export.Plain("name", "SDS名", "SDS", 30),
	export.Plain("supplier", "供給者", "Supplier", 24),
	export.Plain("product_codes", "製品コード", "Product codes", 16),
	export.Plain("revised_at", "改訂日", "Revision date", 12),
	export.Plain("sheet_verdict", "SDSの判定", "Verdict of the SDS", 14),
	export.Plain("law", "法律", "Law", 20),
	export.Plain("category", "区分", "Category", 24),
	export.Plain("class", "分類", "Class", 20),
	export.Plain("number", "政令番号等", "Statutory number", 14),
	export.Plain("entry", "法令上の名称", "Statutory name", 30),
	export.Plain("ingredients", "該当成分", "Ingredients", 40),
	export.Plain("share", "含有率（%）", "Content (%)", 12),
	export.Plain("threshold", "基準", "Threshold", 14),
	export.Plain("verdict", "判定", "Verdict", 12),
	export.Plain("reason", "判定理由", "Reason", 50),
	export.Plain("version", "適用版", "Version of the list", 12),
	export.Plain("effective_from", "適用開始日", "Effective from", 12),
	export.Plain("source", "出典", "Source", 24),
	export.Plain("confidence", "データの確度", "Confidence", 14),
	export.Plain("pages", "PDFページ", "Pages in the PDF", 10),
	export.Plain("stated", "15項の記載", "Stated in section 15", 12),
	export.Plain("judgement", "担当者の判断", "Judgment", 14),
	export.Plain("note", "メモ", "Note", 30),
	export.Plain("judged_by", "判断者", "Judged by", 14),
	export.Plain("judged_at", "判断日時", "Judged at", 18),
	export.Plain("ground_changed", "判断後の変更", "Changed since", 14),
}

// pagesOf are the sections with the values that verdicts are based on.
var pagesOf = []int{2, 3, 9, 14}

// Sections reads some sections of many sheets.
type Sections interface {
	SectionsOf(ctx context.Context, c sds.CompanyID, ids []sds.SheetID, numbers []int) ([][]sds.Section, error)
}

// Lines returns the lines of sheets: one for each proof, and one for each statement of
// section 15 that no proof covers.
func (r *Report) Lines(ctx context.Context, t Sections, company sds.CompanyID, lang string, records []sds.Sheet) ([]export.Row, error) {
	ids := make([]sds.SheetID, len(records))
	for i := range records {
		ids[i] = records[i].ID
	}
	sections, err := t.SectionsOf(ctx, company, ids, pagesOf)
	if err != nil {
		return nil, err
	}
	var rows []export.Row
	for i := range records {
		rows = append(rows, r.lines(lang, &records[i], sections[i])...)
	}
	return rows, nil
}

func (r *Report) lines(lang string, record *sds.Sheet, sections []sds.Section) []export.Row {
	o := r.Plan.Judge(record)
	lawcheck.Locate(o.Proofs, sections)
	w := words{lang: lang, Report: r, record: record, review: r.Reviews[record.ID], verdict: o.Verdict, ground: o.Ground()}
	var rows []export.Row
	covered := map[string]bool{}
	for i := range o.Proofs {
		rows = append(rows, w.proof(&o.Proofs[i], covered))
	}
	for _, code := range o.Stated {
		if !covered[code] {
			rows = append(rows, w.statement(code))
		}
	}
	if len(rows) == 0 { // neither proof nor statement
		rows = append(rows, w.line(nil))
	}
	return rows
}

// words makes the lines of one sheet in a language.
type words struct {
	*Report
	lang    string
	record  *sds.Sheet
	review  checklist.Review
	verdict verdict.Verdict
	ground  string
}

// word is a word of the file in its language.
func (w *words) word(code string) export.Cell {
	return export.TextOf(message.Text(w.lang, message.Code("checklist."+code), nil))
}

func (w *words) flag(is bool) export.Cell {
	if is {
		return w.word("yes")
	}
	return w.word("no")
}

// proof is the line of a proof. It adds the statements of section 15 that it covers to covered.
func (w *words) proof(p *verdict.Proof, covered map[string]bool) export.Row {
	law, category, class := proofs.Names(w.Set, p.Law, p.Category, p.Class)
	entry := proofs.Name{Ja: p.Entry, En: p.EntryEn}
	stated := false
	if c := w.Set.Class(p.Key()); c != nil {
		for _, code := range c.Stated {
			for _, is := range w.record.Regulations {
				if is == code {
					stated, covered[code] = true, true
				}
			}
		}
	}
	share := export.Cell{}
	if p.Share != nil {
		share = export.TextOf(contentText(*p.Share))
	}
	confidence := export.Cell{}
	if p.Confidence != "" {
		confidence = w.word("confidence." + p.Confidence)
	}
	return w.line([]export.Cell{
		export.TextOf(law.In(w.lang)), export.TextOf(category.In(w.lang)), export.TextOf(class.In(w.lang)),
		export.TextOf(p.Number), export.TextOf(entry.In(w.lang)), export.TextOf(partsText(p.Parts)), share, export.TextOf(p.Threshold),
		w.word("verdict." + string(p.Verdict)), export.TextOf(p.Explain(w.lang)), export.DateOf(p.Version), export.DateOf(p.From),
		export.TextOf(sourceText(p)), confidence, export.TextOf(pagesText(pages(p.Inputs))), w.flag(stated),
	})
}

// statement is the line of what section 15 alone states.
func (w *words) statement(code string) export.Row {
	cells := make([]export.Cell, proofCells)
	for _, c := range w.Set.Classes() {
		for _, is := range c.Stated {
			if is == code {
				law, category, class := proofs.Names(w.Set, c.Law, c.Category, c.Code)
				cells[0], cells[1], cells[2] = export.TextOf(law.In(w.lang)), export.TextOf(category.In(w.lang)), export.TextOf(class.In(w.lang))
			}
		}
	}
	cells[8], cells[9], cells[15] = w.word("verdict."+string(verdict.Applies)), w.word("stated_only"), w.flag(true)
	return w.line(cells)
}

// proofCells is the number of columns of a proof.
const proofCells = 16

// line is a line: the columns of the sheet, those of a proof (nil: empty) and those of the review.
func (w *words) line(ofProof []export.Cell) export.Row {
	record, review := w.record, w.review
	if ofProof == nil {
		ofProof = make([]export.Cell, proofCells)
	}
	row := append(export.Row{
		export.TextOf(record.Name), export.TextOf(record.Supplier), export.TextOf(strings.Join(record.ProductCodes, "\n")), export.DateOf(record.RevisedOn), w.word("verdict." + string(w.verdict)),
	}, ofProof...)
	judgement, changed := export.Cell{}, export.Cell{}
	if review.Judgement != "" {
		judgement, changed = w.word("judgement."+string(review.Judgement)), w.flag(review.Ground != w.ground)
	}
	return append(row, judgement, export.TextOf(review.Note), export.TextOf(review.ByName), export.MomentOf(review.At), changed)
}
