package layout

import (
	"math"
	"slices"

	"anzen/shared/reader/doc"
)

// farthest is how many points off its page's corner something may stand.
const farthest = 1e6

// dropInvalid drops what stands nowhere: files may hold numbers that no calculation survives.
func dropInvalid(p *doc.Page) {
	p.Words = slices.DeleteFunc(p.Words, func(w doc.Word) bool { return nowhere(w.Box) || math.IsNaN(w.Size) || math.IsInf(w.Size, 0) })
	p.Rules = slices.DeleteFunc(p.Rules, func(r doc.Rule) bool { return nowhere(r.Box) })
	p.Images = slices.DeleteFunc(p.Images, func(i doc.Image) bool { return nowhere(i.Box) })
}

func nowhere(b doc.Box) bool {
	// Written so that what is not a number is nowhere too.
	at := func(v float64) bool { return math.Abs(v) < farthest }
	return !at(b.X0) || !at(b.Y0) || !at(b.X1) || !at(b.Y1)
}
