package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Two instances of the catalog over one table: what is acknowledged is in the
// next answer of both, whichever of them answered before.
func TestCatalogueFollowsTheTable(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	instances := []*catalog.Catalog{catalog.New(table1, time.Now), catalog.New(table1, time.Now)}
	expect := func(total int, q catalog.Query) {
		t.Helper()
		q.Limit = 100
		for i, instance := range instances {
			page, err := instance.Search(ctx, c, q)
			if err != nil || page.Total != total || len(page.Sheets) != total {
				t.Errorf("instance %d counts %d (%d on the page), %v; want %d", i, page.Total, len(page.Sheets), err, total)
			}
		}
	}
	expect(0, catalog.Query{})
	var last sds.Sheet
	for i := range 5 {
		s, err := table1.WriteSheet(ctx, c, write.Sheet{After: aSheet(fmt.Sprintf("sheet %d", i), time.Now()), Audit: audit})
		if err != nil {
			t.Fatal(err)
		}
		last = s
		expect(i+1, catalog.Query{})
	}
	renamed := last
	renamed.Name, renamed.Tags = "別の名前", []sds.TagID{"t2"}
	after, err := table1.WriteSheet(ctx, c, write.Sheet{Before: &last, After: renamed, Audit: audit})
	if err != nil {
		t.Fatal(err)
	}
	expect(5, catalog.Query{})
	expect(1, catalog.Query{Text: "別の"})
	expect(4, catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetTag, "t1")}})
	expect(1, catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetTag, "t2")}})
	gone, now := after, time.Now()
	gone.DeletedAt = &now
	if _, err := table1.WriteSheet(ctx, c, write.Sheet{Before: &after, After: gone, Audit: audit}); err != nil {
		t.Fatal(err)
	}
	expect(4, catalog.Query{})
	expect(1, catalog.Query{Removed: true})
	// An instance that starts now sees the same.
	instances = append(instances, catalog.New(table1, time.Now))
	expect(4, catalog.Query{})
}

// snapshotStore keeps snapshots in memory.
type snapshotStore struct {
	mu   sync.Mutex
	kept map[sds.CompanyID][]byte
}

func (s *snapshotStore) ReadSnapshot(_ context.Context, c sds.CompanyID) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[c], nil
}

func (s *snapshotStore) WriteSnapshot(_ context.Context, c sds.CompanyID, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[c] = data
	return nil
}

func (s *snapshotStore) RequestSnapshot(context.Context, sds.CompanyID) error { return nil }

// The hunt for a missed write: writers create, change and remove sheets, one by
// one and many at a time, while a compactor makes snapshots and instances come
// and go. Whatever has been acknowledged is in the next answer of any instance,
// those included that begin at that moment.
func TestNoInstanceMissesAWrite(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	kept := &snapshotStore{kept: map[sds.CompanyID][]byte{}}
	start := func() *catalog.Catalog { return catalog.New(table1, time.Now, catalog.WithSnapshots(kept)) }
	const writers, writes = 6, 14
	instances := make([]atomic.Pointer[catalog.Catalog], 3)
	for i := range instances {
		instances[i].Store(start())
	}
	done := make(chan struct{})
	compactor := make(chan error, 1)
	go func() {
		for {
			select {
			case <-done:
				compactor <- nil
				return
			default:
				if err := catalog.Compact(ctx, table1, kept, nil, c, time.Now); err != nil {
					compactor <- err
					return
				}
			}
		}
	}()
	for _, err := range together(writers, func(i int) error {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		var mine []sds.Sheet
		look := func(after ...sds.Sheet) error {
			n := r.IntN(len(instances))
			if r.IntN(5) == 0 {
				instances[n].Store(start())
			}
			for _, s := range after {
				q := catalog.Query{IDs: []sds.SheetID{s.ID}, Removed: s.DeletedAt != nil, Limit: 1, Sort: catalog.Sorts[r.IntN(len(catalog.Sorts))]}
				if s.DeletedAt == nil {
					q.Text = s.Name
				}
				page, err := instances[n].Load().Search(ctx, c, q)
				if err != nil {
					return err
				}
				if len(page.Sheets) != 1 || page.Sheets[0].Version != s.Version {
					return fmt.Errorf("writer %d: an instance has missed version %d of %q: %+v", i, s.Version, s.Name, page.Sheets)
				}
			}
			return nil
		}
		for n := range writes {
			var after []sds.Sheet
			switch {
			case len(mine) > 2 && r.IntN(3) == 0: // many at a time
				var many []write.Sheet
				for k := range mine {
					next := mine[k]
					next.Name = fmt.Sprintf("together %d-%d-%d", i, n, k)
					many = append(many, write.Sheet{Before: &mine[k], After: next})
				}
				if err := table1.WriteSheets(ctx, c, many, audit); err != nil {
					return err
				}
				for k := range mine {
					next := many[k].After
					next.Version++
					mine[k] = next
				}
				after = mine
			case len(mine) > 0 && r.IntN(3) == 0:
				k := r.IntN(len(mine))
				next := mine[k]
				next.Name = fmt.Sprintf("changed %d-%d", i, n)
				removed := r.IntN(3) == 0
				if removed {
					now := time.Now()
					next.DeletedAt = &now
				}
				written, err := table1.WriteSheet(ctx, c, write.Sheet{Before: &mine[k], After: next, Audit: audit})
				if err != nil {
					return err
				}
				mine[k] = written
				if removed {
					mine = slices.Delete(slices.Clone(mine), k, k+1)
				}
				after = []sds.Sheet{written}
			default:
				written, err := table1.WriteSheet(ctx, c, write.Sheet{After: aSheet(fmt.Sprintf("new %d-%d", i, n), time.Now()), Audit: audit})
				if err != nil {
					return err
				}
				mine, after = append(mine, written), []sds.Sheet{written}
			}
			if err := look(after...); err != nil {
				return err
			}
		}
		return nil
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	close(done)
	if err := <-compactor; err != nil {
		t.Error(err)
	}
	// In the end all instances and the table agree.
	records, err := table1.SheetRecordsByID(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	there := 0
	for _, s := range records {
		if s.DeletedAt == nil {
			there++
		}
	}
	for i := range instances {
		page, err := instances[i].Load().Search(ctx, c, catalog.Query{})
		if err != nil || page.Total != there {
			t.Errorf("instance %d counts %d sheets, %v; the table has %d", i, page.Total, err, there)
		}
	}
}

// More sheet records than one answer of DynamoDB's holds come once each, in order.
func TestEverySheetRecordIsRead(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	note := strings.Repeat("長い備考 ", 3000) // 1 MB, the size of an answer, is some 25 of these
	var want []sds.SheetID
	for range 3 {
		var many []write.Sheet
		for range write.MaxSheets {
			s := aSheet("s", time.Now())
			s.Note, s.GuardedCodes, s.ProductCodes = note, nil, nil
			many, want = append(many, write.Sheet{After: s}), append(want, s.ID)
		}
		if err := table1.WriteSheets(ctx, c, many, audit); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(want)
	var got []sds.SheetID
	if err := table1.EachSheet(ctx, c, func(s *sds.Sheet) error {
		got = append(got, s.ID)
		return nil
	}); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d records of %d, in order %v: %v", len(got), len(want), slices.IsSorted(got), err)
	}
	stop := errors.New("enough")
	if err := table1.EachSheet(ctx, c, func(*sds.Sheet) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("an error of the reader's: %v", err)
	}
}

func TestLogBefore(t *testing.T) {
	clock := tabletest.NewClock()
	table1 := tabletest.New(t, clock.Now)
	c := sds.NewID[sds.CompanyID]()
	expect := func(before time.Time, want int64) {
		t.Helper()
		if got, err := table1.LogBefore(t.Context(), c, before); err != nil || got != want {
			t.Errorf("%d, %v; want %d", got, err, want)
		}
	}
	expect(clock.Now(), 0)
	for range 3 {
		if _, err := table1.WriteSheet(t.Context(), c, write.Sheet{After: aSheet("s", clock.Now()), Audit: audit}); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Minute)
	}
	expect(clock.Now(), 3)
	expect(clock.Now().Add(-90*time.Second), 2)
	expect(clock.Now().Add(-time.Hour), 0)
}

func TestSnapshotsThatAreAskedFor(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	table1 := tabletest.New(t, clock.Now)
	a, b := sds.NewID[sds.CompanyID](), sds.NewID[sds.CompanyID]()
	expect := func(want ...sds.CompanyID) {
		t.Helper()
		got, err := table1.SnapshotRequests(ctx, 10)
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	ask := func(c sds.CompanyID) {
		t.Helper()
		if err := table1.RequestSnapshot(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	expect()
	ask(a)
	ask(b)
	ask(b)
	expect(a, b)
	clock.Advance(time.Minute)
	began := clock.Now()
	clock.Advance(time.Minute)
	ask(b) // while its snapshot is being made
	for _, c := range []sds.CompanyID{a, b} {
		if err := table1.SnapshotMade(ctx, c, began); err != nil {
			t.Fatal(err)
		}
	}
	expect(b)
}

// deadlines notes until when the transactions of a table may run.
type deadlines struct {
	table.API
	until []time.Time
}

func (d *deadlines) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	until, _ := ctx.Deadline()
	d.until = append(d.until, until)
	return d.API.TransactWriteItems(ctx, in, o...)
}

// The catalog takes a missing number for one that never comes after a while: a
// writer must have given up by then.
func TestWritersGiveUpBeforeTheirNumbersDo(t *testing.T) {
	e := tabletest.Start(t)
	d := &deadlines{API: e.Client}
	table1 := table.New(d, e.Name, time.Now)
	if _, err := table1.WriteSheet(t.Context(), sds.NewID[sds.CompanyID](), write.Sheet{After: aSheet("s", time.Now()), Audit: audit}); err != nil {
		t.Fatal(err)
	}
	if len(d.until) != 1 || d.until[0].IsZero() || time.Until(d.until[0]) > sds.WriteTakes*3/4 {
		t.Errorf("a write may run until %v", d.until)
	}
}
