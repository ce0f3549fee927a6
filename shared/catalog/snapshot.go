package catalog

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"anzen/shared/sds"
)

// A snapshot is a store as it lies in memory, its sheets in the order of their
// ids, so that reading it is little more than unpacking:
//
//	magic and version, the company, when it was taken, the log number applied
//	sections, each: length unpacked, length packed, Zstandard frame
//	CRC-32C of everything before
//
// The same sheets at the same log number give the same bytes. An unknown version or
// a wrong checksum is an error: the snapshot is then made anew, never mended.
const (
	snapshotMagic = "anzencat"
	// SnapshotVersion changes with everything that records, columns, facets or Fold say.
	SnapshotVersion = 1
)

// maxSection bounds what one section unpacks to.
const maxSection = 2 << 30

// ErrBadSnapshot is a snapshot that is damaged, of another version or another company's.
var ErrBadSnapshot = errors.New("not a snapshot of this version and company")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// snapshot is a store with the place in the log up to which it has followed.
type snapshot struct {
	company sds.CompanyID
	store   *store
	applied int64
	taken   time.Time
}

// complete tells whether the log still has everything since the snapshot.
func (s *snapshot) complete(ctx context.Context, source Source, now time.Time) (bool, error) {
	if now.Sub(s.taken) < trusted {
		return true, nil
	}
	head, err := source.LogHead(ctx, s.company)
	if err != nil || head == s.applied {
		return err == nil, err
	}
	tail, err := source.Tail(ctx, s.company, s.applied)
	return err == nil && int64(len(tail)) == head-s.applied, err
}

// readSnapshot is the company's snapshot, or nil where there is none to begin with.
func readSnapshot(ctx context.Context, from Snapshots, c sds.CompanyID) *snapshot {
	data, err := from.ReadSnapshot(ctx, c)
	if err != nil || data == nil {
		return nil
	}
	s, err := decodeSnapshot(data, c)
	if err != nil {
		return nil
	}
	return s
}

// One packer and one unpacker serve all: they keep their tables.
var (
	packing = sync.OnceValue(func() *zstd.Encoder {
		z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // only wrong options
		}
		return z
	})
	unpacking = sync.OnceValue(func() *zstd.Decoder {
		z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxSection))
		if err != nil {
			panic(err) // only wrong options
		}
		return z
	})
)

// encoder writes a snapshot.
type encoder struct{ out []byte }

func (e *encoder) section(raw []byte) {
	packed := packing().EncodeAll(raw, nil)
	e.out = binary.AppendUvarint(e.out, uint64(len(raw)))
	e.out = binary.AppendUvarint(e.out, uint64(len(packed)))
	e.out = append(e.out, packed...)
}

func (e *encoder) words(column []uint32) {
	raw := make([]byte, 0, 4*len(column))
	for _, v := range column {
		raw = binary.LittleEndian.AppendUint32(raw, v)
	}
	e.section(raw)
}

func (e *encoder) arena(a *arena) {
	e.section(a.slab)
	e.words(a.ends)
}

func (s *snapshot) encode() []byte {
	e := &encoder{}
	e.out = append(e.out, snapshotMagic...)
	e.out = append(e.out, SnapshotVersion)
	e.out = binary.AppendUvarint(e.out, uint64(len(s.company)))
	e.out = append(e.out, s.company...)
	e.out = binary.AppendVarint(e.out, s.taken.UnixNano())
	e.out = binary.AppendVarint(e.out, s.applied)
	e.store(s.store)
	return binary.LittleEndian.AppendUint32(e.out, crc32.Checksum(e.out, castagnoli))
}

func (e *encoder) store(st *store) {
	ids := make([]byte, 0, 16*len(st.ids))
	for i := range st.ids {
		ids = append(ids, st.ids[i][:]...)
	}
	e.section(ids)
	e.arena(&st.records)
	e.arena(&st.texts)
	for _, column := range [][]int64{st.created, st.updated} {
		raw := make([]byte, 0, 8*len(column))
		for _, v := range column {
			raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
		}
		e.section(raw)
	}
	for _, column := range st.days() {
		words := make([]uint32, len(*column))
		for i, v := range *column {
			words[i] = uint32(v)
		}
		e.words(words)
	}
	for _, column := range st.ranges {
		words := make([]uint32, len(column))
		for i, v := range column {
			words[i] = math.Float32bits(v)
		}
		e.words(words)
	}
	for kind := range orderCount {
		st.settle(kind)
		e.words(st.orders[kind].sorted)
	}
	for i := range st.facets {
		e.values(&st.facets[i])
	}
}

// days are the columns of 32 bits.
func (st *store) days() []*[]int32 {
	return []*[]int32{&st.status, &st.revised, &st.confirmed, &st.assessed, &st.judged}
}

func (e *encoder) values(v *values) {
	var names, sheets bytes.Buffer
	ends := make([]uint32, 0, 2*len(v.names))
	for i, name := range v.names {
		names.WriteString(name)
		v.sheets[i].RunOptimize()
		_, _ = v.sheets[i].WriteTo(&sheets) // a buffer takes everything
		ends = append(ends, uint32(names.Len()), uint32(sheets.Len()))
	}
	e.section(names.Bytes())
	e.section(sheets.Bytes())
	e.words(ends)
	e.arena(&v.folded)
}

// decoder reads a snapshot. Its first error stays.
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
	const sum = 4
	if len(data) < len(snapshotMagic)+1+sum || string(data[:len(snapshotMagic)]) != snapshotMagic || data[len(snapshotMagic)] != SnapshotVersion {
		return nil, fmt.Errorf("%w: another format or version", ErrBadSnapshot)
	}
	body := data[:len(data)-sum]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(data[len(data)-sum:]) {
		return nil, fmt.Errorf("%w: the checksum is wrong", ErrBadSnapshot)
	}
	d := &decoder{in: body[len(snapshotMagic)+1:]}
	s := &snapshot{company: sds.CompanyID(d.take(d.uint()))}
	if s.company != c {
		return nil, fmt.Errorf("%w: another company's", ErrBadSnapshot)
	}
	s.taken, s.applied = time.Unix(0, d.int()), d.int()
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
	for _, column := range []*[]int64{&st.created, &st.updated} {
		raw := d.section()
		if len(raw) != 8*n {
			d.fail("a column has another length")
			return nil
		}
		*column = make([]int64, n)
		for i := range *column {
			(*column)[i] = int64(binary.LittleEndian.Uint64(raw[8*i:]))
		}
	}
	for _, column := range st.days() {
		words := d.words(n)
		*column = make([]int32, len(words))
		for i, v := range words {
			(*column)[i] = int32(v)
		}
	}
	for i := range st.ranges {
		words := d.words(n)
		st.ranges[i] = make([]float32, len(words))
		for j, v := range words {
			st.ranges[i][j] = math.Float32frombits(v)
		}
	}
	for i := range st.orders {
		st.orders[i].sorted = d.words(n)
	}
	for i := range st.facets {
		d.values(&st.facets[i])
	}
	return st
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
