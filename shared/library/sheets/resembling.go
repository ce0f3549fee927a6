package sheets

import (
	"cmp"
	"context"
	"slices"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// Likeness is why a sheet may be of the same product as another.
type Likeness string

// The likenesses, the strongest first.
const (
	LikeFile Likeness = "same_file" // the content of their PDFs
	LikeCode Likeness = "same_code" // a product code
	LikeName Likeness = "same_name" // the names of product and supplier
)

// Order is how the dates of two sheets compare.
type Order string

// The orders of a sheet compared with another.
const (
	OrderNewer   Order = "newer"
	OrderOlder   Order = "older"
	OrderUnknown Order = "unknown" // the dates are the same, or one has none
)

// Resembling is a sheet that may be a version of another, or the same file.
type Resembling struct {
	Sheet sds.Sheet
	Likes []Likeness
	// Order is that of the other sheet compared with this one.
	Order Order
	// As is what the other sheet would be as a version beside this one, by their dates, or by
	// their registration where these do not differ.
	As Order
	// Newer and Older are the sheets to join to make the versions of both those of one sheet.
	// They are empty where the actor cannot.
	Newer, Older sds.SheetID
}

// Resemblance are the sheets that resemble one.
type Resemblance struct {
	Sheet sds.Sheet
	// Pending: the sheet has not been read yet.
	Pending bool
	Like    []Resembling
}

const (
	// maxLike is how many sheets that resemble one are named.
	maxLike = 5
	// maxHits bounds how many sheets that resemble those of a request are read.
	maxHits = 500
)

// ResemblanceStore is what finding sheets that resemble others reads.
type ResemblanceStore interface {
	Records
	Versions(ctx context.Context, c sds.CompanyID, s sds.Sheet) ([]sds.Sheet, error)
}

// Resemblances are the company's sheets that some may be a newer or an older version of: with
// the same file, a product code, or the names of product and supplier. Each is the newest of
// its versions, was read, and is neither a version of the sheet nor known to be unrelated. Of
// a sheet that has a newer version there are none. Sheets that are not there are left out.
func Resemblances(ctx context.Context, found Finder, store ResemblanceStore, by Actor, ids []sds.SheetID) ([]Resemblance, error) {
	asked, err := present(ctx, store, by.CompanyID, Unique(ids))
	if err != nil || len(asked) == 0 {
		return nil, err
	}
	keys := keysOf(asked)
	var like []sds.Sheet
	if len(keys.conditions()) > 0 {
		page, err := found.Search(ctx, by.CompanyID, catalog.Query{Where: []catalog.Condition{catalog.Either(keys.conditions()...)}, Sort: catalog.SortCreated, Desc: true, Limit: maxHits})
		if err != nil {
			return nil, err
		}
		hits := make([]sds.SheetID, 0, len(page.Sheets))
		for i := range page.Sheets {
			hits = append(hits, page.Sheets[i].ID)
		}
		if like, err = present(ctx, store, by.CompanyID, hits); err != nil {
			return nil, err
		}
	}
	all := make([]Resemblance, len(asked))
	for i := range asked {
		s := &asked[i]
		all[i] = Resemblance{Sheet: *s, Pending: s.Status.InProgress()}
		if s.Newer != "" || all[i].Pending {
			continue
		}
		if all[i].Like, err = resembling(ctx, store, by, s, like); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// present reads the records of sheets that are not removed, in the order of their ids.
func present(ctx context.Context, store Records, c sds.CompanyID, ids []sds.SheetID) (all []sds.Sheet, err error) {
	for part := range slices.Chunk(ids, readTogether) {
		records, err := store.VersionRecords(ctx, c, part)
		if err != nil {
			return nil, err
		}
		all = append(all, records...)
	}
	return slices.DeleteFunc(all, func(s sds.Sheet) bool { return s.DeletedAt != nil }), nil
}

// resembling are those of like that resemble the sheet, the strongest likeness first.
func resembling(ctx context.Context, store ResemblanceStore, by Actor, s *sds.Sheet, like []sds.Sheet) ([]Resembling, error) {
	var all []Resembling
	for i := range like {
		o := &like[i]
		likes := likenesses(s, o)
		if o.ID == s.ID || len(likes) == 0 || s.IsUnrelated(o) {
			continue
		}
		// Of other files the newest version stands for all.
		if !slices.Contains(likes, LikeFile) && (o.Newer != "" || !isRead(o)) {
			continue
		}
		r := Resembling{Sheet: *o, Likes: likes, Order: orderOf(s, o)}
		if r.As = r.Order; r.As == OrderUnknown {
			r.As = OrderNewer
			if s.CreatedAt.Before(o.CreatedAt) {
				r.As = OrderOlder
			}
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, nil
	}
	mine, err := store.Versions(ctx, by.CompanyID, *s)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(r Resembling) bool { return contains(mine, r.Sheet.ID) })
	slices.SortStableFunc(all, func(a, b Resembling) int {
		return cmp.Or(cmp.Compare(rank(a.Likes[0]), rank(b.Likes[0])), b.Sheet.CreatedAt.Compare(a.Sheet.CreatedAt), cmp.Compare(a.Sheet.ID, b.Sheet.ID))
	})
	all = all[:min(len(all), maxLike)]
	for i := range all {
		if err := all[i].pair(ctx, store, by, mine); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// pair sets the sheets to join, where the actor can: the oldest version of the newer one and
// the newest of the older one.
func (r *Resembling) pair(ctx context.Context, store ResemblanceStore, by Actor, mine []sds.Sheet) error {
	if r.Sheet.Newer != "" || slices.Contains(r.Likes, LikeFile) {
		return nil // the same content is no other version
	}
	newer, older := mine, []sds.Sheet{r.Sheet}
	if r.As == OrderOlder {
		theirs, err := store.Versions(ctx, by.CompanyID, r.Sheet)
		if err != nil {
			return err
		}
		newer, older = theirs, mine
	}
	first, last := newer[len(newer)-1], older[0]
	if joinable(by, first, last) == nil {
		r.Newer, r.Older = first.ID, last.ID
	}
	return nil
}

func contains(all []sds.Sheet, id sds.SheetID) bool {
	return slices.ContainsFunc(all, func(s sds.Sheet) bool { return s.ID == id })
}

func rank(l Likeness) int { return slices.Index([]Likeness{LikeFile, LikeCode, LikeName}, l) }

// isRead reports whether an analysis, or an import, gave the sheet its values.
func isRead(s *sds.Sheet) bool {
	return s.Status == sds.StatusCompleted || s.Status == sds.StatusReconfirmation
}

func orderOf(s, other *sds.Sheet) Order {
	a, b := s.LatestOn(), other.LatestOn()
	switch {
	case a == "" || b == "" || a == b:
		return OrderUnknown
	case a > b:
		return OrderNewer
	}
	return OrderOlder
}

func likenesses(a, b *sds.Sheet) (all []Likeness) {
	if a.File.SHA256 != "" && a.File.SHA256 == b.File.SHA256 {
		all = append(all, LikeFile)
	}
	codes := codeKeys(b)
	if slices.ContainsFunc(codeKeys(a), func(code string) bool { return slices.Contains(codes, code) }) {
		all = append(all, LikeCode)
	}
	if name := nameKey(a); name != (names{}) && name == nameKey(b) {
		all = append(all, LikeName)
	}
	return all
}

// names are the folded names of a product and its supplier.
type names struct{ product, supplier string }

// nameKey are the names of a sheet's product, empty where it lacks one of them.
func nameKey(s *sds.Sheet) names {
	n := names{fold.Squeezed(s.ProductName), fold.Company(cmp.Or(s.Supplier, s.Manufacturer))}
	if n.product == "" || n.supplier == "" {
		return names{}
	}
	return n
}

func codeKeys(s *sds.Sheet) (keys []string) {
	for _, code := range s.ProductCodes {
		if key := fold.Search(code); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// likeKeys are what sheets that resemble some are found by.
type likeKeys struct {
	digests, codes []string
	names          map[names]bool
	suppliers      map[string]bool
}

// keysOf are the keys of the sheets that were read and have no newer version.
func keysOf(asked []sds.Sheet) likeKeys {
	k := likeKeys{names: map[names]bool{}, suppliers: map[string]bool{}}
	for i := range asked {
		s := &asked[i]
		if s.Newer != "" || s.Status.InProgress() {
			continue
		}
		if s.File.SHA256 != "" {
			k.digests = append(k.digests, s.File.SHA256)
		}
		k.codes = append(k.codes, codeKeys(s)...)
		if n := nameKey(s); n != (names{}) {
			k.names[n], k.suppliers[n.supplier] = true, true
		}
	}
	k.digests, k.codes = Unique(k.digests), Unique(k.codes)
	return k
}

// conditions are fulfilled by the sheets themselves, too.
func (k likeKeys) conditions() (all []catalog.Condition) {
	for _, digest := range k.digests {
		all = append(all, catalog.SameFile(digest))
	}
	if len(k.codes) > 0 {
		all = append(all, catalog.Both(catalog.Not(catalog.Any(catalog.FacetFlag, catalog.FlagReplaced)), catalog.WithCode(k.codes...)))
	}
	if len(k.names) > 0 {
		supplied := func(name string) bool { return k.suppliers[fold.Company(name)] }
		all = append(all, catalog.Both(
			catalog.Not(catalog.Any(catalog.FacetFlag, catalog.FlagReplaced)),
			catalog.Either(catalog.Matching(catalog.FacetSupplier, supplied), catalog.Matching(catalog.FacetManufacturer, supplied)),
			catalog.Where(func(s *sds.Sheet) bool { return k.names[nameKey(s)] }),
		))
	}
	return all
}
