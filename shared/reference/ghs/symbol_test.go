package ghs_test

import (
	"testing"

	"anzen/shared/reference/ghs"
)

// frame draws a square set on edge with a symbol in it: white paper, grey frame.
func frame(side int, dark func(u, v float64) bool) []byte {
	grey := make([]byte, side*side)
	for y := range side {
		for x := range side {
			u, v := (float64(x)+0.5)/float64(side), (float64(y)+0.5)/float64(side)
			d := abs(u-0.5) + abs(v-0.5)
			switch {
			case d < 0.5 && d > 0.45:
				grey[y*side+x] = 80
			case d < 0.45 && dark(u, v):
				grey[y*side+x] = 0
			default:
				grey[y*side+x] = 255
			}
		}
	}
	return grey
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

func TestMatchSymbol(t *testing.T) {
	exclamation := frame(32, func(u, v float64) bool {
		return abs(u-0.5) < 0.07-0.05*(v-0.2) && v > 0.2 && v < 0.62 || (u-0.5)*(u-0.5)+(v-0.72)*(v-0.72) < 0.004
	})
	if code, like := ghs.MatchSymbol(exclamation, 32); code != "GHS07" {
		t.Errorf("an exclamation mark is %q (%.2f)", code, like)
	}
	stripes := frame(32, func(u, v float64) bool { return int(u*20)%2 == 0 })
	if code, like := ghs.MatchSymbol(stripes, 32); code != "" {
		t.Errorf("stripes are %q (%.2f)", code, like)
	}
	if code, _ := ghs.MatchSymbol(make([]byte, 32*32), 32); code != "" {
		t.Errorf("a black square is %q", code)
	}
	if code, _ := ghs.MatchSymbol(nil, 32); code != "" {
		t.Errorf("nothing is %q", code)
	}
}
