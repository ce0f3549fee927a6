package ocr

import (
	"context"
	"image"
	"math"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/layout"
)

// Orienter is an Engine that detects the orientation of a page.
type Orienter interface {
	// Orientation returns the rotation in degrees clockwise (0, 90, 180, 270) that makes
	// the image upright.
	Orientation(ctx context.Context, img Image) (int, error)
}

// Result of a page.
type Result struct {
	// Page is its number.
	Page  int        `json:"Page"`
	Words []doc.Word `json:"Words"`
	// Rules and Images (pictograms, with their Thumb) found in the picture.
	Rules  []doc.Rule  `json:"Rules"`
	Images []doc.Image `json:"Images"`
	// Turn is the rotation in degrees clockwise (0, 90, 180, 270) applied to the page, Skew
	// the rotation in degrees counter-clockwise around its centre after that; the boxes are
	// those of the rotated page.
	Turn int     `json:"Turn"`
	Skew float64 `json:"Skew"`
	// Latin is set where the text is in Latin script.
	Latin bool `json:"Latin"`
}

const (
	// poor is the mean confidence below which a page may be sideways or upside down.
	poor = 0.65
	// latinPage is the minimum fraction of Latin letters on a page in that script,
	// fewLetters the number of letters up to which the fraction has no meaning.
	latinPage  = 0.9
	fewLetters = 80
)

// Upright recognises a page that may be skewed by a few degrees or turned, and drops specks
// recognised as characters.
func Upright(ctx context.Context, e Engine, img Image) (Result, error) {
	g := clone(img.Picture)
	level(g)
	first := img.Turn
	if lying(g) != (first%180 != 0) {
		first = (first + 90) % 360
	}
	best, err := straight(ctx, e, img, g, first)
	if err != nil {
		return Result{}, err
	}
	if quality(best.Words) < poor {
		for _, turn := range turns(ctx, e, img, first) {
			r, err := straight(ctx, e, img, g, turn)
			if err != nil {
				return Result{}, err
			}
			if quality(r.Words) > quality(best.Words) {
				best = r
			}
			if quality(best.Words) >= poor {
				break
			}
		}
	}
	best.Words = clean(best.Words)
	best.Words = repair(best.Words)
	return best, nil
}

// turns returns the rotations to try after a failed first one: the engine's, else upside
// down, then sideways.
func turns(ctx context.Context, e Engine, img Image, first int) []int {
	if o, ok := e.(Orienter); ok {
		turn, err := o.Orientation(ctx, img)
		if err != nil || turn == first {
			return nil
		}
		return []int{turn}
	}
	return []int{(first + 180) % 360, (first + 90) % 360, (first + 270) % 360}
}

// leastSkew is the minimum skew removed, in degrees: over the width of a page it lifts a
// rule by its own thickness.
const leastSkew = 0.05

// straight recognises a page turned by turn, which is then upright except for a small skew.
func straight(ctx context.Context, e Engine, img Image, g *image.Gray, turn int) (r Result, err error) {
	r.Turn = turn
	g = Turned(g, turn)
	if a := Skew(g); math.Abs(a) >= leastSkew {
		g = rotate(g, a)
		r.Skew = a
	}
	g = clone(g)
	r.Rules, g = Rules(g, img.DPI, unbar(g, img.DPI)...)
	despeckle(g, img.DPI)
	r.Images = Symbols(g, img.DPI)
	m := newMosaic(g, img.DPI, layout.Cells(r.Rules))
	if m == nil {
		return r, nil
	}
	if s, ok := e.(*Split); ok {
		words, ok, err := s.whole(ctx, m, img)
		if err != nil || ok {
			r.Words, r.Latin = words, true
			m.orEqual(r.Words, img.DPI)
			return r, err
		}
	}
	if r.Words, err = m.words(ctx, e, img); err != nil {
		return Result{}, err
	}
	share, n := latinShare(r.Words)
	r.Latin = share > latinPage && n >= fewLetters
	// A page in the other script is recognised as garbage, of which no script can be told.
	if _, ok := e.(LineReader); ok && (r.Latin && !img.Latin || n >= fewLetters && quality(r.Words) < poor) {
		img.Latin = !img.Latin
		words, err := m.words(ctx, e, img)
		if err != nil {
			return Result{}, err
		}
		if quality(words) > quality(r.Words) {
			r.Words = words
			share, n = latinShare(words)
			r.Latin = share > latinPage && n >= fewLetters
		}
	}
	m.orEqual(r.Words, img.DPI)
	return r, nil
}

// words recognises the pieces of a page, in the engine's best way.
func (m *mosaic) words(ctx context.Context, e Engine, img Image) ([]doc.Word, error) {
	if l, ok := e.(LineReader); ok {
		return m.read(ctx, l, img)
	}
	return m.readWhole(ctx, e, img)
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
