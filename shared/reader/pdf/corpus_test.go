package pdf_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"anzen/shared/reader/pdf"
)

// corpus answers the files of a folder of the corpus, which is not part of the repository.
func corpus(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "corpus", folder, "*"))
	if err != nil || len(files) == 0 {
		t.Skip("no corpus beside the module: " + folder + " is not tried")
	}
	return files
}

func TestEveryBadFileEnds(t *testing.T) {
	p := pool(t)
	reasons := []error{pdf.ErrEmpty, pdf.ErrNotPDF, pdf.ErrBroken, pdf.ErrEncrypted, pdf.ErrTooLarge, pdf.ErrTimeout}
	for _, file := range corpus(t, "bad") {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		f, err := p.Extract(context.Background(), b)
		took := time.Since(start)
		if err != nil {
			if !slices.ContainsFunc(reasons, func(r error) bool { return errors.Is(err, r) }) {
				t.Errorf("%s: untyped error %v", filepath.Base(file), err)
			}
			t.Logf("%-60s %6dms %v", filepath.Base(file), took.Milliseconds(), err)
			continue
		}
		chars := 0
		for _, p := range f.Pages {
			chars += p.Chars
		}
		t.Logf("%-60s %6dms %d pages (%d bad), %d characters", filepath.Base(file), took.Milliseconds(), len(f.Pages), f.Bad, chars)
	}
	t.Logf("%+v", p.Stats())
}

func TestEverySheetOfTheCorpusIsExtracted(t *testing.T) {
	p := pool(t)
	if err := p.Prewarm(context.Background()); err != nil {
		t.Fatal(err)
	}
	var times []time.Duration
	pages := 0
	for _, file := range corpus(t, "pdf") {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		f, err := p.Extract(context.Background(), b)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		times = append(times, time.Since(start))
		pages += len(f.Pages)
		if f.Bad > 0 {
			t.Errorf("%s: %d pages not read", filepath.Base(file), f.Bad)
		}
	}
	slices.Sort(times)
	t.Logf("%d sheets, %d pages: median %s, slowest %s, %+v", len(times), pages, times[len(times)/2], times[len(times)-1], p.Stats())
}
