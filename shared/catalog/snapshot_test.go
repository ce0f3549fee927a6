package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/sds"
)

// memorySnapshots keeps snapshots in memory.
type memorySnapshots struct {
	kept     map[sds.CompanyID][]byte
	requests int
	fail     error
}

func (s *memorySnapshots) ReadSnapshot(_ context.Context, c sds.CompanyID) ([]byte, error) {
	return s.kept[c], s.fail
}

func (s *memorySnapshots) WriteSnapshot(_ context.Context, c sds.CompanyID, data []byte) error {
	s.kept[c] = data
	return nil
}

func (s *memorySnapshots) RequestSnapshot(context.Context, sds.CompanyID) error {
	s.requests++
	return nil
}

// world is a company with a log, a shelf and a clock.
type world struct {
	*log
	*memorySnapshots
	clock time.Time
}

func newWorld() *world {
	w := &world{log: newLog(), memorySnapshots: &memorySnapshots{kept: map[sds.CompanyID][]byte{}}, clock: sample.Now}
	w.log.now = w.time
	return w
}

func (w *world) time() time.Time { return w.clock }

func (w *world) start() *catalog.Catalog {
	return catalog.New(w.log, w.time, catalog.WithSnapshots(w.memorySnapshots))
}

func (w *world) compact(t interface{ Fatal(...any) }) {
	if err := catalog.Compact(context.Background(), w.log, w.memorySnapshots, nil, "c", w.time); err != nil {
		t.Fatal(err)
	}
}

func (w *world) write(n int) {
	of := sample.New(3, n)
	for i := range n {
		s := of.Sheet(i, 1)
		s.DeletedAt = nil
		w.take(s)()
	}
}

// expire removes from the log what is older than its entries last.
func (w *world) expire(age time.Duration) {
	for seq, e := range w.entries {
		if w.clock.Sub(e.At) > age {
			delete(w.entries, seq)
		}
	}
}

func TestAnInstanceBeginsFromTheSnapshotAndTheLogSince(t *testing.T) {
	w := newWorld()
	w.write(150)
	if got := total(t, w.start(), catalog.Query{}); got != 150 || w.loads != 1 || w.requests != 1 {
		t.Fatalf("%d sheets, %d loads, %d wishes for a snapshot", got, w.loads, w.requests)
	}
	w.compact(t)
	w.loads = 0
	w.take(sheet("later", 1, "after the snapshot"))()
	c := w.start()
	if got := total(t, c, catalog.Query{}); got != 151 || w.loads != 0 {
		t.Errorf("%d sheets, want 151; the table was read %d times", got, w.loads)
	}
	if got := total(t, c, catalog.Query{Text: "snapshot"}); got != 1 {
		t.Errorf("what was written after the snapshot is found %d times", got)
	}
	// When much has been written since, a new one is wanted, but not with every answer.
	w.requests = 0
	of := sample.New(3, 400)
	for i := range 400 {
		w.take(of.Sheet(i, 2))()
	}
	total(t, c, catalog.Query{})
	total(t, c, catalog.Query{})
	if w.requests != 1 {
		t.Errorf("%d wishes for a snapshot, want one", w.requests)
	}
}

func TestABadSnapshotIsNeverTrusted(t *testing.T) {
	w := newWorld()
	w.write(120)
	w.compact(t)
	good := w.kept["c"]
	other := newWorld()
	other.write(110)
	if err := catalog.Compact(context.Background(), other.log, other.memorySnapshots, nil, "d", other.time); err != nil {
		t.Fatal(err)
	}
	change := func(at int) []byte {
		data := slices.Clone(good)
		data[at] ^= 0x40
		return data
	}
	for name, data := range map[string][]byte{
		"lost":              nil,
		"empty":             {},
		"cut":               good[:len(good)/2],
		"another version":   change(8),
		"another format":    change(0),
		"a bit wrong":       change(len(good) / 2),
		"its sum wrong":     change(len(good) - 1),
		"another company's": other.kept["d"],
	} {
		t.Run(name, func(t *testing.T) {
			w.kept["c"], w.loads, w.requests = data, 0, 0
			if got := total(t, w.start(), catalog.Query{}); got != 120 || w.loads != 1 || w.requests != 1 {
				t.Errorf("%d sheets, %d loads, %d wishes; want 120, 1, 1", got, w.loads, w.requests)
			}
		})
	}
	w.kept["c"], w.fail, w.loads = good, errors.New("the bucket is away"), 0
	if got := total(t, w.start(), catalog.Query{}); got != 120 || w.loads != 1 {
		t.Errorf("while the bucket is away: %d sheets, %d loads", got, w.loads)
	}
}

// Reading a large company from the table can take longer than a function lives:
// the request for a snapshot has gone out before.
func TestASnapshotIsAskedForBeforeTheTableIsRead(t *testing.T) {
	w := newWorld()
	w.write(120)
	w.recordsFail = errors.New("out of time")
	for range 2 {
		if _, err := w.start().Search(context.Background(), "c", catalog.Query{}); !errors.Is(err, w.recordsFail) {
			t.Fatal(err)
		}
	}
	if w.requests != 2 { // one an instance
		t.Errorf("%d wishes for a snapshot", w.requests)
	}
}

func TestAnyWrongBitIsNoticed(t *testing.T) {
	w := newWorld()
	w.write(100)
	w.compact(t)
	good := w.kept["c"]
	rapid.Check(t, func(rt *rapid.T) {
		data := slices.Clone(good)
		at := rapid.IntRange(0, len(data)-1).Draw(rt, "at")
		data[at] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
		w.kept["c"], w.loads = data, 0
		if got := total(rt, w.start(), catalog.Query{}); got != 100 || w.loads != 1 {
			rt.Fatalf("%d sheets, %d loads", got, w.loads)
		}
	})
}

// The log forgets. An old snapshot is good while nothing or all of what came
// since is still in the log.
func TestAnOldSnapshot(t *testing.T) {
	const forgets = 48 * time.Hour
	w := newWorld()
	w.write(120)
	w.compact(t)
	w.loads = 0
	w.clock = w.clock.Add(30 * 24 * time.Hour)
	w.expire(forgets)
	if got := total(t, w.start(), catalog.Query{}); got != 120 || w.loads != 0 {
		t.Errorf("nothing came since: %d sheets, %d loads", got, w.loads)
	}
	w.take(sheet("a", 1, "a"))()
	if got := total(t, w.start(), catalog.Query{}); got != 121 || w.loads != 0 {
		t.Errorf("all is in the log: %d sheets, %d loads", got, w.loads)
	}
	w.clock = w.clock.Add(3 * 24 * time.Hour)
	w.take(sheet("b", 1, "b"))()
	w.expire(forgets)
	if got := total(t, w.start(), catalog.Query{}); got != 122 || w.loads != 1 {
		t.Errorf("some has left the log: %d sheets, %d loads", got, w.loads)
	}
}

// A table that was restored to a time before the snapshot lacks what the snapshot has: however young it is, it is not used.
func TestASnapshotOfLaterThanTheTable(t *testing.T) {
	w := newWorld()
	w.write(120)
	w.compact(t)
	later := w.kept["c"]
	restored := newWorld()
	restored.write(110)
	restored.kept["c"] = later
	if got := total(t, restored.start(), catalog.Query{}); got != 110 || restored.loads != 1 {
		t.Errorf("%d sheets, %d loads", got, restored.loads)
	}
}

// A write that crashed leaves a number that never comes: snapshots get over it.
func TestACrashedWriteDoesNotHoldSnapshotsBack(t *testing.T) {
	w := newWorld()
	w.write(100)
	w.take(sheet("crash", 1, "never")) // takes a number and is not heard of again
	w.write(120)
	w.compact(t)
	w.clock = w.clock.Add(time.Hour)
	w.take(sheet("last", 1, "last"))()
	w.compact(t)
	w.read = 0
	if got := total(t, w.start(), catalog.Query{}); got != 121 || w.read > 1 {
		t.Errorf("%d sheets; %d entries of the log were read, want the last alone", got, w.read)
	}
}

// sources are the logs of several companies.
type sources map[sds.CompanyID]*log

func (s sources) LogEnd(ctx context.Context, c sds.CompanyID) (int64, error) {
	return s[c].LogEnd(ctx, c)
}

func (s sources) LogBefore(ctx context.Context, c sds.CompanyID, t time.Time) (int64, error) {
	return s[c].LogBefore(ctx, c, t)
}

func (s sources) EachSheet(ctx context.Context, c sds.CompanyID, each func(*sds.Sheet) error) error {
	return s[c].EachSheet(ctx, c, each)
}

func (s sources) Tail(ctx context.Context, c sds.CompanyID, seq int64) ([]sds.LogEntry, error) {
	return s[c].Tail(ctx, c, seq)
}

func (s sources) At(ctx context.Context, c sds.CompanyID, seqs []int64) ([]sds.LogEntry, error) {
	return s[c].At(ctx, c, seqs)
}

// One instance serves many companies: each sees its own sheets, and the memory
// that they take together has a bound.
func TestCompaniesInOneInstance(t *testing.T) {
	const companies, each = 8, 60
	all := sources{}
	kept := &memorySnapshots{kept: map[sds.CompanyID][]byte{}}
	now := sample.Now
	clock := func() time.Time { return now }
	name := func(i int) sds.CompanyID { return sds.CompanyID(fmt.Sprint("company", i)) }
	for i := range companies {
		all[name(i)] = newLog()
		of := sample.New(uint64(i), each)
		for n := range each + i {
			s := of.Sheet(n, 1)
			s.DeletedAt, s.Note = nil, fmt.Sprintf("secret%d", i)
			all[name(i)].take(s)()
		}
	}
	c := catalog.New(all, clock, catalog.WithSnapshots(kept), catalog.WithBudget(200_000))
	for round := range 3 {
		for i := range companies {
			now = now.Add(time.Second)
			page, err := c.Search(context.Background(), name(i), catalog.Query{Limit: 100})
			if err != nil || page.Total != each+i {
				t.Fatalf("company %d has %d sheets, %v", i, page.Total, err)
			}
			for _, s := range page.Sheets {
				if s.Note != fmt.Sprintf("secret%d", i) {
					t.Fatalf("company %d sees a sheet of %s", i, s.Note)
				}
			}
			other, err := c.Search(context.Background(), name(i), catalog.Query{Text: fmt.Sprintf("secret%d", (i+1)%companies)})
			if err != nil || other.Total != 0 {
				t.Fatalf("company %d finds %d of another's, %v", i, other.Total, err)
			}
			if round == 1 {
				if err := catalog.Compact(context.Background(), all, kept, nil, name(i), clock); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if held := c.Held(); held == 0 || held == companies {
		t.Errorf("%d of %d companies are held within the bound", held, companies)
	}
}

// While somebody pages through a list, sheets come, go and change: with the
// cursor each sheet that was there all the time comes once and in order.
func TestPagesAreStableWhileSheetsComeAndGo(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld()
		w.write(120)
		c := w.start()
		of := sample.New(3, 120)
		q := catalog.Query{
			Sort: rapid.SampledFrom(catalog.Sorts).Draw(rt, "sort"), Desc: rapid.Bool().Draw(rt, "desc"), Limit: rapid.IntRange(1, 40).Draw(rt, "limit"),
		}
		seen, touched, fresh := map[sds.SheetID]int{}, map[sds.SheetID]bool{}, 0
		for {
			page, err := c.Search(context.Background(), "c", q)
			if err != nil {
				rt.Fatal(err)
			}
			for _, s := range page.Sheets {
				seen[s.ID]++
			}
			if page.Next == nil {
				break
			}
			q.After = page.Next
			for range rapid.IntRange(0, 3).Draw(rt, "writes") {
				if rapid.Bool().Draw(rt, "new") {
					fresh++
					s := of.Sheet(1000+fresh, 1)
					touched[s.ID] = true
					w.take(s)()
					continue
				}
				s := of.Sheet(rapid.IntRange(0, 119).Draw(rt, "which"), 2)
				touched[s.ID] = true
				w.take(s)()
			}
		}
		for i := range 120 {
			if id := of.ID(i); !touched[id] && seen[id] != 1 {
				rt.Fatalf("a sheet that nobody touched came %d times", seen[id])
			}
		}
	})
}
