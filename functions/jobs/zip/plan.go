package zip

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"anzen/functions/jobs/bundle"
	"anzen/functions/jobs/frame"
	"anzen/functions/jobs/run"
	"anzen/shared/aws/files"
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/archive"
	"anzen/shared/library/search"
)

// maxFile is the largest PDF that is read: four times what can be uploaded.
const maxFile = 40 << 20

// Plan lists the PDFs, and the sheets that have none.
func (p *params) Plan(ctx context.Context, w *frame.Work) ([]bundle.File, error) {
	plan := []bundle.File{}
	var names archive.Names
	names.Reserve(missingName(p.Lang))
	var after *catalog.Position
	pdfs := 0
	for {
		page, err := search.Selected(ctx, w.Catalog, w.Viewer(), p.Sheets, after, bundle.PageSize)
		if err != nil {
			return nil, err
		}
		for part := range slices.Chunk(bundle.IDs(page.Sheets), bundle.HeadsAtOnce) {
			heads, err := bundle.Heads(ctx, w, part)
			if err != nil {
				return nil, err
			}
			for i := range heads {
				h := &heads[i]
				f := bundle.File{Sheet: h.ID, Title: h.Name, Key: h.File.Key, Version: version(h.File), Size: h.File.Size, Modified: h.CreatedAt}
				if f.Key != "" { // a sheet that came as data may have no PDF
					f.Name = names.Give(h.File.Name, ".pdf")
					pdfs++
				}
				plan = append(plan, f)
			}
		}
		if pdfs > run.MaxPDFs {
			return nil, frame.Refuse(run.CodeTooManyPDFs, map[string]string{"limit": strconv.Itoa(run.MaxPDFs), "count": strconv.Itoa(pdfs)})
		}
		if after = page.Next; after == nil {
			return plan, nil
		}
	}
}

// version is the version that is handed out: none of a file that is still on its way, or not found clean of malware.
func version(f sds.File) string {
	if !f.Scan.Open() {
		return ""
	}
	return f.Version
}

// Open reads PDFs from their bucket.
func (p *params) Open(_ context.Context, w *frame.Work, next []bundle.File) (bundle.Contents, error) {
	return pdfs{w.Sheets, next}, nil
}

// pdfs are the contents of files that lie in the bucket.
type pdfs struct {
	bucket *files.Bucket
	files  []bundle.File
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
