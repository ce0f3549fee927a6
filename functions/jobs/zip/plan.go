package zip

import (
	"context"
	"slices"
	"strconv"

	"anzen/functions/jobs/frame"
	"anzen/shared/archive"
	"anzen/shared/catalog"
	"anzen/shared/sds"
	"anzen/shared/table"
)

const (
	pageSize = 1000
	// headsAtOnce is how many records DynamoDB reads in one call.
	headsAtOnce = 100
)

// plan says which files the archive will have, and which sheets have none, once:
// whatever comes or goes later changes nothing.
func (p *Params) plan(ctx context.Context, w *frame.Work) ([]planned, error) {
	plan := []planned{}
	var names archive.Names
	names.Reserve(missingName(p.Lang))
	var after *catalog.Position
	pdfs := 0
	for {
		page, err := p.Sheets.Page(ctx, w.Catalog, w.Principal, w.Of, w.Now(), after, pageSize)
		if err != nil {
			return nil, err
		}
		for part := range slices.Chunk(page.Sheets, headsAtOnce) {
			heads, err := whole(ctx, w, part)
			if err != nil {
				return nil, err
			}
			for i := range heads {
				h := &heads[i]
				f := planned{Sheet: h.ID, Title: h.Name, Key: h.File.Key, Version: h.File.Version, Size: h.File.Size, Modified: h.CreatedAt}
				if f.Key != "" { // a sheet that came as data may have no PDF
					f.Name = names.Give(h.File.Name, ".pdf")
					pdfs++
				}
				plan = append(plan, f)
			}
		}
		if pdfs > MaxFiles {
			return nil, frame.Refuse(CodeTooMany, map[string]string{"limit": strconv.Itoa(MaxFiles), "count": strconv.Itoa(pdfs)})
		}
		if after = page.Next; after == nil {
			return plan, save(ctx, w, planName, plan)
		}
	}
}

// whole reads the sheets' records, in the same order: the catalogue leaves out where
// a file lies. Removed ones are left out.
func whole(ctx context.Context, w *frame.Work, sheets []sds.Sheet) ([]sds.Sheet, error) {
	keys := make([]table.Key, len(sheets))
	for i := range sheets {
		keys[i] = table.SheetKey(w.Job.Company, sheets[i].ID)
	}
	items, err := w.Table.Batch(ctx, keys...)
	if err != nil {
		return nil, err
	}
	var heads []sds.Sheet
	for _, item := range items {
		h, ok, err := table.Decode[sds.Sheet](item)
		if err != nil {
			return nil, err
		}
		if ok && h.DeletedAt == nil {
			heads = append(heads, h)
		}
	}
	return heads, nil
}
