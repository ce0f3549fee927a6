package ocr

import (
	"context"
	"image"
	"slices"

	"anzen/shared/reader/doc"
)

// piece of a page, with its place in the mosaic.
type piece struct {
	from  image.Rectangle
	to    image.Point
	owner uint16
}

// mosaic is a page cut into the cells of its tables and the print beside them, stacked, so
// that an engine that reads line by line does not continue from one cell into the next.
type mosaic struct {
	page   *image.Gray
	owner  []uint16 // of each pixel: 0 for none, else the cell's number
	margin int
	pieces []piece
	width  int
	bottom int
}

// mostCells is the maximum number of cells cut out of a page; one with more is no table.
const mostCells = 2000

// newMosaic makes the mosaic of a page without rules; cells are in points. It returns nil
// where there is nothing to cut.
func newMosaic(g *image.Gray, dpi float64, cells []doc.Box) *mosaic {
	if len(cells) > mostCells {
		cells = nil
	}
	k := dpi / 72
	m := &mosaic{page: g, owner: make([]uint16, len(g.Pix)), margin: int(4 * k)}
	cells = slices.Clone(cells)
	// The smallest first: a table may be inside a cell of another.
	slices.SortStableFunc(cells, func(a, b doc.Box) int {
		if a.W()*a.H() < b.W()*b.H() {
			return -1
		}
		return 1
	})
	rects := make([]image.Rectangle, len(cells))
	for i, c := range cells {
		// The edge of a rule is excluded; hardly any text is closer than a point.
		r := image.Rect(int(c.X0*k), int(c.Y0*k), int(c.X1*k)+1, int(c.Y1*k)+1).Inset(m.margin / 4).Intersect(g.Rect)
		rects[i] = r
		for y := r.Min.Y; y < r.Max.Y; y++ {
			row := m.owner[y*g.Stride+r.Min.X : y*g.Stride+r.Max.X]
			for x := range row {
				if row[x] == 0 {
					row[x] = uint16(i + 1)
				}
			}
		}
	}
	order := make([]int, len(cells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := rects[a].Min.Y - rects[b].Min.Y; d > m.margin || d < -m.margin {
			return d
		}
		return rects[a].Min.X - rects[b].Min.X
	})
	for _, i := range order {
		m.cut(rects[i], uint16(i+1), 0)
	}
	m.cut(g.Rect, 0, 0)
	if len(m.pieces) == 0 {
		return nil
	}
	return m
}

// deepest is the maximum depth of cutting an area into lines and these into columns.
const deepest = 4

// cut cuts an area into lines, and those at wide gaps into columns, whose lines may be at
// other heights.
func (m *mosaic) cut(r image.Rectangle, owner uint16, depth int) {
	for _, l := range m.lines(r, owner) {
		cols := m.columns(l, owner)
		if len(cols) < 2 || depth >= deepest {
			if l.Dy() > 3*m.margin && l.Dx() > 2*l.Dy() {
				for _, p := range m.part(l, owner) {
					m.add(p, p.Inset(2), owner)
				}
				continue
			}
			m.add(l, r, owner)
			continue
		}
		for _, c := range cols {
			m.cut(c, owner, depth+1)
		}
	}
}

// columns of a line: separated by a gap of a full character's width, less where the area is
// higher than one line.
func (m *mosaic) columns(l image.Rectangle, owner uint16) []image.Rectangle {
	gap := 4 * m.margin
	if l.Dy() > 4*m.margin {
		gap = 2 * m.margin
	}
	inked := make([]bool, l.Dx())
	for y := l.Min.Y; y < l.Max.Y; y++ {
		for x := l.Min.X; x < l.Max.X; x++ {
			if i := y*m.page.Stride + x; m.page.Pix[i] < dark && m.owner[i] == owner {
				inked[x-l.Min.X] = true
			}
		}
	}
	var out []image.Rectangle
	from, last := -1, 0
	for x, on := range inked {
		if !on {
			continue
		}
		if from >= 0 && x-last > gap {
			out = append(out, image.Rect(l.Min.X+from, l.Min.Y, l.Min.X+last+1, l.Max.Y))
			from = x
		}
		if from < 0 {
			from = x
		}
		last = x
	}
	if from >= 0 {
		out = append(out, image.Rect(l.Min.X+from, l.Min.Y, l.Min.X+last+1, l.Max.Y))
	}
	return out
}

// lines of an area: ranges of rows with ink. Parts much lower than a line, such as the two
// strokes of 二, are added to the nearest line.
func (m *mosaic) lines(r image.Rectangle, owner uint16) []image.Rectangle {
	var all []image.Rectangle
	var band image.Rectangle
	for y := r.Min.Y; y <= r.Max.Y; y++ {
		var line image.Rectangle
		if y < r.Max.Y {
			n, x0, x1 := 0, 0, 0
			for x := r.Min.X; x < r.Max.X; x++ {
				if i := y*m.page.Stride + x; m.page.Pix[i] < dark && m.owner[i] == owner {
					if n == 0 {
						x0 = x
					}
					x1 = x + 1
					n++
				}
			}
			if n > 1 {
				line = image.Rect(x0, y, x1, y+1)
			}
		}
		if line.Empty() && !band.Empty() {
			all = append(all, band)
			band = image.Rectangle{}
		}
		band = band.Union(line)
	}
	low := m.margin + m.margin/4 // five points
	for i := 0; i < len(all); i++ {
		if all[i].Dy() >= low {
			continue
		}
		up, down := 1<<30, 1<<30
		if i > 0 {
			up = all[i].Min.Y - all[i-1].Max.Y
		}
		if i+1 < len(all) {
			down = all[i+1].Min.Y - all[i].Max.Y
		}
		switch {
		case up <= down && up < m.margin && all[i-1].Union(all[i]).Dy() < 4*m.margin:
			all[i-1] = all[i-1].Union(all[i])
		case down < m.margin && all[i+1].Union(all[i]).Dy() < 4*m.margin:
			all[i+1] = all[i+1].Union(all[i])
		default:
			continue
		}
		all = append(all[:i], all[i+1:]...)
		i = max(i-2, -1)
	}
	return all
}

// part separates a block of lines connected by brackets or dirt: at rows with much less ink
// than those above and below.
func (m *mosaic) part(r image.Rectangle, owner uint16) []image.Rectangle {
	ink := make([]int, r.Dy())
	for y := range ink {
		for x := r.Min.X; x < r.Max.X; x++ {
			if i := (r.Min.Y+y)*m.page.Stride + x; m.page.Pix[i] < dark && m.owner[i] == owner {
				ink[y]++
			}
		}
	}
	near, least := 2*m.margin, m.margin+m.margin/4
	var out []image.Rectangle
	from := 0
	for y := least; y < len(ink)-least; y++ {
		up, down := slices.Max(ink[max(from, y-near):y]), slices.Max(ink[y+1:min(len(ink), y+near)])
		if y-from < least || len(ink)-y < least || 3*ink[y] >= min(up, down) {
			continue
		}
		// The lowest of the suitable rows.
		at := y
		for v := y; v < min(y+m.margin, len(ink)-least) && 3*ink[v] < min(up, down); v++ {
			if ink[v] < ink[at] {
				at = v
			}
		}
		out = append(out, image.Rect(r.Min.X, r.Min.Y+from, r.Max.X, r.Min.Y+at))
		from = at
		y = at + least - 1
	}
	return append(out, image.Rect(r.Min.X, r.Min.Y+from, r.Max.X, r.Max.Y))
}

// add appends a line of a page, except specks.
func (m *mosaic) add(line, within image.Rectangle, owner uint16) {
	if line.Dx() < m.margin/4 || line.Dy() < m.margin/4 || line.Dx() < m.margin && line.Dy() < m.margin/2 {
		return
	}
	r := image.Rect(line.Min.X-m.margin/2, line.Min.Y-2, line.Max.X+m.margin/2, line.Max.Y+2).Intersect(m.page.Rect)
	r.Min.Y, r.Max.Y = max(r.Min.Y, within.Min.Y-2), min(r.Max.Y, within.Max.Y+2)
	m.pieces = append(m.pieces, piece{from: r, owner: owner})
}

// picture draws the mosaic.
func (m *mosaic) picture() *image.Gray {
	out := image.NewGray(image.Rect(0, 0, m.width, m.bottom+2*m.margin))
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	for _, p := range m.pieces {
		for y := p.from.Min.Y; y < p.from.Max.Y; y++ {
			to := out.Pix[(y-p.from.Min.Y+p.to.Y)*out.Stride+p.to.X:]
			for x := p.from.Min.X; x < p.from.Max.X; x++ {
				if i := y*m.page.Stride + x; m.owner[i] == p.owner {
					to[x-p.from.Min.X] = m.page.Pix[i]
				}
			}
		}
	}
	return out
}

// readWhole reads the mosaic as one picture.
func (m *mosaic) readWhole(ctx context.Context, e Engine, img Image) (words []doc.Word, err error) {
	y := 2 * m.margin
	m.width = 0
	for i := range m.pieces {
		p := &m.pieces[i]
		p.to = image.Pt(2*m.margin, y)
		y += p.from.Dy() + m.margin + m.margin/2
		m.width = max(m.width, p.from.Dx()+4*m.margin)
	}
	m.bottom = y
	img.Picture = m.picture()
	if words, err = e.Page(ctx, img); err != nil {
		return nil, err
	}
	return m.back(words, img.DPI), nil
}

// back moves words from the mosaic to their places on the page.
func (m *mosaic) back(words []doc.Word, dpi float64) []doc.Word {
	k := dpi / 72
	out := words[:0]
	for _, w := range words {
		y := int(w.CY() * k)
		i, ok := slices.BinarySearchFunc(m.pieces, y, func(p piece, y int) int {
			switch {
			case y < p.to.Y-m.margin/2:
				return 1
			case y >= p.to.Y+p.from.Dy()+m.margin/2:
				return -1
			}
			return 0
		})
		if !ok {
			continue
		}
		p := m.pieces[i]
		dx, dy := float64(p.from.Min.X-p.to.X)/k, float64(p.from.Min.Y-p.to.Y)/k
		w.X0, w.X1, w.Y0, w.Y1 = w.X0+dx, w.X1+dx, w.Y0+dy, w.Y1+dy
		if p.from.Dy() < 5*m.margin {
			// One line: the boxes of its words are as high as the line, whatever the engine
			// returned.
			w.Y0, w.Y1 = float64(p.from.Min.Y)/k, float64(p.from.Max.Y)/k
			w.Size = w.H()
		}
		out = append(out, w)
	}
	return out
}
