package ocr

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"anzen/shared/analyze/doc"
)

// Orienter is an Engine that can tell how a page lies.
type Orienter interface {
	// Orientation answers by how many degrees clockwise (0, 90, 180, 270) the image has to be turned to
	// stand upright.
	Orientation(ctx context.Context, img Image) (int, error)
}

// Result of a page.
type Result struct {
	Words []doc.Word
	// Turn is by how many degrees clockwise the page was turned; the boxes are those of the turned page.
	Turn int
}

// poor is the mean confidence below which a page is thought to lie on its side or on its head.
const poor = 0.6

// Upright recognises a page that may be skewed by a few degrees or turned, and leaves out specks that were
// taken for characters.
func Upright(ctx context.Context, e Engine, img Image) (Result, error) {
	decoded, err := png.Decode(bytes.NewReader(img.PNG))
	if err != nil {
		return Result{}, fmt.Errorf("decode the picture of page %d: %w", img.Page, err)
	}
	g, ok := decoded.(*image.Gray)
	if !ok {
		g = grey(decoded)
	}
	if a := Skew(g); math.Abs(a) >= 0.3 {
		g = rotate(g, a)
		if img.PNG, err = encode(g); err != nil {
			return Result{}, err
		}
	}
	words, err := e.Page(ctx, img)
	if err != nil {
		return Result{}, err
	}
	best := Result{Words: words}
	if o, ok := e.(Orienter); ok && quality(words) < poor {
		turn, err := o.Orientation(ctx, img)
		if err == nil && turn != 0 {
			g = Turned(g, turn)
			if a := Skew(g); math.Abs(a) >= 0.3 {
				g = rotate(g, a)
			}
			turned := img
			if turned.PNG, err = encode(g); err != nil {
				return Result{}, err
			}
			if words, err = e.Page(ctx, turned); err != nil {
				return Result{}, err
			}
			if quality(words) > quality(best.Words) {
				best = Result{Words: words, Turn: turn}
			}
		}
	}
	best.Words = clean(best.Words)
	return best, nil
}

// quality is the mean confidence, weighted by length, of what looks like words.
func quality(words []doc.Word) float64 {
	sum, n := 0.0, 0.0
	for _, w := range words {
		k := float64(utf8.RuneCountInString(w.Text))
		sum += k * w.Conf
		n += k
	}
	if n < 20 {
		return 0
	}
	return sum / n
}

// clean leaves out rules taken for bars, specks beside the text, and what the engine itself doubts.
func clean(words []doc.Word) []doc.Word {
	var lefts, rights []float64
	for _, w := range words {
		if utf8.RuneCountInString(w.Text) >= 3 && w.Conf > 0.6 {
			lefts, rights = append(lefts, w.X0), append(rights, w.X1)
		}
	}
	left, right := 0.0, math.Inf(1)
	if len(lefts) > 20 {
		slices.Sort(lefts)
		slices.Sort(rights)
		left, right = lefts[len(lefts)/50]-14, rights[len(rights)-1-len(rights)/50]+14
	}
	return slices.DeleteFunc(words, func(w doc.Word) bool {
		n := utf8.RuneCountInString(w.Text)
		letters := 0
		for _, r := range w.Text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				letters++
			}
		}
		switch {
		case w.X1 < left || w.X0 > right:
			return n <= 3
		case letters == 0:
			return w.Conf < 0.4 || w.Text == "|" || w.Text == "_" || w.Text == "‖" || w.Text == "「" || w.Text == "'"
		}
		return n <= 2 && w.Conf < 0.3 || w.H() > 60 && n <= 2
	})
}
