package archive

import (
	"context"
	"slices"

	"anzen/functions/jobs/runner"
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/archive"
	"anzen/shared/library/search"
)

// pageSize is how many sheets a plan reads from the catalog at a time, RecordsAtOnce
// how many records DynamoDB reads in one call.
const (
	pageSize      = 1000
	RecordsAtOnce = 100
)

// Plan lists the files of an archive, and the sheets that have none.
type Plan struct {
	Named int // files that have a name
	files []File
	names archive.Names
}

// Add adds the file of a sheet under a name like the one wanted, with the extension.
func (p *Plan) Add(f File, wanted, extension string) {
	f.Name = p.names.Give(wanted, extension)
	p.files, p.Named = append(p.files, f), p.Named+1
}

// AddMissing adds a sheet that has no file.
func (p *Plan) AddMissing(f File) { p.files = append(p.files, f) }

// plan lists the files of all sheets.
func (b Archive) plan(ctx context.Context, w *runner.Work) ([]File, error) {
	p := Plan{files: []File{}}
	missing, _ := b.Source.Missing(b.Lang, nil)
	p.names.Reserve(missing)
	var after *catalog.Position
	for {
		page, err := search.Selected(ctx, w.Catalog, w.Viewer(), b.Sheets, after, pageSize)
		if err != nil {
			return nil, err
		}
		if err := b.Source.Plan(ctx, w, page, &p); err != nil {
			return nil, err
		}
		if after = page.Next; after == nil {
			return p.files, nil
		}
	}
}

// Records reads sheet records, in the order of ids, without removed ones: the catalog
// has not all attributes, and may be a little behind.
func Records(ctx context.Context, w *runner.Work, ids []sds.SheetID) ([]sds.Sheet, error) {
	records, err := w.Table.VersionRecords(ctx, w.Job.Company, ids)
	return slices.DeleteFunc(records, func(s sds.Sheet) bool { return s.DeletedAt != nil }), err
}
