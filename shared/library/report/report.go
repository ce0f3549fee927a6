// Package report is what a checklist finds, put together with what people say of it:
// which sheets are asked for, and the table with a line a proof. The API answers it
// where it is small; a job makes it of any size.
package report

import (
	"context"
	"slices"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/formats/export"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/library/search"
	"anzen/shared/reference/regulation"
)

// Report is a checklist with what it is judged by, and what people say of its sheets.
type Report struct {
	Set     *regulation.Set
	List    checklist.List
	Plan    *evaluate.Plan
	Reviews map[sds.SheetID]checklist.Review
}

// New judges a checklist by the rules of a day (Day).
func New(l checklist.List, day string) *Report {
	set := regulation.Current()
	return &Report{Set: set, List: l, Plan: evaluate.New(set, &l, day)}
}

// Day is the day in Tokyo, by which laws are meant.
func Day(now time.Time) string { return sds.Day(now).Format(time.DateOnly) }

// ReviewSource reads what people say of a checklist's sheets.
type ReviewSource interface {
	Reviews(ctx context.Context, c sds.CompanyID, l checklist.ID) (map[sds.SheetID]checklist.Review, error)
}

// ReadReviews reads what people say.
func (r *Report) ReadReviews(ctx context.Context, t ReviewSource, company sds.CompanyID) (err error) {
	r.Reviews, err = t.Reviews(ctx, company, r.List.ID)
	return err
}

// Standard are the verdicts that are shown where none is asked for.
var Standard = []verdict.Verdict{verdict.Applies, verdict.RequiresContext, verdict.Scheduled}

// Search answers a page of the sheets that filters leave of what the checklist finds. The
// marks must have been read.
func (r *Report) Search(ctx context.Context, sheets search.Catalog, v search.Viewer, f checklist.Filters, p search.Page) (catalog.Page, error) {
	words, err := search.Having(f.Text)
	if err != nil {
		return catalog.Page{}, err
	}
	return search.Among(ctx, sheets, v, words, r.conditions(f), p)
}

// conditions are what filters ask of what the checklist finds, and of what people say of it.
func (r *Report) conditions(f checklist.Filters) []catalog.Condition {
	verdicts := f.Verdicts
	if len(verdicts) == 0 {
		verdicts = Standard
	}
	where := r.Plan.Conditions(verdicts...)
	excluded := catalog.Among(r.Reviewed(func(m checklist.Review) bool { return m.Excluded })...)
	if !f.Excluded {
		excluded = catalog.Not(excluded)
	}
	where = append(where, excluded)
	if len(f.Judgements) > 0 {
		where = append(where, r.verdictAs(f.Judgements))
	}
	if f.Changed {
		judged := catalog.Among(r.Reviewed(func(m checklist.Review) bool { return m.Judgement != "" })...)
		where = append(where, catalog.Both(judged, catalog.Where(r.changed)))
	}
	return where
}

// Reviewed are the sheets of which people say something.
func (r *Report) Reviewed(is func(checklist.Review) bool) (ids []sds.SheetID) {
	for id, m := range r.Reviews {
		if is(m) {
			ids = append(ids, id)
		}
	}
	return ids
}

// verdictAs finds the sheets that were judged in one of the ways.
func (r *Report) verdictAs(ways []checklist.Judgement) catalog.Condition {
	either := []catalog.Condition{catalog.Among(r.Reviewed(func(m checklist.Review) bool {
		return m.Judgement != "" && slices.Contains(ways, m.Judgement)
	})...)}
	if slices.Contains(ways, checklist.Unreviewed) {
		either = append(either, catalog.Not(catalog.Among(r.Reviewed(func(m checklist.Review) bool { return m.Judgement != "" })...)))
	}
	return catalog.Either(either...)
}

// changed tells whether a judgement rests on what is another now.
func (r *Report) changed(record *sds.Sheet) bool {
	m := r.Reviews[record.ID]
	if m.Judgement == "" {
		return false
	}
	o := r.Plan.Judge(record)
	return m.Ground != o.Ground()
}

// File is the table as a file.
func File(w checklist.Written) export.File {
	return export.File{Format: w.Format, Encoding: export.Encoding(w.Encoding), Title: w.Title, Columns: columns, Lang: w.Lang}
}

// FileName is the name under which it is saved, with the time when it was asked for, in Japan.
func FileName(w checklist.Written, at time.Time) string {
	return w.Title + "_" + at.In(export.Japan).Format("20060102-1504") + "." + w.Format
}
