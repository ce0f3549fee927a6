package pdf

import "testing"

func TestHyphens(t *testing.T) {
	for r, want := range map[rune]bool{0xad: true, 0xfffe: true, 2: true, '-': false, 'a': false, ' ': false} {
		if isHyphen(r) != want {
			t.Errorf("%U: %v", r, !want)
		}
	}
}
