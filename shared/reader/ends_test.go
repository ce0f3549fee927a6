package reader_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anzen/shared/reader"
	"anzen/shared/reader/doc"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

// end is the ending of reading a file: the reader's reason, else "not_sds" for a document
// that is no safety data sheet, "several_sheets", or "sheet".
func end(d *doc.Document, err error) string {
	switch {
	case err != nil:
		return reader.Reason(err)
	case !d.IsSheet:
		return "not_sds"
	case len(d.Sheets) > 1:
		return "several_sheets"
	}
	return "sheet"
}

// ends of the bad files of the corpus without recognition of text.
var ends = map[string]string{
	"Gerdome_safety-datasheets-ml__ML-based_Information_Extraction_of_Documents.pdf": "not_sds",
	"bnt0514_hanyangpetro__2025_하반기_RoHS_HDPE.PDF":                                   "not_sds",
	"bnt0514_hanyangpetro__26년3월.pdf":                                                "not_sds",
	"bnt0514_hanyangpetro__ISO인증서_안전경영_OHS_580734.pdf":                               "not_sds",
	"bnt0514_hanyangpetro__Notice_of_REACH_SVHC_Free_PO_251201_decoded.pdf":          "not_sds",
	"bnt0514_hanyangpetro__Product_Regulatory_Information_LDPE_.pdf":                 "not_sds",
	"bnt0514_hanyangpetro__Qatofin_Lotrene_Q1018.pdf":                                "not_sds",
	"esoftmainjp_shiyakukanri__取扱説明書.pdf":                                            "not_sds", // a manual of 21 chapters
	"html_named.pdf": "not_pdf",
	"junkprefix.pdf": "sheet",
	"kameking-lab_safe-ai-site__fall-print-a4-landscape.pdf":        "not_sds",
	"kameking-lab_safe-ai-site__mhlw-kihatsu-0520-6-2025-05-20.pdf": "not_sds",
	"klippa-app_go-pdfium__bad_dict_keys.pdf":                       "no_text",
	"klippa-app_go-pdfium__encrypted.pdf":                           "encrypted",
	"klippa-app_go-pdfium__encrypted_hello_world_r3_bad_okey.pdf":   "encrypted",
	"klippa-app_go-pdfium__encrypted_hello_world_r6.pdf":            "encrypted",
	"klippa-app_go-pdfium__password_test123.pdf":                    "encrypted",
	"linearized.pdf": "sheet",
	"mozilla_pdf.js__GHOSTSCRIPT-698804-1-fuzzed.pdf":             "no_text",
	"mozilla_pdf.js__Pages-tree-refs.pdf":                         "not_sds",
	"mozilla_pdf.js__REDHAT-1531897-0.pdf":                        "broken",
	"mozilla_pdf.js__bad-PageLabels.pdf":                          "not_sds",
	"mozilla_pdf.js__bug1782186.pdf":                              "encrypted",
	"mozilla_pdf.js__cidfont_cmap_overflow.pdf":                   "not_sds",
	"mozilla_pdf.js__empty.pdf":                                   "no_text",
	"mozilla_pdf.js__empty_protected.pdf":                         "no_text", // opens without its password
	"mozilla_pdf.js__encrypted-attachment.pdf":                    "not_sds",
	"mozilla_pdf.js__issue5599.pdf":                               "not_sds",
	"mozilla_pdf.js__issue6010_1.pdf":                             "encrypted",
	"mozilla_pdf.js__noembed-eucjp.pdf":                           "not_sds",
	"mozilla_pdf.js__noembed-identity-2.pdf":                      "not_sds",
	"mozilla_pdf.js__noembed-identity.pdf":                        "not_sds",
	"mozilla_pdf.js__noembed-jis7.pdf":                            "not_sds",
	"mozilla_pdf.js__noembed-sjis.pdf":                            "not_sds",
	"mozilla_pdf.js__poppler-395-0-fuzzed.pdf":                    "broken", // no pages are left
	"mozilla_pdf.js__poppler-67295-0.pdf":                         "not_sds",
	"mozilla_pdf.js__poppler-742-0-fuzzed.pdf":                    "broken",
	"mozilla_pdf.js__poppler-85140-0.pdf":                         "broken", // a page of two milliard points
	"mozilla_pdf.js__poppler-937-0-fuzzed.pdf":                    "broken",
	"mozilla_pdf.js__pr6531_1.pdf":                                "encrypted",
	"mozilla_pdf.js__pr6531_2.pdf":                                "encrypted",
	"mozilla_pdf.js__rotation.pdf":                                "not_sds",
	"mozilla_pdf.js__secHandler.pdf":                              "no_text",
	"mozilla_pdf.js__vertical.pdf":                                "not_sds",
	"mozilla_pdf.js__xref_command_missing.pdf":                    "not_sds",
	"objstreams.pdf":                                              "sheet",
	"ownerpw_noextract_aes256.pdf":                                "sheet",
	"ownerpw_noextract_rc4.pdf":                                   "sheet",
	"scan100_skew1_datasheet01.pdf":                               "no_ocr",
	"scan150_rot90_datasheet01.pdf":                               "no_ocr",
	"scan200_KICK-RING+nagoyasanso__images__pdf__datasheet01.pdf": "no_ocr",
	"truncated60.pdf":                                             "broken",
	"two_sds_joined.pdf":                                          "several_sheets",
	"userpw_test_aes256.pdf":                                      "encrypted",
	"zerobyte.pdf":                                                "empty",
}

func TestBadFilesEndAsTheyShould(t *testing.T) {
	r := newReader(t)
	for _, file := range corpus(t, "bad") {
		name := filepath.Base(file)
		began := time.Now()
		d, err := r.Read(context.Background(), read(t, file))
		took := time.Since(began)
		got := end(d, err)
		if want, known := ends[name]; known && got != want {
			t.Errorf("%s: %s (%v), want %s", name, got, err, want)
		}
		if got == "error" {
			t.Errorf("%s: no reason for %v", name, err)
		}
		if got != "sheet" && got != "several_sheets" {
			t.Logf("%-60.60s %5d ms %s: %v", name, took.Milliseconds(), got, err)
			continue
		}
		t.Logf("%-60.60s %5d ms %s %s %v, %d sheets, %q", name, took.Milliseconds(), got, d.Language, d.Numbers(), len(d.Sheets), d.Found)
		if len(d.Numbers()) != 16 {
			t.Errorf("%s: sections %v", name, d.Numbers())
		}
		if name == "two_sds_joined.pdf" && (len(d.Sheets) != 2 || d.Sheets[0].Last != 8 || d.Sheets[1].First != 9) {
			t.Errorf("%s: sheets %v", name, d.Sheets)
		}
	}
	if s := r.PDF.Stats(); s.RSS > 300<<20 {
		t.Errorf("the worker took %d MiB", s.RSS>>20)
	}
}

// TestScannedSheetsEndAsSheets recognises a sideways scan of eight pages. That takes most
// of a minute of CPU time, so the ordinary run has only the shorter one of
// TestScansAreRecognised.
func TestScannedSheetsEndAsSheets(t *testing.T) {
	if os.Getenv("ANZEN_SWEEP") != "all" {
		t.Skip("ANZEN_SWEEP=all recognises the longer scan too")
	}
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip(err)
	}
	p := pdf.NewPool(pdf.Config{Workers: 2})
	defer p.Close()
	r := &reader.Reader{PDF: p, OCR: &ocr.Tesseract{}}
	for _, file := range corpus(t, "bad") {
		if !strings.HasPrefix(filepath.Base(file), "scan150") {
			continue // one of the three, for the time it takes
		}
		d, err := r.Read(context.Background(), read(t, file))
		if got := end(d, err); got != "sheet" && got != "no_ocr" {
			t.Errorf("%s: %s (%v)", filepath.Base(file), got, err)
			continue
		}
		if err == nil && d.Language != "ja" {
			t.Errorf("%s: language %q", filepath.Base(file), d.Language)
		}
	}
}
