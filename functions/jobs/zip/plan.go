package zip

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"anzen/functions/jobs/archive"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/files"
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
)

// maxFile is the largest PDF that is read, in bytes: four times the upload limit.
const maxFile = 40 << 20

// Plan lists the PDFs, and the sheets that have none.
func (p *params) Plan(ctx context.Context, w *runner.Work, page catalog.Page, to *archive.Plan) error {
	for part := range slices.Chunk(page.Sheets, archive.RecordsAtOnce) {
		ids := make([]sds.SheetID, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		records, err := archive.Records(ctx, w, ids)
		if err != nil {
			return err
		}
		for i := range records {
			s := &records[i]
			f := archive.File{Sheet: s.ID, Title: s.Name, Key: s.File.Key, Version: version(s.File), Size: s.File.Size, Modified: s.CreatedAt}
			if f.Key == "" { // an imported sheet may have no PDF
				to.AddMissing(f)
			} else {
				to.Add(f, s.File.Name, ".pdf")
			}
		}
	}
	if to.Named > execution.MaxPDFs {
		return runner.Refuse(execution.CodeTooManyPDFs, map[string]string{"limit": strconv.Itoa(execution.MaxPDFs), "count": strconv.Itoa(to.Named)})
	}
	return nil
}

// version is the version to read; none of a file that has not arrived, or has not passed the malware scan.
func version(f sds.File) string {
	if !f.Scan.Open() {
		return ""
	}
	return f.Version
}

// Open reads PDFs from their bucket.
func (p *params) Open(_ context.Context, w *runner.Work, next []archive.File) (archive.Contents, error) {
	return pdfs{w.Sheets, next}, nil
}

// pdfs are the contents of files in the bucket.
type pdfs struct {
	bucket *files.Bucket
	files  []archive.File
}

func (p pdfs) Size(i int) int64 { return min(p.files[i].Size, maxFile) }

func (p pdfs) ReadInto(ctx context.Context, i int, into []byte) (int, error) {
	if p.files[i].Version == "" {
		return -1, nil
	}
	n, err := p.bucket.ReadInto(ctx, p.files[i].Key, p.files[i].Version, into)
	if files.Missing(err) || errors.Is(err, files.ErrTooLarge) || errors.Is(err, io.ErrUnexpectedEOF) {
		return -1, nil
	}
	return n, err
}
