package reader

import (
	"context"
	"fmt"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

const (
	scanDPI      = 240
	badShare     = 0.2 // of characters without a known meaning, from which a text layer is not believed
	scanCover    = 0.5 // of the page, from which images make a page with hardly any text a scan
	scanLetters  = 25
	defaultPages = 30
	defaultTime  = 10 * time.Minute
)

// withoutText answers the indexes of pages whose text layer is of no use but on which something is printed.
func withoutText(pages []doc.Page) []int {
	var out []int
	for i, p := range pages {
		letters, odd := 0, 0
		for _, w := range p.Words {
			for _, r := range w.Text {
				switch {
				case unicode.Is(unicode.Co, r) || r == utf8.RuneError:
					odd++
				case unicode.IsLetter(r) || unicode.IsDigit(r):
					letters++
				}
			}
		}
		switch {
		case letters < scanLetters && p.ImageCover > scanCover,
			letters == 0 && len(p.Images) > 0,
			p.Chars > scanLetters && float64(p.MapErrors) > badShare*float64(p.Chars),
			odd > letters:
			out = append(out, i)
		}
	}
	return out
}

// Recognise the words of pages, by their numbers; of those beyond the most that are recognised there is
// nothing in the answer. The first error stops it; pdf.ErrTimeout where it takes longer than OCRTime.
func (r *Reader) Recognise(ctx context.Context, b []byte, pages []int) ([]ocr.Result, error) {
	limit := r.OCRTime
	if limit <= 0 {
		limit = defaultTime
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out, err := r.recognise(within, b, pages)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w: %s for recognising text", pdf.ErrTimeout, limit)
	}
	return out, err
}

func (r *Reader) recognise(ctx context.Context, b []byte, pages []int) ([]ocr.Result, error) {
	most, parallel := r.OCRPages, r.OCRParallel
	if most <= 0 {
		most = defaultPages
	}
	if parallel <= 0 {
		parallel = 2
	}
	if pages = pages[:min(len(pages), most)]; len(pages) == 0 {
		return nil, nil
	}
	if r.OCR == nil {
		return nil, ocr.ErrNoOCR
	}
	out := make([]ocr.Result, len(pages))
	var err error
	if out[0], err = r.page(ctx, b, ocr.Image{Page: pages[0]}); err != nil {
		return nil, err
	}
	// How the first page lies, and its script, are tried first on the others.
	hint := ocr.Image{Turn: out[0].Turn, Latin: out[0].Latin}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	slots := make(chan struct{}, parallel)
	for i := 1; i < len(pages); i++ {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			img := hint
			img.Page = pages[i]
			res, err := r.page(ctx, b, img)
			if err != nil {
				cancel(err) // only the first counts
				return
			}
			out[i] = res
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, nil
}

func (r *Reader) page(ctx context.Context, b []byte, img ocr.Image) (res ocr.Result, err error) {
	if img.PNG, img.DPI, err = r.PDF.Render(ctx, b, img.Page, scanDPI); err != nil {
		return res, err
	}
	if fault := Guard(func() { res, err = ocr.Upright(ctx, r.OCR, img) }); fault != nil {
		return ocr.Result{}, fault // of a goroutine, where nobody else would catch it
	}
	res.Page = img.Page
	return res, err
}

// put what was recognised in the place of a page's text layer.
func put(p *doc.Page, res ocr.Result) {
	p.Words, p.OCR, p.Turn, p.Skew = res.Words, true, res.Turn, res.Skew
	p.Rules, p.Images = res.Rules, append(p.Images, res.Images...)
	if p.Turn%180 != 0 {
		p.Width, p.Height = p.Height, p.Width
	}
}
