package layout

import (
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

// upright turns a page on which nearly all text runs up, down or upside down, so that it
// reads from left to right, and records the rotation in Turn. Pages recognised from images
// are upright.
func upright(p *doc.Page) {
	count := map[float64]int{}
	all := 0
	for _, w := range p.Words {
		n := utf8.RuneCountInString(w.Text)
		all += n
		for _, a := range [...]float64{90, 180, 270} {
			if d := w.Angle - a; d > -3 && d < 3 {
				count[a] += n
			}
		}
	}
	for _, a := range [...]float64{90, 180, 270} {
		if all < 40 || 10*count[a] < 7*all {
			continue
		}
		turn := turner(a, p.Width, p.Height)
		for i := range p.Words {
			w := &p.Words[i]
			w.Box, w.Ends = turn(w.Box), nil
			if w.Angle -= a; w.Angle < 0 {
				w.Angle += 360
			}
			if w.Angle < 3 || w.Angle > 357 {
				w.Angle = 0
			}
		}
		for i := range p.Rules {
			p.Rules[i].Box = turn(p.Rules[i].Box)
		}
		for i := range p.Images {
			p.Images[i].Box = turn(p.Images[i].Box)
		}
		p.Turn = int(a)
		if a != 180 {
			p.Width, p.Height = p.Height, p.Width
		}
		return
	}
}

// turner turns boxes of a page clockwise.
func turner(deg, width, height float64) func(doc.Box) doc.Box {
	switch deg {
	case 90:
		return func(b doc.Box) doc.Box { return doc.Box{X0: height - b.Y1, Y0: b.X0, X1: height - b.Y0, Y1: b.X1} }
	case 180:
		return func(b doc.Box) doc.Box {
			return doc.Box{X0: width - b.X1, Y0: height - b.Y1, X1: width - b.X0, Y1: height - b.Y0}
		}
	}
	return func(b doc.Box) doc.Box { return doc.Box{X0: b.Y0, Y0: width - b.X1, X1: b.Y1, Y1: width - b.X0} }
}
