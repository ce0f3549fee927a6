package sheets

import (
	"cmp"
	"context"
	"slices"

	"anzen/shared/catalog"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of files whose content is known. Registering them regardless has to be requested.
const (
	CodeFileKnown     message.Code = "upload.known"       // it is a sheet's
	CodeFileSameAsOne message.Code = "upload.same_as_one" // it is another file's of the request
)

// Finder searches the catalog.
type Finder interface {
	Search(ctx context.Context, c sds.CompanyID, q catalog.Query) (catalog.Page, error)
}

// Records reads sheet records.
type Records interface {
	VersionRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) ([]sds.Sheet, error)
}

// maxSame bounds how many sheets with the files of a request are read.
const maxSame = 200

// SameFiles are the company's sheets whose files have one of the SHA-256 digests, by
// digest, the newest first. Removed sheets do not count, nor do former files.
func SameFiles(ctx context.Context, found Finder, records Records, c sds.CompanyID, digests []string) (map[string][]sds.Sheet, error) {
	same := map[string][]sds.Sheet{}
	if len(digests) == 0 {
		return same, nil
	}
	wanted := make([]catalog.Condition, len(digests))
	for i, digest := range digests {
		wanted[i] = catalog.SameFile(digest)
	}
	page, err := found.Search(ctx, c, catalog.Query{Where: []catalog.Condition{catalog.Either(wanted...)}, Sort: catalog.SortCreated, Desc: true, Limit: maxSame})
	if err != nil {
		return nil, err
	}
	ids := make([]sds.SheetID, len(page.Sheets))
	for i := range page.Sheets {
		ids[i] = page.Sheets[i].ID
	}
	for part := range slices.Chunk(ids, readTogether) {
		read, err := records.VersionRecords(ctx, c, part)
		if err != nil {
			return nil, err
		}
		for _, s := range read {
			if s.DeletedAt == nil && slices.Contains(digests, s.File.SHA256) {
				same[s.File.SHA256] = append(same[s.File.SHA256], s)
			}
		}
	}
	for _, list := range same {
		slices.SortFunc(list, func(a, b sds.Sheet) int { return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID)) })
	}
	return same, nil
}

// newFile is a file of a request that makes, or replaces that of, a sheet.
type newFile struct {
	path  string
	file  sds.File
	sheet sds.SheetID
	// accepted: it is registered whether or not its content is known.
	accepted bool
}

// strangers refuses the files whose content is another sheet's or another file's of the
// request. Files whose digest is not known yet pass: they are compared once they are read
// (Resemblances). It returns the sheets whose content was accepted, by the files' sheets.
func (r Registrar) strangers(ctx context.Context, by Actor, files []newFile) (accepted map[sds.SheetID][]sds.SheetID, err error) {
	var digests []string
	for _, f := range files {
		if f.file.SHA256 != "" {
			digests = append(digests, f.file.SHA256)
		}
	}
	known, err := SameFiles(ctx, r.Known, r.Store, by.CompanyID, Unique(digests))
	if err != nil {
		return nil, err
	}
	invalid, accepted := errInvalid, map[sds.SheetID][]sds.SheetID{}
	var same []sds.Sheet
	for _, f := range files {
		if f.file.SHA256 == "" {
			continue
		}
		sheets := slices.DeleteFunc(slices.Clone(known[f.file.SHA256]), func(s sds.Sheet) bool { return s.ID == f.sheet })
		one := slices.IndexFunc(files, func(other newFile) bool { return other.file.SHA256 == f.file.SHA256 })
		switch {
		case f.accepted:
			for _, s := range sheets {
				accepted[f.sheet] = append(accepted[f.sheet], s.ID)
			}
			if files[one].path != f.path {
				accepted[f.sheet] = append(accepted[f.sheet], files[one].sheet)
			}
		case len(sheets) > 0:
			invalid = invalid.On(f.path, CodeFileKnown, message.Args{"name": f.file.Name, "sheet": sheets[0].Name})
			same = append(same, sheets...)
		case files[one].path != f.path:
			invalid = invalid.On(f.path, CodeFileSameAsOne, message.Args{"name": f.file.Name, "other": files[one].file.Name})
		}
	}
	if len(invalid.Fields) == 0 {
		return accepted, nil
	}
	return nil, denied(invalid, same)
}
