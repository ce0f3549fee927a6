package catalog

import (
	"encoding/binary"
	"math"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

// Packing and unpacking of values in records.

func (p *packer) uint(n uint64) { p.b = binary.AppendUvarint(p.b, n) }
func (p *packer) int(n int64)   { p.b = binary.AppendVarint(p.b, n) }

func (p *packer) text(s string) {
	p.uint(uint64(len(s)))
	p.b = append(p.b, s...)
}

// value writes a value that may be empty.
func (p *packer) value(f Facet, name string) {
	if name == "" {
		p.uint(0)
		return
	}
	p.uint(1 + uint64(p.facets[f].of(name)))
}

func packAll[T ~string](p *packer, f Facet, names []T) {
	p.uint(uint64(len(names)))
	for _, n := range names {
		p.value(f, string(n))
	}
}

// packID writes an id: its bytes where it is a UUID, else as text.
func packID[T ~string](p *packer, id T) {
	if u, err := uuid.Parse(string(id)); err == nil && u.String() == string(id) {
		p.uint(1)
		p.b = append(p.b, u[:]...)
		return
	}
	p.uint(2 * uint64(len(id)))
	p.b = append(p.b, id...)
}

// date writes YYYY-MM-DD as its day; anything else as text.
func (p *packer) date(s string) {
	if d := dayOf(s); d != 0 && dayText(d) == s {
		p.uint(uint64(d)<<1 | 1)
		return
	}
	p.uint(uint64(len(s)) << 1)
	p.b = append(p.b, s...)
}

// decimals is the precision of numbers packed in few bytes; finer ones take eight.
const decimals = 1e4

func (p *packer) number(v float64) {
	if scaled := math.Round(v * decimals); math.Abs(scaled) < 1<<40 && scaled/decimals == v {
		p.int(int64(scaled) << 1)
		return
	}
	p.int(1)
	p.b = binary.LittleEndian.AppendUint64(p.b, math.Float64bits(v))
}

const (
	spanNone = iota
	spanLow
	spanHigh
	spanBoth
	spanOpen // neither end
	spanOne  // both ends the same
	spanKind = 7
)

// Flags of a span's kind: its open ends.
const (
	spanLowOpen  = 8
	spanHighOpen = 16
)

func (p *packer) span(s *sds.Span) {
	if s == nil {
		p.uint(spanNone)
		return
	}
	open := uint64(0)
	if s.LowOpen {
		open |= spanLowOpen
	}
	if s.HighOpen {
		open |= spanHighOpen
	}
	switch {
	case s.Low == nil && s.High == nil:
		p.uint(spanOpen | open)
	case s.High == nil:
		p.uint(spanLow | open)
		p.number(*s.Low)
	case s.Low == nil:
		p.uint(spanHigh | open)
		p.number(*s.High)
	case *s.Low == *s.High:
		p.uint(spanOne | open)
		p.number(*s.Low)
	default:
		p.uint(spanBoth | open)
		p.number(*s.Low)
		p.number(*s.High)
	}
}

func (u *unpacker) uint() uint64 {
	n, size := binary.Uvarint(u.b)
	u.b = u.b[size:]
	return n
}

func (u *unpacker) int() int64 {
	n, size := binary.Varint(u.b)
	u.b = u.b[size:]
	return n
}

func (u *unpacker) take(n uint64) []byte {
	taken := u.b[:n]
	u.b = u.b[n:]
	return taken
}

func (u *unpacker) text() string { return string(u.take(u.uint())) }

func (u *unpacker) value(f Facet) string {
	if n := u.uint(); n > 0 {
		return u.facets[f].names[n-1]
	}
	return ""
}

func unpackAll[T ~string](u *unpacker, f Facet) []T {
	n := u.uint()
	if n == 0 {
		return nil
	}
	names := make([]T, n)
	for i := range names {
		names[i] = T(u.value(f))
	}
	return names
}

func unpackID[T ~string](u *unpacker) T {
	n := u.uint()
	if n == 1 {
		return T(uuid.UUID(u.take(16)).String())
	}
	return T(u.take(n >> 1))
}

func (u *unpacker) date() string {
	n := u.uint()
	if n&1 == 1 {
		return dayText(int32(n >> 1))
	}
	return string(u.take(n >> 1))
}

func (u *unpacker) number() float64 {
	if n := u.int(); n != 1 {
		return float64(n>>1) / decimals
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(u.take(8)))
}

func (u *unpacker) span() *sds.Span {
	code := u.uint()
	kind := code & spanKind
	if kind == spanNone {
		return nil
	}
	s := sds.Span{LowOpen: code&spanLowOpen != 0, HighOpen: code&spanHighOpen != 0}
	if kind == spanLow || kind == spanBoth || kind == spanOne {
		low := u.number()
		s.Low = &low
	}
	if kind == spanHigh || kind == spanBoth {
		high := u.number()
		s.High = &high
	}
	if kind == spanOne {
		high := *s.Low
		s.High = &high
	}
	return &s
}
