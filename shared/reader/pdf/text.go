package pdf

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

// Gaps, in ems, that separate words. Japanese is set with wide and uneven tracking.
const (
	gapCJK   = 0.9
	gapOther = 0.2
	// gapGuessed separates Latin letters where PDFium sees a space too: kerning narrows it.
	gapGuessed = 0.1
)

// text reads the page's characters into words, in the order of the file.
func (p *page) text() error {
	tp, err := p.call("FPDFText_LoadPage", p.h)
	if err != nil {
		return err
	}
	if uint32(tp) == 0 {
		return nil
	}
	defer func() { _, _ = p.call("FPDFText_ClosePage", tp) }()
	n, err := p.whole("FPDFText_CountChars", tp)
	if err != nil {
		return err
	}
	if n > MaxChars {
		return fmt.Errorf("%w: %d characters on page %d", ErrTooLarge, n, p.Number)
	}
	b := builder{p: p, tp: tp, fonts: map[uint64]bool{}}
	unicodeAt, boxAt, generated := p.f("FPDFText_GetUnicode"), p.f("FPDFText_GetLooseCharBox"), p.f("FPDFText_IsGenerated")
	s := p.stack[:]
	var high rune
	for k := 0; k < n; k++ {
		s[0], s[1] = tp, uint64(k)
		if err := unicodeAt.CallWithStack(p.ctx, s); err != nil {
			return err
		}
		r := rune(uint32(s[0]))
		switch {
		case r >= 0xd800 && r < 0xdc00:
			high = r
			continue
		case r >= 0xdc00 && r < 0xe000:
			if high == 0 {
				continue
			}
			r = (high-0xd800)<<10 | (r - 0xdc00) + 0x10000
		case isHyphen(r):
			r = '-'
		}
		high = 0
		if r <= ' ' || r == 0xa0 || r == 0x3000 || r == 0x2003 || r == 0x2002 {
			if r == ' ' || r >= 0xa0 {
				s[0], s[1] = tp, uint64(k)
				if err := generated.CallWithStack(p.ctx, s); err != nil {
					return err
				}
				if int32(uint32(s[0])) != 1 {
					b.flush()
					b.spaced = true
				} else {
					b.guessed = true // generated ones are guesses; the gap decides
				}
			}
			continue
		}
		if r > unicode.MaxRune || !unicode.IsGraphic(r) && !unicode.Is(unicode.Co, r) {
			if r > unicode.MaxRune || !unicode.Is(unicode.Cf, r) {
				b.chars++
				b.errs++ // a control character for a glyph: its meaning is unknown
			}
			continue
		}
		s[0], s[1], s[2] = tp, uint64(k), uint64(p.scratch)
		if err := boxAt.CallWithStack(p.ctx, s); err != nil {
			return err
		}
		c := p.read(16) // left, top, right, bottom
		if err := b.add(k, r, p.dev.box(f32(c), f32(c[4:]), f32(c[8:]), f32(c[12:]))); err != nil {
			return err
		}
	}
	b.flush()
	p.Words, p.Chars, p.MapErrors = b.words, b.chars, b.errs
	return nil
}

// isHyphen reports how PDFium marks a hyphen at a line's end, and a soft hyphen, which some fonts print for any: "7732\u00ad18\u00ad5".
func isHyphen(r rune) bool { return r == 0xfffe || r == 2 || r == 0xad }

// builder joins characters to words.
type builder struct {
	p      *page
	tp     uint64
	words  []doc.Word
	cur    doc.Word
	text   strings.Builder
	last   doc.Box
	lastR  rune
	spaced bool
	// guessed is set where PDFium takes the gap after the last character for a space.
	guessed bool
	spread  float64 // the widest gap between the letters of the word
	dropped int     // letters of the word that were printed twice
	style   style
	object  uint64
	fonts   map[uint64]bool // font handle -> bold
	chars   int
	errs    int
}

// style of a text object.
type style struct {
	size  float64
	angle float64
	ink   uint32
	bold  bool
	bad   bool // the font has no mapping to characters
}

func (b *builder) add(k int, r rune, box doc.Box) error {
	b.chars++
	if b.text.Len() > 0 && b.style.angle == 0 {
		em := b.em(box)
		// Half of the letter itself, not of the em: the two l of "all" are closer than a
		// quarter em.
		if r == b.lastR && math.Abs(box.X0-b.last.X0) < math.Min(0.25*em, 0.5*b.last.W()) && math.Abs(box.Y0-b.last.Y0) < 0.25*em {
			if b.lastR == 'f' && b.dropped == 0 && b.text.Len() > 1 {
				b.put(r, box) // the glyph "ff" or "ffi"
				return nil
			}
			b.dropped++
			return nil // printed twice to look bold
		}
		gap, limit := box.X0-b.last.X1, gapOther*em
		switch {
		case doc.CJK(r) && doc.CJK(b.lastR):
			limit = gapCJK * em
		case b.guessed && len(b.cur.Ends) > 1 && gap > 2*b.spread+0.05*em:
			limit = gapGuessed * em // letters set wide have gaps as well
		}
		level := box.OverlapY(b.last) > 0.5*math.Min(box.H(), b.last.H())
		if level && gap <= limit && box.X0 > b.last.X0-0.3*em {
			b.spread = math.Max(b.spread, gap)
			b.put(r, box)
			return nil
		}
	}
	was := b.style
	old := b.text.Len() > 0
	if err := b.look(k); err != nil {
		return err
	}
	if b.style.bad {
		b.errs++
	}
	box = b.sane(k, box)
	if old && b.style.angle != 0 && b.style == was && !b.spaced && math.Hypot(box.CX()-b.last.CX(), box.CY()-b.last.CY()) < 2*b.em(box) {
		b.put(r, box)
		return nil
	}
	style := b.style
	b.style = was
	b.flush()
	b.style = style
	b.cur = doc.Word{Page: b.p.Number, Size: style.size, Bold: style.bold, Angle: style.angle, Ink: style.ink, Conf: 1, Box: box}
	b.put(r, box)
	return nil
}

func (b *builder) put(r rune, box doc.Box) {
	if b.text.Len() > 0 && b.style.bad {
		b.errs++
	}
	b.text.WriteRune(r)
	b.cur.Box = b.cur.Union(box)
	b.cur.Ends = append(b.cur.Ends, float32(box.X1))
	b.last, b.lastR, b.spaced, b.guessed = box, r, false, false
}

func (b *builder) flush() {
	if b.text.Len() == 0 {
		return
	}
	b.cur.Text = b.text.String()
	if b.cur.Angle != 0 || utf8.RuneCountInString(b.cur.Text) == 1 {
		b.cur.Ends = nil
	}
	b.words = append(b.words, b.cur)
	b.text.Reset()
	b.cur, b.spread, b.dropped = doc.Word{}, 0, 0
}

// em is the font size where it is plausible for the character's box, else an estimate from
// the box.
func (b *builder) em(box doc.Box) float64 {
	h := math.Max(box.H(), 1)
	if s := b.style.size; s > 0.4*h && s < 2.5*h {
		return s
	}
	return 0.85 * h
}

// sane replaces the height of a box that is absurd because of the font's ascent and
// descent.
func (b *builder) sane(k int, box doc.Box) doc.Box {
	s := b.style.size
	if b.style.angle != 0 || s <= 0 || box.H() > 0.5*s && box.H() < 2.2*s {
		return box
	}
	p := b.p
	if ok, err := p.whole("FPDFText_GetCharOrigin", b.tp, uint64(k), uint64(p.scratch), uint64(p.scratch+8)); err != nil || ok == 0 {
		return box
	}
	c := p.read(16)
	_, base := p.dev.pt(f64(c), f64(c[8:]))
	box.Y0, box.Y1 = base-0.88*s, base+0.2*s
	return box
}

func f64(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// look reads the style of the text object that a character belongs to.
func (b *builder) look(k int) error {
	p := b.p
	o, err := p.call("FPDFText_GetTextObject", b.tp, uint64(k))
	if err != nil {
		return err
	}
	if o == b.object && o != 0 {
		return nil
	}
	b.object = o
	st := style{ink: 0xff000000}
	v, err := p.call("FPDFText_GetFontSize", b.tp, uint64(k))
	if err != nil {
		return err
	}
	st.size = math.Float64frombits(v)
	ok, err := p.whole("FPDFText_GetMatrix", b.tp, uint64(k), uint64(p.scratch))
	if err != nil {
		return err
	}
	if ok != 0 {
		m := p.matrix().then(p.dev)
		st.size *= math.Hypot(m.c, m.d)
		// The device's y axis points down.
		if a := math.Mod(math.Atan2(-m.b, m.a)*180/math.Pi+360, 360); a > 2 && a < 358 {
			st.angle = math.Round(a)
		}
	}
	sc := uint64(p.scratch)
	ok, err = p.whole("FPDFText_GetFillColor", b.tp, uint64(k), sc, sc+4, sc+8, sc+12)
	if err != nil {
		return err
	}
	if ok != 0 {
		c := p.read(16)
		st.ink = uint32(c[12])<<24 | uint32(c[0])<<16 | uint32(c[4])<<8 | uint32(c[8])
	}
	bad, err := p.whole("FPDFText_HasUnicodeMapError", b.tp, uint64(k))
	if err != nil {
		return err
	}
	st.bad = bad == 1
	if o != 0 {
		if st.bold, err = b.bold(o); err != nil {
			return err
		}
	}
	b.style = st
	return nil
}

// bold is decided by the font's name, or by text that is stroked as well as filled.
func (b *builder) bold(object uint64) (bool, error) {
	p := b.p
	mode, err := p.whole("FPDFTextObj_GetTextRenderMode", object)
	if err != nil || mode == 2 {
		return mode == 2, err
	}
	f, err := p.call("FPDFTextObj_GetFont", object)
	if err != nil || f == 0 {
		return false, err
	}
	if bold, ok := b.fonts[f]; ok {
		return bold, nil
	}
	n, err := p.whole("FPDFFont_GetBaseFontName", f, uint64(p.scratch), 256)
	if err != nil {
		return false, err
	}
	bold := false
	if n > 1 && n <= 256 {
		name := strings.ToLower(string(p.read(uint32(n - 1))))
		for _, w := range []string{"bold", "black", "heavy", "-w6", "-w7", "-w8", "-w9"} {
			bold = bold || strings.Contains(name, w)
		}
	}
	b.fonts[f] = bold
	return bold, nil
}
