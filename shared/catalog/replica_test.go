package catalog

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"anzen/shared/catalog/sample"
	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

func made(seed uint64, n int) []sds.Sheet {
	of := sample.New(seed, n)
	sheets := make([]sds.Sheet, n)
	for i := range sheets {
		sheets[i] = of.Sheet(i, 1)
	}
	return sheets
}

func stored(t interface{ Fatal(...any) }, sheets []sds.Sheet) *store {
	st := newStore()
	for i := range sheets {
		if err := st.put(&sheets[i]); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

func answer(st *store, q Query) Page {
	st.settle(q.kind())
	return st.search(&q)
}

// differs compares the store's answer with the reference's.
func differs(st *store, sheets []sds.Sheet, q Query) error {
	ids, moving := naive(sheets, &q)
	page := answer(st, q)
	var got []sds.SheetID
	for _, s := range page.Sheets {
		got = append(got, s.ID)
	}
	want := ids[min(q.Skip, len(ids)):min(q.Skip+q.Limit, len(ids))]
	switch {
	case page.Total != len(ids) || page.InProgress != moving:
		return fmt.Errorf("%d sheets, %d moving; want %d, %d: %+v", page.Total, page.InProgress, len(ids), moving, q)
	case !slices.Equal(got, want):
		return fmt.Errorf("page %v, want %v: %+v", got, want, q)
	case (page.Next != nil) != (q.Skip+q.Limit < len(ids)):
		return fmt.Errorf("next %v of %d: %+v", page.Next, len(ids), q)
	}
	return nil
}

func TestEveryFilterAnswersAsTheReference(t *testing.T) {
	const sheets, queries = 500, 1200
	all := made(1, sheets)
	st := stored(t, all)
	a := queryMaker{rand.New(rand.NewPCG(1, 2)), all}
	empty, facets, fields, columns := 0, map[Facet]int{}, map[Field]int{}, map[Column]int{}
	for range queries {
		q := a.query()
		if err := differs(st, all, q); err != nil {
			t.Fatal(err)
		}
		page := answer(st, q)
		if page.Total == 0 {
			empty++
			continue
		}
		for _, c := range q.Where {
			switch c.kind {
			case kindAny:
				facets[c.facet]++
			case kindContains:
				fields[c.field]++
			case kindBetween:
				columns[c.column]++
			}
		}
	}
	// The comparison is worth what it covers: each filter found something.
	if empty > queries*3/4 || len(facets) < int(facetCount) || len(fields) <= int(FieldLaw) || len(columns) <= int(ColumnPH) {
		t.Errorf("%d of %d answers are empty; %d facets, %d fields, %d columns found something", empty, queries, len(facets), len(fields), len(columns))
	}
}

// What is kept of a sheet comes back as it was.
func TestASheetComesBack(t *testing.T) {
	all := made(2, 300)
	all[0].CheckedLaws, all[0].Older = []string{"JP-ISHA/SDS/DEFAULT:applies"}, all[1].ID
	all[1] = sds.Sheet{ID: all[1].ID, Version: 1, RevisedOn: "2015-04", IssuedOn: "?", File: sds.File{Name: "ｱＡ ｶﾞ㈱.PDF"}, Note: "一行目\nＢ２ Á", ProductCodes: []string{"", "ＡＢ－１", "ぁァアｱ"}, PH: &sds.Span{}, ProductName: "a"}
	third := 1.0 / 3
	all[3].MeltingPoint, all[3].NoFlashPoint = &sds.Span{Low: &third}, true
	all[3].AutoIgnition, all[3].WaterSolubility = &sds.Span{Low: &third, LowOpen: true}, sds.WaterSoluble
	all[4].Ingredients = []sds.Ingredient{{Name: "a", Balance: true}, {Name: "b", Withheld: true}, {Name: "c", Concentration: &sds.Span{Low: &third, High: &third, LowOpen: true, HighOpen: true}}}
	all[4].AutoIgnition, all[4].WaterSolubility, all[4].Unidentified = &sds.Span{High: &third, HighOpen: true}, sds.WaterInsoluble, "<1"
	all[2].Ingredients = []sds.Ingredient{{Name: "a", Concentration: &sds.Span{Low: &third}}, {CAS: []string{"1", "2", "1"}, Concentration: &sds.Span{High: &third}}}
	st := stored(t, all)
	for i := range all {
		n, ok := st.find([16]byte(idBytes(t, all[i].ID)))
		if !ok {
			t.Fatalf("sheet %s is not found", all[i].ID)
		}
		all[i].File.SHA256 = all[i].File.SHA256[:min(8, len(all[i].File.SHA256))] // the rest is not kept
		if diff := gocmp.Diff(all[i], st.sheet(n), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	}
}

// Sheets are changed in any order and number: the store answers as one that is
// built from the sheets as they are in the end, and its snapshot is the same.
func TestRebuildEqualsReplica(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		r := rand.New(rand.NewPCG(seed, 9))
		of := sample.New(seed, 100)
		st := newStore()
		now := map[int]sds.Sheet{}
		for range rapid.IntRange(1, 150).Draw(rt, "writes") {
			i := r.IntN(100)
			s := of.Sheet(i, 1+int64(r.IntN(5)))
			if r.IntN(4) == 0 {
				s = of.Sheet(i, now[i].Version+1)
			}
			if s.Version > now[i].Version {
				now[i] = s
			}
			if err := st.put(&s); err != nil {
				rt.Fatal(err)
			}
			if r.IntN(20) == 0 {
				st.settle(orderKind(r.IntN(int(orderCount))))
			}
		}
		all := byNumber(now)
		a := queryMaker{r, all}
		for range 10 {
			if err := differs(st, all, a.query()); err != nil {
				rt.Fatal(err)
			}
		}
		slices.SortFunc(all, func(a, b sds.Sheet) int { return cmp.Compare(a.ID, b.ID) })
		folded, err := st.folded()
		if err != nil {
			rt.Fatal(err)
		}
		kept, rebuilt := encoded(folded), encoded(stored(rt, all))
		if !slices.Equal(kept, rebuilt) {
			rt.Fatal("the snapshot of the replica is not that of a rebuild")
		}
		read, err := decodeSnapshot(kept, "c")
		if err != nil {
			rt.Fatal(err)
		}
		for _, i := range slices.Sorted(maps.Keys(now)) { // what is read from a snapshot goes on being changed
			s := of.Sheet(i, now[i].Version+1)
			now[i] = s
			if err := read.store.put(&s); err != nil {
				rt.Fatal(err)
			}
			if r.IntN(10) == 0 {
				break
			}
		}
		all = byNumber(now)
		for range 5 {
			if err := differs(read.store, all, a.query()); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

func byNumber(now map[int]sds.Sheet) (all []sds.Sheet) {
	for _, i := range slices.Sorted(maps.Keys(now)) {
		all = append(all, now[i])
	}
	return all
}

func encoded(st *store) []byte {
	s := snapshot{company: "c", store: st, applied: 7, taken: sample.Now}
	return s.encode()
}

func idBytes(t testing.TB, id sds.SheetID) []byte {
	t.Helper()
	u, err := uuid.Parse(string(id))
	if err != nil {
		t.Fatal(err)
	}
	return u[:]
}

func TestBitsOfABitmap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const n = 200_000
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		got, want := newBits(n), map[uint32]bool{}
		for range 4 {
			m, top := roaring.New(), 1+r.IntN(n)
			for range []int{10, 3000, 50_000}[r.IntN(3)] {
				i := uint32(r.IntN(top))
				m.Add(i)
				want[i] = true
			}
			if r.IntN(2) == 0 {
				m.AddRange(100, uint64(100+r.IntN(5000)))
				m.RunOptimize()
				for it := m.Iterator(); it.HasNext(); {
					want[it.Next()] = true
				}
			}
			got.or(m)
		}
		if got.count() != len(want) {
			rt.Fatalf("%d bits, want %d", got.count(), len(want))
		}
		got.each(func(i uint32) {
			if !want[i] {
				rt.Fatalf("bit %d", i)
			}
		})
	})
}

// A text is what its folded one is turned back into, whatever it is.
func TestUnfoldIsTheOppositeOfFold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.OneOf(
			rapid.String(),
			rapid.StringOfN(rapid.RuneFrom([]rune("aZ9 -‐ー－ァヶぁゖヽゝｱｶﾞＡｚ　酸㈱é")), 0, 300, -1),
			rapid.SampledFrom([]string{"", "\xff", "a\x00b", "İ", "ǅ", "K"}),
		).Draw(rt, "text")
		folded := fold.Search(text)
		p := packer{}
		p.unfold(text, folded)
		u := unpacker{b: p.b}
		if got := u.unfold([]byte(folded)); got != text || len(u.b) != 0 {
			rt.Fatalf("%q comes back as %q, %d bytes left", text, got, len(u.b))
		}
	})
}
