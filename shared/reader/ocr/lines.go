package ocr

import (
	"context"
	"image"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

// LineReader is an Engine that reads pictures of single lines, which is faster and more exact than to have
// it find them.
type LineReader interface {
	Engine
	// Lines answers the words of each picture, their boxes in its pixels. latin asks for the engine's
	// knowledge of Latin script instead of Japanese, where it has both.
	Lines(ctx context.Context, lines []*image.Gray, latin bool) ([][]doc.Word, error)
}

const (
	// netHeight of a line in pixels, with what is left white: not much more than the recogniser needs, which
	netHeight = 50
	// around a line is left white, as a part of its height.
	around = 0.2
	// sides is left white before and behind it: the network misses what stands on its edge.
	sides = 0.4
	// stretch makes characters of half width as broad as they are high.
	stretch = 1.9
	// doubted is the mean confidence below which a line is tried in another way.
	doubted = 0.8
	// better by so much has another reading to be to be believed.
	better = 0.05
)

// strip is a line cut out of a page for reading.
type strip struct {
	piece
	// tight is the ink's box on the page.
	tight image.Rectangle
	// g is the picture; one of its pixels is kx by ky of the page, its corner stands at x0, y0.
	g              *image.Gray
	kx, ky, x0, y0 float64
}

// strip of a piece, made broader by wide; false where nothing is printed on it.
func (m *mosaic) strip(p piece, wide float64) (strip, bool) {
	s := strip{piece: p, tight: m.tight(p)}
	if m.crumb(s) {
		return s, false
	}
	pad := max(2, int(around*float64(max(s.tight.Dy(), m.margin))))
	side := int(sides * float64(max(s.tight.Dy(), m.margin)))
	r := image.Rect(s.tight.Min.X-side, s.tight.Min.Y-pad, s.tight.Max.X+side, s.tight.Max.Y+pad)
	// What is low, as a dash, stays so: it is not enlarged to the height of a line.
	if low := 2 * m.margin; r.Dy() < low {
		r.Min.Y, r.Max.Y = r.Min.Y-(low-r.Dy())/2, r.Max.Y+(low-r.Dy()+1)/2
	}
	g := image.NewGray(image.Rect(0, 0, r.Dx(), r.Dy()))
	for i := range g.Pix {
		g.Pix[i] = 255
	}
	in := r.Intersect(p.from).Intersect(m.page.Rect)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		to := g.Pix[(y-r.Min.Y)*g.Stride : (y-r.Min.Y+1)*g.Stride]
		for x := in.Min.X; x < in.Max.X; x++ {
			if i := y*m.page.Stride + x; m.owner[i] == p.owner {
				to[x-r.Min.X] = m.page.Pix[i]
			}
		}
	}
	k := netHeight / float64(r.Dy())
	w := max(8, int(k*wide*float64(r.Dx())+0.5))
	s.g = scaled(g, w, netHeight)
	s.kx, s.ky = float64(r.Dx())/float64(w), float64(r.Dy())/netHeight
	s.x0, s.y0 = float64(r.Min.X), float64(r.Min.Y)
	return s, true
}

// crumb tells specks and what is left of rules from a line: as high as a comma at least, or a dash.
func (m *mosaic) crumb(s strip) bool {
	w, h := s.tight.Dx(), s.tight.Dy()
	if 2*h > m.margin && w+h > m.margin {
		return false
	}
	if h < 2 || 4*w < 3*m.margin {
		return true
	}
	n := 0
	for x := s.tight.Min.X; x < s.tight.Max.X; x++ {
		if m.inked(s, x) {
			n++
		}
	}
	return 10*n < 9*w
}

// tight is the box of a piece's ink.
func (m *mosaic) tight(p piece) image.Rectangle {
	out := image.Rectangle{Min: p.from.Max, Max: p.from.Min}
	for y := p.from.Min.Y; y < p.from.Max.Y; y++ {
		n := 0
		for x := p.from.Min.X; x < p.from.Max.X; x++ {
			if i := y*m.page.Stride + x; m.page.Pix[i] < dark && m.owner[i] == p.owner {
				out.Min.X, out.Max.X = min(out.Min.X, x), max(out.Max.X, x+1)
				n++
			}
		}
		if n > 0 {
			out.Min.Y, out.Max.Y = min(out.Min.Y, y), max(out.Max.Y, y+1)
		}
	}
	return out
}

// place moves a strip's words to the page, in points: as broad as their ink, as high as their line's.
func (m *mosaic) place(s strip, words []doc.Word, dpi float64, page int) []doc.Word {
	k := 72 / dpi
	for i := range words {
		w := &words[i]
		x0, x1 := int(s.x0+w.X0*s.kx+0.5), int(s.x0+w.X1*s.kx+0.5)
		x0, x1 = max(x0, s.tight.Min.X), min(x1, s.tight.Max.X)
		for x0 < x1-1 && !m.inked(s, x0) {
			x0++
		}
		for x1 > x0+1 && !m.inked(s, x1-1) {
			x1--
		}
		if x1 <= x0 {
			x1 = x0 + 1
		}
		w.Page = page
		w.Box = doc.Box{X0: float64(x0) * k, Y0: float64(s.tight.Min.Y) * k, X1: float64(x1) * k, Y1: float64(s.tight.Max.Y) * k}
		w.Size = w.H()
	}
	return words
}

// inked tells a column of a strip's line on which something is printed.
func (m *mosaic) inked(s strip, x int) bool {
	for y := s.tight.Min.Y; y < s.tight.Max.Y; y++ {
		if i := y*m.page.Stride + x; m.page.Pix[i] < dark && m.owner[i] == s.owner {
			return true
		}
	}
	return false
}

// lineHeight is the median height of the pieces of a page, those of running text.
func (m *mosaic) lineHeight() int {
	var hs []int
	for _, p := range m.pieces {
		if h := p.from.Dy(); p.from.Dx() > 3*h && h > m.margin {
			hs = append(hs, h)
		}
	}
	if len(hs) == 0 {
		return 4 * m.margin
	}
	slices.Sort(hs)
	return hs[len(hs)/2]
}

// read the pieces of a page: single lines as such, those in another way that are doubted, and blocks of
// lines that stand too narrow to be parted as the engine likes.
func (m *mosaic) read(ctx context.Context, e LineReader, img Image) ([]doc.Word, error) {
	var strips []strip
	blocks := *m
	blocks.pieces = nil
	high := 2 * m.lineHeight()
	for _, p := range m.pieces {
		if t := m.tight(p); t.Dy() > high && t.Dy() > 6*m.margin && t.Dx() > t.Dy() {
			blocks.pieces = append(blocks.pieces, p)
			continue
		}
		if s, ok := m.strip(p, 1); ok {
			strips = append(strips, s)
		}
	}
	lines, err := m.readLines(ctx, e, strips, img)
	if err != nil {
		return nil, err
	}
	if len(blocks.pieces) > 0 {
		more, err := blocks.readWhole(ctx, e, img)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

// readLines reads strips, and again what might be kana of half width.
func (m *mosaic) readLines(ctx context.Context, e LineReader, strips []strip, img Image) ([]doc.Word, error) {
	if len(strips) == 0 {
		return nil, nil
	}
	read, err := readStrips(ctx, e, strips, img.Latin)
	if err != nil {
		return nil, err
	}
	var again []strip
	var which []int
	for i, words := range read {
		if confidence(words) < doubted && !figures(words) && strips[i].tight.Dx() > strips[i].tight.Dy() {
			if s, ok := m.strip(strips[i].piece, stretch); ok {
				again, which = append(again, s), append(which, i)
			}
		}
	}
	if len(again) > 0 {
		other, err := readStrips(ctx, e, again, img.Latin)
		if err != nil {
			return nil, err
		}
		for j, i := range which {
			if katakana(other[j]) && digits(other[j]) >= digits(read[i]) && confidence(other[j]) > confidence(read[i])+better {
				read[i], strips[i] = other[j], again[j]
			}
		}
	}
	var out []doc.Word
	for i, words := range read {
		out = append(out, m.place(strips[i], words, img.DPI, img.Page)...)
	}
	return out, nil
}

func readStrips(ctx context.Context, e LineReader, strips []strip, latin bool) ([][]doc.Word, error) {
	pictures := make([]*image.Gray, len(strips))
	for i, s := range strips {
		pictures[i] = s.g
	}
	return e.Lines(ctx, pictures, latin)
}

// confidence is the mean one of words, weighted by length.
func confidence(words []doc.Word) float64 {
	sum, n := 0.0, 0.0
	for _, w := range words {
		k := float64(utf8.RuneCountInString(w.Text))
		sum += k * w.Conf
		n += k
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// figures tells words without letters, which are doubted only for their dashes.
func figures(words []doc.Word) bool {
	for _, w := range words {
		if strings.ContainsFunc(w.Text, unicode.IsLetter) {
			return false
		}
	}
	return len(words) > 0
}

// digits counts those of words: broadened, they are taken for kana.
func digits(words []doc.Word) (n int) {
	for _, w := range words {
		for _, r := range w.Text {
			if unicode.IsDigit(r) {
				n++
			}
		}
	}
	return n
}

// katakana tells that most letters are: those are what fonts have at half the width.
func katakana(words []doc.Word) bool {
	kana, n := 0, 0
	for _, w := range words {
		for _, r := range w.Text {
			if unicode.IsLetter(r) || r == 'ー' {
				n++
			}
			if unicode.Is(unicode.Katakana, r) || r == 'ー' {
				kana++
			}
		}
	}
	return n > 1 && 10*kana >= 7*n
}

// latinShare is the part of Latin ones among the letters, and how many letters there are.
func latinShare(words []doc.Word) (float64, int) {
	latin, n := 0, 0
	for _, w := range words {
		for _, r := range w.Text {
			if unicode.IsLetter(r) {
				n++
				if unicode.Is(unicode.Latin, r) {
					latin++
				}
			}
		}
	}
	if n == 0 {
		return 0, 0
	}
	return float64(latin) / float64(n), n
}
