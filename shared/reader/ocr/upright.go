package ocr

import (
	"context"
	"image"
	"math"
	"slices"
	"unicode"
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
	g, err := decode(img)
	if err != nil {
		return Result{}, err
	}
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
			return r, err
		}
	}
	if r.Words, err = m.words(ctx, e, img); err != nil {
		return Result{}, err
	}
	share, n := latinShare(r.Words)
	r.Latin = share > latinPage && n >= fewLetters
	if _, ok := e.(LineReader); ok && r.Latin != img.Latin && (r.Latin || n >= fewLetters && quality(r.Words) < poor) {
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

// clean drops rules recognised as bars, specks beside the text, and isolated words of low
// confidence: beside other words of its line a doubtful character is kept.
func clean(words []doc.Word) []doc.Word {
	ones(words)
	words = withoutRules(words)
	var lefts, rights []float64
	text := make([]bool, len(words)) // whether the run of words that each belongs to is text beyond doubt
	for i := 0; i < len(words); {
		j, n, conf, box := i, 0, 0.0, words[i].Box
		for ; j < len(words) && (j == i || beside(words[j-1], words[j])); j++ {
			k := utf8.RuneCountInString(words[j].Text)
			n += k
			conf += float64(k) * words[j].Conf
			box = box.Union(words[j].Box)
		}
		sure := n >= 3 && conf > 0.6*float64(n)
		if sure {
			lefts, rights = append(lefts, box.X0), append(rights, box.X1)
		}
		for ; i < j; i++ {
			text[i] = sure && n > 3
		}
	}
	left, right := 0.0, math.Inf(1)
	if len(lefts) > 20 {
		slices.Sort(lefts)
		slices.Sort(rights)
		left, right = lefts[len(lefts)/50]-14, rights[len(rights)-1-len(rights)/50]+14
	}
	keep := make([]bool, len(words))
	for i, w := range words {
		n, letters := utf8.RuneCountInString(w.Text), lettersOf(w.Text)
		switch {
		case w.X1 < left || w.X0 > right:
			keep[i] = text[i]
		case letters == 0:
			keep[i] = w.Conf >= 0.4 && !speck(w.Text)
		default:
			keep[i] = n > 2 || (w.Conf >= 0.3 || n == 2 && letters == 2 && doc.CJK([]rune(w.Text)[0])) && w.H() <= 60
		}
	}
	// The engine returns the words of a line in sequence.
	doubt := func(w doc.Word) bool { return speck(w.Text) || lettersOf(w.Text) == 0 && w.Conf < 0.2 }
	for i := 1; i < len(words); i++ {
		keep[i] = keep[i] || keep[i-1] && !doubt(words[i]) && beside(words[i-1], words[i])
	}
	for i := len(words) - 2; i >= 0; i-- {
		keep[i] = keep[i] || keep[i+1] && !doubt(words[i]) && beside(words[i+1], words[i])
	}
	out := words[:0]
	for i, w := range words {
		if keep[i] {
			out = append(out, w)
		}
	}
	return out
}

func lettersOf(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// speck reports texts as which rules and dirt are recognised.
func speck(s string) bool {
	switch s {
	case "|", "_", "‖", "「", "'", "\"", "`":
		return true
	}
	return false
}
