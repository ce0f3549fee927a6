package ocr

import (
	"encoding/binary"
	"image"
)

// tiff is a file of several grey pictures (TIFF 6.0, little-endian, uncompressed, one strip each).
func tiff(pictures []*image.Gray) []byte {
	const (
		short, long = 3, 4
		entries     = 9
		directory   = 2 + 12*entries + 4
	)
	size := 8
	for _, g := range pictures {
		size += g.Rect.Dx()*g.Rect.Dy() + 1 + directory
	}
	le := binary.LittleEndian
	b := make([]byte, 0, size)
	b = append(b, 'I', 'I', 42, 0, 0, 0, 0, 0)
	next := 4 // position of the next directory's offset
	for _, g := range pictures {
		w, h, data := g.Rect.Dx(), g.Rect.Dy(), len(b)
		for y := range h {
			b = append(b, g.Pix[y*g.Stride:y*g.Stride+w]...)
		}
		if len(b)%2 == 1 { // directories begin on a word
			b = append(b, 0)
		}
		le.PutUint32(b[next:], uint32(len(b)))
		b = le.AppendUint16(b, entries)
		for _, e := range [entries][3]int{
			{256, long, w}, {257, long, h}, {258, short, 8}, // width, length, bits a sample
			{259, short, 1}, {262, short, 1}, // not compressed, black is 0
			{273, long, data}, {277, short, 1}, {278, long, h}, {279, long, w * h}, // strip
		} {
			b = le.AppendUint16(b, uint16(e[0]))
			b = le.AppendUint16(b, uint16(e[1]))
			b = le.AppendUint32(b, 1)
			b = le.AppendUint32(b, uint32(e[2]))
		}
		next = len(b)
		b = append(b, 0, 0, 0, 0)
	}
	return b
}
