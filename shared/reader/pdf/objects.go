package pdf

import (
	"encoding/binary"
	"math"

	"anzen/shared/reader/doc"
)

// PDFium's types of page objects and path segments.
const (
	objPath, objImage, objForm     = 2, 3, 5
	segLine, segBezier, segMove    = 0, 1, 2
	thin                           = 3.0 // points; a filled rectangle no thicker is a rule
	straight                       = 0.6
	shortest                       = 2.0
	pictureLeast, pictureMost      = 12.0, 220.0 // side in points of a picture that may be a pictogram
	picturePixels, picturesPerPage = 4000, 40
	pictureAspect                  = 1.3 // maximum ratio of its sides: pictograms are roughly squares
	mostCurves                     = 16
)

// objects reads ruled lines and pictures, including those inside forms.
func (p *page) objects() error {
	n, err := p.whole("FPDFPage_CountObjects", p.h)
	if err != nil {
		return err
	}
	w := walker{page: p, budget: MaxObjects}
	for k := 0; k < n && w.budget > 0; k++ {
		o, err := p.call("FPDFPage_GetObject", p.h, uint64(k))
		if err != nil {
			return err
		}
		if err := w.object(o, identity, 0); err != nil {
			return err
		}
	}
	p.ImageCover = math.Min(p.ImageCover, 1)
	return p.cutouts()
}

type walker struct {
	*page
	budget int
}

func (w *walker) object(o uint64, ctm matrix, depth int) error {
	if w.budget--; w.budget < 0 || depth > maxDepth {
		return nil
	}
	t, err := w.whole("FPDFPageObj_GetType", o)
	if err != nil {
		return err
	}
	switch t {
	case objPath:
		return w.path(o, ctm)
	case objImage:
		return w.picture(o, ctm)
	case objForm:
		m, err := w.objectMatrix(o)
		if err != nil {
			return err
		}
		n, err := w.whole("FPDFFormObj_CountObjects", o)
		if err != nil {
			return err
		}
		for k := 0; k < n && w.budget > 0; k++ {
			c, err := w.call("FPDFFormObj_GetObject", o, uint64(k))
			if err != nil {
				return err
			}
			if err := w.object(c, m.then(ctm), depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *walker) objectMatrix(o uint64) (matrix, error) {
	ok, err := w.whole("FPDFPageObj_GetMatrix", o, uint64(w.scratch))
	if err != nil || ok == 0 {
		return identity, err
	}
	return w.matrix(), nil
}

// visible reports whether an object's colour is visible on white paper.
func (w *walker) visible(o uint64, which string) (bool, error) {
	sc := uint64(w.scratch)
	ok, err := w.whole(which, o, sc, sc+4, sc+8, sc+12)
	if err != nil || ok == 0 {
		return true, err
	}
	c := w.read(16)
	return c[12] > 8 && (c[0] < 250 || c[4] < 250 || c[8] < 250), nil
}

func (w *walker) path(o uint64, ctm matrix) error {
	if _, err := w.call("FPDFPath_GetDrawMode", o, uint64(w.scratch), uint64(w.scratch+4)); err != nil {
		return err
	}
	b := w.read(8)
	fill, stroke := binary.LittleEndian.Uint32(b) != 0, binary.LittleEndian.Uint32(b[4:]) != 0
	var err error
	if fill {
		if fill, err = w.visible(o, "FPDFPageObj_GetFillColor"); err != nil {
			return err
		}
	}
	if stroke {
		if stroke, err = w.visible(o, "FPDFPageObj_GetStrokeColor"); err != nil {
			return err
		}
	}
	if !fill && !stroke {
		return nil
	}
	n, err := w.whole("FPDFPath_CountSegments", o)
	if err != nil {
		return err
	}
	m, err := w.objectMatrix(o)
	if err != nil {
		return err
	}
	m = m.then(ctm).then(w.dev)
	tr := tracer{page: w.page, fill: fill, stroke: stroke}
	next := w.segments(o, n)
	for k := 0; k < n; k++ {
		if w.budget--; w.budget < 0 {
			return nil
		}
		s, err := next(k)
		if err != nil {
			return err
		}
		if s.kind == segBezier {
			// A curve: a drawing or a glyph. Rounded frames only lose their corners.
			tr.curves++
			if tr.curves > mostCurves {
				return nil
			}
		}
		x, y := m.pt(s.x, s.y)
		tr.segment(s.kind, x, y, s.shut)
	}
	tr.flush()
	if tr.slopes >= 4 {
		w.diamond(tr.all)
	}
	return nil
}

// diamond records a square on its point: the frame of a pictogram drawn by paths.
func (w *walker) diamond(b doc.Box) {
	side, long := math.Min(b.W(), b.H()), math.Max(b.W(), b.H())
	if side < pictureLeast || long > pictureMost || long > 1.15*side || len(w.Images) >= picturesPerPage {
		return
	}
	for i := range w.Images {
		old := &w.Images[i]
		if !old.OverlapsMostly(b) {
			continue
		}
		if old.Drawing && old.W() < b.W() {
			old.Box = b
		}
		return
	}
	w.Images = append(w.Images, doc.Image{Box: b, Drawing: true})
}

// tracer converts sub-paths to rules.
type tracer struct {
	*page
	fill, stroke bool
	curves       int
	pts          [][2]float64
	start        [2]float64
	all          doc.Box // around the whole path
	slopes       int     // long lines at about 45 degrees
}

func (t *tracer) segment(kind int, x, y float64, shut bool) {
	t.all = t.all.Union(doc.Box{X0: x, Y0: y, X1: x, Y1: y})
	if kind == segLine && len(t.pts) > 0 {
		t.slope(t.pts[len(t.pts)-1], [2]float64{x, y})
	}
	if shut {
		t.slope([2]float64{x, y}, t.start)
	}
	switch kind {
	case segMove:
		t.flush()
		t.start = [2]float64{x, y}
		t.pts = append(t.pts, t.start)
	case segLine:
		t.pts = append(t.pts, [2]float64{x, y})
	default:
		t.flush()
		t.pts = append(t.pts, [2]float64{x, y})
	}
	if shut && len(t.pts) > 0 && t.pts[len(t.pts)-1] != t.start {
		t.pts = append(t.pts, t.start)
	}
}

func (t *tracer) slope(p, q [2]float64) {
	dx, dy := math.Abs(p[0]-q[0]), math.Abs(p[1]-q[1])
	if dx > 0.35*pictureLeast && dy > 0.8*dx && dx > 0.8*dy {
		t.slopes++
	}
}

func (t *tracer) flush() {
	pts := t.pts
	t.pts = t.pts[:0]
	if len(pts) < 2 {
		return
	}
	b := doc.Box{X0: pts[0][0], Y0: pts[0][1], X1: pts[0][0], Y1: pts[0][1]}
	for _, q := range pts[1:] {
		b.X0, b.Y0, b.X1, b.Y1 = math.Min(b.X0, q[0]), math.Min(b.Y0, q[1]), math.Max(b.X1, q[0]), math.Max(b.Y1, q[1])
	}
	w, h := b.W(), b.H()
	if t.fill && (w < thin || h < thin) && (w > thin || h > thin) {
		if w < h {
			t.rule(doc.Box{X0: b.CX(), Y0: b.Y0, X1: b.CX(), Y1: b.Y1}, false)
		} else {
			t.rule(doc.Box{X0: b.X0, Y0: b.CY(), X1: b.X1, Y1: b.CY()}, false)
		}
		return
	}
	for k := 1; k < len(pts); k++ {
		p, q := pts[k-1], pts[k]
		dx, dy := math.Abs(p[0]-q[0]), math.Abs(p[1]-q[1])
		switch {
		case dx < straight && dy > shortest:
			t.rule(doc.Box{X0: p[0], Y0: math.Min(p[1], q[1]), X1: p[0], Y1: math.Max(p[1], q[1])}, !t.stroke)
		case dy < straight && dx > shortest:
			t.rule(doc.Box{X0: math.Min(p[0], q[0]), Y0: p[1], X1: math.Max(p[0], q[0]), Y1: p[1]}, !t.stroke)
		}
	}
}

func (t *tracer) rule(b doc.Box, shade bool) {
	if b.X1 < 0 || b.Y1 < 0 || b.X0 > t.Width || b.Y0 > t.Height {
		return
	}
	t.Rules = append(t.Rules, doc.Rule{Box: b, Shade: shade})
}

// picture records an image, with a small grey copy where it may be a pictogram.
func (w *walker) picture(o uint64, ctm matrix) error {
	m, err := w.objectMatrix(o)
	if err != nil {
		return err
	}
	img := doc.Image{Box: m.then(ctm).then(w.dev).box(0, 0, 1, 1)}
	if w.Width > 0 && w.Height > 0 {
		w.ImageCover += math.Max(0, img.OverlapX(doc.Box{X1: w.Width})) * math.Max(0, img.OverlapY(doc.Box{Y1: w.Height})) / (w.Width * w.Height)
	}
	ok, err := w.whole("FPDFImageObj_GetImagePixelSize", o, uint64(w.scratch), uint64(w.scratch+4))
	if err != nil {
		return err
	}
	if ok != 0 {
		c := w.read(8)
		img.Width, img.Height = int(binary.LittleEndian.Uint32(c)), int(binary.LittleEndian.Uint32(c[4:]))
	}
	side, long := math.Min(img.W(), img.H()), math.Max(img.W(), img.H())
	if side >= pictureLeast && long <= min(pictureMost, pictureAspect*side) && img.Width <= picturePixels && img.Height <= picturePixels && len(w.Images) < picturesPerPage {
		if img.Thumb, err = w.thumbOnce(o, img); err != nil {
			return err
		}
	}
	w.Images = append(w.Images, img)
	return nil
}
