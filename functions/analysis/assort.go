package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"anzen/functions/analysis/run"
	"anzen/shared/aws/files"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// maxPDF is the size of the largest PDF that is taken.
const maxPDF = 10 << 20

// assort looks whether the file is there, what was announced, and a PDF.
func (p *pipeline) assort(ctx context.Context, in run.Input) (run.Input, error) {
	s, err := p.head(ctx, in)
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
	if _, err := p.enter(ctx, in, sds.StatusAssort); err != nil {
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
	_, err = p.change(ctx, in, "sheet.status", func(s *sds.Sheet) (write.Sheet, error) {
		s.Status = sds.StatusAssortDone
		s.File.Version, s.File.Size, s.File.SHA256 = file.Version, int64(len(body)), digest
		return write.Sheet{}, nil
	})
	return in, err
}

// pinned is the file of a sheet with the version of its object that belongs to it, which never changes once it is
// known: a form can be sent again for a while.
func (p *pipeline) pinned(ctx context.Context, in run.Input, s sds.Sheet) (sds.File, error) {
	if s.File.Version != "" {
		return s.File, nil
	}
	info, there, err := p.sheets.Head(ctx, s.File.Key)
	switch {
	case err != nil:
		return s.File, err
	case !there:
		return s.File, &BadSheet{Code: ReasonMissing}
	}
	if err := p.stillAllowed(ctx, in.Company, s); err != nil {
		return s.File, err
	}
	s, err = p.pin(ctx, in, s.File.Key, info.Version)
	return s.File, err
}

// pin notes the version of the object that has come, unless another came before it.
func (p *pipeline) pin(ctx context.Context, in run.Input, key, version string) (sds.Sheet, error) {
	return p.change(ctx, in, "sheet.file_arrived", func(s *sds.Sheet) (write.Sheet, error) {
		if s.File.Key == key && s.File.Version == "" {
			s.File.Version = version
			if p.scanning {
				s.File.Scan, s.Reason = sds.ScanWaiting, ReasonChecking
			}
		}
		return write.Sheet{Analysis: write.AnalysisPromised}, nil // anew: the wait for the file is over
	})
}

// stillAllowed refuses a file that came after its sheet was registered, by a form of somebody who has been removed
// since, or may no longer send files.
func (p *pipeline) stillAllowed(ctx context.Context, c sds.CompanyID, s sds.Sheet) error {
	upload, ok, err := p.table.Upload(ctx, s.UploadID)
	if err != nil || !ok {
		return err
	}
	by, err := p.table.User(ctx, c, upload.By)
	if errors.Is(err, table.ErrNotFound) || err == nil && !(by.Active && by.Role.Has(access.SDSUpload)) {
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
		return nil, fmt.Errorf("the PDF of the sheet: %w", err)
	}
	return body, nil
}
