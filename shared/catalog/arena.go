package catalog

import "bytes"

// arena stores a byte string per number, one after the other in one slab, so that
// millions of them do not burden the garbage collector. Overwritten strings go into
// late, until the slab is rebuilt.
type arena struct {
	slab []byte
	ends []uint32 // of the strings in the slab
	late map[uint32][]byte
	// seen counts the slab's bytes by value: a needle is searched by its rarest.
	seen [256]uint32
}

func (a *arena) span(i uint32) (from, to uint32) {
	if i > 0 {
		from = a.ends[i-1]
	}
	return from, a.ends[i]
}

// get is the string with the number; it must not be changed.
func (a *arena) get(i uint32) []byte {
	if b, ok := a.late[i]; ok {
		return b
	}
	from, to := a.span(i)
	return a.slab[from:to:to]
}

// add appends a string.
func (a *arena) add(b []byte) {
	a.slab = append(a.slab, b...)
	for _, c := range b {
		a.seen[c]++
	}
	a.ends = append(a.ends, uint32(len(a.slab)))
}

// set overwrites a string.
func (a *arena) set(i uint32, b []byte) {
	if bytes.Equal(a.get(i), b) {
		return
	}
	if a.late == nil {
		a.late = map[uint32][]byte{}
	}
	a.late[i] = bytes.Clone(b)
	if len(a.late) > 256+len(a.ends)/16 {
		a.tidy()
	}
}

func (a *arena) tidy() {
	fresh := arena{slab: make([]byte, 0, len(a.slab)), ends: make([]uint32, 0, len(a.ends))}
	for i := range a.ends {
		fresh.add(a.get(uint32(i)))
	}
	*a = fresh
}

func (a *arena) bytes() int { return cap(a.slab) + 4*cap(a.ends) + 64*len(a.late) }

// each calls hit for the strings that contain the needle, with the string and the
// offset of the first occurrence; only for the numbers in within where it is not nil.
func (a *arena) each(needle []byte, within bits, hit func(i uint32, s []byte, at int)) {
	for i, s := range a.late {
		if within == nil || within.has(i) {
			if at := bytes.Index(s, needle); at >= 0 {
				hit(i, s, at)
			}
		}
	}
	rare, gap := a.rarest(needle)
	for i, p := 0, 0; i < len(a.ends); {
		at := indexFrom(a.slab, p, needle, rare, gap)
		if at < 0 {
			return
		}
		i = seek(a.ends, i, uint32(at))
		from, to := a.span(uint32(i))
		_, moved := a.late[uint32(i)]
		switch {
		case at+len(needle) > int(to): // over the end of one string into the next
			p = at + 1
			continue
		case !moved && (within == nil || within.has(uint32(i))):
			hit(uint32(i), a.slab[from:to], at-int(from))
		}
		p = int(to)
		i++
	}
}

// eachOf is each for few strings, which are searched one by one.
func (a *arena) eachOf(needle []byte, within bits, hit func(i uint32, s []byte, at int)) {
	within.each(func(i uint32) {
		s := a.get(i)
		if at := bytes.Index(s, needle); at >= 0 {
			hit(i, s, at)
		}
	})
}

// rarest is the index of the needle's rarest byte, and the mean distance of its
// occurrences in the slab.
func (a *arena) rarest(needle []byte) (place, gap int) {
	for i, c := range needle {
		if a.seen[c] < a.seen[needle[place]] {
			place = i
		}
	}
	return place, len(a.slab) / (1 + int(a.seen[needle[place]]))
}

// jumpsFrom is the gap from which jumping to the next rare byte is faster than
// comparing at every byte.
const jumpsFrom = 24

// indexFrom is the offset of the needle's next occurrence at or after p, or -1.
func indexFrom(slab []byte, p int, needle []byte, rare, gap int) int {
	if gap < jumpsFrom {
		if at := bytes.Index(slab[p:], needle); at >= 0 {
			return p + at
		}
		return -1
	}
	for q := p + rare; q < len(slab); q++ {
		next := bytes.IndexByte(slab[q:], needle[rare])
		if next < 0 {
			return -1
		}
		q += next
		if start := q - rare; start+len(needle) <= len(slab) && bytes.Equal(slab[start:start+len(needle)], needle) {
			return start
		}
	}
	return -1
}

// seek is the index of the first end beyond the offset, searched from i on by
// galloping: near ones are found in few steps.
func seek(ends []uint32, i int, at uint32) int {
	step := 1
	for i+step < len(ends) && ends[i+step-1] <= at {
		i += step
		step *= 2
	}
	low, high := i, min(i+step, len(ends))
	for low < high {
		mid := (low + high) / 2
		if ends[mid] <= at {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
