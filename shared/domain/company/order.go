package company

import (
	"cmp"
	"strings"
)

// Compare orders names for lists: without regard to width and case, and by the
// very characters where that makes no difference.
func Compare(a, b string) int {
	return cmp.Or(strings.Compare(Fold(a), Fold(b)), strings.Compare(a, b))
}
