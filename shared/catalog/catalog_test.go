package catalog_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
)

// log is a source in memory whose writes can be held under way: a number taken,
// its entry not yet there.
type log struct {
	mu      sync.Mutex
	seq     int64
	records map[sds.SheetID]sds.Sheet
	entries map[int64]sds.LogEntry
	read    int // how many entries were
	loads   int // how often all sheet records were
	now     func() time.Time
	// recordsFail is what reading all sheet records ends with, where set.
	recordsFail error
}

func newLog() *log {
	return &log{records: map[sds.SheetID]sds.Sheet{}, entries: map[int64]sds.LogEntry{}, now: func() time.Time { return time.Unix(0, 0) }}
}

// take begins a write, and the answer ends it.
func (l *log) take(s sds.Sheet) func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seq++
	seq := l.seq
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.records[s.ID], l.entries[seq] = s, sds.LogEntry{Seq: seq, At: l.now(), Sheet: s}
	}
}

func (l *log) LogEnd(context.Context, sds.CompanyID) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seq, nil
}

func (l *log) LogBefore(_ context.Context, _ sds.CompanyID, t time.Time) (before int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for seq, e := range l.entries {
		if e.At.Before(t) {
			before = max(before, seq)
		}
	}
	return before, nil
}

func (l *log) EachSheet(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loads++
	if l.recordsFail != nil {
		return l.recordsFail
	}
	for _, id := range slices.Sorted(maps.Keys(l.records)) {
		s := l.records[id]
		if err := each(&s); err != nil {
			return err
		}
	}
	return nil
}

func (l *log) Tail(_ context.Context, _ sds.CompanyID, after int64) (tail []sds.LogEntry, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for seq := after + 1; seq <= l.seq; seq++ {
		if e, ok := l.entries[seq]; ok {
			tail = append(tail, e)
		}
	}
	l.read += len(tail)
	return tail, nil
}

func (l *log) At(_ context.Context, _ sds.CompanyID, seqs []int64) (found []sds.LogEntry, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, seq := range seqs {
		if e, ok := l.entries[seq]; ok {
			found = append(found, e)
		}
	}
	l.read += len(found)
	return found, nil
}

func total(t interface{ Fatal(...any) }, c *catalog.Catalog, q catalog.Query) int {
	page, err := c.Search(context.Background(), "c", q)
	if err != nil {
		t.Fatal(err)
	}
	return page.Total
}

// id is one that sorts as the name does.
func id(name string) sds.SheetID {
	return sds.SheetID(fmt.Sprintf("%08x-0000-4000-8000-%012x", name[0], fmt.Sprintf("%.6s", name)))
}

func sheet(name string, version int64, says string) sds.Sheet {
	return sds.Sheet{ID: id(name), Version: version, Name: says, Status: sds.StatusCompleted}
}

func TestAnAcknowledgedWriteIsInTheNextAnswer(t *testing.T) {
	l := newLog()
	now := time.Unix(0, 0)
	c := catalog.New(l, func() time.Time { return now })
	slow := l.take(sheet("slow", 1, "a"))
	l.take(sheet("quick", 1, "b"))()
	if got := total(t, c, catalog.Query{Limit: 10}); got != 1 {
		t.Fatalf("%d sheets, want the one whose write is done", got)
	}
	l.take(sheet("later", 1, "c"))()
	slow()
	if got := total(t, c, catalog.Query{Limit: 10}); got != 3 {
		t.Errorf("%d sheets, want all three: a write under way was passed over", got)
	}
	// A number that was taken and never used does not hold the log back for good.
	l.take(sheet("crashed", 1, "d"))
	now = now.Add(time.Hour)
	l.take(sheet("after", 1, "e"))()
	if got := total(t, c, catalog.Query{Limit: 10}); got != 4 {
		t.Errorf("%d sheets, want 4", got)
	}
}

func TestAWriteUnderWayDuringTheLoadIsNotMissed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := newLog()
		now := time.Unix(0, 0)
		c := catalog.New(l, func() time.Time { return now })
		var open []func()
		done := 0
		for i := range rapid.IntRange(1, 60).Draw(rt, "writes") {
			finish := l.take(sheet(fmt.Sprint(i), 1, "s"))
			if rapid.Bool().Draw(rt, "held") {
				open = append(open, finish)
			} else {
				finish()
				done++
			}
			if rapid.Bool().Draw(rt, "look") {
				if got := total(rt, c, catalog.Query{Limit: 1}); got != done {
					rt.Fatalf("%d sheets, want %d", got, done)
				}
			}
			if len(open) > 0 && rapid.Bool().Draw(rt, "finish") {
				open[0]()
				open = open[1:]
				done++
			}
		}
		for _, finish := range open {
			finish()
			done++
		}
		if got := total(rt, c, catalog.Query{Limit: 1}); got != done {
			rt.Fatalf("%d sheets in the end, want %d", got, done)
		}
	})
}

// A number that is missing for a while does not have everything after it read
// with every answer.
func TestTheLogIsReadOnce(t *testing.T) {
	l := newLog()
	c := catalog.New(l, func() time.Time { return time.Unix(0, 0) })
	total(t, c, catalog.Query{})
	slow := l.take(sheet("slow", 1, "a"))
	for i := range 50 {
		l.take(sheet(fmt.Sprint(i), 1, "b"))()
		if got := total(t, c, catalog.Query{}); got != i+1 {
			t.Fatalf("%d sheets, want %d", got, i+1)
		}
	}
	slow()
	if got := total(t, c, catalog.Query{}); got != 51 {
		t.Errorf("%d sheets, want 51", got)
	}
	if l.read > 60 {
		t.Errorf("%d entries read of 51", l.read)
	}
}

func TestFiltersAndPages(t *testing.T) {
	l := newLog()
	c := catalog.New(l, time.Now)
	removed := time.Unix(9, 0)
	half, two := 0.5, 2.0
	for _, s := range []sds.Sheet{
		{
			ID: id("1"), Name: "ﾄﾙｴﾝ 特級", CAS: []string{"108-88-3"}, SignalWord: "danger", Status: sds.StatusCompleted, RevisedOn: "2024-01-01", CreatedAt: time.Unix(1, 0), Tags: []sds.TagID{"t"},
			Ingredients: []sds.Ingredient{{Name: "トルエン", CAS: []string{"108-88-3"}, Concentration: &sds.Span{Low: &half, High: &two}}}, FlashPoint: &sds.Span{High: &two},
		},
		{ID: id("2"), Name: "Acetone", CAS: []string{"67-64-1"}, SignalWord: "danger", Status: sds.StatusImpossible, CreatedAt: time.Unix(2, 0), Supplier: "Harborline", ProductCodes: []string{"AC‐100"}},
		{ID: id("3"), Name: "水酸化ナトリウム", ProductName: "水酸化ナトリウム", Note: "toluene", Status: sds.StatusFirstCheck, CreatedAt: time.Unix(3, 0), Departments: []sds.DepartmentID{"d"}},
		{ID: id("4"), Name: "removed", DeletedAt: &removed},
	} {
		s.Version = 1
		l.take(s)()
	}
	where := func(c ...catalog.Condition) catalog.Query { return catalog.Query{Where: c} }
	later, _ := catalog.DayNumber("2023-12-31")
	for name, want := range map[string]struct {
		query catalog.Query
		ids   string
	}{
		"all, latest first":    {catalog.Query{Sort: catalog.SortCreated, Desc: true}, "321"},
		"by name":              {catalog.Query{Sort: catalog.SortName}, "213"},
		"half-width kana":      {catalog.Query{Text: "トルエン"}, "1"},
		"hiragana":             {catalog.Query{Text: "とるえん"}, "1"},
		"one character":        {catalog.Query{Text: "酸"}, "3"},
		"words combine":        {catalog.Query{Text: "acetone　HARBOR"}, "2"},
		"by number":            {catalog.Query{Text: "１０８－88"}, "1"},
		"another dash":         {catalog.Query{Text: "ac-100"}, "2"},
		"or within":            {where(catalog.Any(catalog.FacetCAS, "108-88-3", "67-64-1")), "12"},
		"and between":          {where(catalog.Any(catalog.FacetSignalWord, "danger"), catalog.Any(catalog.FacetStatus, "60000")), "1"},
		"not":                  {where(catalog.Not(catalog.Any(catalog.FacetSignalWord, "danger"))), "3"},
		"department":           {where(catalog.Any(catalog.FacetDepartment, sds.DepartmentID("d"))), "3"},
		"revised after":        {where(catalog.Between(catalog.ColumnRevised, later, catalog.Unbounded(1))), "1"},
		"in a field":           {where(catalog.Contains(catalog.FieldName, "ACE", "水")), "23"},
		"in another field":     {where(catalog.Contains(catalog.FieldNote, "toluene")), "3"},
		"product as name":      {where(catalog.Contains(catalog.FieldProduct, "ナトリウム")), "3"},
		"in none":              {where(catalog.Contains(catalog.FieldCode, "acetone")), ""},
		"so much of it":        {where(catalog.Concentration(1, 3, "108-88-3")), "1"},
		"not so much of it":    {where(catalog.Concentration(2.1, 3, "108-88-3")), ""},
		"flash point":          {where(catalog.Between(catalog.ColumnFlashPoint, -10, -5)), "1"},
		"removed":              {catalog.Query{Removed: true}, "4"},
		"none":                 {catalog.Query{Text: "硫黄"}, ""},
		"second page":          {catalog.Query{Skip: 1, Limit: 1}, "2"},
		"beyond the last page": {catalog.Query{Skip: 10}, ""},
		"those alone":          {catalog.Query{IDs: []sds.SheetID{id("3"), id("4"), "nothing"}}, "3"},
		"none alone":           {catalog.Query{IDs: []sds.SheetID{}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if want.query.Limit == 0 {
				want.query.Limit = 10
			}
			page, err := c.Search(context.Background(), "c", want.query)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, s := range page.Sheets {
				got += string(s.ID[7:8])
			}
			if got != want.ids {
				t.Errorf("%s, want %s", got, want.ids)
			}
		})
	}
}
