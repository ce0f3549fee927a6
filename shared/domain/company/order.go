package company

import (
	"cmp"
	"strings"
)

// Compare orders names for lists: folded, without regard to width and case, then by
// their characters.
func Compare(a, b string) int {
	return cmp.Or(strings.Compare(Fold(a), Fold(b)), strings.Compare(a, b))
}
