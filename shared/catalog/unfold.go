package catalog

import (
	"strings"
	"unicode/utf8"
)

// The searched texts contain a text in folded form. The original is stored as the
// difference: runs of runes that were katakana, capitals or full-width. A name takes some
// three bytes instead of thirty.

// Original forms of a rune; they combine.
const (
	wasKatakana = 1 << iota
	wasCapital
	wasWide
	ways
)

const (
	runBits = 5
	maxRun  = 1 << runBits
)

// unfoldRune is the original of r in a form. Runes that do not have the form stay.
func unfoldRune(r rune, way int) rune {
	switch {
	case way&wasCapital != 0 && 'a' <= r && r <= 'z':
		r -= 'a' - 'A'
	case way&wasKatakana != 0 && ('ぁ' <= r && r <= 'ゖ' || r == 'ゝ' || r == 'ゞ'):
		return r + ('ァ' - 'ぁ')
	}
	switch {
	case way&wasWide == 0:
	case '!' <= r && r <= '~':
		return r + ('！' - '!')
	case r == ' ':
		return '　'
	}
	return r
}

// asIs is the count of runs of a text that is stored unchanged.
const asIs = 255

// unfold packs a text as the difference from its folded form: the number of runs and a
// byte for each, or the text itself where that is not possible.
func (p *packer) unfold(text, folded string) {
	start, left := len(p.b), text
	p.b = append(p.b, 0)
	for left != "" && p.b[start] < asIs-1 {
		best, way, run, foldedRun := 0, 0, 0, 0
		for w := range ways {
			if n, a, b := runOf(left, folded, w); n > best {
				best, way, run, foldedRun = n, w, a, b
			}
		}
		if best == 0 {
			break
		}
		p.b = append(p.b, byte(way<<runBits|(best-1)))
		p.b[start]++
		left, folded = left[run:], folded[foldedRun:]
	}
	if left != "" || folded != "" {
		p.b = append(p.b[:start], asIs)
		p.text(text)
	}
}

// unfold unpacks a text with its folded form.
func (u *unpacker) unfold(folded []byte) string {
	runs := u.take(1)[0]
	if runs == asIs {
		return u.text()
	}
	var text strings.Builder
	text.Grow(len(folded))
	for _, run := range u.take(uint64(runs)) {
		for range int(run)&(maxRun-1) + 1 {
			r, size := utf8.DecodeRune(folded)
			folded = folded[size:]
			text.WriteRune(unfoldRune(r, int(run)>>runBits))
		}
	}
	return text.String()
}

// runOf is how many runes of a text are the folded ones in a form, with the bytes of both.
func runOf(text, folded string, way int) (n, textBytes, foldedBytes int) {
	for n < maxRun && textBytes < len(text) && foldedBytes < len(folded) {
		is, size := utf8.DecodeRuneInString(text[textBytes:])
		was, foldedSize := utf8.DecodeRuneInString(folded[foldedBytes:])
		if unfoldRune(was, way) != is || is == utf8.RuneError {
			break
		}
		n, textBytes, foldedBytes = n+1, textBytes+size, foldedBytes+foldedSize
	}
	return n, textBytes, foldedBytes
}
