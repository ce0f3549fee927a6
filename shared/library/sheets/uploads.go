package sheets

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Codes of uploads that cannot be registered. All are overcome by sending the file again.
const (
	CodeUploadUnknown message.Code = "upload.unknown" // not the company's, or expired
	CodeUploadVoid    message.Code = "upload.void"    // who was allowed it may no longer send files
	CodeUploadChanged message.Code = "upload.changed" // not what was announced
	CodeUploadTwice   message.Code = "upload.twice"
	CodeUploadUsed    message.Code = "upload.used"
)

// Codes of files that are not handed out or read, by what the search for malware found.
const (
	CodeFileChecking message.Code = "sheet.file_checking"
	CodeFileInfected message.Code = "sheet.file_infected"
	CodeFileFailed   message.Code = "sheet.file_failed"
	// CodeChecking is the reason of a sheet whose PDF is being searched. It is no error.
	CodeChecking message.Code = "analysis.checking"
)

// OpenFile refuses the file of a sheet that may not be handed out or read.
func OpenFile(f sds.File) error {
	code, closed := map[sds.Scan]message.Code{
		sds.ScanWaiting: CodeFileChecking, sds.ScanInfected: CodeFileInfected, sds.ScanFailed: CodeFileFailed,
	}[f.Scan]
	if !closed {
		return nil
	}
	return message.New(message.Conflict, code)
}

// ScanStore reads what the search for malware found in a company's objects.
type ScanStore interface {
	Infected(ctx context.Context, c sds.CompanyID, key string) (version string, err error)
	ScanOf(ctx context.Context, c sds.CompanyID, key, version string) (sds.Scan, error)
}

// Scans is the search for malware in what is uploaded; it may be off.
type Scans struct {
	Store ScanStore
	On    bool
}

// Erased is a version of an object that was erased, because malware was found in it; empty where none was.
func (s Scans) Erased(ctx context.Context, c sds.CompanyID, key string) (version string, err error) {
	if !s.On {
		return "", nil
	}
	return s.Store.Infected(ctx, c, key)
}

// Of is what is known now of a version of an object that has come: nothing where uploads are not searched.
func (s Scans) Of(ctx context.Context, c sds.CompanyID, key, version string) (sds.Scan, error) {
	if !s.On {
		return sds.ScanNone, nil
	}
	return s.Store.ScanOf(ctx, c, key, version)
}

// People reads the people of a company.
type People interface {
	User(ctx context.Context, c sds.CompanyID, id sds.UserID) (company.User, error)
}

// StillMay tells whether somebody of the company who was given something that cannot be taken back, such as a form for
// an upload, may still do one of the things that it was given for. Whether the actor may has been looked at.
func StillMay(ctx context.Context, store People, by access.Principal, given sds.UserID, anyOf ...access.Permission) (bool, error) {
	if given == by.User {
		return true, nil
	}
	u, err := store.User(ctx, by.CompanyID, given)
	if errors.Is(err, write.ErrNotFound) {
		return false, nil
	}
	return err == nil && u.Active && slices.ContainsFunc(anyOf, u.Role.Has), err
}

// Registrar makes sheets of uploaded files and has them analyzed.
type Registrar struct {
	Store    RegisterStore
	Files    Objects
	Scans    Scans
	Analyses Analyses
	Log      *slog.Logger
}

// RegisterStore is what a registrar reads and writes.
type RegisterStore interface {
	reader
	writer
	People
	Departments
	Upload(ctx context.Context, id sds.UploadID) (sds.Upload, bool, error)
	Sections(ctx context.Context, c sds.CompanyID, id sds.SheetID) ([]sds.Section, error)
	Register(ctx context.Context, c sds.CompanyID, rs []write.Registration, limit *int, a write.Audit, answer *write.Answer) error
	Revise(ctx context.Context, c sds.CompanyID, rs []write.Revision, limit *int, a write.Audit, answer *write.Answer) error
}

// Objects is where the uploaded files lie.
type Objects interface {
	Stat(ctx context.Context, key string) (sds.Object, bool, error)
}

// Analyses starts analyses of sheets, each once.
type Analyses interface {
	Start(ctx context.Context, c sds.CompanyID, s sds.Sheet) error
}

// upload reads an upload of a PDF that must be the company's, and that of a person who may still send PDFs.
func (r Registrar) upload(ctx context.Context, by Actor, id sds.UploadID, path string) (sds.Upload, error) {
	u, ok, err := r.Store.Upload(ctx, id)
	if err != nil {
		return u, err
	}
	if !ok || u.Company != by.CompanyID || !strings.HasSuffix(u.Key, ".pdf") {
		return u, errInvalid.On(path, CodeUploadUnknown, nil)
	}
	if u.Sheet != "" {
		return u, nil
	}
	may, err := StillMay(ctx, r.Store, by.Principal, u.By, access.SDSUpload)
	if err == nil && !may {
		err = errInvalid.On(path, CodeUploadVoid, nil)
	}
	return u, err
}

// file is the file of a sheet that an upload becomes. Where the object has come, its version of now belongs to
// the sheet: what is sent to the same form later changes nothing.
func (r Registrar) file(ctx context.Context, by Actor, u sds.Upload, path string) (sds.File, error) {
	f := sds.File{Key: u.Key, Name: u.Name, Size: u.Size, SHA256: u.SHA256}
	if u.Sheet != "" {
		return f, nil
	}
	info, there, err := r.Files.Stat(ctx, u.Key)
	if err == nil && !there {
		if f.Version, err = r.Scans.Erased(ctx, by.CompanyID, u.Key); f.Version != "" {
			f.Scan = sds.ScanWaiting
		}
	}
	if err != nil || !there {
		return f, err
	}
	if info.SHA256 != "" && u.SHA256 != "" && info.SHA256 != u.SHA256 {
		return f, errInvalid.On(path, CodeUploadChanged, message.Args{"name": u.Name})
	}
	f.Version, f.Size = info.Version, info.Size
	if r.Scans.On {
		f.Scan = sds.ScanWaiting // its analysis looks at the result
	}
	return f, nil
}

// start starts the analysis of a sheet whose PDF has arrived. Where that fails the
// sheet and the promise to analyze it stand: the sweep starts what did not start here.
func (r Registrar) start(ctx context.Context, by Actor, s sds.Sheet) {
	if err := r.startIfThere(ctx, by, s); err != nil {
		r.Log.ErrorContext(ctx, "analysis not started", "sheet", s.ID, "cause", err.Error())
	}
}

// startIfThere looks once more for a PDF that had not come: it may have, before the sheet was there to be started.
func (r Registrar) startIfThere(ctx context.Context, by Actor, s sds.Sheet) error {
	switch {
	case s.File.Scan == sds.ScanWaiting:
		// Read behind the write of the sheet: who notes a result before this reads the sheet behind it.
		if scan, err := r.Scans.Of(ctx, by.CompanyID, s.File.Key, s.File.Version); err != nil || scan == sds.ScanWaiting {
			return err
		}
	case s.File.Version == "" && r.Scans.On:
		return nil // its arrival, or the sweep, goes on
	case s.File.Version == "":
		if _, there, err := r.Files.Stat(ctx, s.File.Key); err != nil || !there {
			return err
		}
	}
	return r.Analyses.Start(ctx, by.CompanyID, s)
}
