package substances

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
	"anzen/shared/reference/chem"
)

// What sheets state of a substance is counted by value, from the catalog's index alone, so that
// a substance of thousands of sheets costs no more than one of a few.

// StatedLimit is a limit of exposure with the number of sheets that state it.
type StatedLimit struct {
	sds.ExposureLimit
	Sheets int
	// Differs is set where sheets state other values of the same authority and kind in the same
	// unit.
	Differs bool
}

// StatedClass is a hazard class with its category and the number of sheets that state it.
type StatedClass struct {
	Class, Category string // keys; the category is empty where a sheet states none
	Sheets          int
}

// Stating restricts sheets to those that state a limit (the text of an sds.ExposureLimit), or
// are of the substance itself and state a class ("class/category").
type Stating struct{ Limit, Class string }

func (s Stating) where(cas chem.CAS) []catalog.Condition {
	where := []catalog.Condition{catalog.Any(catalog.FacetCAS, cas)}
	if s.Limit != "" {
		where = append(where, catalog.Any(catalog.FacetExposureLimit, s.Limit))
	}
	if s.Class != "" {
		where = append(where, itself(cas)...)
		where = append(where, catalog.Any(catalog.FacetGHSCategory, s.Class))
	}
	return where
}

// itself are the conditions of sheets of the substance itself.
func itself(cas chem.CAS) []catalog.Condition {
	return []catalog.Condition{
		catalog.Any(catalog.FacetCAS, cas), catalog.Any(catalog.FacetComposition, fmt.Sprint(int(sds.CompositionSubstance))), catalog.Where(isItself),
	}
}

// isItself reports whether a sheet is of one substance.
func isItself(s *sds.Sheet) bool {
	return s.Composition == sds.CompositionSubstance && len(s.Ingredients) == 1
}

// readStated counts the limits and classes that sheets state of the substance.
func (p *Profile) readStated(ctx context.Context, sheets Catalog, v search.Viewer) error {
	cas := p.CAS
	limits, err := sheets.Values(ctx, v.Company.ID, catalog.FacetExposureLimit, catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetCAS, cas)}})
	if err != nil {
		return fmt.Errorf("count limits of %s: %w", cas, err)
	}
	for _, value := range limits {
		if l, ok := sds.ReadExposureLimit(value.Value); ok && l.CAS == string(cas) {
			p.Limits = append(p.Limits, StatedLimit{ExposureLimit: l, Sheets: value.Count})
		}
	}
	slices.SortFunc(p.Limits, func(a, b StatedLimit) int {
		return cmp.Or(
			cmp.Compare(a.Authority, b.Authority), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Value.Unit, b.Value.Unit), cmp.Compare(b.Sheets, a.Sheets),
			cmp.Compare(a.String(), b.String()),
		)
	})
	for i := range p.Limits {
		p.Limits[i].Differs = i > 0 && sameLimit(&p.Limits[i-1], &p.Limits[i]) || i+1 < len(p.Limits) && sameLimit(&p.Limits[i], &p.Limits[i+1])
	}
	own := catalog.Query{Where: itself(cas)}
	classes, err := sheets.Values(ctx, v.Company.ID, catalog.FacetGHSCategory, own)
	if err != nil {
		return fmt.Errorf("count classes of %s: %w", cas, err)
	}
	for _, value := range classes {
		class, category, _ := strings.Cut(value.Value, "/")
		p.Classes = append(p.Classes, StatedClass{class, category, value.Count})
	}
	slices.SortFunc(p.Classes, func(a, b StatedClass) int {
		return cmp.Or(
			cmp.Compare(slices.Index(sds.HazardClasses, a.Class), slices.Index(sds.HazardClasses, b.Class)), cmp.Compare(b.Sheets, a.Sheets),
			cmp.Compare(a.Category, b.Category),
		)
	})
	if len(classes) > 0 {
		own.Where = append(own.Where, catalog.Matching(catalog.FacetGHSCategory, func(string) bool { return true }))
		page, err := sheets.Search(ctx, v.Company.ID, own)
		if err != nil {
			return fmt.Errorf("count sheets of %s itself: %w", cas, err)
		}
		p.Classified = page.Total
	}
	return nil
}

// sameLimit reports whether two limits are to have the same value.
func sameLimit(a, b *StatedLimit) bool {
	return a.Authority == b.Authority && a.Kind == b.Kind && a.Value.Unit == b.Value.Unit
}
