package sdses

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of files that are not handed out, by what the search for malware found.
const (
	CodeFileChecking       message.Code = "sheet.file_checking"
	CodeFileInfected       message.Code = "sheet.file_infected"
	CodeFileFailed         message.Code = "sheet.file_failed"
	CodeAttachmentChecking message.Code = "attachment.checking"
	CodeAttachmentInfected message.Code = "attachment.infected"
	CodeAttachmentFailed   message.Code = "attachment.failed"
)

// CodeChecking is the reason of a sheet whose PDF is being searched for malware. It is no error.
const CodeChecking message.Code = "analysis.checking"

// The reasons of sheets whose PDFs were not found clean.
const (
	CodeMalware     message.Code = "analysis.malware"
	CodeNotSearched message.Code = "analysis.not_searched"
)

// openFile refuses the file of a sheet that may not be handed out or read.
func openFile(f sds.File) error {
	code, closed := map[sds.Scan]message.Code{
		sds.ScanWaiting: CodeFileChecking, sds.ScanInfected: CodeFileInfected, sds.ScanFailed: CodeFileFailed,
	}[f.Scan]
	if !closed {
		return nil
	}
	return message.New(message.Conflict, code)
}

// openAttachment refuses an attachment that may not be handed out.
func openAttachment(a sds.Attachment) error {
	code, closed := map[sds.Scan]message.Code{
		sds.ScanWaiting: CodeAttachmentChecking, sds.ScanInfected: CodeAttachmentInfected, sds.ScanFailed: CodeAttachmentFailed,
	}[a.Scan]
	if !closed {
		return nil
	}
	return message.New(message.Conflict, code).With(message.Args{"name": a.Name})
}

// scanTakes is for how long a result is waited for.
const scanTakes = 6 * time.Hour

// searchedAttachments tell what is known of those that were registered before they were searched: their results may
// have come before them.
func searchedAttachments(ctx context.Context, call *rest.Call, all []sds.Attachment) error {
	for i := range all {
		a := &all[i]
		if a.Waiting || a.Scan != sds.ScanWaiting {
			continue
		}
		found, err := call.Table.Scanned(ctx, call.Company, a.Key, a.Object)
		if err != nil {
			return err
		}
		if a.Scan = found.Result; a.Scan == sds.ScanWaiting && call.Now().Sub(a.CreatedAt) > scanTakes {
			a.Scan = sds.ScanFailed
		}
	}
	return nil
}

// fileClosed tells whether the file of a sheet cannot be read again. Lists know it by the reason alone.
func fileClosed(s *sds.Sheet) bool {
	return !s.File.Scan.Open() || s.Reason == string(CodeMalware) || s.Reason == string(CodeNotSearched)
}
