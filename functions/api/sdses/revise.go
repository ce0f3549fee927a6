package sdses

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// Codes of newer versions.
const (
	CodeSheetUnknown message.Code = "sheet.unknown"
	CodeSheetTwice   message.Code = "sheet.twice"
	CodeSuperseded   message.Code = "sheet.superseded"
	CodeUploadTwice  message.Code = "upload.twice"
	CodeUploadUsed   message.Code = "upload.used"
)

// What a newer version can take over, as the company's settings name it.
const (
	copyDepartments = "departments"
	copyNote        = "note"
	copyCodes       = "product_code_list"
	copyAssignees   = "sds_assignees"
	copyTags        = "tags"
)

// Revising is the declaration of PUT sdses.
var Revising = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses", ID: "reviseSheets", Tag: "sdses", Rule: rest.Need(access.SDSUpload),
	MaxBody: rest.ListBody,
	Summary: "Register newer files of sheets: each becomes a sheet that takes the older one's place, with what the company's settings copy",
	Grants: []grant.Grant{
		grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"),
		grant.Sheets("GetObject"), grant.SheetsList(), grant.StartAnalysis(),
	},
	Creates: true, Timeout: 25 * time.Second,
}

// NewerFile is an upload that is the newer version of a sheet.
type NewerFile struct {
	SheetID  sds.SheetID  `json:"sds_id" format:"uuid" doc:"the newest version so far"`
	UploadID sds.UploadID `json:"upload_id" format:"uuid"`
	Name     string       `json:"name,omitempty" maxLength:"200"`
}

// ReviseInput names the sheets with their newer files.
type ReviseInput struct {
	rest.OfCompany
	Body struct {
		Departments []sds.DepartmentID `json:"department_id_list,omitempty" maxItems:"100" doc:"of the newer sheets, where the company's settings do not copy the older ones' departments"`
		Sheets      []NewerFile        `json:"sds_list" minItems:"1" maxItems:"50"`
	}
}

// Revised is a newer sheet.
type Revised struct {
	ID       sds.SheetID  `json:"id"`
	Older    sds.SheetID  `json:"older_id" doc:"the sheet whose place it has taken"`
	UploadID sds.UploadID `json:"upload_id"`
	Name     string       `json:"name"`
}

// ReviseBody is the answer of a revision.
type ReviseBody struct {
	Items []Revised `json:"items"`
}

// ReviseOutput are the newer sheets, in the order asked.
type ReviseOutput struct{ Body ReviseBody }

// maxTries is how often something is tried anew when others write the same sheets
// at the same time.
const maxTries = 4

// Revise registers newer files of sheets.
func Revise(ctx context.Context, call *rest.Call, in *ReviseInput) (*ReviseOutput, error) {
	if err := twice(in.Body.Sheets); err != nil {
		return nil, err
	}
	if err := cleanNames(in.Body.Sheets, func(n *NewerFile) *string { return &n.Name }); err != nil {
		return nil, err
	}
	once(&in.Body.Departments)
	for try := 1; ; try++ {
		revisions, err := revisions(ctx, call, in)
		if err != nil {
			return nil, err
		}
		out := &ReviseOutput{ReviseBody{Items: []Revised{}}}
		for i, r := range revisions {
			out.Body.Items = append(out.Body.Items, Revised{r.Sheet.ID, in.Body.Sheets[i].SheetID, r.Upload.ID, r.Sheet.Name})
		}
		remember := func(x *table.Tx) { call.Remember(x, out.Body) }
		err = call.Table.Revise(ctx, call.Company, revisions, plan.Get(call.Of.Plan).MaxUploads, call.Audit("sheet.revised", sheetIDs(in.Body.Sheets)), remember)
		if errors.Is(err, table.ErrStale) && try < maxTries {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, r := range revisions {
			startSoon(ctx, call, r.Sheet)
		}
		return out, nil
	}
}

// twice refuses a sheet or an upload that is named twice.
func twice(list []NewerFile) error {
	invalid := message.New(message.Invalid, message.CodeInvalid)
	for i, one := range list {
		before := list[:i]
		if slices.ContainsFunc(before, func(n NewerFile) bool { return n.SheetID == one.SheetID }) {
			invalid = invalid.On("sds_list["+itoa(i)+"].sds_id", CodeSheetTwice, nil)
		}
		if slices.ContainsFunc(before, func(n NewerFile) bool { return n.UploadID == one.UploadID }) {
			invalid = invalid.On("sds_list["+itoa(i)+"].upload_id", CodeUploadTwice, nil)
		}
	}
	if len(invalid.Fields) > 0 {
		return invalid
	}
	return nil
}

func sheetIDs(list []NewerFile) string {
	ids := make([]string, len(list))
	for i, one := range list {
		ids[i] = string(one.SheetID)
	}
	return strings.Join(ids, ",")
}

// revisions are the newer sheets with what they take over. All that keeps some from
// being made is told at once, and then none is made.
func revisions(ctx context.Context, call *rest.Call, in *ReviseInput) ([]table.Revision, error) {
	refusals := refusals{}
	list := make([]table.Revision, len(in.Body.Sheets))
	for i, one := range in.Body.Sheets {
		path := "sds_list[" + itoa(i) + "].upload_id"
		u, err := ownUpload(ctx, call, one.UploadID, path)
		if err != nil {
			return nil, err
		}
		file, err := arrivedFile(ctx, call, u, path)
		if err != nil {
			return nil, err
		}
		older, err := call.Table.Sheet(ctx, call.Company, one.SheetID)
		if errors.Is(err, table.ErrNotFound) {
			return nil, message.New(message.Invalid, message.CodeInvalid).On("sds_list["+itoa(i)+"].sds_id", CodeSheetUnknown, nil)
		}
		if err != nil {
			return nil, err
		}
		list[i] = table.Revision{Upload: u, Older: older, Sheet: newSheet(call, u, file, one.Name, in.Body.Departments, call.Now())}
		switch {
		case u.Sheet != "" && (u.Sheet != list[i].Sheet.ID || older.Newer != u.Sheet):
			return nil, message.New(message.Invalid, message.CodeInvalid).On(path, CodeUploadUsed, nil)
		case u.Sheet != "": // it was made by this request before
		case !call.MayEdit(older):
			refusals.other = append(refusals.other, older)
		case older.Newer != "":
			refusals.superseded = append(refusals.superseded, older)
		case !older.Status.Editable():
			refusals.busy = append(refusals.busy, older)
		default:
			if err := takeDepartments(ctx, call, &list[i]); err != nil {
				return nil, err
			}
			if err := takeOver(ctx, call, &list[i]); err != nil {
				return nil, err
			}
		}
	}
	return list, refusals.err()
}

// takeDepartments files the newer sheet: as the older one where the company's settings
// copy its departments, else as the person says; the departments that they cannot take
// away from the older one stay with the newer.
func takeDepartments(ctx context.Context, call *rest.Call, r *table.Revision) error {
	had := r.Older.Departments
	if slices.Contains(call.Of.CopyFields, copyDepartments) {
		r.Sheet.Departments = slices.Clone(had)
		return nil
	}
	r.Sheet.Departments = append(r.Sheet.Departments, added(r.Sheet.Departments, call.Fixed(had))...)
	return call.MoveDepartments(ctx, had, r.Sheet.Departments)
}

// takeOver fills the newer sheet with what the company's settings copy.
func takeOver(ctx context.Context, call *rest.Call, r *table.Revision) error {
	s, now := &r.Sheet, call.Now()
	var changes []sds.Change
	note := func(field string, to sds.Value) { changes = append(changes, sds.Change{Field: field, To: &to}) }
	for _, field := range call.Of.CopyFields {
		switch field {
		case copyDepartments:
			note("departments", list(s.Departments))
		case copyNote:
			s.Note = r.Older.Note
			note("note", sds.Value{Kind: sds.KindText, Text: s.Note})
		case copyAssignees:
			s.Assignees = slices.Clone(r.Older.Assignees)
			note("assignees", list(s.Assignees))
		case copyTags:
			s.Tags = slices.Clone(r.Older.Tags)
			note("tags", list(s.Tags))
		case copyCodes:
			if err := takeCodes(ctx, call, r); err != nil {
				return err
			}
		}
	}
	entry := func(action string, changes []sds.Change, comment string) sds.Edit {
		return sds.Edit{ID: table.NewEditID(now), At: now, By: call.User, ByName: call.Name, Action: action, Changes: append([]sds.Change{}, changes...), Comment: comment}
	}
	r.Edit = entry("registered", changes, "")
	r.OldEdit = entry("superseded", nil, r.Upload.Name)
	return nil
}

// takeCodes takes over the product codes that a person gave, as theirs, so that no
// analysis overwrites them. Those that were read are read anew from the newer file.
func takeCodes(ctx context.Context, call *rest.Call, r *table.Revision) error {
	sections, err := call.Table.Sections(ctx, call.Company, r.Older.ID)
	if err != nil {
		return err
	}
	codes := sds.CodesByPerson(sections)
	if len(codes) == 0 {
		return nil
	}
	r.Sheet.ProductCodes, r.Sheet.GuardedCodes = codes, r.Older.GuardedCodes
	r.Sections = []sds.Section{{Number: 1, Groups: []sds.Group{}, Fields: []sds.Field{{
		ID: "product_codes", Key: "product_codes", Value: sds.Value{Kind: sds.KindList, List: codes}, Confidence: 1, State: sds.StateEdited,
	}}}}
	return nil
}

// refusals collects sheets that a request on several may not touch, by why.
type refusals struct{ other, superseded, busy []sds.Sheet }

func (r refusals) err() error {
	switch {
	case len(r.other) > 0:
		return denied(message.New(message.Forbidden, message.CodeOtherDepartment), r.other)
	case len(r.superseded) > 0:
		return denied(message.New(message.Conflict, CodeSuperseded), r.superseded)
	case len(r.busy) > 0:
		return denied(message.New(message.Conflict, CodeNotEditable), r.busy)
	}
	return nil
}

// maxDenied bounds how many sheets an error names.
const maxDenied = 100

func denied(e *message.Error, sheets []sds.Sheet) error {
	for _, s := range sheets[:min(len(sheets), maxDenied)] {
		e.Denied = append(e.Denied, message.Denied{ID: string(s.ID), Name: s.Name})
	}
	return e
}
