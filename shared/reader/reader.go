// Package reader reads a PDF into a document: words, lines, tables and sections of a safety data sheet.
package reader

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

// GCPercent is the GOGC of programs that read sheets: a document allocates some megabytes,
// and the functions that read have three gigabytes.
const GCPercent = 400

// Reader reads documents. It is safe for use by several goroutines.
type Reader struct {
	PDF *pdf.Pool
	// OCR for pages without text; nil for none.
	OCR ocr.Engine
	// OCRPages is the maximum number of recognised pages in a document; 0 for 30.
	OCRPages int
	// OCRParallel is the number of pages recognised in parallel; 0 for 2.
	OCRParallel int
	// OCRTime is the time limit for recognising the pages of one document; 0 for ten
	// minutes.
	OCRTime time.Duration
	// Layout makes a document of pages, Rules extract its values; nil for layout.Build and
	// extract.Sheet.
	Layout func([]doc.Page, doc.Info) *doc.Document
	Rules  func(*doc.Document) extract.Result
}

// Pages of a PDF as read from its text layer.
type Pages struct {
	// Unread are the numbers of pages with print that the text layer lacks.
	Unread []int
	// Bad is the number of pages that could not be read at all.
	Bad int

	all    []doc.Page
	info   doc.Info
	count  int
	layout func([]doc.Page, doc.Info) *doc.Document
}

// Extract reads the text layer of a PDF. The error is one of package pdf's, or the
// context's.
func (r *Reader) Extract(ctx context.Context, b []byte) (*Pages, error) {
	f, err := r.PDF.Extract(ctx, b)
	if err != nil {
		return nil, err
	}
	p := &Pages{Bad: f.Bad, all: f.Pages, info: f.Info, count: len(f.Pages), layout: r.Layout}
	if p.layout == nil {
		p.layout = layout.Build
	}
	for _, i := range withoutText(f.Pages) {
		p.Unread = append(p.Unread, f.Pages[i].Number)
	}
	return p, nil
}

// Count is the number of pages in the PDF, including those dropped by Only.
func (p *Pages) Count() int { return p.count }

// Only keeps the pages whose numbers are wanted; false where none is left.
func (p *Pages) Only(wanted func(number int) bool) bool {
	p.all = slices.DeleteFunc(p.all, func(page doc.Page) bool { return !wanted(page.Number) })
	p.Unread = slices.DeleteFunc(p.Unread, func(number int) bool { return !wanted(number) })
	return len(p.all) > 0
}

// Document makes the document of the pages, with the recognised ones. The error is
// pdf.ErrNoText where there is no word at all, or a Fault.
func (p *Pages) Document(recognised []ocr.Result) (d *doc.Document, err error) {
	if fault := Guard(func() { d, err = p.document(recognised) }); fault != nil {
		return nil, fault
	}
	return d, err
}

func (p *Pages) document(recognised []ocr.Result) (*doc.Document, error) {
	for _, res := range recognised {
		for i := range p.all {
			switch {
			case p.all[i].Number != res.Page:
			case slices.Contains(p.Unread, res.Page):
				put(&p.all[i], res)
			default:
				caption(&p.all[i], res)
			}
		}
	}
	for _, page := range p.all {
		if len(page.Words) > 0 {
			return p.layout(p.all, p.info), nil
		}
	}
	return nil, pdf.ErrNoText
}

// Read reads a PDF. The error is one of package pdf's, ocr.ErrNoOCR, a Fault, or the
// context's; Reason names it. Where some pages have text, failing to recognise the others
// is no error.
func (r *Reader) Read(ctx context.Context, b []byte) (*doc.Document, error) {
	p, err := r.Extract(ctx, b)
	if err != nil {
		return nil, err
	}
	recognised, unread := r.Recognise(ctx, b, p.Unread)
	if unread != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	d, err := p.Document(recognised)
	if err != nil && unread != nil {
		err = fmt.Errorf("%w: %w", err, unread)
	}
	if err != nil || r.OCR == nil {
		return d, err
	}
	if pages := p.Captioned(d); len(pages) > 0 {
		return r.withCaptions(ctx, b, d, pages, recognised)
	}
	return d, nil
}

// withCaptions reads a document again with the headings on some pages recognised; on
// failure it returns the document unchanged.
func (r *Reader) withCaptions(ctx context.Context, b []byte, d *doc.Document, pages []int, recognised []ocr.Result) (*doc.Document, error) {
	found, err := r.Recognise(ctx, b, pages)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return d, nil //nolint:nilerr // the headings are lost, the text is not
	}
	p, err := r.Extract(ctx, b)
	if err != nil {
		return nil, err
	}
	return p.Document(append(recognised, found...))
}

// Values extracts the values of a document; a Fault where the rules panic on it.
func (r *Reader) Values(d *doc.Document) (values extract.Result, err error) {
	rules := r.Rules
	if rules == nil {
		rules = extract.Sheet
	}
	if fault := Guard(func() { values = rules(d) }); fault != nil {
		return extract.Result{}, fault
	}
	return values, nil
}

// Reason is a short constant name for the reason why a document could not be read, for
// messages and records; "" for no error, "error" for one not caused by the document.
func Reason(err error) string {
	for _, c := range [...]struct {
		err  error
		name string
	}{
		{nil, ""},
		{ocr.ErrNoOCR, "no_ocr"},
		{pdf.ErrTimeout, "timeout"}, // without time no text is found
		{errFault, "fault"},
		{pdf.ErrCrash, "crash"},
		{pdf.ErrMemory, "out_of_memory"},
		{pdf.ErrNoText, "no_text"},
		{pdf.ErrEmpty, "empty"},
		{pdf.ErrNotPDF, "not_pdf"},
		{pdf.ErrBroken, "broken"},
		{pdf.ErrEncrypted, "encrypted"},
		{pdf.ErrTooLarge, "too_large"},
	} {
		if errors.Is(err, c.err) {
			return c.name
		}
	}
	return "error"
}
