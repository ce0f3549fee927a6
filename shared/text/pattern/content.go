package pattern

// content are the bytes of a text, those of letters without case, and the pairs of bytes that follow each other, by a hash of eight bits.
type content struct {
	bytes uint64
	pairs [4]uint64
}

// bitOf is the bit of a byte: each letter, each sign, the figures together, and the first bytes of U+017F and U+212A; other bytes count in pairs only.
// lower is a byte as it counts in pairs.
var bitOf, lower = func() (bits [256]uint64, low [256]uint8) {
	next := 0
	add := func(of ...int) {
		for _, b := range of {
			bits[b] = 1 << next
		}
		next++
	}
	for b := range 256 {
		low[b] = uint8(b)
		switch {
		case b >= 'A' && b <= 'Z':
			low[b] = uint8(b) + 'a' - 'A'
		case b >= 'a' && b <= 'z':
			add(b, b-'a'+'A')
		case b >= ' ' && b < 0x7f && (b < '0' || b > '9'):
			add(b)
		}
	}
	add('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
	add(0xc5)
	add(0xe2)
	return bits, low
}()

func pairOf(a, b uint8) uint8 { return a*37 + b*11 + a>>4 }

func contentOf(text string) content {
	var c content
	if text == "" {
		return c
	}
	before := lower[text[0]]
	c.bytes = bitOf[text[0]]
	for i := 1; i < len(text); i++ {
		b := text[i]
		c.bytes |= bitOf[b]
		low := lower[b]
		c.pair(before, low)
		before = low
	}
	return c
}

func (c *content) pair(a, b uint8) {
	h := pairOf(a, b)
	c.pairs[h>>6] |= 1 << (h & 63)
}

// within reports whether all that c has is in other.
func (c *content) within(other *content) bool {
	return c.bytes&^other.bytes == 0 && c.pairs[0]&^other.pairs[0] == 0 && c.pairs[1]&^other.pairs[1] == 0 &&
		c.pairs[2]&^other.pairs[2] == 0 && c.pairs[3]&^other.pairs[3] == 0
}

func (c *content) and(other *content) content {
	out := content{bytes: c.bytes | other.bytes}
	for i := range out.pairs {
		out.pairs[i] = c.pairs[i] | other.pairs[i]
	}
	return out
}
