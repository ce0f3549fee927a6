package sdses

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// KnownRoute is the declaration of GET sdses/known_files.
var KnownRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/sdses/known_files", ID: "findKnownFiles", Tag: "sdses",
	Rule: rest.Need(access.SDSUpload), Summary: "The sheets whose PDFs have the same content as files that are to be registered",
	Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// KnownInput names files by their digests.
type KnownInput struct {
	rest.OfCompany
	Digests []string `query:"sha256,explode" required:"true" minItems:"1" maxItems:"50" pattern:"^[0-9a-f]{64}$" example:"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" doc:"of the contents, in hexadecimal"`
}

// KnownFile is a file with the sheets that have the same content.
type KnownFile struct {
	SHA256 string       `json:"sha256"`
	Sheets []KnownSheet `json:"sds_list" doc:"the newest first"`
}

// KnownSheet is a sheet in an answer about files or sheets that resemble it.
type KnownSheet struct {
	ID        sds.SheetID `json:"id"`
	Name      string      `json:"name"`
	Supplier  string      `json:"supplier"`
	RevisedOn string      `json:"revised_at" doc:"YYYY-MM-DD, YYYY-MM where the sheet states no day, or empty"`
	CreatedAt time.Time   `json:"created_at"`
}

// KnownOutput are the known ones of the files.
type KnownOutput struct {
	Body struct {
		Items []KnownFile `json:"items"`
	}
}

// Known answers which files are known.
func Known(ctx context.Context, call *rest.Call, in *KnownInput) (*KnownOutput, error) {
	digests := sheets.Unique(in.Digests)
	same, err := sheets.SameFiles(ctx, call.Catalog, call.Table, call.CompanyID, digests)
	if err != nil {
		return nil, err
	}
	out := &KnownOutput{}
	for _, digest := range digests {
		if list := same[digest]; len(list) > 0 {
			out.Body.Items = append(out.Body.Items, KnownFile{digest, knownSheets(list)})
		}
	}
	return out, nil
}

func knownSheets(list []sds.Sheet) []KnownSheet {
	known := make([]KnownSheet, len(list))
	for i, s := range list {
		known[i] = KnownSheet{s.ID, s.Name, s.Supplier, s.RevisedOn, s.CreatedAt}
	}
	return known
}
