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

// LineReader is an Engine that reads pictures of single lines, which is faster and more
// accurate than having it find them.
type LineReader interface {
	Engine
	// Lines returns the words of each picture, with boxes in its pixels. latin selects the
	// engine's data for Latin script instead of Japanese, where it has both.
	Lines(ctx context.Context, lines []*image.Gray, latin bool) ([][]doc.Word, error)
}

const (
	// netHeight of a line in pixels, with what is left white: not much more than the recogniser needs, which
	netHeight = 50
	// around is the white margin above and below a line, as a fraction of its height.
	around = 0.2
	// sides is the white margin before and after it: the network misses characters at the
	// edge.
	sides = 0.4
	// stretch makes characters of half width as wide as they are high.
	stretch = 1.9
	// doubted is the mean confidence below which a line is read in another way too.
	doubted = 0.8
	// better is the gain in confidence from which the other reading is preferred.
	better = 0.05
)

// strip is a line cut out of a page for reading.
type strip struct {
	piece
	// tight is the box of the ink on the page.
	tight image.Rectangle
	// g is the picture; one of its pixels is kx by ky of the page, its corner is at x0, y0.
	g              *image.Gray
	kx, ky, x0, y0 float64
}

// strip cuts out a piece, widened by wide; false where nothing is printed on it.
func (m *mosaic) strip(p piece, wide float64) (strip, bool) {
	s := strip{piece: p, tight: m.tight(p)}
	if m.crumb(s) {
		return s, false
	}
	pad := max(2, int(around*float64(max(s.tight.Dy(), m.margin))))
	side := int(sides * float64(max(s.tight.Dy(), m.margin)))
	r := image.Rect(s.tight.Min.X-side, s.tight.Min.Y-pad, s.tight.Max.X+side, s.tight.Max.Y+pad)
	// Low content, such as a dash, is not enlarged to the height of a line.
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

// low reports a line that is lower than a comma, which is a dash or nothing.
func (m *mosaic) low(s strip) bool {
	w, h := s.tight.Dx(), s.tight.Dy()
	return 2*h <= m.margin || w+h <= m.margin
}

// dash is the word of a low line, as high as a line of text.
func (m *mosaic) dash(s strip, img Image) doc.Word {
	k, rise := 72/img.DPI, float64(m.lineHeight())/2
	mid := float64(s.tight.Min.Y+s.tight.Max.Y) / 2
	b := doc.Box{X0: float64(s.tight.Min.X) * k, Y0: (mid - rise) * k, X1: float64(s.tight.Max.X) * k, Y1: (mid + rise) * k}
	return doc.Word{Text: "-", Conf: dashConf, OCR: true, Page: img.Page, Box: b, Size: b.H()}
}

// dashConf is the confidence in a dash recognised by its stroke.
const dashConf = 0.8

// crumb reports specks and remains of rules, which are low and no dashes.
func (m *mosaic) crumb(s strip) bool {
	w, h := s.tight.Dx(), s.tight.Dy()
	if !m.low(s) {
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

// place moves a strip's words to the page, in points: as wide as their ink, as high as
// their line.
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

// inked reports whether something is printed in a column of a strip's line.
func (m *mosaic) inked(s strip, x int) bool {
	for y := s.tight.Min.Y; y < s.tight.Max.Y; y++ {
		if i := y*m.page.Stride + x; m.page.Pix[i] < dark && m.owner[i] == s.owner {
			return true
		}
	}
	return false
}

// lineHeight is the median height of the pieces of a page, which is that of running text.
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

// read reads the pieces of a page: single lines as such, doubtful ones in another way too,
// and blocks of lines that are too close to be separated as blocks.
func (m *mosaic) read(ctx context.Context, e LineReader, img Image) ([]doc.Word, error) {
	var strips []strip
	blocks := *m
	blocks.pieces = nil
	high := 2 * m.lineHeight()
	var dashes []doc.Word
	for _, p := range m.pieces {
		if t := m.tight(p); t.Dy() > high && t.Dy() > 6*m.margin && t.Dx() > t.Dy() {
			blocks.pieces = append(blocks.pieces, p)
			continue
		}
		switch s, ok := m.strip(p, 1); {
		case ok && m.low(s):
			dashes = append(dashes, m.dash(s, img))
		case ok:
			strips = append(strips, s)
		}
	}
	lines, err := m.readLines(ctx, e, strips, img)
	if err != nil {
		return nil, err
	}
	lines = append(lines, dashes...)
	if len(blocks.pieces) > 0 {
		more, err := blocks.readWhole(ctx, e, img)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

// readLines reads strips, and again those that may contain half-width kana or be in the other script.
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
	if !img.Latin {
		if err := readLatin(ctx, e, strips, read); err != nil {
			return nil, err
		}
	}
	var out []doc.Word
	for i, words := range read {
		if confidence(words) < doubted {
			if w, ok := m.numeral(strips[i]); ok {
				words = []doc.Word{w}
			}
		}
		out = append(out, m.place(strips[i], words, img.DPI, img.Page)...)
	}
	return out, nil
}

// readLatin reads strips again that are recognised badly, as garbage mostly of Latin letters: a title in italics on a Japanese page.
func readLatin(ctx context.Context, e LineReader, strips []strip, read [][]doc.Word) error {
	var again []strip
	var which []int
	for i, words := range read {
		if share, n := latinShare(words); confidence(words) < poor && n >= leastLetters && share > latinLine {
			again, which = append(again, strips[i]), append(which, i)
		}
	}
	if len(again) == 0 {
		return nil
	}
	other, err := readStrips(ctx, e, again, true)
	if err != nil {
		return err
	}
	for j, i := range which {
		if confidence(other[j]) > confidence(read[i])+better {
			read[i] = other[j]
		}
	}
	return nil
}

// latinLine is the fraction of Latin letters from which a line that is recognised badly may be in that script, leastLetters the number of its letters.
const (
	latinLine    = 0.7
	leastLetters = 6
)

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

// figures reports whether words have no letters; these are read again only for their
// dashes.
func figures(words []doc.Word) bool {
	for _, w := range words {
		if strings.ContainsFunc(w.Text, unicode.IsLetter) {
			return false
		}
	}
	return len(words) > 0
}

// digits counts those in words: widened, they are recognised as kana.
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

// katakana reports whether most letters are katakana, which fonts have at half width.
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

// latinShare is the fraction of Latin ones among the letters, and the number of letters.
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
