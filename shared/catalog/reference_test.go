package catalog

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"anzen/shared/catalog/sample"
	"anzen/shared/sds"
)

// The reference answers a query as it is worded, sheet by sheet, with none of the
// catalogue's means.

func naive(sheets []sds.Sheet, q *Query) (ids []sds.SheetID, moving int) {
	var hits []*sds.Sheet
	for i := range sheets {
		if s := &sheets[i]; naiveMatch(s, q) {
			hits = append(hits, s)
			if s.Status.Moving() {
				moving++
			}
		}
	}
	slices.SortFunc(hits, func(a, b *sds.Sheet) int {
		c := cmp.Or(naiveCompare(a, b, q.Sort), cmp.Compare(a.ID, b.ID))
		if q.Desc {
			return -c
		}
		return c
	})
	for _, s := range hits {
		ids = append(ids, s.ID)
	}
	return ids, moving
}

func naiveCompare(a, b *sds.Sheet, by Sort) int {
	switch by {
	case SortRevised:
		return cmp.Compare(a.RevisedOn, b.RevisedOn)
	case SortName:
		return cmp.Compare(Fold(a.Name), Fold(b.Name))
	case SortStatus:
		return cmp.Compare(a.Status, b.Status)
	case SortAssessed:
		return cmp.Compare(a.AssessedOn, b.AssessedOn)
	case SortConfirmed:
		return cmp.Compare(a.SupplierConfirmedOn, b.SupplierConfirmedOn)
	default:
		return a.CreatedAt.Compare(b.CreatedAt)
	}
}

func naiveMatch(s *sds.Sheet, q *Query) bool {
	if (s.DeletedAt != nil) != q.Removed || q.IDs != nil && !slices.Contains(q.IDs, s.ID) {
		return false
	}
	for i := range q.Where {
		if naiveHolds(s, &q.Where[i]) == q.Where[i].not {
			return false
		}
	}
	texts := slices.Concat([]string{s.Name, s.ProductName, s.Note, strings.TrimSuffix(s.File.Name, ".pdf"), s.Supplier, s.UNNumber}, s.ProductCodes, s.CAS, s.HCodes, s.Laws)
	for _, in := range s.Ingredients {
		texts = append(append(texts, in.Name), in.CAS...)
	}
	for _, word := range strings.Fields(Fold(q.Text)) {
		if !naiveIn(texts, word) {
			return false
		}
	}
	return true
}

func naiveIn(texts []string, word string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(Fold(text), word) })
}

func naiveHolds(s *sds.Sheet, c *Condition) bool {
	switch c.kind {
	case kindAny:
		return slices.ContainsFunc(naiveValues(s, c.facet), func(v string) bool { return slices.Contains(c.values, v) })
	case kindContains:
		return slices.ContainsFunc(c.values, func(text string) bool { return text != "" && naiveIn(naiveField(s, c.field), Fold(text)) })
	case kindConcentration:
		return slices.ContainsFunc(s.Ingredients, func(in sds.Ingredient) bool {
			return slices.ContainsFunc(in.CAS, func(cas string) bool { return slices.Contains(c.values, cas) }) && in.Concentration.Meets(c.low, c.high)
		})
	case kindRevision:
		return slices.Contains(c.revisions, s.RevisionStatusOn(c.day, c.years))
	default:
		return naiveBetween(s, c)
	}
}

func naiveBetween(s *sds.Sheet, c *Condition) bool {
	in := func(v float64, there bool) bool { return there && v >= c.low && v <= c.high }
	date := func(d string) bool {
		t, err := time.Parse(time.DateOnly, d)
		return in(float64(t.Sub(time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC))/(24*time.Hour)), err == nil)
	}
	switch c.column {
	case ColumnCreated:
		return in(float64(s.CreatedAt.Unix()), !s.CreatedAt.IsZero())
	case ColumnUpdated:
		return in(float64(s.UpdatedAt.Unix()), !s.UpdatedAt.IsZero())
	case ColumnRevised:
		return date(s.RevisedOn)
	case ColumnConfirmed:
		return date(s.SupplierConfirmedOn)
	case ColumnAssessed:
		return date(s.AssessedOn)
	case ColumnFlashPoint:
		return s.FlashPoint.Meets(c.low, c.high)
	case ColumnBoilingPoint:
		return s.BoilingPoint.Meets(c.low, c.high)
	default:
		return s.PH.Meets(c.low, c.high)
	}
}

func naiveField(s *sds.Sheet, f Field) []string {
	switch f {
	case FieldName:
		return []string{s.Name}
	case FieldProduct:
		return []string{s.ProductName}
	case FieldCode:
		return s.ProductCodes
	case FieldNote:
		return []string{s.Note}
	case FieldFile:
		return []string{strings.TrimSuffix(s.File.Name, ".pdf")}
	case FieldSupplier:
		return []string{s.Supplier}
	case FieldLaw:
		return s.Laws
	default:
		return naiveValues(s, FacetSubstance)
	}
}

func naiveValues(s *sds.Sheet, f Facet) (values []string) {
	number := strconv.Itoa
	texts := func(is string) []string { // nothing is no value
		if is == "" {
			return nil
		}
		return []string{is}
	}
	flag := func(is bool, name string) {
		if is {
			values = append(values, name)
		}
	}
	switch f {
	case FacetStatus:
		return texts(number(int(s.Status)))
	case FacetFlag:
		flag(s.AttachmentCount > 0, FlagAttachment)
		flag(s.FindingCount > 0, FlagFinding)
		flag(s.Unreviewed > 0, FlagUnreviewed)
		flag(s.DeletedItems > 0, FlagDeletedItems)
		return values
	case FacetLanguage:
		return texts(number(s.Language))
	case FacetSource:
		return texts(number(int(s.Source)))
	case FacetTag:
		return plainTexts(s.Tags)
	case FacetDepartment:
		return plainTexts(s.Departments)
	case FacetAssignee:
		return plainTexts(s.Assignees)
	case FacetSupplier:
		return texts(s.Supplier)
	case FacetCAS:
		return s.CAS
	case FacetSubstance:
		for _, in := range s.Ingredients {
			values = append(values, texts(in.Name)...)
		}
		return values
	case FacetComposition:
		return texts(number(int(s.Composition)))
	case FacetHCode:
		return s.HCodes
	case FacetGHSClass:
		for _, c := range s.GHSClassValues {
			values = append(values, number(c))
		}
		return values
	case FacetGHSCategory:
		return s.GHSCategories
	case FacetSignalWord:
		return texts(s.SignalWord)
	case FacetPictogram:
		return s.Pictograms
	case FacetExposureAuthority:
		return s.ExposureAuthorities
	case FacetState:
		return texts(s.State)
	case FacetUNNumber:
		return texts(s.UNNumber)
	case FacetTransportClass:
		return texts(s.TransportClass)
	case FacetPackingGroup:
		return texts(s.PackingGroup)
	case FacetLaw:
		return s.Laws
	case FacetCheckedLaw:
		return s.CheckedLaws
	default:
		return s.CheckListHits
	}
}

func plainTexts[T ~string](ids []T) (texts []string) {
	for _, id := range ids {
		texts = append(texts, string(id))
	}
	return texts
}

// asked makes queries about what the sheets say, so that they find something.
type asked struct {
	*rand.Rand
	sheets []sds.Sheet
}

func (a asked) sheet() *sds.Sheet { return &a.sheets[a.IntN(len(a.sheets))] }

func (a asked) piece(text string) string {
	runes := []rune(text)
	if len(runes) == 0 {
		return "酸"
	}
	from := a.IntN(len(runes))
	return string(runes[from:min(len(runes), from+1+a.IntN(6))])
}

func (a asked) query() Query {
	q := Query{Sort: Sorts[a.IntN(len(Sorts))], Desc: a.IntN(2) == 0, Removed: a.IntN(20) == 0, Limit: 1 + a.IntN(60)}
	for range a.IntN(4) {
		c := a.condition()
		if a.IntN(4) == 0 {
			c = Not(c)
		}
		q.Where = append(q.Where, c)
	}
	if a.IntN(3) == 0 {
		s := a.sheet()
		q.Text = a.piece([]string{s.Name, s.Supplier, strings.Join(s.CAS, " "), s.Note, s.UNNumber, strings.Join(s.Laws, " ")}[a.IntN(6)])
		if a.IntN(3) == 0 {
			q.Text = strings.ToUpper(q.Text) + "　" + a.piece(s.Name)
		}
	}
	if a.IntN(20) == 0 {
		q.IDs = []sds.SheetID{a.sheet().ID, a.sheet().ID, "none"}
	}
	if a.IntN(4) == 0 {
		q.Skip = a.IntN(len(a.sheets))
	}
	return q
}

func (a asked) condition() Condition {
	s := a.sheet()
	switch a.IntN(10) {
	case 0, 1, 2, 3:
		f := Facet(a.IntN(int(facetCount)))
		return Any(f, append(naiveValues(s, f), naiveValues(a.sheet(), f)...)...)
	case 4, 5:
		f := Field(a.IntN(int(FieldLaw) + 1))
		var texts []string
		for _, text := range naiveField(s, f) {
			texts = append(texts, a.piece(text))
		}
		return Contains(f, texts...)
	case 6:
		cas := append(naiveValues(s, FacetCAS), naiveValues(a.sheet(), FacetCAS)...)
		low := float64(a.IntN(100))
		return Concentration(low, low+float64(a.IntN(30)), cas...)
	case 7:
		states := []sds.RevisionStatus{sds.RevisionUnknown, sds.RevisionOld, sds.RevisionNeeded, sds.RevisionRevised, sds.RevisionSupplierConfirmed}
		return Revision(sds.Day(sample.Now).AddDate(0, 0, -a.IntN(1000)), 1+a.IntN(10), states[a.IntN(5)], states[a.IntN(5)])
	default:
		column := Column(a.IntN(int(ColumnPH) + 1))
		low, high := a.ends(column)
		if a.IntN(4) == 0 {
			low = Unbounded(-1)
		}
		if a.IntN(4) == 0 {
			high = Unbounded(1)
		}
		return Between(column, low, high)
	}
}

func (a asked) ends(c Column) (low, high float64) {
	switch c {
	case ColumnCreated, ColumnUpdated:
		low = float64(sample.Now.Unix()) - a.Float64()*5*365*86400
		return math.Floor(low), math.Floor(low) + 86400*float64(a.IntN(800))
	case ColumnFlashPoint, ColumnBoilingPoint:
		low = float64(a.IntN(3000)-400) / 10
		return low, low + float64(a.IntN(100))
	case ColumnPH:
		low = float64(a.IntN(140)) / 10
		return low, math.Round(low*10+float64(a.IntN(30))) / 10
	default:
		low, _ = DayNumber(sample.Now.AddDate(0, 0, -a.IntN(5000)).Format(time.DateOnly))
		return low, low + float64(a.IntN(800))
	}
}

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
	case page.Total != len(ids) || page.Moving != moving:
		return fmt.Errorf("%d sheets, %d moving; want %d, %d: %+v", page.Total, page.Moving, len(ids), moving, q)
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
	a := asked{rand.New(rand.NewPCG(1, 2)), all}
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
	all[0].CheckedLaws, all[0].CheckListHits, all[0].Older = []string{"JP-ISHA"}, []string{"l"}, all[1].ID
	all[1] = sds.Sheet{ID: all[1].ID, Version: 1, RevisedOn: "2015-04", IssuedOn: "?", File: sds.File{Name: "ｱＡ ｶﾞ㈱.PDF"}, Note: "一行目\nＢ２ Á", ProductCodes: []string{"", "ＡＢ－１", "ぁァアｱ"}, PH: &sds.Span{}, ProductName: "a"}
	third := 1.0 / 3
	all[2].Ingredients = []sds.Ingredient{{Name: "a", Concentration: &sds.Span{Low: &third}}, {CAS: []string{"1", "2", "1"}, Concentration: &sds.Span{High: &third}}}
	st := stored(t, all)
	for i := range all {
		n, ok := st.find([16]byte(idBytes(t, all[i].ID)))
		if !ok {
			t.Fatalf("sheet %s is not found", all[i].ID)
		}
		all[i].File.SHA256 = "" // it is not kept
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
		a := asked{r, all}
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
