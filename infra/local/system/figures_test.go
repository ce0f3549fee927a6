package system_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"anzen/shared/domain/sds"
)

// tenPageSheet is a sheet of the corpus, which is optional.
const tenPageSheet = "ja-005.pdf"

// figures measures response times. It asserts nothing about them: they depend on the
// machine's load.
func figures(t *testing.T, p *process, _ func() *process) *process {
	b := p.admin(t)
	t.Run("memory", func(t *testing.T) {
		if runtime.GOOS != "linux" {
			t.Skip("reads /proc")
		}
		bytes, processes := p.memory()
		if processes < 2 {
			t.Errorf("%d processes", processes)
		}
		t.Logf("%d MB in %d processes (proportional set size)", bytes>>20, processes)
	})
	t.Run("ten pages", func(t *testing.T) { tenPages(t, b) })
	t.Run("fifty sheets", func(t *testing.T) { fiftySheets(t, b) })
	t.Run("routes", func(t *testing.T) { latencies(t, b) })
	return p
}

// tenPages measures the time from the upload of a file to "completed".
func tenPages(t *testing.T, b *browser) {
	files := []file{{"generated.pdf", sheetPDF("Ten pages", 10)}}
	if body, err := os.ReadFile(filepath.Join(root, "..", "shared", "corpus", "pdf", tenPageSheet)); err == nil {
		files = append(files, file{tenPageSheet, body})
	}
	for _, f := range files {
		started := time.Now()
		s := b.completed(t, b.upload(t, f)[0])
		if s.File.Pages != 10 {
			t.Errorf("%s has %d pages", f.name, s.File.Pages)
		}
		t.Logf("%s, 10 pages: completed after %s", f.name, time.Since(started).Round(time.Millisecond))
	}
}

// fiftySheets sends as many files as the dashboard accepts at once.
func fiftySheets(t *testing.T, b *browser) {
	files := make([]file, 50)
	for i := range files {
		files[i] = file{fmt.Sprintf("fifty-%02d.pdf", i), sheetPDF(fmt.Sprintf("Fifty %02d", i), 3)}
	}
	before := b.list(t, "").Total
	started := time.Now()
	ids := b.upload(t, files...)
	sent := time.Since(started)
	sheets := b.analyzed(t, ids...)
	took := time.Since(started)
	slices.Sort(ids)
	if len(slices.Compact(ids)) != 50 || b.list(t, "").Total != before+50 {
		t.Errorf("%d sheets of 50 files, %d more in the list", len(slices.Compact(ids)), b.list(t, "").Total-before)
	}
	for i, s := range sheets {
		if s.Status != int(sds.StatusCompleted) || s.ProductName != fmt.Sprintf("Fifty %02d", i) {
			t.Errorf("%s: status %d, product %q", s.Name, s.Status, s.ProductName)
		}
		if got := b.actions(t, s.ID); got != "registered analyzed" {
			t.Errorf("%s: history %s", s.Name, got)
		}
	}
	t.Logf("50 sheets of 3 pages: sent and registered after %s, all completed after %s", sent.Round(time.Millisecond), took.Round(time.Millisecond))
}

func latencies(t *testing.T, b *browser) {
	id := b.list(t, "&text=Ten+pages").Items[0].ID
	version := b.sheet(t, id).Version
	for _, route := range []struct {
		name string
		call func(i int) call
	}{
		{"GET sdses (50 of them)", func(int) call { return call{method: "GET", path: "/companies/{id}/sdses"} }},
		{"GET sdses/{x}", func(int) call { return call{method: "GET", path: "/companies/{id}/sdses/" + id} }},
		{"PUT sdses/{x}", func(i int) call {
			return call{method: "PUT", path: "/companies/{id}/sdses/" + id, version: version + int64(i), body: map[string]string{"note": fmt.Sprint("n", i)}}
		}},
	} {
		const warm, measured = 20, 200
		took := make([]time.Duration, 0, measured)
		for i := range warm + measured {
			started := time.Now()
			if a := b.do(t, route.call(i)); a.status != 200 {
				t.Fatalf("%s: %s", route.name, a)
			}
			if i >= warm {
				took = append(took, time.Since(started))
			}
		}
		slices.Sort(took)
		t.Logf("%-24s p50 %5.1f ms, p99 %5.1f ms", route.name, milliseconds(took[measured/2]), milliseconds(took[measured*99/100]))
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
