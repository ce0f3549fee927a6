package catalog

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"anzen/shared/domain/sds"
)

// A snapshot is a store as it lies in memory, its sheets in the order of their
// ids, so that reading it is little more than unpacking:
//
//	magic and version, the company, when it was taken, the log number applied,
//	by which rules and for which days its sheets were judged
//	sections, each: length unpacked, length packed, Zstandard frame
//	CRC-32C of everything before
//
// The same sheets at the same log number give the same bytes. An unknown version or
// a wrong checksum is an error: the snapshot is then made anew, never mended.
const (
	snapshotMagic = "anzencat"
	// SnapshotVersion changes with everything that records, columns, facets or Fold say.
	SnapshotVersion = 7
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
	judged  judged
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
	for _, text := range []string{s.judged.version, s.judged.from, s.judged.until} {
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
