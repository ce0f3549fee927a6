package createsimple

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/xuri/excelize/v2"

	"anzen/shared/formats/export"
)

// parts are the files that a workbook consists of, on their way into its archive.
// excelize writes tabs in the order of a map, another each time: here they are kept
// and written in the order of their names, so that the same workbook is the same to
// the byte.
type parts struct {
	*zip.Writer
	kept map[string]*bytes.Buffer
}

func sorted(w io.Writer) excelize.ZipWriter {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, export.Deflate)
	return &parts{z, map[string]*bytes.Buffer{}}
}

func (p *parts) Create(name string) (io.Writer, error) {
	p.kept[name] = &bytes.Buffer{}
	return p.kept[name], nil
}

func (p *parts) Close() error {
	for _, name := range slices.Sorted(maps.Keys(p.kept)) {
		w, err := p.Writer.Create(name)
		if err == nil {
			_, err = p.kept[name].WriteTo(w)
		}
		if err != nil {
			return fmt.Errorf("write %s of a workbook: %w", name, err)
		}
	}
	if err := p.Writer.Close(); err != nil {
		return fmt.Errorf("end a workbook: %w", err)
	}
	return nil
}
