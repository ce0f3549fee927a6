// Package archive makes ZIP archives in steps: the bytes of each file with its
// header, and in the end the directory. Files are stored as they are, for PDFs are
// compressed already. Headers are whole, with sizes and checksums before the
// contents, so that programs can read the archive while it comes; names are in UTF-8
// and are marked so. Archives beyond 4 GB or 65,535 files are of the ZIP64 format.
package archive

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/crc32"
	"time"
)

// Entry is a file of an archive.
type Entry struct {
	Name     string    `json:"Name"`
	Size     int64     `json:"Size"`
	CRC32    uint32    `json:"CRC32"`
	Modified time.Time `json:"Modified"` // in seconds
}

// Checksum is the CRC-32 of a file's contents, as ZIP has it.
func Checksum(data []byte) uint32 { return crc32.ChecksumIEEE(data) }

const (
	utf8Flag = 0x800
	version  = 20
	// An extra field with the time in UTC, as Info-ZIP has it: the other has no zone.
	extendedTime = 0x5455
)

// japan is the zone of the times that have none: where the customers are.
var japan = time.FixedZone("JST", 9*60*60)

func (e Entry) header() *zip.FileHeader {
	t := e.Modified.In(japan)
	if t.Year() < 1980 {
		t = time.Date(1980, 1, 1, 0, 0, 0, 0, japan)
	}
	unix := uint32(t.Unix()) //nolint:gosec // until 2106
	return &zip.FileHeader{
		Name: e.Name, Method: zip.Store, Flags: utf8Flag, CreatorVersion: version, ReaderVersion: version,
		CRC32: e.CRC32, CompressedSize64: uint64(e.Size), UncompressedSize64: uint64(e.Size), //nolint:gosec // not negative
		ModifiedDate: uint16(t.Day() + int(t.Month())<<5 + (t.Year()-1980)<<9), //nolint:gosec,staticcheck // until 2107; CreateRaw writes it as it is
		ModifiedTime: uint16(t.Second()/2 + t.Minute()<<5 + t.Hour()<<11),      //nolint:gosec,staticcheck // of a day
		Extra:        []byte{extendedTime & 0xff, extendedTime >> 8, 5, 0, 1, byte(unix), byte(unix >> 8), byte(unix >> 16), byte(unix >> 24)},
	}
}

// Header is what stands before the file's contents.
func (e Entry) Header() ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	if _, err := w.CreateRaw(e.header()); err != nil {
		return nil, fmt.Errorf("header of %s: %w", e.Name, err)
	}
	if err := w.Flush(); err != nil {
		return nil, fmt.Errorf("header of %s: %w", e.Name, err)
	}
	return out.Bytes(), nil
}

// Directory is what stands behind the last file of an archive that has these
// entries and nothing else.
func Directory(entries []Entry) ([]byte, error) {
	// The library writes the directory of what went through it: the contents are played
	// to it as zeros that go nowhere.
	var out gate
	w := zip.NewWriter(&out)
	zeros := make([]byte, 1<<20)
	for _, e := range entries {
		content, err := w.CreateRaw(e.header())
		for left := e.Size; err == nil && left > 0; left -= min(left, int64(len(zeros))) {
			_, err = content.Write(zeros[:min(left, int64(len(zeros)))])
		}
		if err != nil {
			return nil, fmt.Errorf("directory of the archive: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return nil, fmt.Errorf("directory of the archive: %w", err)
	}
	out.open = true
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("directory of the archive: %w", err)
	}
	return out.kept.Bytes(), nil
}

// gate keeps what is written while it is open.
type gate struct {
	open bool
	kept bytes.Buffer
}

func (g *gate) Write(p []byte) (int, error) {
	if g.open {
		return g.kept.Write(p)
	}
	return len(p), nil
}
