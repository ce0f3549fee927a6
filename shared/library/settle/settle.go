// Package settle derives what follows from a sheet's sections: the parts of its head
// by which lists show and find it, the classes of laws that section 15 states, the
// findings of the consistency rules and their number. Whatever changes a sheet's
// sections settles it in the same write (the analysis, an edit, an edit by CSV, an
// import), so that sheet, list, counts and checklists say the same at once: settling
// gives what judging the sheet anew from scratch gives.
//
// The rules judge the values as they are now, a person's included, as the reader's
// rules judge a reading; how the sheet is printed they know from what the analysis
// kept (sds.Printed). Of a sheet without print (one that came as data) nothing is said
// to be missing or printed wrongly.
//
// What comes and goes with the day (dates ahead, the age of a revision) is not kept but
// found when a sheet is read (Passing), by the same day, years and confirmation of the
// supplier as its revision status: neither midnight nor the company's settings nor a
// confirmation leave anything behind. HasFindings asks the catalog for the same.
// Verdicts on laws are found when they are read, too (package evaluate).
package settle

import (
	"maps"
	"slices"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/findings"
	"anzen/shared/reader/extract"
	"anzen/shared/reference/law"
)

// Sheet derives everything of the head that follows from the sections, and answers what
// the checks say of them. The product codes that the sheet guards stay as they are: only
// a person who changes the codes claims them (sds.Sheet.Guard).
func Sheet(record *sds.Sheet, sections []sds.Section, printed *sds.Printed) sds.CheckResult {
	guarded := record.GuardedCodes
	record.Derive(sections)
	record.GuardedCodes = guarded
	record.Regulations = law.Stated(sections)
	judged := sds.CheckResult{Findings: lasting(record, sections, printed), Printed: printed}
	record.FindingCount = len(judged.Findings)
	return judged
}

// Again settles a sheet of which the checks said something before. It answers what they
// say now, nil where that is the same: it need not be written then.
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
	in := findings.Input{Result: &v.Result, Only: findings.Lasting}
	if printed != nil {
		in.Printed = *printed
		in.Sections = slices.Compact(slices.Sorted(slices.Values(printed.Order)))
		if printed.Statements > 0 {
			v.count("hazard_statement_count", printed.Statements)
		}
	} else {
		in.Printed.Recognised = true // what was not read is not known to be missing
		for _, s := range sections {
			in.Sections = append(in.Sections, s.Number)
		}
	}
	return v.findings(findings.Sheet(in))
}

// Passing is what the checks find about a sheet on a day, in a company where sheets hold
// for some years, beside what lasts. It goes by the head alone.
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

// Count is how many findings a sheet has on a day.
func Count(record *sds.Sheet, now time.Time, years int) int {
	return record.FindingCount + len(Passing(record, now, years))
}

// All are the lasting findings of a sheet with those of a day, errors first.
func All(record *sds.Sheet, found []sds.Finding, now time.Time, years int) []sds.Finding {
	all := slices.Concat(found, Passing(record, now, years))
	slices.SortStableFunc(all, func(a, b sds.Finding) int {
		return findings.Severity(a.Severity).Rank() - findings.Severity(b.Severity).Rank()
	})
	return all
}

// HasFindings asks for the sheets of which Count is not 0.
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
