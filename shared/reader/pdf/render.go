package pdf

import (
	"fmt"
	"image"
	"math"

	"anzen/shared/reader/doc"
)

// picture identifies an image: the same data at the same place.
type picture struct {
	box           doc.Box
	width, height int
	data          uint64
}

// thumbOnce draws an image that pages repeat at the same place, such as a logo, only once.
func (w *walker) thumbOnce(o uint64, img doc.Image) ([]byte, error) {
	data, err := w.raw(o)
	if err != nil {
		return nil, err
	}
	key := picture{img.Box, img.Width, img.Height, data}
	if t, ok := w.thumbs[key]; ok && data != 0 {
		return t, nil
	}
	t, err := w.thumb(o)
	if err == nil {
		w.thumbs[key] = t
	}
	return t, err
}

// thumb is an image object as painted, with its masks, on white, scaled to ThumbSide; nil
// where it cannot be drawn.
func (w *walker) thumb(o uint64) ([]byte, error) {
	bm, err := w.call("FPDFImageObj_GetRenderedBitmap", w.document.h, w.h, o)
	if err != nil || uint32(bm) == 0 {
		return nil, err
	}
	defer func() { _, _ = w.call("FPDFBitmap_Destroy", bm) }()
	width, err := w.whole("FPDFBitmap_GetWidth", bm)
	if err != nil {
		return nil, err
	}
	height, err := w.whole("FPDFBitmap_GetHeight", bm)
	if err != nil {
		return nil, err
	}
	stride, err := w.whole("FPDFBitmap_GetStride", bm)
	if err != nil {
		return nil, err
	}
	format, err := w.whole("FPDFBitmap_GetFormat", bm)
	if err != nil {
		return nil, err
	}
	buf, err := w.call("FPDFBitmap_GetBuffer", bm)
	if err != nil {
		return nil, err
	}
	if width < 4 || height < 4 || stride < width {
		return nil, nil
	}
	b, ok := w.mem.Read(uint32(buf), uint32(stride*height))
	if !ok {
		return nil, nil
	}
	return shrink(width, height, func(x, y int) int {
		switch q := b[y*stride:]; format {
		case 1:
			return int(q[x])
		case 2:
			return grey(q[3*x], q[3*x+1], q[3*x+2])
		case 3:
			return grey(q[4*x], q[4*x+1], q[4*x+2])
		default: // with transparency
			a := int(q[4*x+3])
			return (grey(q[4*x], q[4*x+1], q[4*x+2])*a + 255*(255-a)) / 255
		}
	}), nil
}

// cutouts paints all drawings of the page in one pass (most of the time goes into walking
// the page), and sets the copy of each, scaled to ThumbSide.
func (p *page) cutouts() error {
	var all doc.Box
	least := math.Inf(1)
	for _, i := range p.Images {
		if i.Drawing {
			all = all.Union(i.Box)
			least = math.Min(least, math.Min(i.W(), i.H()))
		}
	}
	if all.Empty() {
		return nil
	}
	const most = 1024
	k := math.Min(2*doc.ThumbSide/least, most/math.Max(all.W(), all.H()))
	w, h := int(math.Ceil(all.W()*k)), int(math.Ceil(all.H()*k))
	bm, err := p.call("FPDFBitmap_Create", uint64(w), uint64(h), 0)
	if err != nil || uint32(bm) == 0 {
		return err
	}
	defer func() { _, _ = p.call("FPDFBitmap_Destroy", bm) }()
	if _, err = p.call("FPDFBitmap_FillRect", bm, 0, 0, uint64(w), uint64(h), 0xffffffff); err != nil {
		return err
	}
	at := func(v float64) uint64 { return uint64(uint32(int32(math.Round(v)))) }
	const greyscale = 0x08
	if _, err = p.call("FPDF_RenderPageBitmap", bm, p.h, at(-all.X0*k), at(-all.Y0*k), at(p.Width*k), at(p.Height*k), 0, greyscale); err != nil {
		return err
	}
	stride, err := p.whole("FPDFBitmap_GetStride", bm)
	if err != nil {
		return err
	}
	buf, err := p.call("FPDFBitmap_GetBuffer", bm)
	if err != nil {
		return err
	}
	px, ok := p.mem.Read(uint32(buf), uint32(stride*h))
	if !ok {
		return nil
	}
	for n := range p.Images {
		i := &p.Images[n]
		if !i.Drawing {
			continue
		}
		x0, y0 := int((i.X0-all.X0)*k), int((i.Y0-all.Y0)*k)
		dx, dy := min(int(i.W()*k), w-x0), min(int(i.H()*k), h-y0)
		if dx < 4 || dy < 4 {
			continue
		}
		i.Thumb = shrink(dx, dy, func(x, y int) int { return int(px[(y0+y)*stride+4*(x0+x)+1]) })
	}
	return nil
}

func grey(b, g, r byte) int { return (int(r)*299 + int(g)*587 + int(b)*114) / 1000 }

// shrink scales by averaging areas (or by repeating pixels of smaller images).
func shrink(width, height int, at func(x, y int) int) []byte {
	const n = doc.ThumbSide
	out := make([]byte, n*n)
	for j := range n {
		y0 := j * height / n
		y1 := max((j+1)*height/n, y0+1)
		for i := range n {
			x0 := i * width / n
			x1 := max((i+1)*width/n, x0+1)
			sum := 0
			for y := y0; y < y1; y++ {
				for x := x0; x < x1; x++ {
					sum += at(x, y)
				}
			}
			out[j*n+i] = byte(sum / ((x1 - x0) * (y1 - y0)))
		}
	}
	return out
}

// render renders a page (from 1) in grey; the dpi is lowered where a side would exceed
// MaxSide.
func (d *document) render(n int, dpi float64) (out *image.Gray, used float64, err error) {
	if n < 1 || n > d.pages || dpi < 10 || dpi > 1200 {
		return nil, 0, fmt.Errorf("no page %d at %.0f dpi", n, dpi)
	}
	p, err := d.load(n)
	if err != nil {
		return nil, 0, err
	}
	defer p.close()
	dpi = math.Min(dpi, 72*MaxSide/math.Max(p.Width, p.Height))
	w, h := int(math.Max(1, p.Width*dpi/72)), int(math.Max(1, p.Height*dpi/72))
	const gray = 1
	bm, err := d.call("FPDFBitmap_CreateEx", uint64(w), uint64(h), gray, 0, 0)
	if err != nil {
		return nil, 0, err
	}
	if uint32(bm) == 0 {
		return nil, 0, fmt.Errorf("%w: memory", ErrTooLarge)
	}
	defer func() { _, _ = d.call("FPDFBitmap_Destroy", bm) }()
	if _, err = d.call("FPDFBitmap_FillRect", bm, 0, 0, uint64(w), uint64(h), 0xffffffff); err != nil {
		return nil, 0, err
	}
	const annotations, greyscale = 0x01, 0x08
	if _, err = d.call("FPDF_RenderPageBitmap", bm, p.h, 0, 0, uint64(w), uint64(h), 0, annotations|greyscale); err != nil {
		return nil, 0, err
	}
	stride, err := d.whole("FPDFBitmap_GetStride", bm)
	if err != nil {
		return nil, 0, err
	}
	buf, err := d.call("FPDFBitmap_GetBuffer", bm)
	if err != nil {
		return nil, 0, err
	}
	b, ok := d.mem.Read(uint32(buf), uint32(stride*h))
	if !ok {
		return nil, 0, fmt.Errorf("%w: memory", ErrTooLarge)
	}
	out = image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		copy(out.Pix[y*out.Stride:(y+1)*out.Stride], b[y*stride:])
	}
	return out, dpi, nil
}
