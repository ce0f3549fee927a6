package ocr

import (
	"context"
	"errors"
	"image"
	"testing"

	"anzen/shared/reader/doc"
)

// liner returns the same words for every line, with a fixed confidence.
type liner struct {
	answers string
	conf    float64
	runs    int
}

func (l *liner) Page(context.Context, Image) ([]doc.Word, error) { return nil, ErrNoOCR }

func (l *liner) Lines(_ context.Context, lines []*image.Gray, _ bool) ([][]doc.Word, error) {
	l.runs++
	out := make([][]doc.Word, len(lines))
	for i, g := range lines {
		out[i] = []doc.Word{{Text: l.answers, Conf: l.conf, OCR: true, Box: doc.Box{X1: float64(g.Rect.Dx()), Y1: float64(g.Rect.Dy())}}}
	}
	return out, nil
}

// wholePages returns one word per page, or refuses it.
type wholePages struct {
	err  error
	seen int
}

func (w *wholePages) Page(_ context.Context, img Image) ([]doc.Word, error) {
	w.seen++
	if img.Picture.Rect.Empty() {
		return nil, errors.New("no picture")
	}
	return []doc.Word{{Text: "whole page read by the other engine", Conf: 0.9, Box: doc.Box{X0: 60, Y0: 60, X1: 300, Y1: 70}}}, w.err
}

func TestSplit(t *testing.T) {
	page, _ := text(0)
	for _, c := range []struct {
		name  string
		says  string
		conf  float64
		err   error
		all   bool
		whole bool
	}{
		{"English goes to the engine for Latin script", "Safety data sheet", 0.9, nil, false, true},
		{"Japanese does not", "安全データシート", 0.9, nil, false, false},
		{"nor what may be anything", "lIlll il lI", 0.2, nil, false, false},
		{"Japanese does where it is said to be read", "安全データシート", 0.9, nil, true, true},
		{"what is refused is read by the other", "Safety data sheet", 0.9, ErrRefused, false, false},
	} {
		l, w := &liner{answers: c.says, conf: c.conf}, &wholePages{err: c.err}
		r, err := Upright(context.Background(), &Split{LineReader: l, Latin: w, All: c.all}, Image{Picture: page, DPI: 150, Page: 1})
		if err != nil || len(r.Words) == 0 {
			t.Errorf("%s: %d words, %v", c.name, len(r.Words), err)
			continue
		}
		if got := r.Words[0].Text != c.says; got != c.whole {
			t.Errorf("%s: read %q", c.name, r.Words[0].Text)
		}
		if (w.seen > 0) != (c.whole || c.err != nil) {
			t.Errorf("%s: the engine for Latin script saw %d pages", c.name, w.seen)
		}
	}
}
