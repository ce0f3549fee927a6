package fold

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cut is a place in a text where a label may end, with the length of the label's key up to it.
type Cut struct{ At, Len int }

// Label is the key of a label in a text that is Printed, from a place on: letters and digits in lower case, and with the
// spellings that differ from house to house brought to one. The places of blanks and opening brackets are added to
// cuts, where it is not nil, so that the keys of all beginnings of a line are made in one go.
func Label(s string, start int, cuts *[]Cut) string {
	b := make([]byte, 0, len(s)-start)
	for i := start; i < len(s); {
		c := s[i]
		if c < 0x80 {
			switch {
			case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
				if c |= 0x20; c == 'r' && endsInOu(b) {
					b = b[:len(b)-1] // colour, odour, vapour
				}
				b = append(b, c)
			case c >= '0' && c <= '9' || c == '%' || c == '#':
				b = append(b, c)
			case (c == ' ' || c == '(' || c == '[' || c == '/' && i > 0 && s[i-1] >= 0x80) && cuts != nil:
				*cuts = append(*cuts, Cut{i, len(b)})
			}
			i++
			continue
		}
		if to, n := respelled(s[i:]); n > 0 {
			b = append(b, to...)
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b = append(b, s[i:i+size]...)
		}
		i += size
	}
	return string(b)
}

func endsInOu(b []byte) bool {
	return bytes.HasSuffix(b, []byte("colou")) || bytes.HasSuffix(b, []byte("odou")) || bytes.HasSuffix(b, []byte("vapou"))
}

// labelSpellings are by their first character, for most texts have none of them.
var labelSpellings = map[string][]struct{ from, to string }{
	"お": {{"および", ""}}, "ま": {{"または", ""}}, "な": {{"ならびに", ""}}, "及": {{"及び", ""}}, "又": {{"又は", ""}}, "並": {{"並びに", ""}},
	"曝": {{"曝露", "ばく露"}}, "暴": {{"暴露", "ばく露"}}, "臭": {{"臭気い", "臭い"}}, "取": {{"取り扱い", "取扱"}, {"取扱い", "取扱"}}, "目": {{"目の", "眼の"}},
}

func respelled(s string) (to string, n int) {
	if len(s) < 3 {
		return "", 0
	}
	for _, r := range labelSpellings[s[:3]] {
		if strings.HasPrefix(s, r.from) {
			return r.to, len(r.from)
		}
	}
	return "", 0
}
