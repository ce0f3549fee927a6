package search

import (
	"context"
	"fmt"
	"slices"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
)

// Catalog is where sheets are found.
type Catalog interface {
	Search(ctx context.Context, c sds.CompanyID, q catalog.Query) (catalog.Page, error)
}

// Viewer is the user who searches, with the company and the time.
type Viewer struct {
	Principal access.Principal
	Company   company.Company
	Now       time.Time
}

// Page is the requested part of a list. Its zero value requests the counts alone.
type Page struct {
	Order Order
	Skip  int
	After *catalog.Position // the end of the previous page
	Limit int
}

// Search returns a page of the sheets that a filter finds, and their number.
func Search(ctx context.Context, sheets Catalog, v Viewer, f Filter, p Page) (catalog.Page, error) {
	return run(ctx, sheets, v, f.query(v), p)
}

// Counter is where sheets are counted.
type Counter interface {
	Counts(ctx context.Context, c sds.CompanyID, queries []catalog.Query) ([]int, error)
}

// Counts returns the numbers of sheets that filters find, in one state of the company.
// Filters on checklists are not possible.
func Counts(ctx context.Context, sheets Counter, v Viewer, filters []Filter) ([]int, error) {
	queries := make([]catalog.Query, len(filters))
	for i, f := range filters {
		queries[i] = f.query(v)
	}
	counts, err := sheets.Counts(ctx, v.Company.ID, queries)
	if err != nil {
		return nil, fmt.Errorf("count sheets: %w", err)
	}
	return counts, nil
}

// Among is Search among the sheets that meet further conditions, which no filter expresses,
// such as the results of a checklist.
func Among(ctx context.Context, sheets Catalog, v Viewer, f Filter, besides []catalog.Condition, p Page) (catalog.Page, error) {
	q := f.query(v)
	q.Where = append(q.Where, besides...)
	return run(ctx, sheets, v, q, p)
}

func run(ctx context.Context, sheets Catalog, v Viewer, q catalog.Query, p Page) (catalog.Page, error) {
	order := p.Order.orNewest()
	q.Sort, q.Desc, q.Skip, q.After, q.Limit = order.By, order.Desc, p.Skip, p.After, p.Limit
	page, err := sheets.Search(ctx, v.Company.ID, q)
	if err != nil {
		return page, fmt.Errorf("search sheets: %w", err)
	}
	return page, nil
}

// Selected returns the next sheets of a selection after a position, as the viewer may see
// them. Excluded sheets are left out, but count in the page's total. Pages are stable: a
// sheet that comes or goes meanwhile shifts no other.
func Selected(ctx context.Context, sheets Catalog, v Viewer, s selection.Selection, after *catalog.Position, limit int) (catalog.Page, error) {
	q, err := selected(v, s)
	if err != nil {
		return catalog.Page{}, err
	}
	page, err := run(ctx, sheets, v, q, Page{Order: ordered(s), After: after, Limit: limit})
	if err != nil {
		return page, err
	}
	page.Sheets = slices.DeleteFunc(page.Sheets, func(h sds.Sheet) bool { return slices.Contains(s.Excluded, h.ID) })
	return page, nil
}

// Removed returns the next removed sheets whose contents are kept and which match a filter, after
// a position, the newest first.
func Removed(ctx context.Context, sheets Catalog, v Viewer, f Filter, after *catalog.Position, limit int) (catalog.Page, error) {
	q := f.query(v)
	q.Removed, q.Where = true, append(q.Where, notPurged(nil, nil))
	return run(ctx, sheets, v, q, Page{After: after, Limit: limit})
}

// PDFs counts the sheets of a selection that have a PDF, excluded ones included.
func PDFs(ctx context.Context, sheets Catalog, v Viewer, s selection.Selection) (int, error) {
	q, err := selected(v, s)
	if err != nil {
		return 0, err
	}
	q.Where = append(q.Where, catalog.Any(catalog.FacetFlag, catalog.FlagPDF))
	page, err := run(ctx, sheets, v, q, Page{})
	return page.Total, err
}

// Size estimates the size of a selection from one of its pages: it assumes that all
// excluded sheets are among those that the filter finds.
func Size(s selection.Selection, page catalog.Page) int {
	return max(page.Total-len(s.Excluded), len(page.Sheets))
}

func selected(v Viewer, s selection.Selection) (catalog.Query, error) {
	f, err := Read(s.Filter)
	if err != nil {
		return catalog.Query{}, fmt.Errorf("read the filter %q: %w", s.Filter, err)
	}
	q := f.query(v)
	if len(s.IDs) > 0 {
		q.IDs = s.IDs
	}
	q.Removed = false // of a removed sheet users see nothing but that it existed
	return q, nil
}
