package pdf

import (
	"encoding/binary"
	"math"

	"anzen/shared/reader/doc"
)

// matrix maps (x, y) to (a*x + c*y + e, b*x + d*y + f).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{1, 0, 0, 1, 0, 0}

func (m matrix) pt(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

func (m matrix) box(x0, y0, x1, y1 float64) doc.Box {
	b := doc.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, q := range [4][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} {
		x, y := m.pt(q[0], q[1])
		b.X0, b.Y0, b.X1, b.Y1 = math.Min(b.X0, x), math.Min(b.Y0, y), math.Max(b.X1, x), math.Max(b.Y1, y)
	}
	return b
}

// then returns the matrix that applies m first, n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d, m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (i *instance) matrix() matrix {
	b := i.read(24)
	return matrix{f32(b), f32(b[4:]), f32(b[8:]), f32(b[12:]), f32(b[16:]), f32(b[20:])}
}

// display maps the page's own coordinates to points from the top left corner as displayed;
// PDFium applies crop box and rotation. It is called for a device of hundredths of a point.
func (p *page) display() (matrix, error) {
	const k = 100
	pt := func(x, y float64) (float64, float64, error) {
		_, err := p.call("FPDF_PageToDevice", p.h, 0, 0, uint64(uint32(int32(p.Width*k))), uint64(uint32(int32(p.Height*k))), 0,
			math.Float64bits(x), math.Float64bits(y), uint64(p.scratch), uint64(p.scratch+4))
		if err != nil {
			return 0, 0, err
		}
		b := p.read(8)
		return float64(int32(binary.LittleEndian.Uint32(b))) / k, float64(int32(binary.LittleEndian.Uint32(b[4:]))) / k, nil
	}
	x0, y0, err := pt(0, 0)
	if err != nil {
		return matrix{}, err
	}
	x1, y1, err := pt(1000, 0)
	if err != nil {
		return matrix{}, err
	}
	x2, y2, err := pt(0, 1000)
	if err != nil {
		return matrix{}, err
	}
	return matrix{(x1 - x0) / 1000, (y1 - y0) / 1000, (x2 - x0) / 1000, (y2 - y0) / 1000, x0, y0}, nil
}
