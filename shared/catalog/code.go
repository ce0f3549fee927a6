package catalog

import (
	"bytes"

	"anzen/shared/text/fold"
)

// WithCode is fulfilled by sheets that have one of the product codes, folded as in searches.
func WithCode(codes ...string) Condition { return Condition{kind: kindCode, values: codes} }

// withCode adds the sheets of within that have one of the product codes.
func (st *store) withCode(found, within bits, codes []string) {
	for _, code := range codes {
		needle := []byte(fold.Search(code))
		if len(needle) == 0 {
			continue
		}
		st.scan(needle, within, func(n uint32, text []byte, at int) {
			if isCode(text, needle, at) {
				found.set(n)
			}
		})
	}
}

// isCode reports whether one of a searched text's codes is the needle, which first occurs
// at an offset.
func isCode(text, needle []byte, at int) bool {
	for {
		end := at + len(needle)
		if isEdge(text, at-1) && isEdge(text, end) && bytes.Count(text[:at], []byte{fieldEnd}) == int(FieldCode) {
			return true
		}
		next := bytes.Index(text[at+1:], needle)
		if next < 0 {
			return false
		}
		at += 1 + next
	}
}

// isEdge reports whether a code begins after, or ends before, an offset of a searched text.
func isEdge(text []byte, at int) bool {
	return at < 0 || at >= len(text) || text[at] == fieldEnd || text[at] == codeEnd
}
