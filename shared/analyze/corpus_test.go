package analyze_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/analyze"
	"anzen/shared/analyze/pdf"
)

// corpus answers the files of a folder of the corpus, which is not part of the repository.
func corpus(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", folder, "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Skip("no corpus beside the module: " + folder + " is not tried")
	}
	return files
}

func reader(t testing.TB) *analyze.Reader {
	t.Helper()
	p := pdf.NewPool(pdf.Config{})
	t.Cleanup(p.Close)
	return &analyze.Reader{PDF: p}
}

func TestEverySheetHasItsSections(t *testing.T) {
	r := reader(t)
	if err := r.PDF.Prewarm(context.Background()); err != nil {
		t.Fatal(err)
	}
	var times []time.Duration
	for _, file := range corpus(t, "pdf") {
		id := strings.TrimSuffix(filepath.Base(file), ".pdf")
		if strings.HasSuffix(id, "-scan") {
			continue // recognising them takes minutes; see the tests of package ocr
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		d, err := r.Read(context.Background(), b)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		took := time.Since(start)
		times = append(times, took)
		var order []int
		pairs, tables := 0, 0
		for _, s := range d.Sections {
			order = append(order, s.Number)
			pairs += len(s.Pairs)
			tables += len(s.Tables)
		}
		t.Logf("%s %-5s %2d of 16 %3d pairs %2d tables %2d sheets %3d+%3d margin lines %4dms %v", id, d.Language, len(d.Numbers()), pairs, tables, len(d.Sheets), len(d.Headers), len(d.Footers), took.Milliseconds(), order)
		if d.Language != id[:2] && (id[:2] != "js" || d.Language != "ja") {
			t.Errorf("%s: language %q", id, d.Language)
		}
	}
	slices.Sort(times)
	t.Logf("%d sheets: median %s, slowest %s, worker %+v", len(times), times[len(times)/2], times[len(times)-1], r.PDF.Stats())
}
