package pdf

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"strings"

	"anzen/shared/reader/doc"
)

// Requests to a worker. A request is a header and the file's bytes; the answer is a gob
// value. For opExtract the document stays open: the worker sends the number of pages,
// receives page numbers one by one, and sends its reply when it receives 0.
const (
	opPing byte = iota
	opExtract
	opRender
	opText
)

type request struct {
	op   byte
	page uint32 // from 1
	dpi  float32
	data []byte
}

// maxData limits a request, far above the product's limit for uploads.
const maxData = 256 << 20

func (q request) write(w *bufio.Writer) error {
	var h [13]byte
	h[0] = q.op
	binary.LittleEndian.PutUint32(h[1:], q.page)
	binary.LittleEndian.PutUint32(h[5:], math.Float32bits(q.dpi))
	binary.LittleEndian.PutUint32(h[9:], uint32(len(q.data)))
	if _, err := w.Write(h[:]); err != nil {
		return err
	}
	if _, err := w.Write(q.data); err != nil {
		return err
	}
	return w.Flush()
}

func readRequest(r io.Reader) (request, error) {
	var h [13]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return request{}, err
	}
	q := request{op: h[0], page: binary.LittleEndian.Uint32(h[1:]), dpi: math.Float32frombits(binary.LittleEndian.Uint32(h[5:]))}
	n := binary.LittleEndian.Uint32(h[9:])
	if n > maxData {
		return q, fmt.Errorf("request of %d bytes", n)
	}
	// The buffer grows with the data received, not with the announced size.
	var data bytes.Buffer
	data.Grow(int(min(n, 1<<20)))
	if _, err := io.CopyN(&data, r, int64(n)); err != nil {
		return q, err
	}
	q.data = data.Bytes()
	return q, nil
}

// message of a worker.
type message struct {
	Pages int       // of a document that has been opened
	Page  *doc.Page // the requested page
	Bad   string    // the reason for a missing content, "" where it could be read
	Reply *reply    // ends the answer
}

func sendPage(w *bufio.Writer, n int) error {
	if err := binary.Write(w, binary.LittleEndian, uint32(n)); err != nil {
		return err
	}
	return w.Flush()
}

func receive(dec *gob.Decoder) (m message, err error) {
	if err = dec.Decode(&m); err != nil {
		return m, err
	}
	if m.Reply == nil && m.Page == nil && m.Pages < 1 || m.Reply != nil && m.Reply.Picture != nil && !allPixels(m.Reply.Picture) {
		err = errors.New("invalid message")
	}
	return m, err
}

// reply of a worker. Reason is an index into reasons, 0 for success.
type reply struct {
	Reason  int
	Detail  string
	File    *File // without its pages
	Picture *image.Gray
	DPI     float64  // of the picture
	Text    []string // of each page
	// CPU seconds and maximum resident bytes of the worker so far.
	CPU float64
	RSS int64
}

var reasons = []error{nil, ErrEmpty, ErrNotPDF, ErrBroken, ErrEncrypted, ErrTooLarge, ErrTimeout}

func reasonOf(err error) int {
	for i, r := range reasons {
		if i > 0 && errors.Is(err, r) {
			return i
		}
	}
	return 3 // ErrBroken
}

func (r reply) err() error {
	if r.Reason <= 0 || r.Reason >= len(reasons) {
		return nil
	}
	if r.Detail == "" || r.Detail == reasons[r.Reason].Error() {
		return reasons[r.Reason]
	}
	return fmt.Errorf("%w: %s", reasons[r.Reason], strings.TrimPrefix(r.Detail, reasons[r.Reason].Error()+": "))
}

// allPixels reports whether a picture has a pixel for each place within its bounds.
func allPixels(g *image.Gray) bool {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	return g.Rect.Min == image.Point{} && w > 0 && h > 0 && max(w, h) <= MaxSide && g.Stride == w && len(g.Pix) == w*h
}
