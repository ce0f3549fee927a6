package catalog

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

// store is a company's sheets laid out for searching. Each has a number, its index in
// columns, records, texts and bitmaps; the first ordered numbers are in the order of
// the ids.
type store struct {
	ids     []uuid.UUID
	ordered int
	added   map[uuid.UUID]uint32 // those beyond ordered
	records arena
	texts   arena
	columns [columnCount]columnValues
	facets  [facetCount]values
	orders  [orderCount]order
	// check sets the results of checks of a sheet that is put in; nil without checks.
	check func(*sds.Sheet)
}

func newStore() *store { return &store{added: map[uuid.UUID]uint32{}} }

func (st *store) len() int { return len(st.ids) }

// find is the number of a sheet.
func (st *store) find(id uuid.UUID) (uint32, bool) {
	if n, ok := st.added[id]; ok {
		return n, true
	}
	n, ok := slices.BinarySearchFunc(st.ids[:st.ordered], id, compareIDs)
	return uint32(n), ok
}

func compareIDs(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }

// compare orders two sheets by their ids.
func (st *store) compare(a, b uint32) int {
	if int(a) < st.ordered && int(b) < st.ordered {
		return cmp.Compare(a, b)
	}
	return compareIDs(st.ids[a], st.ids[b])
}

// version is the version of the sheet with the number.
func (st *store) version(n uint32) int64 {
	u := unpacker{facets: &st.facets, b: st.records.get(n)}
	return int64(u.uint())
}

// sheet is the record of the sheet with the number.
func (st *store) sheet(n uint32) sds.Sheet {
	var s sds.Sheet
	st.read(n, &s, &unpacker{facets: &st.facets})
	return s
}

// read sets an empty sheet to that with the number; an unpacker can be reused.
func (st *store) read(n uint32, s *sds.Sheet, u *unpacker) {
	u.b = st.records.get(n)
	u.unpack(s, readTexts(st.texts.get(n)))
	s.ID = sds.SheetID(st.ids[n].String())
	s.CreatedAt, s.UpdatedAt = moment(st.columns[ColumnCreated].moments[n]), moment(st.columns[ColumnUpdated].moments[n])
}

const noMoment = math.MinInt64

func nanos(t time.Time) int64 {
	if t.IsZero() {
		return noMoment
	}
	return t.UnixNano()
}

func moment(n int64) time.Time {
	if n == noMoment {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// put stores a sheet unless this or a later version of it is stored.
func (st *store) put(s *sds.Sheet) error {
	id, err := uuid.Parse(string(s.ID))
	if err != nil {
		return fmt.Errorf("sheet %q: %w", s.ID, err)
	}
	p := packer{facets: &st.facets}
	n, there := st.find(id)
	if there && st.version(n) >= s.Version {
		return nil
	}
	if st.check != nil {
		st.check(s)
	}
	if there {
		st.replace(n, s, &p)
	} else {
		st.append(id, s, &p)
	}
	return nil
}

func (st *store) append(id uuid.UUID, s *sds.Sheet, p *packer) {
	n := uint32(len(st.ids))
	if st.ordered == len(st.ids) && (n == 0 || compareIDs(st.ids[n-1], id) < 0) {
		st.ordered++
	} else {
		st.added[id] = n
	}
	st.ids = append(st.ids, id)
	folded := textsOf(s)
	p.pack(s, folded)
	st.records.add(p.b)
	st.texts.add(folded.bytes())
	st.measure(n, s)
	facetValues(s, func(f Facet, value string) {
		v := &st.facets[f]
		v.sheets[v.of(value)].Add(n)
	})
	for i := range st.orders {
		st.orders[i].touch(n)
	}
}

func (st *store) replace(n uint32, s *sds.Sheet, p *packer) {
	before := st.sheet(n)
	st.exchange(n, &before, s, facetValues)
	was := [orderCount]int64{}
	for i := range st.orders {
		was[i] = st.key(orderKind(i), n)
	}
	renamed := before.Name != s.Name
	folded := textsOf(s)
	p.pack(s, folded)
	st.records.set(n, p.b)
	st.texts.set(n, folded.bytes())
	st.measure(n, s)
	for i := range st.orders {
		if orderKind(i) == orderName && renamed || was[i] != st.key(orderKind(i), n) {
			st.orders[i].touch(n)
		}
	}
}

// measure sets the columns' values of a sheet.
func (st *store) measure(n uint32, s *sds.Sheet) {
	for i := range measures {
		st.columns[i].set(&measures[i], n, s)
	}
}

// name is the sheet's folded name.
func (st *store) name(n uint32) []byte {
	text := st.texts.get(n)
	return text[:bytes.IndexByte(text, fieldEnd)]
}

// bytes is the approximate memory of the store.
func (st *store) bytes() int {
	n := st.records.bytes() + st.texts.bytes() + cap(st.ids)*16 + len(st.added)*40
	for i := range st.columns {
		n += st.columns[i].bytes()
	}
	for i := range st.facets {
		n += st.facets[i].bytes()
	}
	for i := range st.orders {
		n += 4 * cap(st.orders[i].sorted)
	}
	return n
}
