package search

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/library/settle"
	"anzen/shared/reference/ghs"
)

// query is a filter with the user who searches.
type query struct {
	Viewer
	filter Filter
}

type condition = func(a *query, values []string) catalog.Condition

func anyOf(f catalog.Facet) condition {
	return func(_ *query, values []string) catalog.Condition { return catalog.Any(f, values...) }
}

func contains(f catalog.Field) condition {
	return func(_ *query, values []string) catalog.Condition { return catalog.Contains(f, values...) }
}

func between(c catalog.Column) func(*query, float64, float64) catalog.Condition {
	return func(_ *query, low, high float64) catalog.Condition { return catalog.Between(c, low, high) }
}

func flagged(name string) condition {
	return func(*query, []string) catalog.Condition { return catalog.Any(catalog.FacetFlag, name) }
}

// inStatusGroups are sheets whose processing status belongs to one of the groups.
func inStatusGroups(_ *query, groups []string) catalog.Condition {
	var statuses []string
	for _, s := range sds.Statuses {
		if slices.Contains(groups, string(s.Group())) {
			statuses = append(statuses, strconv.Itoa(int(s)))
		}
	}
	return catalog.Any(catalog.FacetStatus, statuses...)
}

func withRevisionStatus(a *query, statuses []string) catalog.Condition {
	wanted := make([]sds.RevisionStatus, len(statuses))
	for i, s := range statuses {
		wanted[i] = sds.RevisionStatus(s)
	}
	return catalog.Revision(sds.Day(a.Now), a.Company.ExpirationYears, wanted...)
}

// inGHSClasses are sheets of hazard classes. Classes that a sheet states as not applying do
// not count. A sheet that states inhalation without its form is of each form.
func inGHSClasses(_ *query, values []string) catalog.Condition {
	return classified(func(class ghs.Class, category string) bool {
		return !ghs.Negative(category) && slices.ContainsFunc(values, func(v string) bool {
			id, _ := strconv.Atoi(v) // validated when it was parsed
			return class.Covers(id)
		})
	})
}

// inGHSCategories are sheets of hazard categories, each of its class; the negative ones are
// of any class.
func inGHSCategories(_ *query, values []string) catalog.Condition {
	return classified(func(class ghs.Class, category string) bool {
		return slices.ContainsFunc(values, func(v string) bool {
			id, _ := strconv.Atoi(v) // validated when it was parsed
			of := ghs.CategoryByID(id)
			return of.Key == category && (ghs.Negative(category) || class.Covers(of.ClassID))
		})
	})
}

// classified are sheets with a class and category as in sheet records.
func classified(is func(class ghs.Class, category string) bool) catalog.Condition {
	return catalog.Matching(catalog.FacetGHSCategory, func(value string) bool {
		key, category, _ := strings.Cut(value, "/")
		class, known := ghs.ClassByKey(key)
		return known && is(class, category)
	})
}

// withHCodes are sheets of hazard statements. A combined statement (H300+H310) is each of
// its parts too, one with letters (H360FD) the one without.
func withHCodes(_ *query, codes []string) catalog.Condition {
	return catalog.Matching(catalog.FacetHCode, func(stated string) bool {
		return slices.ContainsFunc(codes, func(code string) bool {
			return stated == code || slices.ContainsFunc(strings.Split(stated, "+"), func(part string) bool {
				rest, begins := strings.CutPrefix(part, code)
				return begins && !strings.ContainsAny(rest, "0123456789") && strings.HasPrefix(code, "H") && len(code) >= len("H200")
			})
		})
	})
}

func withConcentration(a *query, low, high float64) catalog.Condition {
	return catalog.Concentration(low, high, a.filter.values[cas]...)
}

// withVerdict are sheets to which a law, category or class applies, or may apply depending
// on facts that no sheet contains.
func withVerdict(_ *query, keys []string) catalog.Condition {
	return catalog.Matching(catalog.FacetCheckedLaw, func(value string) bool {
		if !isHit(value) {
			return false
		}
		class, _, _ := strings.Cut(value, ":")
		for _, key := range keys {
			if rest, ok := strings.CutPrefix(class, key); ok && (rest == "" || rest[0] == '/') {
				return true
			}
		}
		return false
	})
}

// withLawChange are sheets for which entries of a law, category or class begin to apply on
// the day of a value (isLawChange).
func withLawChange(_ *query, values []string) catalog.Condition {
	return catalog.Matching(catalog.FacetLawDate, func(value string) bool {
		class, day, _ := strings.Cut(value, dayMark)
		for _, v := range values {
			key, wanted, _ := strings.Cut(v, dayMark)
			if rest, ok := strings.CutPrefix(class, key); ok && day == wanted && (rest == "" || rest[0] == '/') {
				return true
			}
		}
		return false
	})
}

// dayMark precedes the day in values of withLawChange, as in the facet's.
const dayMark = "@"

func isLawChange(value string) bool {
	key, day, ok := strings.Cut(value, dayMark)
	return ok && key != "" && isDate(day) && isDay(day)
}

// withLawHit are sheets to which laws apply since days of the range: sheets with a hit that
// were registered on one, and sheets that an entry covers since one.
func withLawHit(_ *query, low, high float64) catalog.Condition {
	return catalog.Either(
		catalog.Matching(catalog.FacetLawDate, func(value string) bool {
			_, day, _ := strings.Cut(value, dayMark)
			n, ok := catalog.DayNumber(day)
			return ok && n >= low && n <= high
		}),
		catalog.Both(
			catalog.Between(catalog.ColumnCreated, startOfDay(low), startOfDay(high+1)-1),
			catalog.Matching(catalog.FacetCheckedLaw, isHit),
		),
	)
}

// startOfDay is the first second of a day, given by its number, in Japan. An open end stays
// open.
func startOfDay(n float64) float64 {
	epoch, _ := catalog.DayNumber("1970-01-01")
	_, offset := time.Time{}.In(japan).Zone()
	return (n-epoch)*24*60*60 - float64(offset)
}

// isHit reports whether a value of the facet of verdicts is that of a law that applies, or
// applies depending on facts that no sheet contains.
func isHit(value string) bool {
	_, result, _ := strings.Cut(value, ":")
	v := verdict.Verdict(result)
	return v == verdict.Applies || v == verdict.RequiresContext
}

func onChecklists(_ *query, ids []string) catalog.Condition {
	named := make([]catalog.Condition, len(ids))
	for i, id := range ids {
		named[i] = catalog.Named(id)
	}
	return catalog.Either(named...)
}

func hasFindings(a *query, _ []string) catalog.Condition {
	return settle.HasFindings(a.Now, a.Company.ExpirationYears)
}

// notPurged leaves out purged sheets, whose records remain as placeholders without a status.
func notPurged(*query, []string) catalog.Condition {
	return catalog.Not(catalog.Any(catalog.FacetStatus, numbers(sds.StatusDefault)...))
}

func ofViewer(a *query, _ []string) catalog.Condition {
	return catalog.Any(catalog.FacetAssignee, a.Principal.User)
}

func ofViewersDepartments(a *query, _ []string) catalog.Condition {
	return catalog.Any(catalog.FacetDepartment, a.Principal.Departments...)
}
