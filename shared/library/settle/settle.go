// Package settle derives what follows from a sheet's sections: the fields of the sheet
// record by which lists show and find it, the classes of laws that section 15 states, the
// findings of the consistency rules and their number. Every change of a sheet's sections
// (analysis, edit, edit by CSV, import) settles it in the same write, so that sheet, list,
// counts and checklists always agree: settling incrementally equals checking the sheet
// from scratch.
//
// The rules check the current values, users' edits included, as they check a reading; the
// layout of the printed sheet is known from the analysis (sds.Printed). A sheet without a
// PDF (an import) has no findings on missing or misprinted parts.
//
// Findings that depend on the day (future dates, the age of a revision) are not stored but
// computed when a sheet is read (Passing), from the same day, years and supplier
// confirmation as its revision status, so that they are never stale. HasFindings is the
// same as a catalog condition. Verdicts on laws are computed when read, too (package
// evaluate).
package settle

import (
	"maps"
	"slices"
	"strings"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/classification"
	"anzen/shared/judgement/edition"
	"anzen/shared/judgement/findings"
	"anzen/shared/reader/extract"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/law"
)

// Sheet derives the fields of the sheet record that follow from the sections, and returns
// the check result. The guarded product codes stay unchanged: codes are claimed only by an
// edit that changes them (sds.Sheet.Guard).
func Sheet(record *sds.Sheet, sections []sds.Section, printed *sds.Printed) sds.CheckResult {
	guarded := record.GuardedCodes
	record.Derive(sections)
	record.GuardedCodes = guarded
	categories(record)
	record.Regulations = law.Stated(sections)
	result := sds.CheckResult{Findings: lasting(record, sections, printed), Printed: printed}
	record.FindingCount = len(result.Findings)
	return result
}

// categories makes the categories of the record those of the reference: as users enter them
// (区分 2, "Category 1A", 区分に該当しない) they are the same as when they are read.
func categories(record *sds.Sheet) {
	for i, both := range record.GHSCategories {
		class, category, _ := strings.Cut(both, "/")
		record.GHSCategories[i] = class + "/" + ghs.CategoryKey(class, category)
	}
}

// Again settles a sheet that has a check result already. It returns the new result, nil
// where it is the same and need not be written.
func Again(record *sds.Sheet, sections []sds.Section, was sds.CheckResult) *sds.CheckResult {
	is := Sheet(record, sections, was.Printed)
	if slices.EqualFunc(is.Findings, was.Findings, same) {
		return nil
	}
	return &is
}

func same(a, b sds.Finding) bool {
	return a.ID == b.ID && a.Severity == b.Severity && maps.Equal(a.Args, b.Args) && slices.Equal(a.Fields, b.Fields)
}

func lasting(record *sds.Sheet, sections []sds.Section, printed *sds.Printed) []sds.Finding {
	v := valuesOf(record, sections)
	in := findings.Input{Result: &v.Result, Only: findings.Lasting, Edition: edition.Of(record, sections)}
	if classification.IsMixture(record) && record.Language == sds.LanguageJapanese {
		subject := classification.Of(record, sections)
		in.Mixture = classification.Compare(classification.Mixture(&subject), record, sections)
	}
	if printed != nil {
		in.Printed = *printed
		in.Sections = slices.Compact(slices.Sorted(slices.Values(printed.Order)))
		if printed.Statements > 0 {
			v.count("hazard_statement_count", printed.Statements)
		}
	} else {
		in.Printed.Recognised = true // without a PDF nothing is known to be missing
		for _, s := range sections {
			in.Sections = append(in.Sections, s.Number)
		}
	}
	return v.findings(findings.Sheet(in))
}

// Passing returns the findings of a sheet that depend on the day, in a company where
// revisions are current for some years. It needs the sheet record alone.
func Passing(record *sds.Sheet, now time.Time, years int) []sds.Finding {
	v := values{Result: extract.Result{Language: language(record)}}
	for key, day := range map[string]string{"issue_date": record.IssuedOn, "revision_date": record.RevisedOn} {
		if day != "" {
			v.Values = append(v.Values, extract.Value{Key: key, Row: extract.NoRow, Kind: extract.Date, Text: day})
			v.ids = append(v.ids, place{findings.Field{Key: key, Row: extract.NoRow}, key})
		}
	}
	return v.findings(findings.Sheet(findings.Input{
		Result: &v.Result, Now: now, Years: years, Confirmed: record.SupplierConfirmedOn, Superseded: record.Newer != "", Only: findings.Passing,
	}))
}

// Count is the number of findings of a sheet on a day, stored and passing.
func Count(record *sds.Sheet, now time.Time, years int) int {
	return record.FindingCount + len(Passing(record, now, years))
}

// All returns the stored findings of a sheet with the passing ones of a day, errors first.
func All(record *sds.Sheet, found []sds.Finding, now time.Time, years int) []sds.Finding {
	all := slices.Concat(found, Passing(record, now, years))
	slices.SortStableFunc(all, func(a, b sds.Finding) int {
		return findings.Severity(a.Severity).Rank() - findings.Severity(b.Severity).Rank()
	})
	return all
}

// HasFindings is the condition of sheets whose Count is not 0.
func HasFindings(now time.Time, years int) catalog.Condition {
	day := sds.Day(now)
	first, _ := catalog.DayNumber("1900-01-01")
	last, _ := catalog.DayNumber(findings.NotifiedContents.AddDate(0, 0, -1).Format(time.DateOnly))
	return catalog.Either(
		catalog.Any(catalog.FacetFlag, catalog.FlagFinding),
		catalog.DatedAfter(day.AddDate(0, 0, 1)),
		catalog.Revision(day, years, sds.RevisionNeeded),
		catalog.Both(
			catalog.Any(catalog.FacetLanguage, japanese),
			catalog.Between(catalog.ColumnRevised, first, last),
			catalog.Revision(day, years, sds.RevisionRevised),
		),
	)
}
