package sheets

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"anzen/shared/domain/input"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// NewSheet is an upload that becomes a sheet.
type NewSheet struct {
	Upload sds.UploadID
	Name   string // empty: the file's
	Known  bool   // register it even where its content is known
}

// NewSheets are uploads that become sheets of departments.
type NewSheets struct {
	Departments []sds.DepartmentID
	Sheets      []NewSheet // "sds_list"
}

// Register creates sheets from uploads, in their order. The analysis of a PDF that has
// arrived starts at once, else on its arrival. The answer is stored in the same write.
func (r Registrar) Register(ctx context.Context, by Actor, in NewSheets, answer func([]sds.Sheet) *write.Answer) error {
	if err := cleanNames(in.Sheets, func(n *NewSheet) *string { return &n.Name }); err != nil {
		return err
	}
	departments := Unique(in.Departments)
	if err := MoveDepartments(ctx, r.Store, by.Principal, nil, departments); err != nil {
		return err
	}
	var registrations []write.Registration
	var made []sds.Sheet
	var files []newFile
	for i, one := range in.Sheets {
		path := "sds_list[" + itoa(i) + "].upload_id"
		if slices.ContainsFunc(in.Sheets[:i], func(n NewSheet) bool { return n.Upload == one.Upload }) {
			return errInvalid.On(path, CodeUploadTwice, nil)
		}
		u, err := r.upload(ctx, by, one.Upload, path)
		if err != nil {
			return err
		}
		file, err := r.file(ctx, by, u, path)
		if err != nil {
			return err
		}
		s := newSheet(by, u, file, one.Name, departments)
		if u.Sheet != "" && u.Sheet != s.ID {
			return errInvalid.On(path, CodeUploadUsed, nil)
		}
		if u.Sheet == "" {
			files = append(files, newFile{path, file, s.ID, one.Known})
		}
		registrations = append(registrations, write.Registration{Upload: u, Sheet: s, Edit: *by.Entry("registered")})
		made = append(made, s)
	}
	accepted, err := r.strangers(ctx, by, files)
	if err != nil {
		return err
	}
	for i := range registrations {
		registrations[i].Sheet.MarkUnrelated(accepted[made[i].ID]...)
	}
	limit := plan.Get(by.Settings.Plan).MaxUploads
	if err := r.Store.Register(ctx, by.CompanyID, registrations, limit, by.Audit("sheet.registered", joined(made, func(s sds.Sheet) sds.SheetID { return s.ID })), answer(made)); err != nil {
		return err
	}
	for _, s := range made {
		r.start(ctx, by, s)
	}
	return nil
}

// cleanNames normalizes the names of sheets in place and returns the invalid ones as an
// error.
func cleanNames[T any](sheets []T, nameOf func(*T) *string) error {
	var wrong input.FieldErrors
	for i := range sheets {
		wrong.SheetName("sds_list["+itoa(i)+"].name", nameOf(&sheets[i]))
	}
	return wrong.Err()
}

// newSheet is the sheet of an upload. Its id is derived from the upload's, so that
// registering an upload twice makes one sheet.
func newSheet(by Actor, u sds.Upload, file sds.File, name string, departments []sds.DepartmentID) sds.Sheet {
	s := sds.Sheet{
		ID: sds.SheetID(uuid.NewSHA1(uuid.NameSpaceURL, []byte("anzen:upload:"+string(u.ID))).String()), UploadID: u.ID, Name: name, NameByPerson: name != "",
		Status: sds.StatusUploading, Source: sds.SourceUser, Attempt: 1, Trace: by.Trace, Departments: slices.Clone(departments),
		File: file, CreatedAt: by.Now, CreatedBy: by.User, UpdatedAt: by.Now,
	}
	if file.Scan == sds.ScanWaiting {
		s.Reason = string(CodeChecking)
	}
	if name == "" {
		s.Name = file.Title()
	}
	return s
}
