package sdses

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/sheets"
)

// ReviseRoute is the declaration of PUT sdses.
var ReviseRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses", ID: "reviseSheets", Tag: "sdses", Rule: rest.Need(access.SDSUpload),
	MaxBody: rest.ListBody,
	Summary: "Register newer files of sheets: each becomes a sheet that replaces the older one, with the attributes that the company's settings copy",
	Grants:  append(grant.Catalog(), grant.Table("PutItem", "DeleteItem", "ConditionCheckItem"), grant.Sheets("GetObject"), grant.SheetsList(), grant.StartAnalysis()),
	Memory:  1769, Creates: true, Timeout: 25 * time.Second,
}

// NewerFile is an upload that is the newer version of a sheet.
type NewerFile struct {
	SheetID  sds.SheetID  `json:"sds_id" format:"uuid" doc:"the newest version so far"`
	UploadID sds.UploadID `json:"upload_id" format:"uuid"`
	Name     string       `json:"name,omitempty" maxLength:"200"`
	Known    bool         `json:"accept_known_file,omitempty" doc:"register it even where a sheet or another file of the request has the same content; refused (400) otherwise"`
}

// ReviseInput names the sheets with their newer files.
type ReviseInput struct {
	rest.OfCompany
	Body struct {
		Departments []sds.DepartmentID `json:"department_id_list,omitempty" maxItems:"100" doc:"of the newer sheets, where the company's settings do not copy the departments of the older ones"`
		Sheets      []NewerFile        `json:"sds_list" minItems:"1" maxItems:"50"`
	}
}

// Revised is a newer sheet.
type Revised struct {
	ID       sds.SheetID  `json:"id"`
	Older    sds.SheetID  `json:"older_id" doc:"the sheet that it replaces"`
	UploadID sds.UploadID `json:"upload_id"`
	Name     string       `json:"name"`
}

// ReviseBody is the answer of a revision.
type ReviseBody struct {
	Items []Revised `json:"items"`
}

// ReviseOutput are the newer sheets, in the order of the request.
type ReviseOutput struct{ Body ReviseBody }

// Revise registers newer files of sheets.
func Revise(ctx context.Context, call *rest.Call, in *ReviseInput) (*ReviseOutput, error) {
	wanted := sheets.NewerFiles{Departments: in.Body.Departments}
	for _, one := range in.Body.Sheets {
		wanted.Sheets = append(wanted.Sheets, sheets.NewerFile{Sheet: one.SheetID, Upload: one.UploadID, Name: one.Name, Known: one.Known})
	}
	out := &ReviseOutput{}
	err := registrar(call).Revise(ctx, call.Actor(), wanted, func(made []sds.Sheet) *write.Answer {
		out.Body.Items = nil
		for i, s := range made {
			out.Body.Items = append(out.Body.Items, Revised{s.ID, in.Body.Sheets[i].SheetID, s.UploadID, s.Name})
		}
		return call.Answer(out.Body)
	})
	return out, err
}
