package sdses

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

var joinTable = []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem")}

// The declarations of the routes that join and separate versions.
var (
	JoinRoute = rest.Route{
		Method: "PUT", Path: "/companies/{id}/sdses/{sdsId}/older_version", ID: "joinVersions", Tag: "sdses", Status: 204, Rule: rest.Need(access.SDSEdit),
		Summary: "Make a registered sheet, with its newer versions, the newer version of another one, with the attributes that the company's settings copy besides its own",
		Grants:  joinTable, Memory: 1024,
	}
	SeparateRoute = rest.Route{
		Method: "DELETE", Path: "/companies/{id}/sdses/{sdsId}/older_version", ID: "separateVersions", Tag: "sdses", Status: 204, Rule: rest.Need(access.SDSEdit),
		Summary: "Make a sheet, with its newer versions, another sheet than its older versions, which are current again; what it took over stays",
		Grants:  joinTable, Memory: 1024,
	}
)

// JoinInput names a sheet and the one that it replaces.
type JoinInput struct {
	OfSheet
	Body struct {
		Older sds.SheetID `json:"older_id" format:"uuid" doc:"a sheet without a newer version; done already where the sheet replaces it"`
	}
}

// Join makes a sheet the newer version of another.
func Join(ctx context.Context, call *rest.Call, in *JoinInput) (*struct{}, error) {
	return nil, sheets.Join(ctx, call.Table, call.Actor(), sheets.Joining{Newer: in.SheetID, Older: in.Body.Older})
}

// Separate makes a sheet another one than its older versions.
func Separate(ctx context.Context, call *rest.Call, in *OfSheet) (*struct{}, error) {
	return nil, sheets.Separate(ctx, call.Table, call.Actor(), in.SheetID)
}
