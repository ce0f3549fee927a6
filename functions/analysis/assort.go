package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"anzen/functions/analysis/run"
	"anzen/shared/files"
	"anzen/shared/sds"
	"anzen/shared/table"
)

// maxPDF is the size of the largest PDF that is taken.
const maxPDF = 10 << 20

// assort looks whether the file is there, a PDF, and which version of it is
// analysed; from here on the later tasks read that version.
func (p *pipeline) assort(ctx context.Context, in run.Input) (run.Input, error) {
	s, err := p.enter(ctx, in, sds.StatusAssort)
	if err != nil {
		return in, err
	}
	info, there, err := p.sheets.Head(ctx, s.File.Key)
	if err != nil {
		return in, err
	}
	if !there {
		return in, &BadSheet{Code: ReasonMissing}
	}
	body, err := p.pdf(ctx, sds.File{Key: s.File.Key, Version: info.Version})
	if err != nil {
		return in, err
	}
	switch {
	case len(body) == 0:
		return in, &BadSheet{Code: ReasonEmpty}
	case !startsAsPDF(body):
		return in, &BadSheet{Code: ReasonNotPDF}
	}
	sum := sha256.Sum256(body)
	_, err = p.change(ctx, in, "sheet.status", func(s *sds.Sheet) (table.SheetWrite, error) {
		s.Status = sds.StatusAssortDone
		s.File.Version, s.File.Size, s.File.SHA256 = info.Version, int64(len(body)), hex.EncodeToString(sum[:])
		return table.SheetWrite{}, nil
	})
	return in, err
}

// pdf reads the PDF of a sheet.
func (p *pipeline) pdf(ctx context.Context, f sds.File) ([]byte, error) {
	body, err := p.sheets.Read(ctx, f.Key, f.Version, maxPDF)
	if errors.Is(err, files.ErrTooLarge) {
		return nil, &BadSheet{Code: ReasonTooLarge}
	}
	if err != nil {
		return nil, fmt.Errorf("the PDF of the sheet: %w", err)
	}
	return body, nil
}
