package export

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
)

// Pack keeps rows for later: a part of a table that is made in steps. Gob goes by the
// names of a cell's fields, so that these never change.
func Pack(rows []Row) ([]byte, error) {
	var out bytes.Buffer
	w, err := Deflate(&out)
	if err != nil {
		return nil, fmt.Errorf("pack rows: %w", err)
	}
	if err := errors.Join(gob.NewEncoder(w).Encode(rows), w.Close()); err != nil {
		return nil, fmt.Errorf("pack rows: %w", err)
	}
	return out.Bytes(), nil
}

// maxUnpacked bounds what packed rows may grow to.
const maxUnpacked = 256 << 20

// Unpack reads the rows again.
func Unpack(packed []byte) (rows []Row, err error) {
	r := flate.NewReader(bytes.NewReader(packed))
	if err := gob.NewDecoder(io.LimitReader(r, maxUnpacked)).Decode(&rows); err != nil {
		return nil, fmt.Errorf("unpack rows: %w", err)
	}
	return rows, nil
}
