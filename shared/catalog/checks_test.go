package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/sds"
)

// rules find one thing about a sheet, which changes with the version and the days.
type rules struct {
	version string
	turns   string // the day on which what is found changes
	judged  int
	days    int // how often an epoch was requested
}

func (r *rules) Version() string { return r.version }

func (r *rules) Epoch(day string) (from, until string) {
	r.days++
	if day < r.turns {
		return "", r.turns
	}
	return r.turns, ""
}

func (r *rules) found(day string) string {
	if day < r.turns {
		return r.version + ":scheduled"
	}
	return r.version + ":applies"
}

func (r *rules) Judge(day string, s *sds.Sheet) {
	r.judged++
	s.CheckedLaws, s.Unidentified = []string{r.found(day)}, ""
	if len(s.Ingredients) == 0 {
		s.Unidentified = "100"
	}
}

func TestSheetsAreJudgedByTheRulesOfTheDay(t *testing.T) {
	w := newWorld()
	w.write(120)
	r := &rules{version: "a", turns: "2026-11-22"} // the clock is at 18:00 of the 20th in Japan
	start := func() *catalog.Catalog {
		return catalog.New(w.log, w.time, catalog.WithSnapshots(w.memorySnapshots), catalog.WithChecks(r))
	}
	compact := func() {
		t.Helper()
		if err := catalog.Compact(t.Context(), w.log, w.memorySnapshots, r, "c", w.time); err != nil {
			t.Fatal(err)
		}
	}
	have := func(c *catalog.Catalog, value string, want, judged int) {
		t.Helper()
		r.judged = 0
		all := total(t, c, catalog.Query{})
		got := total(t, c, catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetCheckedLaw, value)}})
		if got != want || r.judged != judged || got != 0 && got != all {
			t.Errorf("%d of %d sheets are %s, want %d; %d were judged, want %d", got, all, value, want, r.judged, judged)
		}
	}
	c := start()
	have(c, "a:scheduled", 120, 120)
	compact()
	w.requests = 0
	have(start(), "a:scheduled", 120, 0) // a snapshot of the same rules is taken as it is
	if w.requests != 0 {
		t.Errorf("%d wishes for a snapshot that is there", w.requests)
	}

	w.take(sheet("later", 1, "after the snapshot"))()
	have(c, "a:scheduled", 121, 1)

	// It lives over the midnight in Japan on which something comes into force.
	w.clock = w.clock.Add(29 * time.Hour)
	have(c, "a:scheduled", 121, 1) // it has slept for so long that it begins from the snapshot again
	w.clock = w.clock.Add(time.Hour)
	have(c, "a:applies", 121, 121)
	have(c, "a:scheduled", 0, 0)
	fresh := start()
	w.requests = 0
	have(fresh, "a:applies", 121, 121)
	have(fresh, "a:applies", 121, 0)
	if w.requests != 1 {
		t.Errorf("%d wishes for a snapshot by the rules of today, want one", w.requests)
	}

	compact()
	have(start(), "a:applies", 121, 0)
	r.version = "b"
	have(start(), "b:applies", 121, 121)
	have(c, "b:applies", 121, 121)
	have(c, "a:applies", 0, 0)
	if got := total(t, c, catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetUnidentified, "100")}}); got == 0 || got == 121 {
		t.Errorf("%d sheets of which nothing is known", got)
	}
}

// A snapshot of a replica that has judged, changed and judged anew is that of one
// that has just been built.
func TestJudgedSnapshotsAreTheSame(t *testing.T) {
	made := func(old bool) string {
		w := newWorld()
		w.write(50)
		r := &rules{version: "b", turns: "2026-01-01"}
		if old {
			if err := catalog.Compact(t.Context(), w.log, w.memorySnapshots, &rules{version: "a", turns: "2027-01-01"}, "c", w.time); err != nil {
				t.Fatal(err)
			}
		}
		of := sample.New(3, 50)
		for i := range 20 {
			w.take(of.Sheet(i, 2))()
		}
		if err := catalog.Compact(t.Context(), w.log, w.memorySnapshots, r, "c", w.time); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%x", w.kept["c"])
	}
	if made(true) != made(false) {
		t.Error("the snapshots differ")
	}
}

// Without rules, sheets have what they came with.
func TestACatalogueWithoutChecks(t *testing.T) {
	w := newWorld()
	w.write(30)
	page, err := w.start().Search(t.Context(), "c", catalog.Query{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i := range page.Sheets {
		found += len(page.Sheets[i].CheckedLaws)
	}
	if found == 0 {
		t.Error("nothing is left of what was found before")
	}
}

// ending rules end the caller's time after some sheets.
type ending struct {
	*rules
	after int
	end   context.CancelFunc
}

func (e *ending) Judge(day string, s *sds.Sheet) {
	e.rules.Judge(day, s)
	if e.judged == e.after {
		e.end()
	}
}

// After a release with other rules a snapshot is asked for before sheets are judged, and a call that runs out of time leaves
// the next one only the rest.
func TestNewRulesAskForASnapshotFirst(t *testing.T) {
	const sheets = 600
	w := newWorld()
	w.write(sheets)
	if err := catalog.Compact(t.Context(), w.log, w.memorySnapshots, &rules{version: "a", turns: "2027-01-01"}, "c", w.time); err != nil {
		t.Fatal(err)
	}
	w.requests, w.loads = 0, 0
	ctx, cancel := context.WithCancel(t.Context())
	r := &ending{rules: &rules{version: "b", turns: "2027-01-01"}, after: 300, end: cancel}
	c := catalog.New(w.log, w.time, catalog.WithSnapshots(w.memorySnapshots), catalog.WithChecks(r))
	if _, err := c.Search(ctx, "c", catalog.Query{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v", err)
	}
	if w.requests != 1 || r.judged < r.after || r.judged == sheets {
		t.Errorf("%d wishes for a snapshot, %d sheets judged", w.requests, r.judged)
	}
	page, err := c.Search(t.Context(), "c", catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetCheckedLaw, "b:scheduled")}})
	if err != nil || page.Total != sheets || r.judged != sheets || w.loads != 0 {
		t.Errorf("%d sheets by the new rules, %d judged in all, %d loads: %v", page.Total, r.judged, w.loads, err)
	}
	if w.requests != 1 {
		t.Errorf("%d wishes for a snapshot", w.requests)
	}
}
