package sdses

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// The declarations of the routes on sheets that resemble others.
var (
	ResemblingRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses/revision_candidates", ID: "findRevisionCandidates", Tag: "sdses",
		Rule: rest.Need(access.SDSRead), Summary: "The sheets of which some are probably a newer or an older version, or the same file",
		Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
	}
	DismissRoute = rest.Route{
		Method: "PUT", Path: "/companies/{id}/sdses/{sdsId}/unrelated_sdses", ID: "dismissRevisionCandidates", Tag: "sdses", Status: 204,
		Rule: rest.Need(access.SDSEdit), Summary: "State that sheets are not versions of one, so that they are no longer named as such",
		Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem")},
	}
)

// ResemblingInput names sheets.
type ResemblingInput struct {
	rest.OfCompany
	IDs []sds.SheetID `query:"sds_ids,explode" required:"true" minItems:"1" maxItems:"50" format:"uuid" doc:"the sheets"`
}

// ComparedSheet is a sheet with what tells its versions apart.
type ComparedSheet struct {
	KnownSheet
	ProductName  string   `json:"product_name"`
	ProductCodes []string `json:"product_code_list" nullable:"false"`
	IssuedOn     string   `json:"issued_at" doc:"YYYY-MM-DD, YYYY-MM where the sheet states no day, or empty"`
	FileName     string   `json:"file_name"`
}

func comparedSheet(s sds.Sheet) ComparedSheet {
	return ComparedSheet{knownSheets([]sds.Sheet{s})[0], s.ProductName, append([]string{}, s.ProductCodes...), s.IssuedOn, s.File.Name}
}

// LikeSheet is a sheet that may be a version of another.
type LikeSheet struct {
	ComparedSheet
	Likes []sheets.Likeness `json:"reasons" nullable:"false" enum:"same_file,same_code,same_name" doc:"same_name: of product and supplier"`
	Order sheets.Order      `json:"order" enum:"newer,older,unknown" doc:"of the sheet asked about, by the dates of revision or issue: it is newer or older than this one"`
	As    sheets.Order      `json:"joins_as" enum:"newer,older" doc:"what joinVersions makes of the sheet asked about beside this one: by their order, or the later registered is the newer"`
	Newer sds.SheetID       `json:"newer_id,omitempty" doc:"for joinVersions; absent where the caller may not"`
	Older sds.SheetID       `json:"older_id,omitempty"`
}

// LikeSheets are the sheets that resemble one.
type LikeSheets struct {
	ComparedSheet
	StatusGroup sds.StatusGroup `json:"status_group" enum:"pre_analysis,analyzing,completed,impossible,reconfirmation,check"`
	Reason      *Reason         `json:"reason,omitempty" doc:"why the analysis was not possible"`
	Pending     bool            `json:"pending" doc:"the sheet has not been read yet: ask again"`
	Sheets      []LikeSheet     `json:"sds_list" nullable:"false" doc:"the most probable first, at most five"`
}

// ResemblingOutput are the sheets asked about that are there.
type ResemblingOutput struct {
	Body struct {
		Items []LikeSheets `json:"items" nullable:"false"`
	}
}

// ResemblingSheets answers the sheets that resemble others.
func ResemblingSheets(ctx context.Context, call *rest.Call, in *ResemblingInput) (*ResemblingOutput, error) {
	found, err := sheets.Resemblances(ctx, call.Catalog, call.Table, call.Actor(), in.IDs)
	if err != nil {
		return nil, err
	}
	out := &ResemblingOutput{}
	out.Body.Items = []LikeSheets{}
	for _, r := range found {
		of := LikeSheets{comparedSheet(r.Sheet), r.Sheet.Status.Group(), reason(call, &r.Sheet), r.Pending, []LikeSheet{}}
		for _, like := range r.Like {
			of.Sheets = append(of.Sheets, LikeSheet{comparedSheet(like.Sheet), like.Likes, like.Order, like.As, like.Newer, like.Older})
		}
		out.Body.Items = append(out.Body.Items, of)
	}
	return out, nil
}

// DismissInput names sheets that are not versions of one.
type DismissInput struct {
	OfSheet
	Body struct {
		IDs []sds.SheetID `json:"sds_ids" minItems:"1" maxItems:"50"`
	}
}

// Dismiss records that sheets are not versions of one.
func Dismiss(ctx context.Context, call *rest.Call, in *DismissInput) (*struct{}, error) {
	return nil, sheets.Dismiss(ctx, call.Table, call.Actor(), in.SheetID, in.Body.IDs)
}
