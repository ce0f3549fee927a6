package export

import (
	"compress/flate"
	"fmt"
	"io"
	"sync"
)

// deflaters are compressors that are used again: one takes more than a megabyte, and a
// workbook is a dozen small files.
var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		panic(err) // there is no such level
	}
	return w
}}

// Deflate compresses what is written to it, fast. Close ends it.
func Deflate(to io.Writer) (io.WriteCloser, error) {
	w := deflaters.Get().(*flate.Writer) //nolint:forcetypeassert // nothing else is put there
	w.Reset(to)
	return &deflate{w}, nil
}

// deflate is a compressor until it is closed.
type deflate struct{ w *flate.Writer }

func (d *deflate) Write(b []byte) (int, error) {
	if d.w == nil {
		return 0, io.ErrClosedPipe
	}
	return d.w.Write(b)
}

func (d *deflate) Close() error {
	if d.w == nil {
		return nil
	}
	err := d.w.Close()
	deflaters.Put(d.w)
	d.w = nil
	if err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return nil
}
