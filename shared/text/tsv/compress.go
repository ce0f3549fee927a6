package tsv

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// Compressed is an embedded table that was compressed by gzip.
func Compressed(name string, file []byte) *Table {
	text, err := unzip(file)
	if err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
	return Embedded(name, text)
}

// ReadCompressed is a table from elsewhere that was compressed by gzip.
func ReadCompressed(name string, file []byte) *Table {
	text, err := unzip(file)
	if err != nil {
		return &Table{name: name, err: fmt.Errorf("%s: %w", name, err)}
	}
	return Read(name, text)
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
