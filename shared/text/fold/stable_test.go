package fold

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestStableCharactersAreNormal(t *testing.T) {
	var all []rune
	for r := rune(0); r < 0x30000; r++ {
		if !Stable(r) {
			continue
		}
		if !norm.NFKC.IsNormalString(string(r)) {
			t.Errorf("%U is not normal", r)
		}
		if r < 0x3100 || r%97 == 0 {
			all = append(all, r)
		}
	}
	for _, a := range all {
		if a > 0x30ff {
			continue
		}
		for _, b := range all {
			if s := string([]rune{a, b}); !norm.NFKC.IsNormalString(s) {
				t.Fatalf("%q is not normal", s)
			}
		}
	}
}
