package layout

import (
	"math"
	"slices"

	"anzen/shared/reader/doc"
)

// farthest is the maximum distance, in points, from the page's corner.
const farthest = 1e6

// dropInvalid removes what is outside of any page: files may contain numbers that overflow
// calculations.
func dropInvalid(p *doc.Page) {
	p.Words = slices.DeleteFunc(p.Words, func(w doc.Word) bool { return nowhere(w.Box) || math.IsNaN(w.Size) || math.IsInf(w.Size, 0) })
	p.Rules = slices.DeleteFunc(p.Rules, func(r doc.Rule) bool { return nowhere(r.Box) })
	p.Images = slices.DeleteFunc(p.Images, func(i doc.Image) bool { return nowhere(i.Box) })
}

func nowhere(b doc.Box) bool {
	// The comparison is false for NaN too.
	at := func(v float64) bool { return math.Abs(v) < farthest }
	return !at(b.X0) || !at(b.Y0) || !at(b.X1) || !at(b.Y1)
}
