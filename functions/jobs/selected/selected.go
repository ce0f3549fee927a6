// Package selected says of which sheets a job makes something: those named, or
// those of a list's filter at the time when it runs.
package selected

import (
	"context"
	"fmt"
	"slices"
	"time"

	"anzen/functions/api/sdses"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Selection is the sheets of a job. Its zero value is all.
type Selection struct {
	IDs      []sds.SheetID  `json:",omitempty"`
	Filter   *sdses.Filters `json:",omitempty"`
	Excluded []sds.SheetID  `json:",omitempty"`
	Sort     catalog.Sort   `json:",omitempty"`
	Desc     bool           `json:",omitempty"`
}

// Page is the next sheets of the selection behind a place, as a person may see
// them: without those that are excluded, which count in the page's total still.
// Pages are stable: a sheet that comes or goes meanwhile shifts no other.
func (s Selection) Page(ctx context.Context, sheets *catalog.Catalog, who access.Principal, of company.Company, now time.Time, after *catalog.Position, limit int) (catalog.Page, error) {
	q, err := s.query(who, of, now)
	if err != nil {
		return catalog.Page{}, err
	}
	q.Sort, q.Desc, q.After, q.Limit = s.Sort, s.Desc, after, limit
	if q.Sort == "" {
		q.Sort, q.Desc = catalog.SortCreated, true
	}
	page, err := sheets.Search(ctx, of.ID, q)
	if err != nil {
		return catalog.Page{}, fmt.Errorf("find the sheets: %w", err)
	}
	page.Sheets = slices.DeleteFunc(page.Sheets, func(h sds.Sheet) bool { return slices.Contains(s.Excluded, h.ID) })
	return page, nil
}

// PDFs counts the selection's sheets that have a PDF; those that are excluded count still.
func (s Selection) PDFs(ctx context.Context, sheets *catalog.Catalog, who access.Principal, of company.Company, now time.Time) (int, error) {
	q, err := s.query(who, of, now)
	if err != nil {
		return 0, err
	}
	q.Where, q.Sort, q.Limit = append(q.Where, catalog.Any(catalog.FacetFlag, catalog.FlagPDF)), catalog.SortCreated, 1
	page, err := sheets.Search(ctx, of.ID, q)
	if err != nil {
		return 0, fmt.Errorf("count the PDFs: %w", err)
	}
	return page.Total, nil
}

func (s Selection) query(who access.Principal, of company.Company, now time.Time) (q catalog.Query, err error) {
	if s.Filter != nil {
		if q, err = s.Filter.Query(who, of, now); err != nil {
			return q, err
		}
	}
	if len(s.IDs) > 0 {
		q.IDs = s.IDs
	}
	q.Removed = false // of a removed sheet a person sees that it was there, and no more
	return q, nil
}

// Count is how many sheets the selection has, about: those that are excluded are
// taken to be among them.
func (s Selection) Count(page catalog.Page) int {
	return max(page.Total-len(s.Excluded), len(page.Sheets))
}
