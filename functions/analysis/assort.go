package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/files"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// maxPDF is the size of the largest accepted PDF in bytes.
const maxPDF = 10 << 20

// assort checks that the file exists, is the announced one, and is a PDF.
func (p *pipeline) assort(ctx context.Context, in execution.Input) (execution.Input, error) {
	s, err := p.attempts().Sheet(ctx, attempt(in))
	if err != nil {
		return in, err
	}
	file, err := p.pinned(ctx, in, s)
	if err != nil {
		return in, err
	}
	if err := p.searched(ctx, in, file); err != nil {
		return in, err
	}
	if _, err := p.attempts().Enter(ctx, attempt(in), sds.StatusAssort); err != nil {
		return in, err
	}
	body, err := p.pdf(ctx, file)
	if err != nil {
		return in, err
	}
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:])
	switch {
	case len(body) == 0:
		return in, &BadSheet{Code: ReasonEmpty}
	case !startsAsPDF(body):
		return in, &BadSheet{Code: ReasonNotPDF}
	case file.SHA256 != "" && file.SHA256 != digest:
		return in, &BadSheet{Code: ReasonChanged}
	}
	return in, p.attempts().Assorted(ctx, attempt(in), file.Version, int64(len(body)), digest)
}

// pinned is the file of a sheet with the version of its object. The version is fixed once known: an upload form can be
// submitted again for a while.
func (p *pipeline) pinned(ctx context.Context, in execution.Input, s sds.Sheet) (sds.File, error) {
	if s.File.Version != "" {
		return s.File, nil
	}
	info, there, err := p.sheets.Stat(ctx, s.File.Key)
	switch {
	case err != nil:
		return s.File, err
	case !there:
		return s.File, &BadSheet{Code: ReasonMissing}
	}
	attempts := p.attempts()
	if err := attempts.Allowed(ctx, in.Company, s); err != nil {
		return s.File, senderLeft(err)
	}
	s, err = attempts.Pin(ctx, attempt(in), s.File.Key, info.Version)
	return s.File, err
}

// senderLeft maps sheets.ErrSenderLeft to the reason of the failure.
func senderLeft(err error) error {
	if errors.Is(err, sheets.ErrSenderLeft) {
		return &BadSheet{Code: ReasonVoid}
	}
	return err
}

// pdf reads the PDF of a sheet.
func (p *pipeline) pdf(ctx context.Context, f sds.File) ([]byte, error) {
	body, err := p.sheets.Read(ctx, f.Key, f.Version, maxPDF)
	if errors.Is(err, files.ErrTooLarge) {
		return nil, &BadSheet{Code: ReasonTooLarge}
	}
	if files.Missing(err) {
		return nil, &BadSheet{Code: ReasonMissing}
	}
	if err != nil {
		return nil, fmt.Errorf("read the sheet's PDF: %w", err)
	}
	return body, nil
}
