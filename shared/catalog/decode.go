package catalog

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

// decoder reads a snapshot. It keeps its first error.
type decoder struct {
	in  []byte
	err error
}

func (d *decoder) fail(what string) {
	if d.err == nil {
		d.err = fmt.Errorf("%w: %s", ErrBadSnapshot, what)
	}
}

func (d *decoder) uint() uint64 {
	n, size := binary.Uvarint(d.in)
	if size <= 0 {
		d.fail("it ends early")
		return 0
	}
	d.in = d.in[size:]
	return n
}

func (d *decoder) int() int64 {
	n, size := binary.Varint(d.in)
	if size <= 0 {
		d.fail("it ends early")
		return 0
	}
	d.in = d.in[size:]
	return n
}

func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.in)) {
		d.fail("it ends early")
		return nil
	}
	taken := d.in[:n]
	d.in = d.in[n:]
	return taken
}

func (d *decoder) section() []byte {
	length, packed := d.uint(), d.take(d.uint())
	if d.err != nil {
		return nil
	}
	if length > maxSection {
		d.fail("a section is too large")
		return nil
	}
	raw, err := unpacking().DecodeAll(packed, make([]byte, 0, length))
	if err != nil || uint64(len(raw)) != length {
		d.fail("a section cannot be unpacked")
		return nil
	}
	return raw
}

func (d *decoder) words(n int) []uint32 {
	raw := d.section()
	if d.err == nil && n >= 0 && len(raw) != 4*n {
		d.fail("a column has another length")
	}
	if d.err != nil {
		return nil
	}
	words := make([]uint32, len(raw)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return words
}

func (d *decoder) arena(n int) arena {
	a := arena{slab: d.section(), ends: d.words(n)}
	last := uint32(0)
	for _, end := range a.ends {
		if end < last || int(end) > len(a.slab) {
			d.fail("strings out of order")
			return arena{}
		}
		last = end
	}
	for _, c := range a.slab {
		a.seen[c]++
	}
	return a
}

// decodeSnapshot reads a snapshot of the company. The data must not be changed afterwards.
func decodeSnapshot(data []byte, c sds.CompanyID) (*snapshot, error) {
	const sum, lists = 4, len(snapshotMagic) + 1
	if len(data) < lists+sum+sum || string(data[:len(snapshotMagic)]) != snapshotMagic || data[len(snapshotMagic)] != SnapshotVersion || binary.LittleEndian.Uint32(data[lists:]) != layout() {
		return nil, fmt.Errorf("%w: another format or version", ErrBadSnapshot)
	}
	body := data[:len(data)-sum]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(data[len(data)-sum:]) {
		return nil, fmt.Errorf("%w: the checksum is wrong", ErrBadSnapshot)
	}
	d := &decoder{in: body[lists+sum:]}
	s := &snapshot{company: sds.CompanyID(d.take(d.uint()))}
	if s.company != c {
		return nil, fmt.Errorf("%w: another company's", ErrBadSnapshot)
	}
	s.taken, s.applied = time.Unix(0, d.int()), d.int()
	for _, text := range []*string{&s.span.version, &s.span.from, &s.span.until} {
		*text = string(d.take(d.uint()))
	}
	s.store = d.store()
	return s, d.err
}

func (d *decoder) store() *store {
	st := newStore()
	ids := d.section()
	n := len(ids) / 16
	st.ids, st.ordered = make([]uuid.UUID, n), n
	for i := range st.ids {
		copy(st.ids[i][:], ids[16*i:])
	}
	st.records, st.texts = d.arena(n), d.arena(n)
	for i := range st.columns {
		d.column(&measures[i], &st.columns[i], n)
	}
	for i := range st.orders {
		st.orders[i].sorted = d.words(n)
	}
	for i := range st.facets {
		d.values(&st.facets[i])
	}
	return st
}

func (d *decoder) column(m *measure, v *columnValues, n int) {
	switch {
	case m.moment != nil:
		raw := d.section()
		if len(raw) != 8*n {
			d.fail("a column has another length")
			return
		}
		v.moments = make([]int64, n)
		for i := range v.moments {
			v.moments[i] = int64(binary.LittleEndian.Uint64(raw[8*i:]))
		}
	case m.number != nil:
		words := d.words(n)
		v.numbers = make([]int32, len(words))
		for i, word := range words {
			v.numbers[i] = int32(word)
		}
	default:
		for _, ends := range []*[]float32{&v.low, &v.high} {
			words := d.words(n)
			*ends = make([]float32, len(words))
			for i, word := range words {
				(*ends)[i] = math.Float32frombits(word)
			}
		}
	}
}

func (d *decoder) values(v *values) {
	names, sheets, ends := string(d.section()), d.section(), d.words(-1)
	v.folded = d.arena(len(ends) / 2)
	if d.err != nil {
		return
	}
	v.number, v.names, v.sheets = make(map[string]uint32, len(ends)/2), make([]string, len(ends)/2), make([]*roaring.Bitmap, len(ends)/2)
	bitmaps := make([]roaring.Bitmap, len(v.sheets))
	name, sheet := uint32(0), uint32(0)
	for i := range v.names {
		nameEnd, sheetEnd := ends[2*i], ends[2*i+1]
		if nameEnd < name || sheetEnd < sheet || int(nameEnd) > len(names) || int(sheetEnd) > len(sheets) {
			d.fail("values out of order")
			return
		}
		v.names[i] = names[name:nameEnd]
		v.number[v.names[i]] = uint32(i)
		if _, err := bitmaps[i].FromBuffer(sheets[sheet:sheetEnd]); err != nil {
			d.fail("a bitmap cannot be read")
			return
		}
		v.sheets[i] = &bitmaps[i]
		name, sheet = nameEnd, sheetEnd
	}
}
