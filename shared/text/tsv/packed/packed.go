// Package packed reads tables (package tsv) that are embedded compressed by gzip, apart from those
// that are not, so that what needs no such table links no decompression.
package packed

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"

	"anzen/shared/text/tsv"
)

// Embedded is an embedded table that was compressed by gzip.
func Embedded(name string, file []byte) *tsv.Table {
	text, err := unzip(file)
	if err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
	return tsv.Embedded(name, text)
}

// Read is a table from elsewhere that was compressed by gzip.
func Read(name string, file []byte) (*tsv.Table, error) {
	text, err := unzip(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return tsv.Read(name, text), nil
}

func unzip(file []byte) (string, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return "", fmt.Errorf("unpack: %w", err)
	}
	var b strings.Builder
	// The last four bytes of the file say its length; a sound file is not more than a thousand times as long as packed.
	if n := len(file); n > 4 {
		b.Grow(min(1000*n, int(file[n-4])|int(file[n-3])<<8|int(file[n-2])<<16|int(file[n-1])<<24))
	}
	if _, err := io.Copy(&b, z); err != nil {
		return "", fmt.Errorf("unpack: %w", err)
	}
	return b.String(), nil
}
