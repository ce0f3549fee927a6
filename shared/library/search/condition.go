package search

import (
	"slices"
	"strconv"
	"strings"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/library/settle"
	"anzen/shared/reference/ghs"
)

// query is a filter with who asks.
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

// inGHSClasses asks for the classes' values, as sheet records have them.
func inGHSClasses(_ *query, values []string) catalog.Condition {
	return catalog.Any(catalog.FacetGHSClass, classValues(values)...)
}

func classValues(values []string) []string {
	kept := make([]string, len(values))
	for i, v := range values {
		id, _ := strconv.Atoi(v) // it was read as a number
		class, _ := ghs.ClassByID(id)
		kept[i] = strconv.Itoa(sds.ClassValue(class.Family()))
	}
	return kept
}

// inGHSCategories asks for class/category of the categories' values, as sheet records have them.
func inGHSCategories(_ *query, values []string) catalog.Condition {
	both := make([]string, len(values))
	for i, v := range values {
		id, _ := strconv.Atoi(v) // it was read as a number
		category := ghs.CategoryByID(id)
		class, _ := ghs.ClassByID(category.ClassID)
		both[i] = class.Family() + "/" + category.Key // sheet records do not tell the forms of inhalation apart
	}
	return catalog.Any(catalog.FacetGHSCategory, both...)
}

func withConcentration(a *query, low, high float64) catalog.Condition {
	return catalog.Concentration(low, high, a.filter.values[cas]...)
}

// withVerdict are sheets to which a law, category or class applies, also where something
// that no sheet tells has to be looked at for it.
func withVerdict(_ *query, keys []string) catalog.Condition {
	return catalog.Matching(catalog.FacetCheckedLaw, func(value string) bool {
		class, says, _ := strings.Cut(value, ":")
		if v := verdict.Verdict(says); v != verdict.Applies && v != verdict.RequiresContext {
			return false
		}
		for _, key := range keys {
			if rest, ok := strings.CutPrefix(class, key); ok && (rest == "" || rest[0] == '/') {
				return true
			}
		}
		return false
	})
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

// notPurged are sheets without those of which only their place is left: what is purged of a
// removed sheet has no status any more.
func notPurged(*query, []string) catalog.Condition {
	return catalog.Not(catalog.Any(catalog.FacetStatus, numbers(sds.StatusDefault)...))
}

func ofViewer(a *query, _ []string) catalog.Condition {
	return catalog.Any(catalog.FacetAssignee, a.Principal.User)
}

func ofViewersDepartments(a *query, _ []string) catalog.Condition {
	return catalog.Any(catalog.FacetDepartment, a.Principal.Departments...)
}
