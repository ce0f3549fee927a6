package reader_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/reader"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

// corpus returns the files of a folder of the corpus, which is not part of the repository.
func corpus(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", folder, "*"))
	if err != nil || len(files) == 0 {
		t.Skip("no corpus beside the module: " + folder + " is not tried")
	}
	return files
}

func newReader(t testing.TB) *reader.Reader {
	t.Helper()
	p := pdf.NewPool(pdf.Config{})
	t.Cleanup(p.Close)
	return &reader.Reader{PDF: p}
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Sheets that print fewer headings than the sixteen, and how many.
var fewer = map[string]int{"en-022": 8}

func TestEverySheetHasItsSections(t *testing.T) {
	r := newReader(t)
	if err := r.PDF.Prewarm(context.Background()); err != nil {
		t.Fatal(err)
	}
	var times []time.Duration
	for _, file := range corpus(t, "pdf") {
		id := strings.TrimSuffix(filepath.Base(file), ".pdf")
		b := read(t, file)
		start := time.Now()
		pages, err := r.Extract(context.Background(), b)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if pages.Bad > 0 {
			t.Errorf("%s: %d pages not read", id, pages.Bad)
		}
		if strings.HasSuffix(id, "-scan") {
			continue // see TestScansAreRecognised
		}
		d, err := pages.Document(nil)
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
		t.Logf("%s %-3s %2d of 16, %3d pairs, %2d tables, %d sheets, %3d+%2d margin lines, %4d ms", id, d.Language, len(d.Numbers()), pairs, tables, len(d.Sheets), len(d.Headers), len(d.Footers), took.Milliseconds())
		want := 14
		if n, ok := fewer[id]; ok {
			want = n
		}
		if len(d.Numbers()) < want || !d.IsSheet {
			t.Errorf("%s: sections %v, want at least %d", id, order, want)
		}
		if d.Language != id[:2] && (id[:2] != "js" || d.Language != "ja") {
			t.Errorf("%s: language %q", id, d.Language)
		}
		if len(d.Sheets) != 1 {
			t.Errorf("%s: sheets %v", id, d.Sheets)
		}
	}
	slices.Sort(times)
	t.Logf("%d sheets: median %s, slowest %s, worker %+v", len(times), times[len(times)/2], times[len(times)-1], r.PDF.Stats())
}

func TestOtherLanguagesAreTold(t *testing.T) {
	r := newReader(t)
	for _, file := range corpus(t, "other-languages") {
		d, err := r.Read(context.Background(), read(t, file))
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		t.Logf("%-70s %s %d sections", filepath.Base(file), d.Language, len(d.Numbers()))
		if want := filepath.Base(file)[:2]; d.Language != want {
			t.Errorf("%s: language %q, want %q", filepath.Base(file), d.Language, want)
		}
		if got := end(d, err); got != "sheet" {
			t.Errorf("%s: %s, %v", filepath.Base(file), got, d.Numbers())
		}
	}
}

// turned is a PDF with its pages sideways, as from paper fed across.
func turned(t *testing.T, body []byte, pages int) []byte {
	t.Helper()
	// Both have the same length, so the offsets in the file stay valid.
	const upright, across = " /MediaBox [ 0 0 595.44 842.04 ]", "/MediaBox[0 0 595 842]/Rotate 90"
	if n := bytes.Count(body, []byte(upright)); n != pages {
		t.Fatalf("%d pages are upright, not %d", n, pages)
	}
	return bytes.ReplaceAll(body, []byte(upright), []byte(across))
}

// A scan of a sheet that is sideways is turned, and its Japanese recognised.
func TestScansAreRecognised(t *testing.T) {
	if testing.Short() {
		t.Skip("recognising takes a second a page")
	}
	r := newReader(t)
	r.OCR = &ocr.Tesseract{}
	for _, file := range corpus(t, "pdf") {
		id := strings.TrimSuffix(filepath.Base(file), ".pdf")
		if id != "js-018-scan" {
			continue
		}
		start := time.Now()
		d, err := r.Read(context.Background(), turned(t, read(t, file), 4))
		if reader.Reason(err) == "no_ocr" {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d pages in %s, %v", id, len(d.Pages), time.Since(start), d.Numbers())
		if got := end(d, err); got != "sheet" || len(d.Numbers()) < 14 || d.Language != "ja" {
			t.Errorf("%s: %s, language %q, sections %v", id, got, d.Language, d.Numbers())
		}
		for _, page := range d.Pages {
			if !page.OCR || page.Turn == 0 || page.Height < page.Width {
				t.Errorf("%s: page %d: recognised %v, turned by %d", id, page.Number, page.OCR, page.Turn)
			}
		}
	}
}
