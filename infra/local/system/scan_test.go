package system_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"anzen/shared/domain/sds"
)

// scanPDF is a page that contains only a picture.
func scanPDF(t *testing.T) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(root, "shared", "reader", "ocr", "testdata", "page.png")) //nolint:gosec // our own sample
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	g, ok := m.(*image.Gray)
	if !ok {
		t.Fatalf("the page is %T", m)
	}
	return picturePDF(g.Pix, g.Rect.Dx(), g.Rect.Dy())
}

// picturePDF is a file of one A4 page filled by a grey picture.
func picturePDF(pixels []byte, w, h int) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(dictionary string, stream []byte) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\n", len(offsets), dictionary)
		if stream != nil {
			b.WriteString("stream\n")
			b.Write(stream)
			b.WriteString("\nendstream\n")
		}
		b.WriteString("endobj\n")
	}
	draw := []byte("595 0 0 842 0 0 cm /I Do")
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>", nil)
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>", nil)
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>", nil)
	object(fmt.Sprintf("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>", w, h, len(pixels)), pixels)
	object(fmt.Sprintf("<</Length %d>>", len(draw)), draw)
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

// A scanned page goes through the recognising function, and gets the status of its text: a single page is no
// complete sheet, but it is read.
func TestAPictureIsRecognised(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	s := b.analyzed(t, b.upload(t, file{"scan.pdf", scanPDF(t)})...)[0]
	if _, err := exec.LookPath("tesseract"); err != nil {
		if s.Status != int(sds.StatusImpossible) || s.Reason == nil || s.Reason.Code != "analysis.no_ocr" {
			t.Errorf("without an engine: status %d, %+v", s.Status, s.Reason)
		}
		return
	}
	if s.Status == int(sds.StatusCompleted) {
		return
	}
	if s.Reason == nil || s.Reason.Code != "analysis.not_sds" {
		t.Errorf("status %d, %+v", s.Status, s.Reason)
	}
}
