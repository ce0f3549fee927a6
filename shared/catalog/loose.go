package catalog

import (
	"bytes"
	"strings"

	"anzen/shared/text/fold"
)

// Somewhere is fulfilled by sheets with the text in one of the fields that Query.Text
// searches.
func Somewhere(text string) Condition { return Condition{kind: kindSomewhere, values: []string{text}} }

// Loosely is fulfilled by sheets with the text in name, product, codes, note or file name,
// whatever separators stand between its letters and digits: K115 is in K-115.
func Loosely(text string) Condition { return Condition{kind: kindLoosely, values: []string{text}} }

// isSeparator reports whether Loosely skips a byte of a folded text.
func isSeparator(c byte) bool {
	switch c {
	case '-', ' ', '_', '.', '/':
		return true
	}
	return false
}

// unseparated is a folded text without separators.
func unseparated(text string) []byte {
	return bytes.Map(func(r rune) rune {
		if r < 0x80 && isSeparator(byte(r)) {
			return -1
		}
		return r
	}, []byte(fold.Search(text)))
}

// loosely adds the sheets of within that have the needle in their texts, separators
// skipped.
func (st *store) loosely(found, within bits, text string) {
	needle := unseparated(text)
	if len(needle) == 0 {
		return
	}
	hit := func(n uint32) { found.set(n) }
	if within.count() < st.len()/oneByOne {
		within.each(func(n uint32) {
			if hasLoosely(st.texts.get(n), needle) {
				hit(n)
			}
		})
		return
	}
	st.texts.eachLoosely(needle, within, hit)
}

// eachLoosely calls hit for the strings of within that contain the needle, separators
// skipped. The strings end with a byte that is neither a separator nor in a needle.
func (a *arena) eachLoosely(needle []byte, within bits, hit func(i uint32)) {
	for i, s := range a.late {
		if within.has(i) && hasLoosely(s, needle) {
			hit(i)
		}
	}
	rare, _ := a.rarest(needle)
	for i, p := 0, 0; i < len(a.ends); {
		next := bytes.IndexByte(a.slab[p:], needle[rare])
		if next < 0 {
			return
		}
		at := p + next
		if !looselyAround(a.slab, at, needle, rare) {
			p = at + 1
			continue
		}
		i = seek(a.ends, i, uint32(at))
		if _, moved := a.late[uint32(i)]; !moved && within.has(uint32(i)) {
			hit(uint32(i))
		}
		p = int(a.ends[i])
		i++
	}
}

func hasLoosely(s, needle []byte) bool {
	for at := range s {
		if s[at] == needle[0] && looselyAround(s, at, needle, 0) {
			return true
		}
	}
	return false
}

// looselyAround reports whether the needle stands around an offset, at which is its byte
// with the given index.
func looselyAround(s []byte, at int, needle []byte, index int) bool {
	for i, p := index-1, at-1; i >= 0; p-- {
		switch {
		case p < 0:
			return false
		case s[p] == needle[i]:
			i--
		case !isSeparator(s[p]):
			return false
		}
	}
	for i, p := index+1, at+1; i < len(needle); p++ {
		switch {
		case p >= len(s):
			return false
		case s[p] == needle[i]:
			i++
		case !isSeparator(s[p]):
			return false
		}
	}
	return true
}

// somewhere adds the sheets of within with all words of a text in one of their searched
// fields.
func (st *store) somewhere(found, within bits, text string) {
	copy(found, within)
	for _, word := range strings.Fields(fold.Search(text)) {
		found.and(st.withWord([]byte(word), found))
	}
}
