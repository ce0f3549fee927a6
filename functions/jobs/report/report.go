// Package report is what a checklist finds, put together with what people say of it:
// which sheets are asked for, and the table with a line a proof. The API answers it
// where it is small; a job makes it of any size.
package report

import (
	"context"
	"slices"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/formats/export"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/reference/regulation"
)

// Report is a checklist with what it is judged by, and what people say of its sheets.
type Report struct {
	Set   *regulation.Set
	List  checklist.List
	Plan  *evaluate.Plan
	Marks map[sds.SheetID]checklist.Mark
}

// New judges a checklist by the rules of a day (Day).
func New(l checklist.List, day string) *Report {
	set := regulation.Current()
	return &Report{Set: set, List: l, Plan: evaluate.New(set, &l, day)}
}

// Day is the day in Tokyo, by which laws are meant.
func Day(now time.Time) string { return sds.Day(now).Format(time.DateOnly) }

// ReadMarks reads what people say.
func (r *Report) ReadMarks(ctx context.Context, t *table.Table, company sds.CompanyID) (err error) {
	r.Marks, err = t.Marks(ctx, company, r.List.ID)
	return err
}

// Filters restrict what is found.
type Filters struct {
	Verdicts   []verdict.Verdict     `json:"Verdicts"`   // the strongest of a sheet; empty: those that say that something is to be done
	Judgements []checklist.Judgement `json:"Judgements"` // Unjudged among them
	Excluded   bool                  `json:"Excluded"`   // those that were excluded, instead of the others
	Changed    bool                  `json:"Changed"`    // those alone whose judgement rests on what is another now
	Text       string                `json:"Text"`
}

// Unjudged asks for sheets that nobody has judged.
const Unjudged checklist.Judgement = "none"

// Standard are the verdicts that are shown where none is asked for.
var Standard = []verdict.Verdict{verdict.Applies, verdict.RequiresContext, verdict.Scheduled}

// Query is what filters ask of the catalogue. The marks must have been read.
func (r *Report) Query(f Filters) catalog.Query {
	verdicts := f.Verdicts
	if len(verdicts) == 0 {
		verdicts = Standard
	}
	q := catalog.Query{Text: f.Text, Where: r.Plan.Conditions(verdicts...)}
	excluded := catalog.Among(r.Marked(func(m checklist.Mark) bool { return m.Excluded })...)
	if !f.Excluded {
		excluded = catalog.Not(excluded)
	}
	q.Where = append(q.Where, excluded)
	if len(f.Judgements) > 0 {
		q.Where = append(q.Where, r.judgedAs(f.Judgements))
	}
	if f.Changed {
		judged := catalog.Among(r.Marked(func(m checklist.Mark) bool { return m.Judgement != "" })...)
		q.Where = append(q.Where, catalog.Both(judged, catalog.Judged(r.changed)))
	}
	return q
}

// Marked are the sheets of which people say something.
func (r *Report) Marked(is func(checklist.Mark) bool) (ids []sds.SheetID) {
	for id, m := range r.Marks {
		if is(m) {
			ids = append(ids, id)
		}
	}
	return ids
}

// judgedAs finds the sheets that were judged in one of the ways.
func (r *Report) judgedAs(ways []checklist.Judgement) catalog.Condition {
	either := []catalog.Condition{catalog.Among(r.Marked(func(m checklist.Mark) bool {
		return m.Judgement != "" && slices.Contains(ways, m.Judgement)
	})...)}
	if slices.Contains(ways, Unjudged) {
		either = append(either, catalog.Not(catalog.Among(r.Marked(func(m checklist.Mark) bool { return m.Judgement != "" })...)))
	}
	return catalog.Either(either...)
}

// changed tells whether a judgement rests on what is another now.
func (r *Report) changed(head *sds.Sheet) bool {
	m := r.Marks[head.ID]
	if m.Judgement == "" {
		return false
	}
	o := r.Plan.Judge(head)
	return m.Ground != o.Ground()
}

// Written is how the table of a checklist is written, whatever becomes of the checklist.
type Written struct {
	Title    string          `json:"Title"`  // of the checklist
	Format   string          `json:"Format"` // of export.File
	Encoding export.Encoding `json:"Encoding"`
	Lang     string          `json:"Lang"` // "ja" or "en": of headings and words
}

// File is the table as a file.
func (w Written) File() export.File {
	return export.File{Format: w.Format, Encoding: w.Encoding, Title: w.Title, Columns: columns, Lang: w.Lang}
}

// Name is the name under which it is saved, with the time when it was asked for, in Japan.
func (w Written) Name(at time.Time) string {
	return w.Title + "_" + at.In(export.Japan).Format("20060102-1504") + "." + w.Format
}
