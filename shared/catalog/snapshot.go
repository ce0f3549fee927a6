package catalog

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"anzen/shared/domain/sds"
)

// A snapshot is a store in its memory layout, its sheets in the order of their ids, so
// that reading it is little more than decompressing:
//
//	magic and version, layout, the company, the time, the log number applied,
//	the rules and the days by which its sheets were checked
//	sections, each: length unpacked, length packed, Zstandard frame
//	CRC-32C of everything before
//
// The same sheets at the same log number give the same bytes. An unknown version or
// layout or a wrong checksum is an error: the snapshot is then rebuilt, never repaired.
const (
	snapshotMagic = "anzencat"
	// SnapshotVersion changes with encodings, with fold.Search and with the meaning of
	// values. The layout covers the lists of columns and facets.
	SnapshotVersion = 9
)

// layout is a checksum of the lists of columns, measures, facets and orders: a snapshot of
// other lists cannot be read.
var layout = sync.OnceValue(func() uint32 { return crc32.Checksum([]byte(describe()), castagnoli) })

// Format names the format of this code's snapshots; others cannot be read.
func Format() string { return fmt.Sprintf("%d-%08x", SnapshotVersion, layout()) }

// describe writes the lists, an entry a line.
func describe() string {
	var b strings.Builder
	for i := range recordColumns {
		c := &recordColumns[i]
		found := ""
		if c.facets != nil {
			found = ", found by"
		}
		fmt.Fprintf(&b, "column %d %s: %s%s\n", c.id, c.name, c.encoding, found)
	}
	for i := range measures {
		fmt.Fprintf(&b, "measure %d %s: %s\n", measures[i].id, measures[i].name, measures[i].kind())
	}
	for i := range facetNames {
		fmt.Fprintf(&b, "facet %s\n", facetNames[i])
	}
	for _, o := range orders {
		fmt.Fprintf(&b, "order %s\n", o.by)
	}
	return b.String()
}

// maxSection bounds the unpacked size of a section.
const maxSection = 2 << 30

// ErrBadSnapshot is a snapshot that is damaged, of another version or another company's.
var ErrBadSnapshot = errors.New("not a snapshot of this version and company")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// snapshot is a store with the number of the log up to which it has followed.
type snapshot struct {
	company sds.CompanyID
	store   *store
	applied int64
	taken   time.Time
	span    ruleSpan
}

// complete reports whether the log still has all entries since the snapshot.
func (s *snapshot) complete(ctx context.Context, source Source, now time.Time) (bool, error) {
	end, err := source.LogEnd(ctx, s.company)
	switch {
	case err != nil:
		return false, err
	case s.applied > end:
		return false, nil // of a table that was restored to a time before it
	case s.applied == end || now.Sub(s.taken) < trusted:
		return true, nil
	}
	tail, err := source.Tail(ctx, s.company, s.applied)
	return err == nil && int64(len(tail)) == end-s.applied, err
}

// readSnapshot is the company's snapshot, nil where there is no readable one.
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

// One encoder and one decoder are shared: they keep their tables.
var (
	packing = sync.OnceValue(func() *zstd.Encoder {
		z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // only invalid options
		}
		return z
	})
	unpacking = sync.OnceValue(func() *zstd.Decoder {
		z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxSection))
		if err != nil {
			panic(err) // only invalid options
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
	e.out = binary.LittleEndian.AppendUint32(e.out, layout())
	e.out = binary.AppendUvarint(e.out, uint64(len(s.company)))
	e.out = append(e.out, s.company...)
	e.out = binary.AppendVarint(e.out, s.taken.UnixNano())
	e.out = binary.AppendVarint(e.out, s.applied)
	for _, text := range []string{s.span.version, s.span.from, s.span.until} {
		e.out = binary.AppendUvarint(e.out, uint64(len(text)))
		e.out = append(e.out, text...)
	}
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
	for i := range st.columns {
		e.column(&measures[i], &st.columns[i])
	}
	for kind := range orderCount {
		st.settle(kind)
		e.words(st.orders[kind].sorted)
	}
	for i := range st.facets {
		e.values(&st.facets[i])
	}
}

func (e *encoder) column(m *measure, v *columnValues) {
	switch {
	case m.moment != nil:
		raw := make([]byte, 0, 8*len(v.moments))
		for _, at := range v.moments {
			raw = binary.LittleEndian.AppendUint64(raw, uint64(at))
		}
		e.section(raw)
	case m.number != nil:
		words := make([]uint32, len(v.numbers))
		for i, n := range v.numbers {
			words[i] = uint32(n)
		}
		e.words(words)
	default:
		for _, ends := range [][]float32{v.low, v.high} {
			words := make([]uint32, len(ends))
			for i, end := range ends {
				words[i] = math.Float32bits(end)
			}
			e.words(words)
		}
	}
}

func (e *encoder) values(v *values) {
	var names, sheets bytes.Buffer
	ends := make([]uint32, 0, 2*len(v.names))
	for i, name := range v.names {
		names.WriteString(name)
		v.sheets[i].RunOptimize()
		_, _ = v.sheets[i].WriteTo(&sheets) // a bytes.Buffer does not fail
		ends = append(ends, uint32(names.Len()), uint32(sheets.Len()))
	}
	e.section(names.Bytes())
	e.section(sheets.Bytes())
	e.words(ends)
	e.arena(&v.folded)
}
