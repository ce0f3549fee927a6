package sdses

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// Registering is the declaration of POST sdses.
var Registering = rest.Route{
	Method: "POST", Path: "/companies/{id}/sdses", ID: "registerSheets", Tag: "sdses",
	MaxBody: rest.ListBody,
	Rule:    rest.Need(access.SDSUpload), Summary: "Make sheets of uploaded PDFs and start their analysis",
	Grants: []grant.Grant{
		grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"), grant.Sheets("GetObject"), grant.SheetsList(), grant.StartAnalysis(),
	},
	Status: http.StatusCreated, Creates: true, Timeout: 25 * time.Second,
}

// NewSheet is an upload that becomes a sheet.
type NewSheet struct {
	UploadID sds.UploadID `json:"upload_id" format:"uuid"`
	Name     string       `json:"name,omitempty" maxLength:"200"`
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

// RegisterOutput are the new sheets, in the order asked.
type RegisterOutput struct{ Body RegisterBody }

// Register makes sheets of uploads. The analysis of a PDF that has arrived
// starts at once; of one that is still on its way it starts on arrival.
func Register(ctx context.Context, call *rest.Call, in *RegisterInput) (*RegisterOutput, error) {
	if err := cleanNames(in.Body.Sheets, func(n *NewSheet) *string { return &n.Name }); err != nil {
		return nil, err
	}
	once(&in.Body.Departments)
	if err := call.MoveDepartments(ctx, nil, in.Body.Departments); err != nil {
		return nil, err
	}
	now := call.Now()
	var registrations []table.Registration
	out := &RegisterOutput{RegisterBody{Items: []Registered{}}}
	for i, one := range in.Body.Sheets {
		path := "sds_list[" + itoa(i) + "].upload_id"
		if slices.ContainsFunc(in.Body.Sheets[:i], func(n NewSheet) bool { return n.UploadID == one.UploadID }) {
			return nil, message.New(message.Invalid, message.CodeInvalid).On(path, CodeUploadTwice, nil)
		}
		u, err := ownUpload(ctx, call, one.UploadID, path)
		if err != nil {
			return nil, err
		}
		file, err := arrivedFile(ctx, call, u, path)
		if err != nil {
			return nil, err
		}
		s := newSheet(call, u, file, one.Name, in.Body.Departments, now)
		if u.Sheet != "" && u.Sheet != s.ID {
			return nil, message.New(message.Invalid, message.CodeInvalid).On(path, CodeUploadUsed, nil)
		}
		registrations = append(registrations, table.Registration{
			Upload: u, Sheet: s,
			Edit: sds.Edit{ID: table.NewEditID(now), At: now, By: call.User, ByName: call.Name, Action: "registered", Changes: []sds.Change{}},
		})
		out.Body.Items = append(out.Body.Items, Registered{s.ID, u.ID, s.Name})
	}
	limit := plan.Get(call.Of.Plan).MaxUploads
	remember := func(x *table.Tx) { call.Remember(x, out.Body) }
	if err := call.Table.Register(ctx, call.Company, registrations, limit, call.Audit("sheet.registered", ""), remember); err != nil {
		return nil, err
	}
	for _, r := range registrations {
		startSoon(ctx, call, r.Sheet)
	}
	return out, nil
}

// newSheet is the head of a sheet that comes from an upload. Its id follows from the
// upload's, so that registering an upload twice makes one sheet.
func newSheet(call *rest.Call, u table.Upload, file sds.File, name string, departments []sds.DepartmentID, now time.Time) sds.Sheet {
	s := sds.Sheet{
		ID: sds.SheetID(uuid.NewSHA1(uuid.NameSpaceURL, []byte("anzen:upload:"+string(u.ID))).String()), UploadID: u.ID, Name: name, NameByPerson: name != "",
		Status: sds.StatusUploading, Source: sds.SourceUser, Attempt: 1, Departments: slices.Clone(departments),
		File: file, CreatedAt: now, CreatedBy: call.User, UpdatedAt: now,
	}
	if file.Scan == sds.ScanWaiting {
		s.Reason = string(CodeChecking)
	}
	if name == "" {
		s.Name = strings.TrimSuffix(u.Name, u.Name[strings.LastIndex(u.Name, "."):])
	}
	return s
}

func itoa(i int) string { return strconv.Itoa(i) }
