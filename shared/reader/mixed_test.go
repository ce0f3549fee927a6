package reader_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"strings"
	"testing"

	"anzen/shared/reader"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

// mixedPages are a sheet's lines, page by page.
var mixedPages = [][]string{
	{
		"SAFETY DATA SHEET", "1. Identification", "Product name: Mixed Solvent 77", "Supplier: Example Chemicals Inc.", "Emergency phone: +1 555 010 0199", "Revision date: 2024-05-01",
		"2. Hazard identification", "Flammable liquids Category 2", "Signal word: Danger", "H225 Highly flammable liquid and vapour",
		"3. Composition/information on ingredients", "Acetone CAS 67-64-1 60 - 70 %", "Toluene CAS 108-88-3 30 - 40 %", "4. First-aid measures", "Inhalation: move to fresh air.",
	},
	{
		"5. Fire-fighting measures", "Extinguishing media: dry powder, foam, carbon dioxide.", "6. Accidental release measures", "Keep away from drains and water.",
		"7. Handling and storage", "Store in a cool place, keep the container closed.", "8. Exposure controls/personal protection", "Wear suitable gloves and eye protection.",
	},
	{
		"9. Physical and chemical properties", "Physical state: Liquid", "Flash point: -18 C", "Boiling point: 56 C", "10. Stability and reactivity", "Stable under normal conditions.",
		"11. Toxicological information", "May cause drowsiness or dizziness.", "12. Ecological information", "No further information is available.",
	},
	{
		"13. Disposal considerations", "Dispose of in accordance with local regulations.", "14. Transport information", "UN number: UN1993", "Packing group: II",
		"15. Regulatory information", "This product is subject to local regulations.", "16. Other information", "Prepared by the safety department.",
	},
}

// textPage is what a page with the lines draws, in Helvetica of 14 points.
func textPage(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, "BT /F 14 Tf 60 %d Td (%s) Tj ET\n", 770-36*i, strings.NewReplacer("(", `\(`, ")", `\)`).Replace(line))
	}
	return b.String()
}

// picture is a page as its pixels, in gray.
func picture(t *testing.T, pool *pdf.Pool, of []byte, number int) *image.Gray {
	t.Helper()
	gray, _, err := pool.Render(context.Background(), of, number, 200)
	if err != nil {
		t.Fatal(err)
	}
	return gray
}

// file is a PDF of A4 pages, each of text or of one picture.
func file(contents []string, pictures map[int]*image.Gray) []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"}
	var kids []string
	for i, content := range contents {
		resources := "/Font<</F 3 0 R>>"
		if img := pictures[i]; img != nil {
			size := img.Bounds().Size()
			objects = append(objects, fmt.Sprintf("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>stream\n%s\nendstream", size.X, size.Y, len(img.Pix), img.Pix))
			resources, content = fmt.Sprintf("/XObject<</I %d 0 R>>", len(objects)), "595 0 0 842 0 0 cm /I Do"
		}
		objects = append(objects, fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content))
		objects = append(objects, fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<%s>>/Contents %d 0 R>>", resources, len(objects)))
		kids = append(kids, fmt.Sprintf("%d 0 R", len(objects)))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Join(kids, " "), len(kids))
	return written(objects)
}

// written is the PDF of objects, of which the first is the catalog.
func written(objects []string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

// A sheet with some pages as text and others as pictures is read completely: text pages by
// their text, pictured ones by recognition. Without an engine the text pages are still
// read.
func TestSheetOfTextAndPicturesIsReadCompletely(t *testing.T) {
	pool := pdf.NewPool(pdf.Config{})
	defer pool.Close()
	contents := make([]string, len(mixedPages))
	for i, lines := range mixedPages {
		contents[i] = textPage(lines)
	}
	whole := file(contents, nil)
	mixed := file(contents, map[int]*image.Gray{1: picture(t, pool, whole, 2), 3: picture(t, pool, whole, 4)})

	pages, err := (&reader.Reader{PDF: pool}).Extract(context.Background(), mixed)
	if err != nil || fmt.Sprint(pages.Unread) != "[2 4]" {
		t.Fatalf("pages to recognise %v, %v", pages.Unread, err)
	}
	d, err := (&reader.Reader{PDF: pool}).Read(context.Background(), mixed)
	if err != nil || fmt.Sprint(d.Numbers()) != "[1 2 3 4 9 10 11 12]" {
		t.Errorf("without an engine: %v, %v", d.Numbers(), err)
	}

	if testing.Short() {
		t.Skip("recognising takes a second a page")
	}
	engine := &ocr.Tesseract{}
	d, err = (&reader.Reader{PDF: pool, OCR: engine}).Read(context.Background(), mixed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Page(context.Background(), ocr.Image{Picture: image.NewGray(image.Rect(0, 0, 1, 1)), DPI: 72, Page: 1}); reader.Reason(err) == "no_ocr" {
		t.Skip("Tesseract is not installed: the pictured pages are not recognised")
	}
	for i, page := range d.Pages {
		if want := i == 1 || i == 3; page.OCR != want {
			t.Errorf("page %d recognised: %v", i+1, page.OCR)
		}
	}
	if got := d.Numbers(); len(got) != 16 || len(d.Sheets) != 1 || d.Language != "en" {
		t.Errorf("sections %v, sheets %v, language %s", got, d.Sheets, d.Language)
	}
	for section, want := range map[int]string{1: "Mixed Solvent 77", 5: "dry powder", 7: "cool place", 9: "Flash point", 14: "UN1993", 16: "safety department"} {
		if in := d.Section(section); in == nil || !strings.Contains(in.Text(), want) {
			t.Errorf("section %d has not %q: %+v", section, want, in)
		}
	}
}
