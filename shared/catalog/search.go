package catalog

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// search answers a query. The orders must be settled.
func (st *store) search(q *Query) Page {
	hits := st.hits(q)
	page := Page{Sheets: []sds.Sheet{}, Total: hits.count(), InProgress: st.inProgress(hits)}
	if q.Limit > 0 && page.Total > 0 {
		st.page(q, hits, &page)
	}
	return page
}

func sheetID(id uuid.UUID) sds.SheetID { return sds.SheetID(id.String()) }

// kind is the query's order.
func (q *Query) kind() orderKind { return orderOf[q.Sort] }

// page fills in the rows.
func (st *store) page(q *Query, hits bits, page *Page) {
	kind, skip := q.kind(), q.Skip
	sorted := st.orders[kind].sorted
	from, to := 0, len(sorted)
	if q.After != nil {
		at := st.after(kind, q.After)
		if q.Desc {
			to = at
			if at > 0 && sheetID(st.ids[sorted[at-1]]) == q.After.ID {
				to--
			}
		} else {
			from = at
		}
	}
	page.Sheets = make([]sds.Sheet, 0, min(q.Limit, page.Total))
	u := &unpacker{facets: &st.facets}
	last := uint32(0)
	for i := from; i < to; i++ {
		n := sorted[i]
		if q.Desc {
			n = sorted[to-1-(i-from)]
		}
		if !hits.has(n) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		if len(page.Sheets) == q.Limit {
			page.Next = st.position(kind, last)
			return
		}
		page.Sheets = append(page.Sheets, sds.Sheet{})
		st.read(n, &page.Sheets[len(page.Sheets)-1], u)
		last = n
	}
}

func (st *store) inProgress(hits bits) (n int) {
	v := &st.facets[FacetStatus]
	for _, status := range sds.Statuses {
		if number, ok := v.number[strconv.Itoa(int(status))]; ok && status.InProgress() {
			for it := v.sheets[number].Iterator(); it.HasNext(); {
				if hits.has(it.Next()) {
					n++
				}
			}
		}
	}
	return n
}

// hits are the sheets that a query finds. Cheap conditions are evaluated first, texts
// last, on the remaining sheets.
func (st *store) hits(q *Query) bits {
	removed := newBits(st.len())
	st.facets[FacetFlag].mark(removed, []string{flagRemoved})
	hits := removed
	if !q.Removed {
		hits = allBits(st.len())
		hits.andNot(removed)
	}
	if q.IDs != nil {
		hits.and(st.withIDs(q.IDs))
	}
	for _, kind := range []conditionKind{kindAny, kindAmong, kindMatching, kindRevision, kindBetween, kindConcentration, kindContains, kindCode, kindSomewhere, kindLoosely, kindBoth, kindEither, kindWhere} {
		for i := range q.Where {
			if c := &q.Where[i]; c.kind == kind {
				st.restrict(hits, c)
			}
		}
	}
	for _, word := range strings.Fields(fold.Search(q.Text)) {
		hits.and(st.withWord([]byte(word), hits))
	}
	return hits
}

func (st *store) withIDs(ids []sds.SheetID) bits {
	found := newBits(st.len())
	for _, id := range ids {
		if u, err := uuid.Parse(string(id)); err == nil {
			if n, ok := st.find(u); ok {
				found.set(n)
			}
		}
	}
	return found
}

// restrict removes the hits that do not fulfil a condition.
func (st *store) restrict(hits bits, c *Condition) {
	found := newBits(st.len())
	switch c.kind {
	case kindAny:
		st.facets[c.facet].mark(found, c.values)
	case kindRevision:
		st.withRevision(found, c)
	case kindBetween:
		st.columns[c.column].between(found, hits, c.low, c.high)
	case kindConcentration:
		st.withConcentration(found, hits, c)
	case kindContains:
		for _, text := range c.values {
			st.containing(found, hits, c.field, []byte(fold.Search(text)))
		}
	case kindCode:
		st.withCode(found, hits, c.values)
	case kindSomewhere:
		st.somewhere(found, hits, c.values[0])
	case kindLoosely:
		st.loosely(found, hits, c.values[0])
	default:
		st.combined(found, hits, c)
	}
	if c.not {
		hits.andNot(found)
	} else {
		hits.and(found)
	}
}

// withRevision follows sds.Sheet.RevisionStatusOn.
func (st *store) withRevision(found bits, c *Condition) {
	replaced, confirmed := newBits(st.len()), newBits(st.len())
	st.facets[FacetFlag].mark(replaced, []string{FlagReplaced})
	st.facets[FacetFlag].mark(confirmed, []string{flagConfirmed})
	wanted := map[sds.RevisionStatus]bool{}
	for _, r := range c.revisions {
		wanted[r] = true
	}
	good := expired(c.day, c.years)
	for i, day := range st.columns[columnReviewDay].numbers {
		n, status := uint32(i), sds.RevisionRevised
		switch {
		case replaced.has(n):
			status = sds.RevisionOld
		case day == 0:
			status = sds.RevisionUnknown
		case day < good:
			status = sds.RevisionNeeded
		case confirmed.has(n):
			status = sds.RevisionSupplierConfirmed
		}
		if wanted[status] {
			found.set(n)
		}
	}
}

func (st *store) withConcentration(found, within bits, c *Condition) {
	v := &st.facets[FacetCAS]
	for _, cas := range c.values {
		number, ok := v.number[cas]
		if !ok {
			continue
		}
		for it := v.sheets[number].Iterator(); it.HasNext(); {
			n := it.Next()
			if !within.has(n) || found.has(n) {
				continue
			}
			u := unpacker{facets: &st.facets, b: st.records.get(n)}
			if u.concentrationMeets(number, c.low, c.high) {
				found.set(n)
			}
		}
	}
}

// facetOf is the facet whose values are a field.
var facetOf = map[Field]Facet{FieldSupplier: FacetSupplier, FieldManufacturer: FacetManufacturer, FieldSubstance: FacetSubstance, FieldLaw: FacetLaw}

// containing adds the sheets of within that have the needle in a field.
func (st *store) containing(found, within bits, f Field, needle []byte) {
	if len(needle) == 0 {
		return
	}
	if facet, ok := facetOf[f]; ok {
		st.facets[facet].markContaining(found, needle)
		return
	}
	st.scan(needle, within, func(n uint32, text []byte, at int) {
		if inField(text, f, needle, at) {
			found.set(n)
		}
	})
}

// oneByOne is the inverse share of sheets below which texts are searched one by one
// instead of in one pass.
const oneByOne = 16

func (st *store) scan(needle []byte, within bits, hit func(n uint32, text []byte, at int)) {
	if within.count() < st.len()/oneByOne {
		st.texts.eachOf(needle, within, hit)
	} else {
		st.texts.each(needle, within, hit)
	}
}

// inField reports whether the needle, which first occurs at an offset, occurs in the field.
func inField(text []byte, f Field, needle []byte, at int) bool {
	for {
		field := Field(bytes.Count(text[:at], []byte{fieldEnd}))
		if field == f || field == FieldName && isSameAsName(text, f) {
			return true
		}
		if field > f {
			return false
		}
		next := bytes.Index(text[at+1:], needle)
		if next < 0 {
			return false
		}
		at += 1 + next
	}
}

// isSameAsName reports whether a field's text is the name's.
func isSameAsName(text []byte, f Field) bool {
	for range f {
		text = text[bytes.IndexByte(text, fieldEnd)+1:]
	}
	return len(text) > 0 && text[0] == sameAsName
}

// withWord are the sheets of within with the word in one of their fields, and all sheets
// with it in a searched facet.
func (st *store) withWord(word []byte, within bits) bits {
	found := newBits(st.len())
	for _, f := range searched {
		st.facets[f].markContaining(found, word)
	}
	st.scan(word, within, func(n uint32, _ []byte, _ int) { found.set(n) })
	return found
}
