package pdf

import "hash/maphash"

// segment of a path, in the path's own coordinates.
type segment struct {
	kind int
	x, y float64
	shut bool
}

// fetchSegment returns a segment and its handle by PDFium's calls.
func (i *instance) fetchSegment(path uint64, k int) (s segment, handle uint64, err error) {
	if handle, err = i.call("FPDFPath_GetPathSegment", path, uint64(k)); err != nil {
		return s, 0, err
	}
	if s.kind, err = i.whole("FPDFPathSegment_GetType", handle); err != nil {
		return s, 0, err
	}
	if _, err = i.call("FPDFPathSegment_GetPoint", handle, uint64(i.scratch), uint64(i.scratch+4)); err != nil {
		return s, 0, err
	}
	c := i.read(8)
	s.x, s.y = f32(c), f32(c[4:])
	shut, err := i.whole("FPDFPathSegment_GetClose", handle)
	s.shut = shut == 1
	return s, handle, err
}

// A segment's handle is its address in the path's array, where a segment is two floats, a
// byte for its type and one for whether it closes: reading it from memory saves four calls
// per segment.
const segmentSize = 12

func stored(b []byte) segment {
	return segment{kind: int(b[8]), x: f32(b), y: f32(b[4:]), shut: b[9] == 1}
}

// How PDFium stores segments, as far as known.
const (
	unsure = iota
	asBytes
	otherwise
)

// segments returns a function that reads the n segments of a path: from memory, once a
// whole path of this document was found there as PDFium's calls return it, else by the
// calls.
func (i *instance) segments(path uint64, n int) func(k int) (segment, error) {
	fetch := func(k int) (segment, error) {
		s, _, err := i.fetchSegment(path, k)
		return s, err
	}
	if n < 2 || i.kept == otherwise {
		return fetch
	}
	first, err := i.call("FPDFPath_GetPathSegment", path, 0)
	if err != nil || uint32(first) == 0 {
		return fetch
	}
	b, ok := i.mem.Read(uint32(first), uint32(n)*segmentSize)
	if !ok {
		return fetch
	}
	if i.kept == unsure {
		for k := range n {
			s, handle, err := i.fetchSegment(path, k)
			if err != nil {
				return fetch
			}
			if uint32(handle) != uint32(first)+uint32(k)*segmentSize || s != stored(b[k*segmentSize:]) {
				i.kept = otherwise
				return fetch
			}
		}
		i.kept = asBytes
	}
	return func(k int) (segment, error) { return stored(b[k*segmentSize:]), nil }
}

// raw is a hash of an image's stored data, 0 where they are not available.
func (i *instance) raw(image uint64) (uint64, error) {
	const most = 4 << 20
	n, err := i.call("FPDFImageObj_GetImageDataRaw", image, 0, 0)
	if err != nil || n == 0 || n > most {
		return 0, err
	}
	p, err := i.call("malloc", n)
	if err != nil || uint32(p) == 0 {
		return 0, err
	}
	defer func() { _, _ = i.call("free", p) }()
	if _, err := i.call("FPDFImageObj_GetImageDataRaw", image, p, n); err != nil {
		return 0, err
	}
	b, ok := i.mem.Read(uint32(p), uint32(n))
	if !ok {
		return 0, nil
	}
	return maphash.Bytes(seed, b) | 1, nil
}

var seed = maphash.MakeSeed()
