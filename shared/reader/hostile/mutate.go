// Package hostile damages good PDFs, at random but deterministically by seed, and has the
// reader read them: reading any file must end in a result or in a named reason, within the
// limits.
package hostile

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// Mutate returns a damaged copy of a PDF and a description of the damage. It is
// deterministic by seed, body and donors. Donors are other PDFs, from which parts are
// taken.
func Mutate(seed uint64, body []byte, donors [][]byte) (damaged []byte, how string) {
	m := &mutator{Rand: rand.New(rand.NewPCG(seed, 0x5d5)), b: bytes.Clone(body), donors: donors}
	var done []string
	for range 1 + m.IntN(3) {
		k := kinds[m.IntN(len(kinds))]
		if len(m.b) > 0 && k.do(m) {
			done = append(done, k.name)
		}
	}
	if len(done) == 0 && len(m.b) > 0 { // the chosen damage does not fit this file
		flips(m)
		done = append(done, "flips")
	}
	return m.b, strings.Join(done, "+")
}

type mutator struct {
	*rand.Rand
	b      []byte
	donors [][]byte
}

// kinds of damage; each reports whether it found something to damage.
var kinds = []struct {
	name string
	do   func(m *mutator) bool
}{
	{"flips", flips},
	{"noise", noise},
	{"truncation", truncation},
	{"removal", removal},
	{"repetition", repetition},
	{"object swap", objectSwap},
	{"reference", reference},
	{"page tree loop", pageTreeLoop},
	{"dictionary number", dictionaryNumber},
	{"stream length", streamLength},
	{"name", name},
	{"xref", xref},
	{"splice", splice},
	{"nesting", nesting},
	{"content", content},
	{"content", content}, // most damage to a compressed stream only makes it unreadable
	{"content", content},
}

func (m *mutator) some(most int) int { return 1 + m.IntN(most) }

// span is a random range of the file, of at most most bytes.
func (m *mutator) span(most int) (from, to int) {
	from = m.IntN(len(m.b))
	return from, min(len(m.b), from+m.some(most))
}

func (m *mutator) replace(from, to int, with []byte) {
	m.b = bytes.Join([][]byte{m.b[:from], with, m.b[to:]}, nil)
}

func flips(m *mutator) bool {
	for range m.some(40) {
		m.b[m.IntN(len(m.b))] ^= 1 << m.IntN(8)
	}
	return true
}

func noise(m *mutator) bool {
	from, to := m.span(400)
	kind, fill := m.IntN(3), byte(m.IntN(256))
	for i := from; i < to; i++ {
		if m.b[i] = fill; kind == 0 {
			m.b[i] = byte(m.IntN(256))
		}
	}
	return true
}

func truncation(m *mutator) bool {
	if n := m.IntN(len(m.b)); m.IntN(5) == 0 {
		m.b = m.b[n:]
	} else {
		m.b = m.b[:n]
	}
	return true
}

func removal(m *mutator) bool {
	from, to := m.span(5000)
	m.replace(from, to, nil)
	return true
}

func repetition(m *mutator) bool {
	from, to := m.span(5000)
	m.replace(to, to, bytes.Repeat(m.b[from:to], m.some(30)))
	return true
}

var (
	begins     = regexp.MustCompile(`\d 0 obj`)
	references = regexp.MustCompile(`\b(\d{1,7}) 0 R\b`)
	kids       = regexp.MustCompile(`/Kids\s*\[[^\]]*\]`)
	numbers    = regexp.MustCompile(`(?:/(?:Length|Width|Height|Count|Size|First|N|Prev|W|Index|Columns|Colors|Predictor|BitsPerComponent|FirstChar|LastChar|Rotate|DW|Length1|R|V|P)[ \[]+)(-?\d+)`)
	lengths    = regexp.MustCompile(`/Length\s+(\d+)`)
	names      = regexp.MustCompile(`/(?:Type|Subtype|Filter|Encoding|Contents|Resources|Font|XObject|MediaBox|ToUnicode|DescendantFonts|FontFile\d?|ColorSpace|Parent|Kids|Pages|Root|Group|SMask|ExtGState|FlateDecode|DCTDecode|Page|Form|Image|Type0|Type3|TrueType|Identity-H|CIDFontType2|DeviceRGB|DecodeParms|CharProcs)\b`)
	sections   = regexp.MustCompile(`startxref\s+(\d+)`)
	entries    = regexp.MustCompile(`\d{10} \d{5} [nf]`)
)

// pick is a random match of an expression, some matches after a random place; nil if none.
func (m *mutator) pick(re *regexp.Regexp) []int {
	at := m.IntN(len(m.b))
	var found []int
	for range m.some(8) {
		p := re.FindSubmatchIndex(m.b[at:])
		if p == nil {
			if at == 0 || found != nil {
				break
			}
			at = 0
			if p = re.FindSubmatchIndex(m.b); p == nil {
				break
			}
		}
		for i := range p {
			p[i] += at
		}
		found, at = p, p[1]
	}
	return found
}

// object is the range of the inside of an object, between "obj" and "endobj".
func (m *mutator) object() (from, to int, ok bool) {
	p := m.pick(begins)
	if p == nil {
		return 0, 0, false
	}
	n := bytes.Index(m.b[p[1]:], []byte("endobj"))
	return p[1], p[1] + n, n > 0
}

func objectSwap(m *mutator) bool {
	a, b, ok := m.object()
	c, d, also := m.object()
	if a > c {
		a, b, c, d = c, d, a, b
	}
	if !ok || !also || b > c {
		return false
	}
	m.b = bytes.Join([][]byte{m.b[:a], m.b[c:d], m.b[b:c], m.b[a:b], m.b[d:]}, nil)
	return true
}

func reference(m *mutator) bool {
	for range m.some(4) {
		p, q := m.pick(references), m.pick(references)
		if p == nil {
			return false
		}
		m.replace(p[2], p[3], bytes.Clone(m.b[q[2]:q[3]]))
	}
	return true
}

// pageTreeLoop makes the tree of pages point to an ancestor, to itself, or to anything.
func pageTreeLoop(m *mutator) bool {
	p := m.pick(kids)
	if p == nil {
		return false
	}
	var list bytes.Buffer
	list.WriteString("/Kids[")
	for range m.some(20) {
		if q := m.pick(references); q != nil {
			list.Write(m.b[q[0]:q[1]])
			list.WriteByte(' ')
		}
	}
	if own := bytes.LastIndex(m.b[:p[0]], []byte(" 0 obj")); own > 0 {
		from := own
		for from > 0 && m.b[from-1] >= '0' && m.b[from-1] <= '9' {
			from--
		}
		list.Write(m.b[from:own])
		list.WriteString(" 0 R")
	}
	list.WriteByte(']')
	m.replace(p[0], p[1], list.Bytes())
	return true
}

var extremes = []string{
	"0", "-1", "1", "2", "7", "255", "256", "32767", "65535", "65536", "99999", "16777216", "2147483647", "-2147483648",
	"4294967295", "4294967296", "99999999999999999999", "0.00001", "1e9",
}

func (m *mutator) extreme() []byte {
	if m.IntN(3) == 0 {
		return []byte(strconv.Itoa(m.IntN(100000)))
	}
	return []byte(extremes[m.IntN(len(extremes))])
}

func dictionaryNumber(m *mutator) bool {
	for range m.some(3) {
		p := m.pick(numbers)
		if p == nil {
			return false
		}
		m.replace(p[2], p[3], m.extreme())
	}
	return true
}

func streamLength(m *mutator) bool {
	p := m.pick(lengths)
	if p == nil {
		return false
	}
	n, err := strconv.Atoi(string(m.b[p[2]:p[3]]))
	if err != nil || n > len(m.b) || m.IntN(2) == 0 {
		m.replace(p[2], p[3], m.extreme())
		return true
	}
	m.replace(p[2], p[3], []byte(strconv.Itoa(n/2+m.IntN(n+2))))
	return true
}

func name(m *mutator) bool {
	p, q := m.pick(names), m.pick(names)
	if p == nil {
		return false
	}
	m.replace(p[0], p[1], bytes.Clone(m.b[q[0]:q[1]]))
	return true
}

func xref(m *mutator) bool {
	if p := m.pick(sections); p != nil && m.IntN(2) == 0 {
		m.replace(p[2], p[3], []byte(strconv.Itoa(m.IntN(2*len(m.b)))))
		return true
	}
	done := false
	for range m.some(30) {
		p, q := m.pick(entries), m.pick(entries)
		if p == nil {
			return done
		}
		copy(m.b[p[0]:p[1]], m.b[q[0]:q[1]])
		done = true
	}
	return done
}

func splice(m *mutator) bool {
	if len(m.donors) == 0 {
		return false
	}
	d := m.donors[m.IntN(len(m.donors))]
	if m.IntN(2) == 0 { // a part of one within the other
		from, at := m.IntN(len(d)), m.IntN(len(m.b))
		m.replace(at, at, d[from:min(len(d), from+m.some(20000))])
		return true
	}
	m.replace(m.IntN(len(m.b)), len(m.b), d[m.IntN(len(d)):])
	return true
}

var openings = []string{"[", "<<", "(", "<</A ", "[<<", "%", "q ", "BT ", "{"}

func nesting(m *mutator) bool {
	at := m.IntN(len(m.b))
	if from, _, ok := m.object(); ok {
		at = from
	}
	m.replace(at, at, []byte(strings.Repeat(openings[m.IntN(len(openings))], m.some(20000))))
	return true
}

var (
	streams  = regexp.MustCompile(`/FlateDecode[^<>]*>>\s*stream\r?\n`)
	literals = regexp.MustCompile(`-?\d+\.?\d*`)
)

// content unpacks a stream, damages its content and packs it again; where the result is not
// longer than before, the rest of the file stays unchanged.
func content(m *mutator) bool {
	const most = 4 << 20
	p := m.pick(streams)
	if p == nil {
		return false
	}
	until := bytes.Index(m.b[p[1]:], []byte("endstream"))
	if until < 10 {
		return false
	}
	until += p[1]
	r, err := zlib.NewReader(bytes.NewReader(m.b[p[1]:until]))
	if err != nil {
		return false
	}
	plain, err := io.ReadAll(io.LimitReader(r, most))
	if err != nil || len(plain) == 0 {
		return false
	}
	inner := &mutator{Rand: m.Rand, b: plain, donors: m.donors}
	switch m.IntN(8) {
	case 0:
		flips(inner)
	case 1:
		noise(inner)
	case 2:
		removal(inner)
	case 3:
		repetition(inner)
	case 4:
		nesting(inner)
	case 5: // all of it, repeated: forms and pages become large
		inner.b = bytes.Repeat(plain, min(m.some(200), most/len(plain)+1))
	default:
		for range m.some(20) {
			if q := inner.pick(literals); q != nil {
				inner.replace(q[0], q[1], m.extreme())
			}
		}
	}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write(inner.b); err != nil {
		return false
	}
	if err := w.Close(); err != nil {
		return false
	}
	with := packed.Bytes()
	if room := until - p[1]; len(with) < room {
		with = append(with, bytes.Repeat([]byte{'\n'}, room-len(with))...)
	}
	m.replace(p[1], until, with)
	return true
}
