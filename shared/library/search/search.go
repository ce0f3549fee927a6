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

// Viewer is who searches, in which company and when.
type Viewer struct {
	Principal access.Principal
	Company   company.Company
	Now       time.Time
}

// Page is the part of a list that is wanted. Its zero value is none of it: the answer has
// counts alone.
type Page struct {
	Order Order
	Skip  int
	After *catalog.Position // where the page before ended
	Limit int
}

// Search answers a page of the sheets that a filter finds, and how many it finds.
func Search(ctx context.Context, sheets Catalog, v Viewer, f Filter, p Page) (catalog.Page, error) {
	return run(ctx, sheets, v, f.query(v), p)
}

// Among is Search among the sheets of which some conditions hold besides: what a use case
// knows of sheets that no filter asks for, such as what a checklist finds of them.
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

// Selected answers the next sheets of a selection behind a place, as a person may see
// them: without those that are excluded, which count in the page's total still. Pages are
// stable: a sheet that comes or goes meanwhile shifts no other.
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

// PDFs counts the sheets of a selection that have a PDF; those that are excluded count still.
func PDFs(ctx context.Context, sheets Catalog, v Viewer, s selection.Selection) (int, error) {
	q, err := selected(v, s)
	if err != nil {
		return 0, err
	}
	q.Where = append(q.Where, catalog.Any(catalog.FacetFlag, catalog.FlagPDF))
	page, err := run(ctx, sheets, v, q, Page{})
	return page.Total, err
}

// Size is how many sheets a selection has, about, by one of its pages: those that are
// excluded are taken to be among them.
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
	q.Removed = false // of a removed sheet a person sees that it was there, and no more
	return q, nil
}
