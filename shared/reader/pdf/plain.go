package pdf

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

// plain returns the text of each page as PDFium joins it; empty for a page that cannot be
// loaded.
func (d *document) plain() ([]string, error) {
	if d.pages > MaxPages {
		return nil, fmt.Errorf("%w: %d pages", ErrTooLarge, d.pages)
	}
	out := make([]string, d.pages)
	for n := range out {
		h, err := d.call("FPDF_LoadPage", d.h, uint64(n))
		if err != nil {
			return nil, err
		}
		if uint32(h) == 0 {
			continue
		}
		if out[n], err = d.string(h); err != nil {
			return nil, err
		}
		if _, err := d.call("FPDF_ClosePage", h); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// string returns the text of a loaded page.
func (d *document) string(page uint64) (string, error) {
	tp, err := d.call("FPDFText_LoadPage", page)
	if err != nil || uint32(tp) == 0 {
		return "", err
	}
	defer func() { _, _ = d.call("FPDFText_ClosePage", tp) }()
	n, err := d.whole("FPDFText_CountChars", tp)
	if err != nil || n <= 0 {
		return "", err
	}
	if n > MaxChars {
		return "", fmt.Errorf("%w: %d characters on a page", ErrTooLarge, n)
	}
	buf, err := d.call("malloc", uint64(2*n+2))
	if err != nil {
		return "", err
	}
	if uint32(buf) == 0 {
		return "", fmt.Errorf("%w: memory", ErrTooLarge)
	}
	defer func() { _, _ = d.call("free", buf) }()
	written, err := d.whole("FPDFText_GetText", tp, 0, uint64(n), buf)
	if err != nil || written < 2 { // the terminator is counted
		return "", err
	}
	b, ok := d.mem.Read(uint32(buf), uint32(2*(written-1)))
	if !ok {
		return "", fmt.Errorf("%w: memory", ErrTooLarge)
	}
	u := make([]uint16, len(b)/2)
	for k := range u {
		u[k] = binary.LittleEndian.Uint16(b[2*k:])
	}
	return string(utf16.Decode(u)), nil
}
