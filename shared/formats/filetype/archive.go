package filetype

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
)

// Limits of archives. Only the directory at the end is read, so that nothing is unpacked.
const (
	maxEntries  = 10_000
	maxUnpacked = 1 << 30
)

// names are those of an archive's entries.
func names(data []byte) ([]string, error) {
	// Something that only ends like an archive, such as a program that unpacks itself, is none.
	if !bytes.HasPrefix(data, []byte("PK\x03\x04")) && !bytes.HasPrefix(data, []byte("PK\x05\x06")) {
		return nil, ErrOther
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, ErrOther
	}
	if len(r.File) > maxEntries {
		return nil, ErrArchive
	}
	all := make([]string, 0, len(r.File))
	unpacked := uint64(0)
	for _, f := range r.File {
		if f.UncompressedSize64 > maxUnpacked {
			return nil, ErrArchive
		}
		unpacked += f.UncompressedSize64
		all = append(all, f.Name)
	}
	if unpacked > maxUnpacked {
		return nil, ErrArchive
	}
	return all, nil
}

func archive(data []byte) (string, error) {
	_, err := names(data)
	return "", err
}

// office is a document of Office Open XML with its parts in the folder and without macros, or one that is protected
// by a password, which is a compound file around it.
func office(folder string) func([]byte) (string, error) {
	protected := compound("EncryptedPackage")
	return func(data []byte) (string, error) {
		if protected(data) {
			return "", nil
		}
		all, err := names(data)
		if err != nil {
			return "", err
		}
		has := func(ask func(string) bool) bool { return slices.ContainsFunc(all, ask) }
		if !slices.Contains(all, "[Content_Types].xml") || !has(func(n string) bool { return strings.HasPrefix(n, folder) }) ||
			has(func(n string) bool { return strings.HasSuffix(strings.ToLower(n), "vbaproject.bin") }) {
			return "", ErrOther
		}
		return "", nil
	}
}
