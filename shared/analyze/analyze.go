// Package analyze reads a PDF into a document: words, lines, tables and sections of a safety data sheet.
package analyze

import (
	"context"
	"errors"
	"fmt"

	"anzen/shared/analyze/doc"
	"anzen/shared/analyze/layout"
	"anzen/shared/analyze/ocr"
	"anzen/shared/analyze/pdf"
)

// Reader reads documents. It is safe for use by several goroutines.
type Reader struct {
	PDF *pdf.Pool
	// OCR for pages without text; nil: none.
	OCR ocr.Engine
	// OCRPages is how many pages of one document are recognised at most, 0: 30.
	OCRPages int
	// OCRParallel is how many pages are recognised at the same time, 0: 2.
	OCRParallel int
}

// Read a PDF. The error is one of the package pdf's, ocr.ErrNoOCR, or the context's; Reason names it.
func (r *Reader) Read(ctx context.Context, b []byte) (*doc.Document, error) {
	f, err := r.PDF.Extract(ctx, b)
	if err != nil {
		return nil, err
	}
	missing := withoutText(f.Pages)
	var noOCR error
	if len(missing) > 0 {
		if noOCR = r.recognise(ctx, b, f.Pages, missing); noOCR != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	words := 0
	for _, p := range f.Pages {
		words += len(p.Words)
	}
	if words == 0 {
		if noOCR != nil {
			return nil, fmt.Errorf("%w: %w", pdf.ErrNoText, noOCR)
		}
		return nil, pdf.ErrNoText
	}
	return layout.Build(f.Pages, f.Info), nil
}

// Read with a reader.
func Read(ctx context.Context, r *Reader, b []byte) (*doc.Document, error) { return r.Read(ctx, b) }

// Reason is a short constant name of why a document could not be read, for messages and records; "" for
// no error, "error" for one that is not the document's fault.
func Reason(err error) string {
	for _, c := range [...]struct {
		err  error
		name string
	}{
		{nil, ""},
		{ocr.ErrNoOCR, "no_ocr"},
		{pdf.ErrNoText, "no_text"},
		{pdf.ErrEmpty, "empty"},
		{pdf.ErrNotPDF, "not_pdf"},
		{pdf.ErrBroken, "broken"},
		{pdf.ErrEncrypted, "encrypted"},
		{pdf.ErrTooLarge, "too_large"},
		{pdf.ErrTimeout, "timeout"},
	} {
		if errors.Is(err, c.err) {
			return c.name
		}
	}
	return "error"
}
