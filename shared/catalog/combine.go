package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

// Either is fulfilled by sheets that fulfil one of the conditions; without any, by none.
func Either(conditions ...Condition) Condition {
	return Condition{kind: kindEither, parts: conditions}
}

// Both is fulfilled by sheets that fulfil all of the conditions; without any, by all.
func Both(conditions ...Condition) Condition {
	return Condition{kind: kindBoth, parts: conditions}
}

// Among is fulfilled by the named sheets; without any, by none.
func Among(ids ...sds.SheetID) Condition { return Condition{kind: kindAmong, ids: ids} }

// Matching is fulfilled by sheets that have a matching value. match is called once for
// each value, however many sheets have it.
func Matching(f Facet, match func(value string) bool) Condition {
	return Condition{kind: kindMatching, facet: f, match: match}
}

// Beginning is fulfilled by sheets that have a value with the prefix and one of the
// suffixes.
func Beginning(f Facet, begin string, ends ...string) Condition {
	return Matching(f, func(value string) bool {
		rest, ok := strings.CutPrefix(value, begin)
		for _, end := range ends {
			if ok && strings.HasSuffix(rest, end) {
				return true
			}
		}
		return false
	})
}

// Where is fulfilled by sheets for which a function returns true. It unpacks every sheet
// that fulfils all other conditions, so it should be combined with selective ones, in
// Both.
func Where(yes func(*sds.Sheet) bool) Condition {
	return Condition{kind: kindWhere, yes: yes}
}

// Remembered is Where with results that may be known for a version of a sheet, which is
// then not unpacked.
func Remembered(known func(id uuid.UUID, version int64) (yes, ok bool), yes func(*sds.Sheet) bool) Condition {
	return Condition{kind: kindWhere, known: known, yes: yes}
}

// Named is fulfilled by sheets that fulfil all conditions of a name, which the catalog
// looks up (WithNames) in Search. Sweep does not support it.
func Named(name string) Condition { return Condition{kind: kindNamed, name: name} }

// WithNames sets the lookup of the conditions of a name in a company.
func WithNames(of func(ctx context.Context, company sds.CompanyID, name string) ([]Condition, error)) Option {
	return func(c *Catalog) { c.names = of }
}

// resolve replaces names by their conditions.
func (c *Catalog) resolve(ctx context.Context, company sds.CompanyID, where []Condition) ([]Condition, error) {
	if !slices.ContainsFunc(where, func(part Condition) bool { return part.kind == kindNamed || part.parts != nil }) {
		return where, nil
	}
	resolved := slices.Clone(where)
	for i := range resolved {
		r := &resolved[i]
		var err error
		switch {
		case r.kind == kindNamed && c.names == nil:
			return nil, fmt.Errorf("catalog of company %s: unknown name %q", company, r.name)
		case r.kind == kindNamed:
			r.kind = kindBoth
			r.parts, err = c.names(ctx, company, r.name)
		default:
			r.parts, err = c.resolve(ctx, company, r.parts)
		}
		if err != nil {
			return nil, err
		}
	}
	return resolved, nil
}

// combined adds the sheets of within that fulfil a condition made of others.
func (st *store) combined(found, within bits, c *Condition) {
	switch c.kind {
	case kindBoth:
		copy(found, within)
		for _, expensive := range []bool{false, true} { // the expensive ones last
			for i := range c.parts {
				if (c.parts[i].kind == kindWhere) == expensive {
					st.restrict(found, &c.parts[i])
				}
			}
		}
	case kindEither:
		part := newBits(st.len())
		for i := range c.parts {
			copy(part, within)
			part.andNot(found)
			st.restrict(part, &c.parts[i])
			found.add(part)
		}
	case kindMatching:
		v := &st.facets[c.facet]
		for n, name := range v.names {
			if c.match(name) {
				found.or(v.sheets[n])
			}
		}
	case kindAmong:
		found.add(st.withIDs(c.ids))
	case kindWhere:
		var s sds.Sheet
		u := &unpacker{facets: &st.facets}
		within.each(func(n uint32) {
			if c.known != nil {
				if yes, ok := c.known(st.ids[n], st.version(n)); ok {
					if yes {
						found.set(n)
					}
					return
				}
			}
			s = sds.Sheet{}
			st.read(n, &s, u)
			if c.yes(&s) {
				found.set(n)
			}
		})
	}
}
