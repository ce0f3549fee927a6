package catalog

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"anzen/shared/sds"
)

// Query is what a list is asked. Conditions combine with AND, the values of one
// with OR; an empty condition does not restrict.
type Query struct {
	Text           string // in name, product, codes, supplier, note, CAS numbers, UN number
	IDs            []sds.SheetID
	Names          []string // substrings of the name
	ProductCodes   []string
	Suppliers      []string
	Groups         []sds.StatusGroup
	Statuses       []sds.Status
	Revision       []sds.RevisionStatus
	Languages      []int
	Tags           []sds.TagID
	Departments    []sds.DepartmentID
	Assignees      []sds.UserID
	CAS            []string
	HCodes         []string
	SignalWords    []string
	UNNumbers      []string
	GHSClasses     []int
	Pictograms     []string
	Laws           []string
	CreatedFrom    time.Time
	CreatedTo      time.Time // exclusive
	RevisedFrom    string    // YYYY-MM-DD, inclusive
	RevisedTo      string    // YYYY-MM-DD, inclusive
	HasFindings    *bool
	HasUnreviewed  *bool
	Removed        bool // removed sheets instead of the others
	Today          time.Time
	ExpirationYear int // of the company: decides the revision status

	Sort  Sort
	Desc  bool
	Skip  int
	Limit int
}

// Sort is the order of a list. Ties break by id, so pages are stable.
type Sort string

// The sorts of the specification.
const (
	SortCreated   Sort = "created_at"
	SortRevised   Sort = "revised_at"
	SortName      Sort = "name"
	SortStatus    Sort = "status"
	SortAssessed  Sort = "assessed_at"
	SortConfirmed Sort = "supplier_confirmed_at"
)

// Sorts are all of them.
var Sorts = []Sort{SortCreated, SortRevised, SortName, SortStatus, SortAssessed, SortConfirmed}

// Page is a part of the answer with the exact count of the whole.
type Page struct {
	Sheets []sds.Sheet
	Total  int
	Moving int // how many of the whole the pipeline still works on
}

func (q Query) run(sheets map[sds.SheetID]sds.Sheet) Page {
	match := q.matcher()
	hits := make([]*sds.Sheet, 0, len(sheets))
	page := Page{Sheets: []sds.Sheet{}}
	for id := range sheets {
		s := sheets[id]
		if match(&s) {
			hits = append(hits, &s)
			if s.Status.Moving() {
				page.Moving++
			}
		}
	}
	page.Total = len(hits)
	slices.SortFunc(hits, q.compare)
	for _, s := range hits[min(q.Skip, len(hits)):min(q.Skip+q.Limit, len(hits))] {
		page.Sheets = append(page.Sheets, *s)
	}
	return page
}

func (q Query) compare(a, b *sds.Sheet) int {
	var c int
	switch q.Sort {
	case SortRevised:
		c = cmp.Compare(a.RevisedOn, b.RevisedOn)
	case SortName:
		c = cmp.Compare(Fold(a.Name), Fold(b.Name))
	case SortStatus:
		c = cmp.Compare(a.Status, b.Status)
	case SortAssessed:
		c = cmp.Compare(a.AssessedOn, b.AssessedOn)
	case SortConfirmed:
		c = cmp.Compare(a.SupplierConfirmedOn, b.SupplierConfirmedOn)
	default:
		c = a.CreatedAt.Compare(b.CreatedAt)
	}
	if q.Desc {
		c = -c
	}
	return cmp.Or(c, cmp.Compare(a.ID, b.ID))
}

// Fold makes texts comparable: NFKC, lower case, so that full-width and
// half-width forms find each other.
func Fold(s string) string { return strings.ToLower(norm.NFKC.String(s)) }

func searchText(s *sds.Sheet) string {
	return Fold(strings.Join([]string{
		s.Name, s.ProductName, strings.Join(s.ProductCodes, "\n"), s.Supplier, s.Note,
		strings.Join(s.CAS, "\n"), s.UNNumber, s.File.Name,
	}, "\n"))
}

func (q Query) matcher() func(*sds.Sheet) bool {
	var all []func(*sds.Sheet) bool
	need := func(f func(*sds.Sheet) bool) { all = append(all, f) }
	need(func(s *sds.Sheet) bool { return (s.DeletedAt != nil) == q.Removed })
	for _, word := range strings.Fields(Fold(q.Text)) {
		need(func(s *sds.Sheet) bool { return strings.Contains(searchText(s), word) })
	}
	contains(need, q.Names, func(s *sds.Sheet) []string { return []string{s.Name} })
	contains(need, q.ProductCodes, func(s *sds.Sheet) []string { return s.ProductCodes })
	contains(need, q.Suppliers, func(s *sds.Sheet) []string { return []string{s.Supplier} })
	anyOf(need, q.IDs, func(s *sds.Sheet) []sds.SheetID { return []sds.SheetID{s.ID} })
	anyOf(need, q.Groups, func(s *sds.Sheet) []sds.StatusGroup { return []sds.StatusGroup{s.Status.Group()} })
	anyOf(need, q.Statuses, func(s *sds.Sheet) []sds.Status { return []sds.Status{s.Status} })
	anyOf(need, q.Revision, func(s *sds.Sheet) []sds.RevisionStatus {
		return []sds.RevisionStatus{s.RevisionStatusOn(q.Today, q.ExpirationYear)}
	})
	anyOf(need, q.Languages, func(s *sds.Sheet) []int { return []int{s.Language} })
	anyOf(need, q.Tags, func(s *sds.Sheet) []sds.TagID { return s.Tags })
	anyOf(need, q.Departments, func(s *sds.Sheet) []sds.DepartmentID { return s.Departments })
	anyOf(need, q.Assignees, func(s *sds.Sheet) []sds.UserID { return s.Assignees })
	anyOf(need, q.CAS, func(s *sds.Sheet) []string { return s.CAS })
	anyOf(need, q.HCodes, func(s *sds.Sheet) []string { return s.HCodes })
	anyOf(need, q.SignalWords, func(s *sds.Sheet) []string { return []string{s.SignalWord} })
	anyOf(need, q.UNNumbers, func(s *sds.Sheet) []string { return []string{s.UNNumber} })
	anyOf(need, q.GHSClasses, func(s *sds.Sheet) []int { return s.GHSClassValues })
	anyOf(need, q.Pictograms, func(s *sds.Sheet) []string { return s.Pictograms })
	contains(need, q.Laws, func(s *sds.Sheet) []string { return s.Laws })
	if !q.CreatedFrom.IsZero() {
		need(func(s *sds.Sheet) bool { return !s.CreatedAt.Before(q.CreatedFrom) })
	}
	if !q.CreatedTo.IsZero() {
		need(func(s *sds.Sheet) bool { return s.CreatedAt.Before(q.CreatedTo) })
	}
	if q.RevisedFrom != "" {
		need(func(s *sds.Sheet) bool { return s.RevisedOn != "" && s.RevisedOn >= q.RevisedFrom })
	}
	if q.RevisedTo != "" {
		need(func(s *sds.Sheet) bool { return s.RevisedOn != "" && s.RevisedOn <= q.RevisedTo })
	}
	if q.HasFindings != nil {
		need(func(s *sds.Sheet) bool { return (s.FindingCount > 0) == *q.HasFindings })
	}
	if q.HasUnreviewed != nil {
		need(func(s *sds.Sheet) bool { return (s.Unreviewed > 0) == *q.HasUnreviewed })
	}
	return func(s *sds.Sheet) bool {
		for _, f := range all {
			if !f(s) {
				return false
			}
		}
		return true
	}
}

func anyOf[T comparable](need func(func(*sds.Sheet) bool), wanted []T, of func(*sds.Sheet) []T) {
	if len(wanted) == 0 {
		return
	}
	need(func(s *sds.Sheet) bool {
		return slices.ContainsFunc(of(s), func(v T) bool { return slices.Contains(wanted, v) })
	})
}

func contains(need func(func(*sds.Sheet) bool), wanted []string, of func(*sds.Sheet) []string) {
	if len(wanted) == 0 {
		return
	}
	folded := make([]string, len(wanted))
	for i, w := range wanted {
		folded[i] = Fold(w)
	}
	need(func(s *sds.Sheet) bool {
		return slices.ContainsFunc(of(s), func(v string) bool {
			text := Fold(v)
			return slices.ContainsFunc(folded, func(w string) bool { return strings.Contains(text, w) })
		})
	})
}
