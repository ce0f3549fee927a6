package sdses

import (
	"context"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
	"anzen/shared/library/search"
	"anzen/shared/library/sheets"
)

// CodeDeleteWhat refuses a deletion that names sheets and a filter, or neither.
const CodeDeleteWhat message.Code = "deletion.which"

// RemoveRoute is the declaration of PUT sdses/delete.
var RemoveRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/delete", ID: "deleteSheets", Tag: "sdses", Rule: rest.Need(access.SDSDelete),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Delete sheets: none where one of them may not be deleted; 500 in a request, the same request deletes the next ones. They still count as uploads of the plan",
	Grants:  append(grant.Catalog(), grant.Table("PutItem", "DeleteItem")), Memory: 1769, Timeout: rest.MaxTimeout,
}

// RemoveInput selects sheets by ids or by a filter.
type RemoveInput struct {
	rest.OfCompany
	Body struct {
		IDs      []sds.SheetID   `json:"sds_ids,omitempty" maxItems:"500" doc:"either these; already deleted ones count as done"`
		Filter   *filter.Filters `json:"filter,omitempty" doc:"or all that match this filter"`
		Excluded []sds.SheetID   `json:"exclude_ids,omitempty" maxItems:"1000" doc:"except these"`
		Expected *int            `json:"expected_count,omitempty" minimum:"0" doc:"the expected number of sheets of the filter without the excluded ones; refused (409) where it differs"`
	}
}

// RemoveOutput is how many sheets were deleted.
type RemoveOutput struct {
	Body struct {
		Deleted   int           `json:"deleted"`
		IDs       []sds.SheetID `json:"deleted_ids" nullable:"false" doc:"for restoreSheets"`
		Remaining int           `json:"remaining" doc:"how many sheets of the filter are left: repeat the request until there are none"`
	}
}

// Remove deletes sheets.
func Remove(ctx context.Context, call *rest.Call, in *RemoveInput) (*RemoveOutput, error) {
	b := &in.Body
	if (len(b.IDs) > 0) == (b.Filter != nil) {
		return nil, message.New(message.Invalid, message.CodeInvalid).On("sds_ids", CodeDeleteWhat, nil)
	}
	removals := sheets.Removals{IDs: b.IDs, Excluded: b.Excluded, Expected: b.Expected}
	if b.Filter != nil {
		stated, err := b.Filter.Filter()
		if err != nil {
			return nil, err
		}
		all := selection.Selection{Filter: stated.Text(), Sort: string(catalog.SortCreated)}
		removals.Pages = func(after *catalog.Position, limit int) (catalog.Page, error) {
			return search.Selected(ctx, call.Catalog, filter.Viewer(call), all, after, limit)
		}
	}
	done, err := sheets.Remove(ctx, call.Table, call.Actor(), removals)
	if err != nil {
		return nil, err
	}
	out := &RemoveOutput{}
	out.Body.Deleted, out.Body.Remaining, out.Body.IDs = len(done.IDs), done.Remaining, done.IDs
	return out, nil
}

// RestoreRoute is the declaration of PUT sdses/restore.
var RestoreRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/restore", ID: "restoreSheets", Tag: "sdses", Rule: rest.Need(access.SDSDelete), Status: 204,
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Restore deleted sheets within thirty days, each as a sheet without other versions",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem")}, Memory: 1024, Timeout: rest.MaxTimeout,
}

// RestoreInput names sheets.
type RestoreInput struct {
	rest.OfCompany
	Body struct {
		IDs []sds.SheetID `json:"sds_ids" minItems:"1" maxItems:"500" doc:"sheets that are not deleted count as done"`
	}
}

// Restore takes back the deletion of sheets.
func Restore(ctx context.Context, call *rest.Call, in *RestoreInput) (*struct{}, error) {
	return nil, sheets.Restore(ctx, call.Table, call.Actor(), in.Body.IDs)
}
