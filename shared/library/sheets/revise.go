package sheets

import (
	"context"
	"errors"
	"slices"
	"strings"

	"anzen/shared/domain/input"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// What a newer version can copy, as named in the company's settings.
const (
	copyDepartments = "departments"
	copyNote        = "note"
	copyCodes       = "product_code_list"
	copyAssignees   = "sds_assignees"
	copyTags        = "tags"
)

// NewerFile is an upload that becomes the newer version of a sheet.
type NewerFile struct {
	Sheet  sds.SheetID // the newest version so far
	Upload sds.UploadID
	Name   string // empty: the file's
	Known  bool   // register it even where its content is known
}

// NewerFiles are newer versions of sheets. Departments applies where the company's settings
// do not copy the older sheets' departments.
type NewerFiles struct {
	Departments []sds.DepartmentID
	Sheets      []NewerFile // "sds_list"
}

// Revise registers newer files of sheets, in their order: each becomes a sheet that
// supersedes the older one, with what the company's settings copy. The answer is stored in
// the same write.
func (r Registrar) Revise(ctx context.Context, by Actor, in NewerFiles, answer func([]sds.Sheet) *write.Answer) error {
	if err := in.twice(); err != nil {
		return err
	}
	if err := cleanNames(in.Sheets, func(n *NewerFile) *string { return &n.Name }); err != nil {
		return err
	}
	in.Departments = Unique(in.Departments)
	for try := 1; ; try++ {
		revisions, err := r.revisions(ctx, by, in)
		if err != nil {
			return err
		}
		made := make([]sds.Sheet, len(revisions))
		for i := range revisions {
			made[i] = revisions[i].Sheet
		}
		err = r.Store.Revise(ctx, by.CompanyID, revisions, plan.Get(by.Settings.Plan).MaxUploads, by.Audit("sheet.revised", in.ids()), answer(made))
		if errors.Is(err, write.ErrStale) && try < maxTries {
			continue
		}
		if err != nil {
			return err
		}
		for _, s := range made {
			r.start(ctx, by, s)
		}
		return nil
	}
}

// twice refuses a sheet or an upload that is named twice.
func (in *NewerFiles) twice() error {
	var wrong input.FieldErrors
	for i, one := range in.Sheets {
		before := in.Sheets[:i]
		if slices.ContainsFunc(before, func(n NewerFile) bool { return n.Sheet == one.Sheet }) {
			wrong.Add("sds_list["+itoa(i)+"].sds_id", CodeSheetTwice)
		}
		if slices.ContainsFunc(before, func(n NewerFile) bool { return n.Upload == one.Upload }) {
			wrong.Add("sds_list["+itoa(i)+"].upload_id", CodeUploadTwice)
		}
	}
	return wrong.Err()
}

func (in *NewerFiles) ids() string {
	return joined(in.Sheets, func(n NewerFile) sds.SheetID { return n.Sheet })
}

// joined are the ids of several sheets, as the target of an audit record.
func joined[T any](all []T, id func(T) sds.SheetID) string {
	ids := make([]string, len(all))
	for i, one := range all {
		ids[i] = string(id(one))
	}
	return strings.Join(ids, ",")
}

// revisions are the newer sheets with what they take over. Sheets that cannot be revised
// are returned together in one error.
func (r Registrar) revisions(ctx context.Context, by Actor, in NewerFiles) ([]write.Revision, error) {
	refusals := refusals{}
	list := make([]write.Revision, len(in.Sheets))
	var files []newFile
	for i, one := range in.Sheets {
		path := "sds_list[" + itoa(i) + "].upload_id"
		u, err := r.upload(ctx, by, one.Upload, path)
		if err != nil {
			return nil, err
		}
		file, err := r.file(ctx, by, u, path)
		if err != nil {
			return nil, err
		}
		older, err := r.Store.Sheet(ctx, by.CompanyID, one.Sheet)
		if err != nil {
			return nil, unknown(err, "sds_list["+itoa(i)+"].sds_id", CodeSheetUnknown)
		}
		list[i] = write.Revision{Upload: u, Older: older, Sheet: newSheet(by, u, file, one.Name, in.Departments)}
		switch {
		case u.Sheet != "" && (u.Sheet != list[i].Sheet.ID || older.Newer != u.Sheet):
			return nil, errInvalid.On(path, CodeUploadUsed, nil)
		case u.Sheet != "": // an earlier try of this request made it
		case !by.MayEdit(older):
			refusals.other = append(refusals.other, older)
		case older.Newer != "":
			refusals.superseded = append(refusals.superseded, older)
		case !older.Status.Editable():
			refusals.busy = append(refusals.busy, older)
		default:
			files = append(files, newFile{path, file, list[i].Sheet.ID, one.Known})
			if err := r.takeDepartments(ctx, by, &list[i]); err != nil {
				return nil, err
			}
			if err := r.takeOver(ctx, by, &list[i]); err != nil {
				return nil, err
			}
		}
	}
	if err := refusals.err(); err != nil {
		return nil, err
	}
	accepted, err := r.strangers(ctx, by, files)
	for i := range list {
		list[i].Sheet.MarkUnrelated(accepted[list[i].Sheet.ID]...)
	}
	return list, err
}

// takeDepartments sets the newer sheet's departments: the older one's where the company's
// settings copy them, else those of the request and those of the older sheet that the user
// may not remove.
func (r Registrar) takeDepartments(ctx context.Context, by Actor, v *write.Revision) error {
	had := v.Older.Departments
	if slices.Contains(by.Settings.CopyFields, copyDepartments) {
		v.Sheet.Departments = slices.Clone(had)
		return nil
	}
	v.Sheet.Departments = append(v.Sheet.Departments, added(v.Sheet.Departments, by.Fixed(had))...)
	return MoveDepartments(ctx, r.Store, by.Principal, had, v.Sheet.Departments)
}

// takeOver copies into the newer sheet what the company's settings name.
func (r Registrar) takeOver(ctx context.Context, by Actor, v *write.Revision) error {
	s := &v.Sheet
	var changes []sds.Change
	note := func(field string, to sds.Value) { changes = append(changes, sds.Change{Field: field, To: &to}) }
	for _, field := range by.Settings.CopyFields {
		switch field {
		case copyDepartments:
			note("departments", sds.ListValue(s.Departments))
		case copyNote:
			s.Note = v.Older.Note
			note("note", sds.Value{Kind: sds.KindText, Text: s.Note})
		case copyAssignees:
			s.Assignees = slices.Clone(v.Older.Assignees)
			note("assignees", sds.ListValue(s.Assignees))
		case copyTags:
			s.Tags = slices.Clone(v.Older.Tags)
			note("tags", sds.ListValue(s.Tags))
		case copyCodes:
			if err := r.takeCodes(ctx, by, v); err != nil {
				return err
			}
		}
	}
	v.Edit, v.OldEdit = *by.Entry("registered", changes...), *by.Entry("superseded")
	v.OldEdit.Comment = v.Upload.Name
	return nil
}

// takeCodes copies the product codes that a user entered, as edited values, so that no
// analysis overwrites them. Codes that were read are read again from the newer file.
func (r Registrar) takeCodes(ctx context.Context, by Actor, v *write.Revision) error {
	sections, err := r.Store.Sections(ctx, by.CompanyID, v.Older.ID)
	if err != nil {
		return err
	}
	codes := sds.CodesByPerson(sections)
	if len(codes) == 0 {
		return nil
	}
	v.Sheet.ProductCodes, v.Sheet.GuardedCodes = codes, v.Older.GuardedCodes
	v.Sections = []sds.Section{{Number: 1, Groups: []sds.Group{}, Fields: []sds.Field{{
		ID: "product_codes", Key: "product_codes", Value: sds.Value{Kind: sds.KindList, List: codes}, Confidence: 1, State: sds.StateEdited,
	}}}}
	return nil
}

// refusals collects the sheets of a request that cannot be revised, by reason.
type refusals struct{ other, superseded, busy []sds.Sheet }

func (r refusals) err() error {
	switch {
	case len(r.other) > 0:
		return denied(ErrOtherDepartment, r.other)
	case len(r.superseded) > 0:
		return denied(ErrSuperseded, r.superseded)
	case len(r.busy) > 0:
		return denied(ErrNotEditable, r.busy)
	}
	return nil
}
