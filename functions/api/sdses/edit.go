package sdses

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// EditRoute is the declaration of PUT sdses/{sdsId}.
var EditRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/{sdsId}", ID: "editSheet", Tag: "sdses",
	MaxBody: rest.SheetBody, MaxValues: rest.SheetValues,
	Rule: rest.Need(access.SDSEdit), Summary: "Edit, delete, restore or confirm values of a sheet",
	Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem")},
}

// EditInput is an edit of a sheet: its management attributes and its values. Absent
// members stay unchanged.
type EditInput struct {
	OfSheet
	rest.Edited
	Body struct {
		Name                *string             `json:"name,omitempty" maxLength:"200"`
		Note                *string             `json:"note,omitempty" maxLength:"4000"`
		Departments         *[]sds.DepartmentID `json:"department_id_list,omitempty" maxItems:"100"`
		Assignees           *[]sds.UserID       `json:"assignee_id_list,omitempty" maxItems:"100"`
		Tags                *[]sds.TagID        `json:"tag_id_list,omitempty" maxItems:"100"`
		SupplierConfirmedOn *string             `json:"supplier_confirmed_at,omitempty" pattern:"^(\\d{4}-\\d{2}-\\d{2})?$"`
		AssessedOn          *string             `json:"assessed_at,omitempty" pattern:"^(\\d{4}-\\d{2}-\\d{2})?$"`
		Fields              []sds.FieldEdit     `json:"fields,omitempty" maxItems:"500"`
	}
}

// Edit changes a sheet.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*SheetOutput, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	b := &in.Body
	after, err := sheets.Edit(ctx, call.Table, call.Actor(), sheets.Changes{
		Sheet: in.SheetID, Read: read, Name: b.Name, Note: b.Note, Departments: b.Departments, Assignees: b.Assignees, Tags: b.Tags,
		SupplierConfirmedOn: b.SupplierConfirmedOn, AssessedOn: b.AssessedOn, Fields: b.Fields,
	})
	if err != nil {
		return nil, err
	}
	return whole(ctx, call, after)
}
