package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anzen/shared/reader/pdf"
)

func sheet(t testing.TB, id string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "testdata", id+".pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// patient is a limit that only a worker at a standstill reaches: the race detector and a busy machine make reading and
// painting many times as long.
const patient = 10 * time.Minute

func pool(t testing.TB) *pdf.Pool {
	t.Helper()
	p := pdf.NewPool(pdf.Config{Timeout: patient})
	t.Cleanup(p.Close)
	return p
}

func TestExtractReadsWordsWithBoxes(t *testing.T) {
	f, err := pool(t).Extract(context.Background(), sheet(t, "js-015"))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Pages) != 6 {
		t.Fatalf("%d pages, want 6", len(f.Pages))
	}
	var all strings.Builder
	for _, p := range f.Pages {
		if p.Width < 590 || p.Width > 600 || p.Chars < 300 {
			t.Errorf("page %d: %.0f wide, %d characters", p.Number, p.Width, p.Chars)
		}
		for _, w := range p.Words {
			if w.X0 < 0 || w.Y0 < 0 || w.X1 > p.Width || w.Y1 > p.Height || w.H() < 4 || w.H() > 40 || w.Size < 5 || w.Size > 30 {
				t.Errorf("page %d: %q at %v, size %.1f", p.Number, w.Text, w.Box, w.Size)
			}
			all.WriteString(w.Text)
		}
	}
	for _, want := range []string{"危険有害性の要約", "引火点"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%q is not in the text", want)
		}
	}
}

func TestExtractSaysWhyItCannotRead(t *testing.T) {
	good := sheet(t, "js-016")
	for _, c := range []struct {
		name string
		in   []byte
		want error
	}{
		{"no bytes", nil, pdf.ErrEmpty},
		{"a web page", []byte("<html><body>%</body></html>"), pdf.ErrNotPDF},
		{"header alone", []byte("%PDF-1.7\n"), pdf.ErrBroken},
		{"junk before the header", append(bytes.Repeat([]byte("x"), 500), good...), nil},
		{"cut off", good[:len(good)/3], nil}, // repaired, or reported as broken
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := pool(t).Extract(context.Background(), c.in)
			if c.name == "cut off" {
				if err != nil && !errors.Is(err, pdf.ErrBroken) && !errors.Is(err, pdf.ErrEmpty) {
					t.Fatalf("error %v", err)
				}
				return
			}
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if c.want == nil && len(f.Pages) != 5 {
				t.Fatalf("%d pages", len(f.Pages))
			}
		})
	}
}

func TestWorkersReadSideBySide(t *testing.T) {
	p := pdf.NewPool(pdf.Config{Workers: 2, Timeout: patient})
	defer p.Close()
	ids := []string{"js-005", "js-006", "js-015", "js-016", "js-005", "js-016"}
	want := []int{5, 6, 6, 5, 5, 5}
	got, errs := make([]int, len(ids)), make([]error, len(ids))
	var wg sync.WaitGroup
	for i, id := range ids {
		b := sheet(t, id)
		wg.Go(func() {
			f, err := p.Extract(context.Background(), b)
			if errs[i] = err; err == nil {
				got[i] = len(f.Pages)
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil || !slices.Equal(got, want) {
		t.Fatalf("pages %v, want %v, error %v", got, want, err)
	}
	if s := p.Stats(); s.Started > 2 || s.Killed > 0 {
		t.Fatalf("%+v", s)
	}
}

// crowded is a PDF of pages that each have a number of lines of five hundred letters apart.
func crowded(pages, lines int) []byte {
	var b bytes.Buffer
	content := "BT /F1 1 Tf 10 10 Td" + strings.Repeat(fmt.Sprintf(" (%s) Tj 0 4 Td", strings.Repeat("a ", 500)), lines) + " ET"
	kids := strings.Repeat("3 0 R ", pages)
	fmt.Fprintf(&b, "%%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Count %d /Kids [%s]>> endobj\n", pages, kids)
	b.WriteString("3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 1000 1000] /Contents 4 0 R /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Courier>> >> >> >> endobj\n")
	fmt.Fprintf(&b, "4 0 obj <</Length %d>> stream\n%s\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%%%EOF\n", len(content), content)
	return b.Bytes()
}

// The next document may need all of PDFium's 192 MiB beside what the worker holds.
func TestCrowdedPagesLeaveLittleInTheWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs several times the memory")
	}
	p := pool(t)
	if f, err := p.Extract(t.Context(), crowded(6, 190)); err != nil || len(f.Pages[0].Words) < 90_000 {
		t.Fatal(f, err)
	}
	if s := p.Stats(); s.RSS > 180<<20 {
		t.Errorf("the worker took %d MiB", s.RSS>>20)
	}
}

func TestAPoolOutlivesATimeout(t *testing.T) {
	p := pdf.NewPool(pdf.Config{Timeout: time.Millisecond})
	defer p.Close()
	if _, err := p.Extract(context.Background(), sheet(t, "js-006")); !errors.Is(err, pdf.ErrTimeout) {
		t.Fatalf("error %v, want a timeout", err)
	}
	if err := p.Prewarm(context.Background()); err != nil && !errors.Is(err, pdf.ErrTimeout) {
		t.Fatalf("the next request: %v", err)
	}
	if s := p.Stats(); s.Killed == 0 || s.Started != 2 {
		t.Fatalf("stats %+v: want the worker killed and another started", s)
	}
}

func TestACancelledRequestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pool(t).Extract(ctx, sheet(t, "js-006")); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
}

func TestRenderLowersTheResolutionOfLargePages(t *testing.T) {
	p := pool(t)
	picture, dpi, err := p.Render(context.Background(), sheet(t, "js-016"), 1, 72)
	if err != nil || dpi != 72 {
		t.Fatalf("dpi %v, error %v", dpi, err)
	}
	if w := picture.Rect.Dx(); w != 595 {
		t.Fatalf("%d pixels wide", w)
	}
	_, dpi, err = p.Render(context.Background(), sheet(t, "js-016"), 1, 600)
	if err != nil || dpi >= 600 || dpi < 500 {
		t.Fatalf("dpi %v, error %v: want a side of 6000 pixels", dpi, err)
	}
}
