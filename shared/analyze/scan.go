package analyze

import (
	"context"
	"errors"
	"sync"
	"unicode"
	"unicode/utf8"

	"anzen/shared/analyze/doc"
	"anzen/shared/analyze/ocr"
)

const (
	scanDPI      = 300
	badShare     = 0.2 // of characters without a known meaning, from which a text layer is not believed
	scanCover    = 0.5 // of the page, from which images make a page with hardly any text a scan
	scanLetters  = 25
	defaultPages = 30
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

// recognise the words of pages and put them in place of the text layer's. The first error stops it.
func (r *Reader) recognise(ctx context.Context, b []byte, pages []doc.Page, which []int) error {
	engine := r.OCR
	if engine == nil {
		engine = ocr.None{}
	}
	most, parallel := r.OCRPages, r.OCRParallel
	if most <= 0 {
		most = defaultPages
	}
	if parallel <= 0 {
		parallel = 2
	}
	which = which[:min(len(which), most)]
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	var mu sync.Mutex
	var first error
	slots := make(chan struct{}, parallel)
	for _, i := range which {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			res, err := r.page(ctx, engine, b, pages[i].Number)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				if first == nil && !errors.Is(err, context.Canceled) || first == nil && ctx.Err() == nil {
					first = err
					cancel()
				}
				return
			}
			p := &pages[i]
			p.Words, p.OCR, p.Turn = res.Words, true, res.Turn
			p.Rules, p.Images = res.Rules, append(p.Images, res.Images...)
			if p.Turn%180 != 0 {
				p.Width, p.Height = p.Height, p.Width
			}
		})
	}
	wg.Wait()
	return first
}

func (r *Reader) page(ctx context.Context, engine ocr.Engine, b []byte, number int) (ocr.Result, error) {
	if _, none := engine.(ocr.None); none {
		return ocr.Result{}, ocr.ErrNoOCR
	}
	png, dpi, err := r.PDF.Render(ctx, b, number, scanDPI)
	if err != nil {
		return ocr.Result{}, err
	}
	return ocr.Upright(ctx, engine, ocr.Image{PNG: png, DPI: dpi, Page: number})
}
