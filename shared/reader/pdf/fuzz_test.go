package pdf

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"image"
	"testing"

	"anzen/shared/reader/doc"
)

// FuzzRequest reads arbitrary bytes as a request: it ends, and a request that was read is
// written identically.
func FuzzRequest(f *testing.F) {
	var b bytes.Buffer
	if err := (request{op: opRender, page: 3, dpi: 300, data: []byte("%PDF-1.7")}).write(bufio.NewWriter(&b)); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:15])
	f.Add([]byte{1, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, in []byte) {
		q, err := readRequest(bytes.NewReader(in))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := q.write(bufio.NewWriter(&again)); err != nil || !bytes.HasPrefix(in, again.Bytes()) {
			t.Fatalf("%q is written as %q, %v", in, again.Bytes(), err)
		}
	})
}

// FuzzReceive reads arbitrary bytes as a worker's answer: it ends in an answer or an error.
func FuzzReceive(f *testing.F) {
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	for _, m := range []message{
		{Pages: 1},
		{Page: &doc.Page{Number: 1, Width: 595, Words: []doc.Word{{Text: "危険", Page: 1, Ends: []float32{1, 2}}}}},
		{Reply: &reply{File: &File{Info: doc.Info{Title: "SDS"}, Bad: 1}, CPU: 0.1, RSS: 1 << 20}},
		{Reply: &reply{Picture: image.NewGray(image.Rect(0, 0, 3, 2)), DPI: 240}},
	} {
		if err := e.Encode(m); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:b.Len()/2])
	f.Fuzz(func(t *testing.T, in []byte) {
		d := alone()
		dec := gob.NewDecoder(bytes.NewReader(in))
		for {
			m, err := receive(dec)
			if err != nil {
				return
			}
			switch {
			case m.Reply != nil:
				_ = m.Reply.err()
				if g := m.Reply.Picture; g != nil && !g.Rect.Empty() {
					g.GrayAt(g.Rect.Max.X-1, g.Rect.Max.Y-1)
				}
			case m.Page != nil:
				err = d.put(m)
			default:
				err = d.begin(m.Pages)
			}
			if err != nil {
				return
			}
			d.page()
		}
	})
}
