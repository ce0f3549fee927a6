// Package report combines the results of a checklist with users' reviews of them: search
// among its sheets, and a table with a line for each proof. The API returns a small table
// itself; a job writes one of any size.
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

// Report is a checklist with its evaluation plan and the reviews of its sheets.
type Report struct {
	Set     *regulation.Set
	List    checklist.List
	Plan    *evaluate.Plan
	Reviews map[sds.SheetID]checklist.Review
}

// New plans the evaluation of a checklist by the regulations of a day (Day).
func New(l checklist.List, day string) *Report {
	set := regulation.Current()
	return &Report{Set: set, List: l, Plan: evaluate.New(set, &l, day)}
}

// Day is the calendar day in Tokyo, on which regulations are based.
func Day(now time.Time) string { return sds.Day(now).Format(time.DateOnly) }

// ReviewSource reads the reviews of a checklist's sheets.
type ReviewSource interface {
	Reviews(ctx context.Context, c sds.CompanyID, l checklist.ID) (map[sds.SheetID]checklist.Review, error)
}

// ReadReviews reads the reviews into the report.
func (r *Report) ReadReviews(ctx context.Context, t ReviewSource, company sds.CompanyID) (err error) {
	r.Reviews, err = t.Reviews(ctx, company, r.List.ID)
	return err
}

// Standard are the verdicts that are shown where a request names none.
var Standard = []verdict.Verdict{verdict.Applies, verdict.RequiresContext, verdict.Scheduled}

// Search returns a page of the checklist's sheets that pass the filters. The reviews must
// have been read.
func (r *Report) Search(ctx context.Context, sheets search.Catalog, v search.Viewer, f checklist.Filters, p search.Page) (catalog.Page, error) {
	words, err := search.Having(f.Text)
	if err != nil {
		return catalog.Page{}, err
	}
	return search.Among(ctx, sheets, v, words, r.conditions(f), p)
}

// conditions are the catalog conditions of filters on verdicts and reviews.
func (r *Report) conditions(f checklist.Filters) []catalog.Condition {
	verdicts := f.Verdicts
	if len(verdicts) == 0 {
		verdicts = Standard
	}
	where := r.Plan.Conditions(verdicts...)
	excluded := catalog.Among(r.Reviewed(func(review checklist.Review) bool { return review.Excluded })...)
	if !f.Excluded {
		excluded = catalog.Not(excluded)
	}
	where = append(where, excluded)
	if len(f.Judgements) > 0 {
		where = append(where, r.judgedAs(f.Judgements))
	}
	if f.Changed {
		where = append(where, catalog.Both(catalog.Among(r.Reviewed(judged)...), catalog.Where(r.changed)))
	}
	return where
}

// judged reports whether a review has a judgement.
func judged(review checklist.Review) bool { return review.Judgement != "" }

// Reviewed are the sheets whose review meets a condition.
func (r *Report) Reviewed(is func(checklist.Review) bool) (ids []sds.SheetID) {
	for id, review := range r.Reviews {
		if is(review) {
			ids = append(ids, id)
		}
	}
	return ids
}

// judgedAs is the condition of sheets with one of the judgements.
func (r *Report) judgedAs(judgements []checklist.Judgement) catalog.Condition {
	either := []catalog.Condition{catalog.Among(r.Reviewed(func(review checklist.Review) bool {
		return judged(review) && slices.Contains(judgements, review.Judgement)
	})...)}
	if slices.Contains(judgements, checklist.Unreviewed) {
		either = append(either, catalog.Not(catalog.Among(r.Reviewed(judged)...)))
	}
	return catalog.Either(either...)
}

// changed reports whether the ground of a sheet's judgement has changed since.
func (r *Report) changed(record *sds.Sheet) bool {
	review := r.Reviews[record.ID]
	if !judged(review) {
		return false
	}
	o := r.Plan.Judge(record)
	return review.Ground != o.Ground()
}

// File is the table as a file.
func File(w checklist.Written) export.File {
	return export.File{Format: w.Format, Encoding: export.Encoding(w.Encoding), Title: w.Title, Columns: columns, Lang: w.Lang}
}

// FileName is the file's name, with the time of the request in Japan.
func FileName(w checklist.Written, at time.Time) string {
	return w.Title + "_" + at.In(export.Japan).Format("20060102-1504") + "." + w.Format
}
