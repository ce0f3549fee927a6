package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

// Either asks for sheets that fulfil one of the conditions; of none, no sheet does.
func Either(conditions ...Condition) Condition {
	return Condition{kind: kindEither, parts: conditions}
}

// Both asks for sheets that fulfil all of the conditions; of none, every sheet does.
func Both(conditions ...Condition) Condition {
	return Condition{kind: kindBoth, parts: conditions}
}

// Among asks for the sheets named; of none, no sheet is.
func Among(ids ...sds.SheetID) Condition { return Condition{kind: kindAmong, ids: ids} }

// Matching asks for sheets that have a value that matches. Each value is looked at
// once, however many sheets have it.
func Matching(f Facet, match func(value string) bool) Condition {
	return Condition{kind: kindMatching, facet: f, match: match}
}

// Beginning asks for sheets that have a value that begins so and ends with one of the
// ends.
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

// Where asks for sheets that a function says yes to. Every sheet that fulfils all
// other conditions is unpacked for it, so the others should leave few; it stands in
// Both with those that do.
func Where(yes func(*sds.Sheet) bool) Condition {
	return Condition{kind: kindWhere, yes: yes}
}

// Remembered is Judged where a version of a sheet may have been judged before: it is
// then not unpacked.
func Remembered(known func(id uuid.UUID, version int64) (yes, ok bool), yes func(*sds.Sheet) bool) Condition {
	return Condition{kind: kindWhere, known: known, yes: yes}
}

// Named asks for sheets that fulfil the conditions that go by a name, which the
// catalog looks up (WithNames) when the query comes.
func Named(name string) Condition { return Condition{kind: kindNamed, name: name} }

// WithNames says which conditions go by a name in a company.
func WithNames(of func(ctx context.Context, company sds.CompanyID, name string) ([]Condition, error)) Option {
	return func(c *Catalog) { c.names = of }
}

// resolve puts conditions in place of names.
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
			return nil, fmt.Errorf("catalogue of company %s: nothing goes by the name %q", company, r.name)
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
		for _, judged := range []bool{false, true} { // the dear ones last
			for i := range c.parts {
				if (c.parts[i].kind == kindWhere) == judged {
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
