package catalog_test

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
)

// slow rules judge nothing before they are released.
type slow struct {
	version  string
	released chan struct{}
	judged   atomic.Int64
}

func (s *slow) Version() string { return s.version }

func (s *slow) Epoch(string) (from, until string) { return "", "" }

func (s *slow) Judge(_ string, of *sds.Sheet) {
	<-s.released
	s.judged.Add(1)
	of.CheckedLaws, of.LawDates, of.Unidentified = []string{s.version}, nil, ""
}

func compacted(t *testing.T, w *world, version string) {
	t.Helper()
	r := &slow{version: version, released: make(chan struct{})}
	close(r.released)
	if err := catalog.Compact(t.Context(), w.log, w.memorySnapshots, r, "c", w.time); err != nil {
		t.Fatal(err)
	}
}

func by(t *testing.T, c *catalog.Catalog, version string) int {
	t.Helper()
	return total(t, c, catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetCheckedLaw, version)}})
}

// After a release with other rules the answer comes first, by the rules before; sheets are judged behind it, each once, and what is
// written meanwhile is as its writer left it.
func TestTheAnswerComesBeforeNewRules(t *testing.T) {
	const sheets = 300
	w := newWorld()
	w.write(sheets)
	compacted(t, w, "old")
	w.requests = 0
	r := &slow{version: "new", released: make(chan struct{})}
	c := catalog.New(w.log, w.time, catalog.WithSnapshots(w.memorySnapshots), catalog.WithChecks(r), catalog.Later())
	// Nothing is judged as long as it is not released: an answer that waited for it would never come.
	for range 3 {
		if n := by(t, c, "old"); n != sheets {
			t.Fatalf("%d sheets by the rules before", n)
		}
	}
	if w.requests != 1 || r.judged.Load() != 0 {
		t.Errorf("%d wishes for a snapshot, %d judged", w.requests, r.judged.Load())
	}
	close(r.released)
	w.take(sheet("later", 1, "written meanwhile"))()
	for by(t, c, "new") != sheets+1 {
		if t.Context().Err() != nil {
			t.Fatal("the sheets are never judged")
		}
		runtime.Gosched()
	}
	if n := by(t, c, "old"); n != 0 || r.judged.Load() != sheets+1 {
		t.Errorf("%d are left by the rules before, %d were judged", n, r.judged.Load())
	}
	compacted(t, w, "new")
	again := catalog.New(w.log, w.time, catalog.WithSnapshots(w.memorySnapshots), catalog.WithChecks(r), catalog.Later())
	if n := by(t, again, "new"); n != sheets+1 || r.judged.Load() != sheets+1 {
		t.Errorf("%d sheets of a snapshot by the same rules, %d judged", n, r.judged.Load())
	}
}

// Rules change while sheets are judged by others, and sheets change: in the end all are judged by the last.
func TestRulesThatChangeMeanwhile(t *testing.T) {
	const sheets = 200
	w := newWorld()
	w.write(sheets)
	compacted(t, w, "old")
	r := &turning{}
	c := catalog.New(w.log, w.time, catalog.WithSnapshots(w.memorySnapshots), catalog.WithChecks(r), catalog.Later())
	for i := range 5 {
		r.now.Store(int64(i))
		w.take(sheet(fmt.Sprint("s", i), 1, "more"))()
		by(t, c, "old")
	}
	for by(t, c, "v4") != sheets+5 {
		if t.Context().Err() != nil {
			t.Fatal("the sheets are never judged")
		}
		runtime.Gosched()
	}
}

type turning struct{ now atomic.Int64 }

func (r *turning) Version() string { return fmt.Sprint("v", r.now.Load()) }

func (r *turning) Epoch(string) (from, until string) { return "", "" }

func (r *turning) Judge(_ string, s *sds.Sheet) {
	s.CheckedLaws, s.LawDates, s.Unidentified = []string{r.Version()}, nil, ""
}
