package doc

import "math"

// Box is a rectangle on a page.
type Box struct {
	X0 float64 `json:"X0"`
	Y0 float64 `json:"Y0"`
	X1 float64 `json:"X1"`
	Y1 float64 `json:"Y1"`
}

// W is the width.
func (b Box) W() float64 { return b.X1 - b.X0 }

// H is the height.
func (b Box) H() float64 { return b.Y1 - b.Y0 }

// CX is the centre's x.
func (b Box) CX() float64 { return (b.X0 + b.X1) / 2 }

// CY is the centre's y.
func (b Box) CY() float64 { return (b.Y0 + b.Y1) / 2 }

// Empty reports whether the box has no area.
func (b Box) Empty() bool { return b.X1 <= b.X0 || b.Y1 <= b.Y0 }

// Union is the smallest box around both; the zero box counts as nothing.
func (b Box) Union(o Box) Box {
	if b == (Box{}) {
		return o
	}
	if o == (Box{}) {
		return b
	}
	return Box{math.Min(b.X0, o.X0), math.Min(b.Y0, o.Y0), math.Max(b.X1, o.X1), math.Max(b.Y1, o.Y1)}
}

// OverlapX is the width that both share; if negative, the gap between them.
func (b Box) OverlapX(o Box) float64 { return math.Min(b.X1, o.X1) - math.Max(b.X0, o.X0) }

// OverlapY is the height that both share; if negative, the gap between them.
func (b Box) OverlapY(o Box) float64 { return math.Min(b.Y1, o.Y1) - math.Max(b.Y0, o.Y0) }

// Holds reports whether the centre of o is in b.
func (b Box) Holds(o Box) bool {
	x, y := o.CX(), o.CY()
	return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1
}

// OverlapsMostly reports whether the boxes share more than half of the smaller one's area.
func (b Box) OverlapsMostly(o Box) bool {
	x, y := b.OverlapX(o), b.OverlapY(o)
	return x > 0 && y > 0 && 2*x*y > math.Min(b.W()*b.H(), o.W()*o.H())
}
