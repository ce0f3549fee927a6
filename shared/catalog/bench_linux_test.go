package catalog

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/RoaringBitmap/roaring/v2"

	"anzen/shared/catalog/sample"
	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// EnvSheets adds sizes, separated by commas, to those measured: a million takes a minute to make.
const EnvSheets = "ANZEN_CATALOG_SHEETS"

// sizes are how many sheets the benchmarks' companies have.
func sizes() []int {
	all := []int{1_000, 50_000}
	for size := range strings.SplitSeq(os.Getenv(EnvSheets), ",") {
		if n, err := strconv.Atoi(size); err == nil && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
}

var companies = map[int]*store{}

// company makes a company's store, once. Its sheets come in the order of their
// ids, as from the table.
func company(b *testing.B, n int) *store {
	b.Helper()
	if companies[n] == nil {
		of := sample.New(1, n)
		numbers := make([]int, n)
		ids := make([]sds.SheetID, n)
		for i := range numbers {
			numbers[i], ids[i] = i, of.ID(i)
		}
		slices.SortFunc(numbers, func(x, y int) int { return compareTexts(ids[x], ids[y]) })
		st := newStore()
		for _, i := range numbers {
			s := of.Sheet(i, 1)
			if err := st.put(&s); err != nil {
				b.Fatal(err)
			}
		}
		for kind := range orderCount {
			st.settle(kind)
		}
		companies[n] = st
	}
	return companies[n]
}

func compareTexts(a, b sds.SheetID) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// processor is the time that this thread has had a processor: what else the
// machine does does not count.
func processor() time.Duration {
	const threadTime = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	if _, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadTime, uintptr(unsafe.Pointer(&t)), 0); failed != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}

// timed runs f as often as the benchmark asks and reports the median and the
// 99th percentile of the processor's time.
func timed(b *testing.B, f func(i int)) {
	b.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := make([]time.Duration, 0, 1024)
	i := 0
	for b.Loop() {
		from := processor()
		f(i)
		took = append(took, processor()-from)
		i++
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d) / 1e6 }
	b.ReportMetric(ms(took[len(took)/2]), "p50-cpu-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-cpu-ms")
}

// listed are queries as people ask them.
func listed(st *store) []struct {
	name  string
	query Query
} {
	tag := st.facets[FacetTag].names[3]
	return []struct {
		name  string
		query Query
	}{
		{"all", Query{Sort: SortCreated, Desc: true}},
		{"deep page", Query{Sort: SortName, Skip: st.len() * 8 / 10}},
		{"two facets", Query{Where: []Condition{Any(FacetTag, tag), Any(FacetStatus, "60000")}, Sort: SortCreated, Desc: true}},
		{"hazards, law, flash point", Query{Where: []Condition{Any(FacetHCode, "H225", "H226"), Contains(FieldLaw, "消防"), Between(ColumnFlashPoint, -50, 21)}, Sort: SortRevised}},
		{"so much of a substance", Query{Where: []Condition{Concentration(10, 50, st.facets[FacetCAS].names[0], st.facets[FacetCAS].names[5])}, Sort: SortName}},
		{"revision due", Query{Where: []Condition{Revision(sds.Day(sample.Now), 5, sds.RevisionNeeded)}, Sort: SortRevised}},
		{"one character", Query{Text: "酸", Sort: SortName}},
		{"five characters", Query{Text: "酸化チタン", Sort: SortCreated, Desc: true}},
		{"no such text", Query{Text: "qqzz9", Sort: SortCreated}},
		{"part of the name, not a tag", Query{Where: []Condition{Contains(FieldName, "シンナー"), Not(Any(FacetTag, tag))}, Sort: SortCreated}},
		{"text, hazards, dates", Query{Text: "トルエン", Where: []Condition{Any(FacetHCode, "H315", "H319", "H225"), Between(ColumnCreated, float64(sample.Now.AddDate(-2, 0, 0).Unix()), Unbounded(1))}, Sort: SortRevised, Desc: true}},
		{"a sheet's own words", Query{Text: "エポガード 主剤 塗料", Sort: SortConfirmed, Desc: true}},
	}
}

// BenchmarkList is the catalog's own work for a page of 50 with its count.
func BenchmarkList(b *testing.B) {
	for _, n := range sizes() {
		st := company(b, n)
		queries := listed(st)
		run := func(q Query) Page {
			q.Limit = 50
			return st.search(&q)
		}
		b.Run(fmt.Sprintf("%d/mixed", n), func(b *testing.B) {
			timed(b, func(i int) { run(queries[i%len(queries)].query) })
		})
		for _, q := range queries {
			b.Run(fmt.Sprintf("%d/%s", n, q.name), func(b *testing.B) {
				timed(b, func(int) { run(q.query) })
				b.ReportMetric(float64(run(q.query).Total), "sheets")
			})
		}
	}
}

// BenchmarkText is how a text is found: by comparing at every byte, by jumping to
// the needle's rarest byte, and by an index of pairs of characters. The last is
// the fastest for rare texts; it takes several times the memory of the texts, and
// each change of a sheet would have to go through it.
func BenchmarkText(b *testing.B) {
	for _, n := range sizes() {
		st := company(b, n)
		pairs := pairsOf(&st.texts)
		found := newBits(st.len())
		mark := func(i uint32, _ []byte, _ int) { found.set(i) }
		for _, text := range []string{"酸", "酸化", "シンナー", "酸化チタン", "-1234", "qqzz9"} {
			needle := []byte(fold.Search(text))
			for _, way := range []struct {
				name string
				find func()
			}{
				{"every byte", func() { everyByte(&st.texts, needle, mark) }},
				{"rarest byte", func() { st.texts.each(needle, nil, mark) }},
				{"pairs", func() { pairs.each(&st.texts, needle, mark) }},
			} {
				b.Run(fmt.Sprintf("%d/%s/%s", n, text, way.name), func(b *testing.B) {
					timed(b, func(int) { way.find() })
					b.ReportMetric(map[string]float64{"pairs": pairs.bytes() / 1e6}[way.name], "index-MB")
				})
			}
		}
	}
}

func everyByte(a *arena, needle []byte, hit func(i uint32, s []byte, at int)) {
	for i, p := 0, 0; i < len(a.ends); {
		at := bytes.Index(a.slab[p:], needle)
		if at < 0 {
			return
		}
		i = seek(a.ends, i, uint32(p+at))
		from, to := a.span(uint32(i))
		hit(uint32(i), a.slab[from:to], p+at-int(from))
		p = int(to)
		i++
	}
}

// pairs are the sheets in whose texts two characters stand side by side, and
// those in which one stands.
type pairs map[[2]rune]*roaring.Bitmap

func pairsOf(a *arena) pairs {
	p := pairs{}
	add := func(pair [2]rune, i uint32) {
		if p[pair] == nil {
			p[pair] = roaring.New()
		}
		p[pair].Add(i)
	}
	for i := range a.ends {
		last := rune(0)
		for _, r := range string(a.get(uint32(i))) {
			add([2]rune{r}, uint32(i))
			if last != 0 {
				add([2]rune{last, r}, uint32(i))
			}
			last = r
		}
	}
	return p
}

func (p pairs) bytes() (n float64) {
	for _, m := range p {
		n += float64(m.GetSizeInBytes()) + 60
	}
	return n
}

func (p pairs) each(a *arena, needle []byte, hit func(i uint32, s []byte, at int)) {
	runes := []rune(string(needle))
	var all []*roaring.Bitmap
	if len(runes) == 1 {
		all = append(all, p[[2]rune{runes[0]}])
	}
	for i := range len(runes) - 1 {
		all = append(all, p[[2]rune{runes[i], runes[i+1]}])
	}
	if slices.Contains(all, nil) {
		return
	}
	for it := roaring.FastAnd(all...).Iterator(); it.HasNext(); {
		i := it.Next()
		s := a.get(i)
		at := 0
		if len(runes) > 2 {
			at = bytes.Index(s, needle)
		}
		if at >= 0 {
			hit(i, s, at)
		}
	}
}

// BenchmarkChange is a list after somebody changed a sheet.
func BenchmarkChange(b *testing.B) {
	for _, n := range sizes() {
		st, of := company(b, n), sample.New(1, n)
		r := rand.New(rand.NewPCG(1, 1))
		q := Query{Sort: SortCreated, Desc: true, Limit: 50}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			timed(b, func(i int) {
				s := of.Sheet(r.IntN(n), int64(i+2))
				if err := st.put(&s); err != nil {
					b.Fatal(err)
				}
				st.settle(q.kind())
				st.search(&q)
			})
		})
		delete(companies, n) // it is no longer what it was
	}
}

// BenchmarkSnapshot is how long an instance takes from the snapshot's bytes to the
// first answer, with the sizes of both.
func BenchmarkSnapshot(b *testing.B) {
	for _, n := range sizes() {
		s := snapshot{company: "c", store: company(b, n)}
		data := s.encode()
		b.Run(fmt.Sprintf("%d/load", n), func(b *testing.B) {
			var st *store
			timed(b, func(int) {
				read, err := decodeSnapshot(data, "c")
				if err != nil {
					b.Fatal(err)
				}
				st = read.store
				q := Query{Sort: SortCreated, Limit: 50}
				st.search(&q)
			})
			b.ReportMetric(float64(len(data))/1e6, "snapshot-MB")
			b.ReportMetric(heap(b, data), "heap-MB")
			runtime.KeepAlive(st)
		})
	}
}

// heap is how much memory a store takes that is read from a snapshot.
func heap(b *testing.B, data []byte) float64 {
	b.Helper()
	used := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	before := used()
	read, err := decodeSnapshot(data, "c")
	if err != nil {
		b.Fatal(err)
	}
	after := used()
	runtime.KeepAlive(read)
	return (after - before) / 1e6
}
