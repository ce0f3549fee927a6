package sdses

import (
	"context"
	"strings"

	"anzen/functions/analysis/run"
	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of uploads that cannot be registered. All are overcome by sending the file again.
const (
	CodeUploadUnknown message.Code = "upload.unknown" // not the company's, or expired
	CodeUploadVoid    message.Code = "upload.void"    // who was allowed it may no longer send files
	CodeUploadChanged message.Code = "upload.changed" // not what was announced
)

// ownUpload reads an upload of a PDF that must be the company's, and that of a person who may still send PDFs.
func ownUpload(ctx context.Context, call *rest.Call, id sds.UploadID, path string) (table.Upload, error) {
	u, ok, err := call.Table.Upload(ctx, id)
	if err != nil {
		return u, err
	}
	if !ok || u.Company != call.Company || !strings.HasSuffix(u.Key, ".pdf") {
		return u, message.New(message.Invalid, message.CodeInvalid).On(path, CodeUploadUnknown, nil)
	}
	if u.Sheet != "" {
		return u, nil
	}
	may, err := call.StillMay(ctx, u.By, access.SDSUpload)
	if err == nil && !may {
		err = message.New(message.Invalid, message.CodeInvalid).On(path, CodeUploadVoid, nil)
	}
	return u, err
}

// arrivedFile is the file of a sheet that an upload becomes. Where the object has come, its version of now belongs to
// the sheet: what is sent to the same form later changes nothing.
func arrivedFile(ctx context.Context, call *rest.Call, u table.Upload, path string) (sds.File, error) {
	f := sds.File{Key: u.Key, Name: u.Name, Size: u.Size, SHA256: u.SHA256}
	if u.Sheet != "" {
		return f, nil
	}
	info, there, err := call.Files.Head(ctx, u.Key)
	if err == nil && !there {
		if f.Version, err = call.Erased(ctx, u.Key); f.Version != "" {
			f.Scan = sds.ScanWaiting
		}
	}
	if err != nil || !there {
		return f, err
	}
	if info.SHA256 != "" && u.SHA256 != "" && info.SHA256 != u.SHA256 {
		return f, message.New(message.Invalid, message.CodeInvalid).On(path, CodeUploadChanged, message.Args{"name": u.Name})
	}
	f.Version, f.Size = info.Version, info.Size
	if call.Scanning {
		f.Scan = sds.ScanWaiting // its analysis looks at the result
	}
	return f, nil
}

// startSoon starts the analysis of a sheet whose PDF has arrived. Where that fails the
// sheet and the promise to analyse it stand: the sweep starts what did not start here.
func startSoon(ctx context.Context, call *rest.Call, s sds.Sheet) {
	if err := startIfThere(ctx, call, s); err != nil {
		call.Log.ErrorContext(ctx, "analysis not started", "sheet", s.ID, "cause", err.Error())
	}
}

// startIfThere looks once more for a PDF that had not come: it may have, before the sheet was there to be started.
func startIfThere(ctx context.Context, call *rest.Call, s sds.Sheet) error {
	switch {
	case s.File.Scan == sds.ScanWaiting:
		// Read behind the write of the sheet: who notes a result before this reads the sheet behind it.
		if scan, err := call.ScanOf(ctx, s.File.Key, s.File.Version); err != nil || scan == sds.ScanWaiting {
			return err
		}
	case s.File.Version == "" && call.Scanning:
		return nil // its arrival, or the sweep, goes on
	case s.File.Version == "":
		if _, there, err := call.Files.Head(ctx, s.File.Key); err != nil || !there {
			return err
		}
	}
	_, err := call.Analysis.Start(ctx, run.Name(s), run.Of(call.Company, s))
	return err
}
