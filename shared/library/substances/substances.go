// Package substances shows a company's sheets by substance: which substances its products
// contain, and for one of them where it is used, which laws name it, its limits, and how
// sources classify it.
package substances

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/formats/createsimple"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/library/search"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/fold"
)

// Catalog is where sheets are found and counted by value.
type Catalog interface {
	search.Catalog
	Values(ctx context.Context, c sds.CompanyID, f catalog.Facet, q catalog.Query) ([]catalog.ValueCount, error)
	PrintedNames(ctx context.Context, c sds.CompanyID, language int, cas []string, fits func(name string) bool) (map[string]string, error)
}

// Substance is a substance with the number of sheets whose products contain it.
type Substance struct {
	chem.Substance
	Sheets int
	Laws   []string // codes of the laws that name it on the day, or will
}

// Order is the order of a list.
type Order string

// The orders.
const (
	BySheets Order = "sheets" // the most frequent first
	ByCAS    Order = "cas_number"
	ByName   Order = "name"
)

// Wanted is a page of a list.
type Wanted struct {
	Text   string // in CAS numbers, with or without hyphens, and names
	Order  Order
	Lang   string // of the names
	Skip   int
	Length int
}

// List returns a page of the substances of the company's current sheets, and their number.
func List(ctx context.Context, sheets Catalog, v search.Viewer, w Wanted) (page []Substance, total int, err error) {
	values, err := sheets.Values(ctx, v.Company.ID, catalog.FacetCAS, catalog.Query{})
	if err != nil {
		return nil, 0, fmt.Errorf("list substances: %w", err)
	}
	all := make([]Substance, 0, len(values))
	for _, value := range values {
		s := named(value.Value)
		if matches(s, w.Text) {
			all = append(all, Substance{Substance: s, Sheets: value.Count})
		}
	}
	slices.SortFunc(all, func(a, b Substance) int {
		byNumber := chem.CompareCAS(a.CAS, b.CAS)
		switch w.Order {
		case ByCAS:
			return byNumber
		case ByName:
			return cmp.Or(compareNames(a.Name(w.Lang), b.Name(w.Lang)), byNumber)
		default:
			return cmp.Or(cmp.Compare(b.Sheets, a.Sheets), byNumber)
		}
	})
	total = len(all)
	from := min(w.Skip, total)
	page = all[from:min(from+w.Length, total)]
	set, day := regulation.Current(), regulation.Day(v.Now)
	for i := range page {
		page[i].Laws = lawsOf(set, string(page[i].CAS), day)
	}
	return page, total, nameAll(ctx, sheets, v, page)
}

// named is a substance of the dictionary; without names where the dictionary lacks it.
func named(cas string) chem.Substance {
	s, ok := chem.ByCAS(chem.CAS(cas))
	if !ok {
		s.CAS = chem.CAS(cas)
	}
	return s
}

// compareNames orders names, those without one last.
func compareNames(a, b string) int {
	if (a == "") != (b == "") {
		return cmp.Compare(len(b), len(a))
	}
	return cmp.Compare(fold.Search(a), fold.Search(b))
}

// matches reports whether a substance has the text in its number or a name, or as an everyday name.
func matches(s chem.Substance, text string) bool {
	if cas, ok := chem.ByEverydayName(text); ok && cas == s.CAS {
		return true
	}
	wanted := fold.Search(strings.TrimSpace(text))
	if wanted == "" || strings.Contains(string(s.CAS), wanted) {
		return true
	}
	digits := strings.ReplaceAll(wanted, "-", "")
	if digits == strings.ReplaceAll(string(s.CAS), "-", "") {
		return true
	}
	return slices.ContainsFunc(append([]string{s.Ja, s.En}, s.Others...), func(name string) bool { return strings.Contains(fold.Search(name), wanted) })
}

// lawsOf are the codes of the laws with an entry of a CAS number that holds on a day or
// later, in the order of the set.
func lawsOf(set *regulation.Set, cas, day string) (codes []string) {
	for _, e := range set.ByCAS(cas) {
		k := set.Class(e.Class)
		if (e.To == "" || day < e.To) && set.Category(k.Law, k.Category).Default && !slices.Contains(codes, k.Law) {
			codes = append(codes, k.Law)
		}
	}
	return codes
}

// Profile is one substance.
type Profile struct {
	Substance
	Departments []catalog.ValueCount // that have sheets with it, the most first
	Proofs      []verdict.Proof      // of the laws that name the substance itself
	Known       createsimple.Known   // what public sources say
	IsKnown     bool
	Limits      []StatedLimit // as sheets state them
	Classes     []StatedClass // as the sheets of the substance itself state them
	Classified  int           // sheets of the substance itself that state classes
}

// Of returns the profile of a substance in a company.
func Of(ctx context.Context, sheets Catalog, v search.Viewer, cas chem.CAS) (*Profile, error) {
	q := catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetCAS, cas)}}
	page, err := sheets.Search(ctx, v.Company.ID, q)
	if err != nil {
		return nil, fmt.Errorf("find sheets with %s: %w", cas, err)
	}
	p := &Profile{Substance: Substance{Substance: named(string(cas)), Sheets: page.Total}}
	if p.Departments, err = sheets.Values(ctx, v.Company.ID, catalog.FacetDepartment, q); err != nil {
		return nil, fmt.Errorf("count departments with %s: %w", cas, err)
	}
	slices.SortFunc(p.Departments, func(a, b catalog.ValueCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	set := regulation.Current()
	p.Proofs = Naming(set, p.Substance.Substance, v.Now)
	for i := range p.Proofs {
		if code := p.Proofs[i].Law; !slices.Contains(p.Laws, code) {
			p.Laws = append(p.Laws, code)
		}
	}
	p.Known, p.IsKnown = createsimple.KnownOf(cas)
	if err := p.readStated(ctx, sheets, v); err != nil {
		return nil, err
	}
	one := []Substance{p.Substance}
	err = nameAll(ctx, sheets, v, one)
	p.Substance = one[0]
	return p, err
}

// Naming returns the entries of laws that cover a substance itself, by number, name or
// group, in force or announced. Where a law adds the shares of a class's substances, the
// substance is its own sum, and the entry is that which lists it.
func Naming(set *regulation.Set, s chem.Substance, now time.Time) []verdict.Proof {
	subject := lawcheck.Subject{Substance: true, Ingredients: []lawcheck.Ingredient{{
		CAS: []string{string(s.CAS)}, Name: s.Name("ja"), Share: lawcheck.Share{Low: 100, High: 100, Known: true},
	}}}
	all := lawcheck.Sheet(set, &subject, regulation.Day(now))
	for i := range all {
		nameSummed(set, &all[i])
	}
	return slices.DeleteFunc(all, func(p verdict.Proof) bool {
		return p.EntryID == 0 || p.Verdict == verdict.NotListed || !set.Category(p.Law, p.Category).Default
	})
}

// nameSummed gives the proof of a class whose shares are added the entry of its only part.
func nameSummed(set *regulation.Set, p *verdict.Proof) {
	if p.EntryID != 0 || len(p.Parts) != 1 || set.Class(p.Key()).Sum == nil {
		return
	}
	if e := set.Entry(p.Parts[0].EntryID); e != nil {
		p.EntryID, p.Entry, p.EntryEn, p.Number = e.ID, e.Ja, e.En, e.Number
	}
}

// Use is a sheet whose product contains a substance.
type Use struct {
	Sheet sds.Sheet
	// Ingredient is the substance's row; the one with the highest share where there are
	// several.
	Ingredient sds.Ingredient
	// Whole is set where the product is the substance itself, so that its classification is
	// the substance's.
	Whole bool
}

// Uses returns a page of the sheets with a substance by name, and their number: all, or those
// that state a limit or a class of it.
func Uses(ctx context.Context, sheets Catalog, v search.Viewer, cas chem.CAS, stating Stating, skip, length int) (uses []Use, total int, err error) {
	page, err := sheets.Search(ctx, v.Company.ID, catalog.Query{Where: stating.where(cas), Sort: catalog.SortName, Skip: skip, Limit: length})
	if err != nil {
		return nil, 0, fmt.Errorf("find sheets with %s: %w", cas, err)
	}
	for i := range page.Sheets {
		u := Use{Sheet: page.Sheets[i]}
		for _, in := range u.Sheet.Ingredients {
			if slices.Contains(in.CAS, string(cas)) && (u.Ingredient.CAS == nil || highest(in.Concentration) > highest(u.Ingredient.Concentration)) {
				u.Ingredient = in
			}
		}
		u.Whole = isItself(&u.Sheet)
		uses = append(uses, u)
	}
	return uses, page.Total, nil
}

// highest is the upper end of a share; 100 where it is open.
func highest(c *sds.Span) float64 {
	switch {
	case c == nil:
		return -1
	case c.High == nil:
		return 100
	}
	return *c.High
}
