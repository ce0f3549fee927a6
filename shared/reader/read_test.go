package reader_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anzen/shared/reader"
	"anzen/shared/reader/doc"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/parallel"
	"anzen/shared/reader/pdf"
	"anzen/shared/text/fold"
)

func TestReadFindsValuesWhereTheyArePrinted(t *testing.T) {
	r := newReader(t)
	for _, c := range []struct {
		id      string
		section int
		label   string
		value   string
	}{
		{"js-005", 1, "", ""},
		{"js-006", 1, "", ""},
		{"js-015", 2, "注意喚起語", "危険"},
		{"js-016", 16, "", ""},
	} {
		d, err := r.Read(context.Background(), read(t, filepath.Join("testdata", c.id+".pdf")))
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Numbers()) != 16 || d.Language != "ja" || !d.IsSheet || len(d.Sheets) != 1 {
			t.Errorf("%s: sections %v, language %q, sheets %v", c.id, d.Numbers(), d.Language, d.Sheets)
		}
		if c.value == "" {
			continue
		}
		found := false
		for _, p := range d.Section(c.section).Pairs {
			if p.Label != c.label || p.Value != c.value {
				continue
			}
			found = true
			for _, s := range p.Sources() {
				pg := d.Pages[s.Page-1]
				for _, b := range s.Boxes {
					if b.Empty() || b.X0 < 0 || b.Y0 < 0 || b.X1 > pg.Width || b.Y1 > pg.Height {
						t.Errorf("%s: %s stands at %v on a page of %.0f x %.0f", c.id, c.label, b, pg.Width, pg.Height)
					}
				}
			}
		}
		if !found {
			t.Errorf("%s: no %s %s among the pairs of section %d", c.id, c.label, c.value, c.section)
		}
	}
}

func TestReasons(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{fmt.Errorf("x: %w", pdf.ErrEncrypted), "encrypted"},
		{fmt.Errorf("%w: %w", pdf.ErrNoText, ocr.ErrNoOCR), "no_ocr"},
		{context.Canceled, "error"},
	} {
		if got := reader.Reason(c.err); got != c.want {
			t.Errorf("Reason(%v) = %q, want %q", c.err, got, c.want)
		}
	}
}

// scripted is an engine that returns the same words for every page.
type scripted struct{ err error }

func (s scripted) Page(_ context.Context, img ocr.Image) ([]doc.Word, error) {
	w := func(text string, y float64) doc.Word {
		return doc.Word{Text: text, Page: img.Page, OCR: true, Conf: 0.9, Box: doc.Box{X0: 50, Y0: y, X1: 50 + 10*float64(len([]rune(text))), Y1: y + 10}}
	}
	return []doc.Word{w("1.化学品及び会社情報", 50), w("製品名：トルエン", 70)}, s.err
}

func TestAnImageIsRecognised(t *testing.T) {
	p := pdf.NewPool(pdf.Config{})
	defer p.Close()
	b := imagePDF(t)
	r := &reader.Reader{PDF: p, OCR: scripted{}}
	d, err := r.Read(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	if !d.Pages[0].OCR || len(d.Lines) != 2 || d.Section(1) == nil {
		t.Fatalf("lines %+v", d.Lines)
	}
	broken := errors.New("engine is down")
	r.OCR = scripted{err: broken}
	if _, err := r.Read(context.Background(), b); !errors.Is(err, broken) {
		t.Fatalf("error %v, want the engine's", err)
	}
	r.OCR = nil
	if _, err := r.Read(context.Background(), b); reader.Reason(err) != "no_ocr" {
		t.Fatalf("error %v, want no_ocr", err)
	}
}

// endless is an engine that never returns by itself.
type endless struct{}

func (endless) Page(ctx context.Context, _ ocr.Image) ([]doc.Word, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestRecognisingTakesNoLongerThanItMay(t *testing.T) {
	p := pdf.NewPool(pdf.Config{})
	defer p.Close()
	r := &reader.Reader{PDF: p, OCR: endless{}, OCRTime: time.Millisecond}
	if _, err := r.Read(context.Background(), imagePDF(t)); reader.Reason(err) != "timeout" || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that it took too long", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Recognise(ctx, imagePDF(t), []int{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the caller's", err)
	}
}

// imagePDF is a page that holds nothing but a picture of 8 x 8 pixels.
func imagePDF(t *testing.T) []byte {
	t.Helper()
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>",
		"<</Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8/Length 64>>stream\n" + strings.Repeat("\x80", 64) + "\nendstream",
		"<</Length 26>>stream\n200 0 0 300 0 0 cm /I Do  \nendstream",
	}
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, 0, len(objects))
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return []byte(b.String())
}

// TestTextAgreesWithPoppler compares the characters read with those of another reader.
func TestTextAgreesWithPoppler(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip(err)
	}
	r := newReader(t)
	worst := 1.0
	for _, file := range corpus(t, "pdf") {
		if strings.Contains(file, "-scan") {
			continue
		}
		d, err := r.Read(context.Background(), read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("pdftotext", "-raw", file, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs := map[rune]int{}, map[rune]int{}
		for _, ls := range [][]doc.Line{d.Lines, d.Headers, d.Footers, d.Watermarks} {
			for _, l := range ls {
				count(ours, l.Text)
			}
		}
		count(theirs, fold.Line(string(out)))
		both, a, b := 0, 0, 0
		for r, n := range ours {
			both += min(n, theirs[r])
			a += n
		}
		for _, n := range theirs {
			b += n
		}
		if 10*b < a {
			continue // it has not the character maps for fonts that are not embedded
		}
		f1 := 2 * float64(both) / float64(a+b)
		worst = min(worst, f1)
		if f1 < 0.97 {
			t.Errorf("%s: F1 of characters %.3f (%d of ours, %d of theirs, %d in both)", filepath.Base(file), f1, a, b, both)
		}
	}
	t.Logf("worst F1 of characters: %.4f", worst)
}

// count letters and digits: leaders and rules of characters are left out on purpose.
func count(m map[rune]int, s string) {
	for _, r := range s {
		if r > ' ' && !strings.ContainsRune(".-_─━・…=*", r) {
			m[r]++
		}
	}
}

// fails is what a rule that panics looks like.
func fails(int) { panic("no such line") }

func TestAFaultHasTheStackOfItsPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"in the same goroutine": func() { fails(0) },
		"in another":            func() { parallel.Do(2, fails) },
	} {
		fault := reader.Guard(f)
		if fault == nil || fault.Panic != "no such line" || !bytes.Contains(fault.Stack, []byte("reader_test.fails")) {
			t.Errorf("%s: %v", name, fault)
		}
	}
}
