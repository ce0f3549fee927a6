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
	badShare     = 0.2 // fraction of characters of unknown meaning from which the text layer is not trusted
	scanCover    = 0.5 // fraction of a page covered by images from which a page with hardly any text is a scan
	scanLetters  = 25
	defaultPages = 30
	defaultTime  = 10 * time.Minute
)

// withoutText returns the indexes of printed pages whose text layer is unusable.
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

// Recognise recognises the words of pages, by their numbers; pages beyond OCRPages are left
// out. The first error stops it; pdf.ErrTimeout where it takes longer than OCRTime.
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
	// The orientation and the script of the first page are tried first on the others.
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
	if img.Picture, img.DPI, err = r.PDF.Render(ctx, b, img.Page, scanDPI); err != nil {
		return res, err
	}
	if fault := Guard(func() { res, err = ocr.Upright(ctx, r.OCR, img) }); fault != nil {
		return ocr.Result{}, fault // in a goroutine, a panic would end the process
	}
	res.Page = img.Page
	return res, err
}

// put replaces a page's text layer by recognised words.
func put(p *doc.Page, res ocr.Result) {
	p.Words, p.OCR, p.Turn, p.Skew = res.Words, true, res.Turn, res.Skew
	p.Rules, p.Images = res.Rules, append(p.Images, res.Images...)
	if p.Turn%180 != 0 {
		p.Width, p.Height = p.Height, p.Width
	}
}
