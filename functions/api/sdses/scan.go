package sdses

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of attachments that cannot be downloaded, by the malware scan's result.
const (
	CodeAttachmentChecking message.Code = "attachment.checking"
	CodeAttachmentInfected message.Code = "attachment.infected"
	CodeAttachmentFailed   message.Code = "attachment.failed"
)

// The reasons of sheets whose PDFs were not found clean.
const (
	CodeMalware     message.Code = "analysis.malware"
	CodeNotSearched message.Code = "analysis.not_searched"
)

// openAttachment refuses an attachment that has not passed the malware scan.
func openAttachment(a sds.Attachment) error {
	code, closed := map[sds.Scan]message.Code{
		sds.ScanWaiting: CodeAttachmentChecking, sds.ScanInfected: CodeAttachmentInfected, sds.ScanFailed: CodeAttachmentFailed,
	}[a.Scan]
	if !closed {
		return nil
	}
	return message.New(message.Conflict, code).With(message.Args{"name": a.Name})
}

// scanTakes is the longest time to wait for a scan result.
const scanTakes = 6 * time.Hour

// searchedAttachments updates the scan result of attachments that were registered before it arrived. A scan without a
// result for scanTakes has failed.
func searchedAttachments(ctx context.Context, call *rest.Call, all []sds.Attachment) error {
	for i := range all {
		a := &all[i]
		if a.Waiting || a.Scan != sds.ScanWaiting {
			continue
		}
		found, err := call.Table.Scanned(ctx, call.CompanyID, a.Key, a.Object)
		if err != nil {
			return err
		}
		if a.Scan = found.Result; a.Scan == sds.ScanWaiting && call.Now().Sub(a.CreatedAt) > scanTakes {
			a.Scan = sds.ScanFailed
		}
	}
	return nil
}

// fileClosed reports whether the file of a sheet cannot be read again. In lists only the reason shows it.
func fileClosed(s *sds.Sheet) bool {
	return !s.File.Scan.Open() || s.Reason == string(CodeMalware) || s.Reason == string(CodeNotSearched)
}
