package sdses

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"anzen/functions/analysis/execution"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/sheets"
)

// RegisterRoute is the declaration of POST sdses.
var RegisterRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/sdses", ID: "registerSheets", Tag: "sdses",
	MaxBody: rest.ListBody,
	Rule:    rest.Need(access.SDSUpload), Summary: "Make sheets of uploaded PDFs and start their analysis",
	Grants: append(grant.Catalog(), grant.Table("PutItem", "ConditionCheckItem"), grant.Sheets("GetObject"), grant.SheetsList(), grant.StartAnalysis()),
	Memory: 1769, Status: http.StatusCreated, Creates: true, Timeout: 25 * time.Second,
}

// NewSheet is an upload that becomes a sheet.
type NewSheet struct {
	UploadID sds.UploadID `json:"upload_id" format:"uuid"`
	Name     string       `json:"name,omitempty" maxLength:"200"`
	Known    bool         `json:"accept_known_file,omitempty" doc:"register it even where a sheet or another file of the request has the same content; refused (400) otherwise"`
}

// RegisterInput names the uploads.
type RegisterInput struct {
	rest.OfCompany
	Body struct {
		Departments []sds.DepartmentID `json:"department_id_list" maxItems:"100"`
		Sheets      []NewSheet         `json:"sds_list" minItems:"1" maxItems:"50"`
	}
}

// Registered is a new sheet.
type Registered struct {
	ID       sds.SheetID  `json:"id"`
	UploadID sds.UploadID `json:"upload_id"`
	Name     string       `json:"name"`
}

// RegisterBody is the answer of a registration.
type RegisterBody struct {
	Items []Registered `json:"items"`
}

// RegisterOutput are the new sheets, in the order of the request.
type RegisterOutput struct{ Body RegisterBody }

// registrar is the use case of registration with the call's services.
func registrar(call *rest.Call) sheets.Registrar {
	return sheets.Registrar{Store: call.Table, Files: call.Files, Scans: call.Scans(), Known: call.Catalog, Analyses: execution.Starter{Machine: call.Analysis, Pauses: call.Table}, Log: call.Log}
}

// Register makes sheets of uploads.
func Register(ctx context.Context, call *rest.Call, in *RegisterInput) (*RegisterOutput, error) {
	wanted := sheets.NewSheets{Departments: in.Body.Departments}
	for _, one := range in.Body.Sheets {
		wanted.Sheets = append(wanted.Sheets, sheets.NewSheet{Upload: one.UploadID, Name: one.Name, Known: one.Known})
	}
	out := &RegisterOutput{}
	err := registrar(call).Register(ctx, call.Actor(), wanted, func(made []sds.Sheet) *write.Answer {
		for _, s := range made {
			out.Body.Items = append(out.Body.Items, Registered{s.ID, s.UploadID, s.Name})
		}
		return call.Answer(out.Body)
	})
	return out, err
}

func itoa(i int) string { return strconv.Itoa(i) }
