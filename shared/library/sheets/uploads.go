package sheets

import (
	"cmp"
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

// Codes of uploads that cannot be registered. Uploading the file again resolves all of them.
const (
	CodeUploadUnknown message.Code = "upload.unknown" // not the company's, or expired
	CodeUploadVoid    message.Code = "upload.void"    // its user may no longer upload
	CodeUploadChanged message.Code = "upload.changed" // not what was announced
	CodeUploadTwice   message.Code = "upload.twice"
	CodeUploadUsed    message.Code = "upload.used"
)

// Codes of files that are neither served nor read, by the result of their malware scan.
const (
	CodeFileChecking message.Code = "sheet.file_checking"
	CodeFileInfected message.Code = "sheet.file_infected"
	CodeFileFailed   message.Code = "sheet.file_failed"
	// CodeChecking is the reason of a sheet whose PDF is being scanned. It is no error.
	CodeChecking message.Code = "analysis.checking"
)

// OpenFile refuses a file that may be neither served nor read.
func OpenFile(f sds.File) error {
	code, closed := map[sds.Scan]message.Code{
		sds.ScanWaiting: CodeFileChecking, sds.ScanInfected: CodeFileInfected, sds.ScanFailed: CodeFileFailed,
	}[f.Scan]
	if !closed {
		return nil
	}
	return message.New(message.Conflict, code)
}

// ScanStore reads the results of malware scans of a company's objects.
type ScanStore interface {
	Infected(ctx context.Context, c sds.CompanyID, key string) (version string, err error)
	ScanOf(ctx context.Context, c sds.CompanyID, key, version string) (sds.Scan, error)
}

// Scans is the malware scan of uploads; it may be off.
type Scans struct {
	Store ScanStore
	On    bool
}

// Erased returns the version of an object that was erased because of malware; empty where none was.
func (s Scans) Erased(ctx context.Context, c sds.CompanyID, key string) (version string, err error) {
	if !s.On {
		return "", nil
	}
	return s.Store.Infected(ctx, c, key)
}

// Of returns the scan result so far of a version of an object; sds.ScanNone where scanning is off.
func (s Scans) Of(ctx context.Context, c sds.CompanyID, key, version string) (sds.Scan, error) {
	if !s.On {
		return sds.ScanNone, nil
	}
	return s.Store.ScanOf(ctx, c, key, version)
}

// People reads the users of a company.
type People interface {
	User(ctx context.Context, c sds.CompanyID, id sds.UserID) (company.User, error)
}

// StillMay reports whether the user given, who was issued something irrevocable such as an upload form, still has one
// of the permissions that it was issued for. The actor's own permissions have been checked before.
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

// Registrar creates sheets from uploaded files and starts their analyses.
type Registrar struct {
	Store    RegisterStore
	Files    Objects
	Scans    Scans
	Known    Finder
	Analyses Analyses
	Log      *slog.Logger
}

// RegisterStore is what a registrar reads and writes.
type RegisterStore interface {
	reader
	Records
	writer
	People
	Departments
	Upload(ctx context.Context, id sds.UploadID) (sds.Upload, bool, error)
	Sections(ctx context.Context, c sds.CompanyID, id sds.SheetID) ([]sds.Section, error)
	Register(ctx context.Context, c sds.CompanyID, rs []write.Registration, limit *int, a write.Audit, answer *write.Answer) error
	Revise(ctx context.Context, c sds.CompanyID, rs []write.Revision, limit *int, a write.Audit, answer *write.Answer) error
}

// Objects is the store of the uploaded files.
type Objects interface {
	Stat(ctx context.Context, key string) (sds.Object, bool, error)
}

// Analyses starts analyses of sheets, each once.
type Analyses interface {
	Start(ctx context.Context, c sds.CompanyID, s sds.Sheet) error
}

// upload reads an upload of a PDF. It must be the company's, and its user must still be allowed to upload.
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

// file is the file of a sheet made of an upload. Where the object has arrived, its current version is pinned: a later
// submission of the same form changes nothing.
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
	f.Version, f.Size, f.SHA256 = info.Version, info.Size, cmp.Or(u.SHA256, info.SHA256)
	if r.Scans.On {
		f.Scan = sds.ScanWaiting // the analysis reads the result
	}
	return f, nil
}

// start starts the analysis of a sheet whose PDF has arrived. Where that fails the
// analysis stays promised: the sweep starts it.
func (r Registrar) start(ctx context.Context, by Actor, s sds.Sheet) {
	if err := r.startIfThere(ctx, by, s); err != nil {
		r.Log.ErrorContext(ctx, "analysis not started", "sheet", s.ID, "cause", err.Error())
	}
}

// startIfThere checks once more for a PDF that had not arrived: it may have arrived before the sheet was written.
func (r Registrar) startIfThere(ctx context.Context, by Actor, s sds.Sheet) error {
	switch {
	case s.File.Scan == sds.ScanWaiting:
		// Read after the sheet was written: a result recorded earlier is seen here, a later one finds the sheet.
		if scan, err := r.Scans.Of(ctx, by.CompanyID, s.File.Key, s.File.Version); err != nil || scan == sds.ScanWaiting {
			return err
		}
	case s.File.Version == "" && r.Scans.On:
		return nil // its arrival, or the sweep, starts the analysis
	case s.File.Version == "":
		if _, there, err := r.Files.Stat(ctx, s.File.Key); err != nil || !there {
			return err
		}
	}
	return r.Analyses.Start(ctx, by.CompanyID, s)
}
