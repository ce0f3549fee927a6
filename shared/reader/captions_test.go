package reader_test

import (
	"bytes"
	"fmt"
	"image"
	"os/exec"
	"strings"
	"testing"

	"anzen/shared/reader"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

// pictured is a PDF with one page for each list of lines: those that number a section as
// flat pictures, all others as text.
func pictured(t *testing.T, pool *pdf.Pool, pages [][]string) []byte {
	t.Helper()
	whole := make([]string, len(pages))
	for i, lines := range pages {
		whole[i] = textPage(lines)
	}
	printed := file(whole, nil)
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"}
	var kids []string
	for i, lines := range pages {
		img := picture(t, pool, printed, i+1)
		scale := float64(img.Bounds().Dy()) / 842
		text, content, names := make([]string, len(lines)), "", ""
		for k, line := range lines {
			if line[0] < '1' || line[0] > '9' {
				text[k] = line
				continue
			}
			base := 770 - 36*k
			strip := img.SubImage(image.Rect(0, int(float64(842-base-16)*scale), img.Bounds().Dx(), int(float64(842-base+6)*scale))).(*image.Gray)
			var pixels bytes.Buffer
			for y := range strip.Bounds().Dy() {
				pixels.Write(strip.Pix[y*strip.Stride : y*strip.Stride+strip.Bounds().Dx()])
			}
			objects = append(objects, fmt.Sprintf("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>stream\n%s\nendstream",
				strip.Bounds().Dx(), strip.Bounds().Dy(), pixels.Len(), pixels.Bytes()))
			names += fmt.Sprintf("/I%d %d 0 R", k, len(objects))
			content += fmt.Sprintf("q 595 0 0 22 0 %d cm /I%d Do Q\n", base-6, k)
		}
		content += textPage(text)
		objects = append(objects, fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content))
		objects = append(objects, fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>/XObject<<%s>>>>/Contents %d 0 R>>", names, len(objects)))
		kids = append(kids, fmt.Sprintf("%d 0 R", len(objects)))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Join(kids, " "), len(kids))
	return written(objects)
}

// Of a sheet whose headings are pictures only the headings are recognised; all else comes
// from its text. A document that is no sheet is read once.
func TestHeadingsThatArePictures(t *testing.T) {
	pool := pdf.NewPool(pdf.Config{})
	t.Cleanup(pool.Close)
	body := pictured(t, pool, mixedPages)
	r := &reader.Reader{PDF: pool}
	pages, err := r.Extract(t.Context(), body)
	if err != nil || len(pages.Unread) > 0 {
		t.Fatalf("pages without text %v, %v", pages.Unread, err)
	}
	d, err := pages.Document(nil)
	if err != nil || d.IsSheet {
		t.Fatalf("a sheet without its headings, %v", err)
	}
	if got := fmt.Sprint(pages.Captioned(d)); got != "[1 2 3 4]" {
		t.Errorf("headings are pictures on %s", got)
	}
	if d, err := r.Read(t.Context(), body); end(d, err) != "not_sds" {
		t.Errorf("without an engine: %s", end(d, err))
	}

	letter := make([][]string, len(mixedPages))
	for i, lines := range mixedPages {
		letter[i] = append([]string{}, lines...)
	}
	letter[0][0] = "A LETTER"
	pages, err = r.Extract(t.Context(), pictured(t, pool, letter))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = pages.Document(nil); err != nil || pages.Captioned(d) != nil {
		t.Errorf("a letter with pictures is read twice: %v", err)
	}

	if testing.Short() {
		t.Skip("recognising takes a second a page")
	}
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip(err)
	}
	r.OCR = &ocr.Tesseract{}
	if d, err = r.Read(t.Context(), body); err != nil || !d.IsSheet || len(d.Numbers()) < 14 {
		t.Fatalf("sections %v, %v", d.Numbers(), err)
	}
	for _, page := range d.Pages {
		if page.OCR {
			t.Errorf("page %d is recognised, although it has text", page.Number)
		}
	}
	if in := d.Section(9); in == nil || !strings.Contains(in.Text(), "Flash point: -18 C") {
		t.Errorf("section 9: %+v", in)
	}
}
