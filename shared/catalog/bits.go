package catalog

import (
	mathbits "math/bits"

	"github.com/RoaringBitmap/roaring/v2"
)

// bits is a set of sheets while a query is answered: a bit a sheet, 6 KB for
// 50,000 of them, so that every further condition is a pass over some hundred words.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

func allBits(n int) bits {
	b := newBits(n)
	for i := range b {
		b[i] = ^uint64(0)
	}
	if n%64 != 0 {
		b[len(b)-1] = 1<<(n%64) - 1
	}
	return b
}

func (b bits) has(i uint32) bool { return b[i>>6]&(1<<(i&63)) != 0 }
func (b bits) set(i uint32)      { b[i>>6] |= 1 << (i & 63) }

func (b bits) and(c bits) {
	for i := range b {
		b[i] &= c[i]
	}
}

func (b bits) add(c bits) {
	for i := range b {
		b[i] |= c[i]
	}
}

func (b bits) andNot(c bits) {
	for i := range b {
		b[i] &^= c[i]
	}
}

func (b bits) count() (n int) {
	for _, w := range b {
		n += mathbits.OnesCount64(w)
	}
	return n
}

func (b bits) each(f func(i uint32)) {
	for w, word := range b {
		for ; word != 0; word &= word - 1 {
			f(uint32(w<<6 + mathbits.TrailingZeros64(word)))
		}
	}
}

// sparse is the cardinality up to which a bitmap has no container of plain bits.
const sparse = 4096

// or adds a bitmap.
func (b bits) or(m *roaring.Bitmap) {
	if m.GetCardinality() <= sparse {
		m.WriteDenseTo(b) // it adds to b, except that bitmap containers overwrite
		return
	}
	for i, w := range m.ToDense() {
		b[i] |= w
	}
}
