package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/backoff"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/trace"
	"anzen/shared/domain/write"
)

// scanResult is the detail of an event "GuardDuty Malware Protection Object Scan Result".
type scanResult struct {
	Status string `json:"scanStatus"`
	Object struct {
		Key     string `json:"objectKey"`
		Version string `json:"versionId"`
	} `json:"s3ObjectDetails"`
	Result struct {
		Status  string `json:"scanResultStatus"`
		Threats []struct {
			Name string `json:"name"`
		} `json:"threats"`
	} `json:"scanResultDetails"`
}

// maxThreat is how many bytes of a threat's name are stored.
const maxThreat = 100

// found is the result in the event. A file that is neither clean nor infected could not be scanned: unsupported,
// without access, skipped, failed.
func (r scanResult) found(at time.Time) table.Scanned {
	s := table.Scanned{Result: sds.ScanFailed, At: at}
	switch r.Result.Status {
	case "NO_THREATS_FOUND":
		s.Result = sds.ScanClean
	case "THREATS_FOUND":
		s.Result = sds.ScanInfected
		if len(r.Result.Threats) > 0 {
			s.Threat = strings.ToValidUTF8(r.Result.Threats[0].Name[:min(len(r.Result.Threats[0].Name), maxThreat)], "")
		}
	}
	return s
}

// scanned records the scan result of an upload, erases it where it is infected, and continues what waited for it. Events
// may arrive twice, in any order, and before the upload is registered.
func (p *pipeline) scanned(ctx context.Context, e events.EventBridgeEvent) error {
	var detail scanResult
	if err := json.Unmarshal(e.Detail, &detail); err != nil {
		return fmt.Errorf("read the event: %w", err)
	}
	key, version := detail.Object.Key, detail.Object.Version
	if of, ok := attachmentKey(key); ok {
		result, err := p.noteScanned(ctx, of.company, key, version, detail.found(p.now()))
		if err != nil {
			return err
		}
		return p.scannedAttachment(ctx, of, version, result)
	}
	id := sds.UploadID(strings.TrimSuffix(path.Base(key), path.Ext(key)))
	if !sds.ValidID(string(id)) {
		return nil // not one of ours
	}
	upload, ok, err := p.table.Upload(ctx, id)
	if err != nil || !ok || upload.Key != key {
		return err
	}
	result, err := p.noteScanned(ctx, upload.Company, key, version, detail.found(p.now()))
	if err != nil {
		return err
	}
	// Read again: it may have been registered meanwhile, without knowing the result.
	if upload, ok, err = p.table.Upload(ctx, id); err != nil || !ok || upload.Sheet == "" {
		return err
	}
	return p.scannedSheet(ctx, upload, version, result)
}

func (p *pipeline) noteScanned(ctx context.Context, c sds.CompanyID, key, version string, fresh table.Scanned) (table.Scanned, error) {
	action := map[sds.Scan]string{sds.ScanClean: "file.clean", sds.ScanInfected: "file.infected", sds.ScanFailed: "file.not_searched"}[fresh.Result]
	result, err := p.table.NoteScanned(ctx, c, key, version, fresh, table.Audit{Action: action, Target: key, At: p.now()})
	if err == nil && result.Result == sds.ScanInfected {
		p.log.WarnContext(ctx, "malware found", "company", c, "key", key, "threat", result.Threat)
		err = p.sheets.EraseVersion(ctx, key, version)
	}
	return result, err
}

// scanTries is how often a result is recorded on a sheet that changes concurrently, as it does while it is analyzed: the error would
// have the event delivered again a minute later.
const scanTries = 8

// scannedSheet continues a sheet whose file was scanned.
func (p *pipeline) scannedSheet(ctx context.Context, upload sds.Upload, version string, result table.Scanned) error {
	for try := 1; ; try++ {
		err := p.continueScanned(ctx, upload, version, result)
		if !errors.Is(err, write.ErrStale) || try == scanTries {
			return err
		}
		if err := backoff.Pause(ctx, try); err != nil {
			return fmt.Errorf("record the scan: %w", err)
		}
	}
}

// continueScanned does so on the sheet as it is now; write.ErrStale where it changes concurrently.
func (p *pipeline) continueScanned(ctx context.Context, upload sds.Upload, version string, result table.Scanned) error {
	s, err := p.table.Sheet(ctx, upload.Company, upload.Sheet)
	if err != nil || s.File.Key != upload.Key {
		return ignoreMissing(err)
	}
	in := execution.Of(upload.Company, s)
	ctx = trace.With(ctx, in.Trace)
	if s.File.Version == "" && s.Status.InProgress() { // the event of its arrival has not arrived yet
		return p.arrived(ctx, in, s, version)
	}
	switch {
	case s.File.Version != version || s.File.Scan == result.Result:
		return nil
	case s.Status.InProgress() && s.File.Scan == sds.ScanWaiting:
		return p.begin(ctx, in.Company, s)
	}
	return p.attempts().SearchedAgain(ctx, upload.Company, s, result.Result)
}

// attachment identifies an attachment.
type attachment struct {
	company sds.CompanyID
	sheet   sds.SheetID
	id      sds.AttachmentID
}

// attachmentKey parses the key of an attachment. The key is one that the API signed, and the record found by it has to
// contain it.
func attachmentKey(key string) (attachment, bool) {
	parts := strings.Split(key, "/")
	if len(parts) != 4 || parts[0] != "attachments" {
		return attachment{}, false
	}
	of := attachment{sds.CompanyID(parts[1]), sds.SheetID(parts[2]), sds.AttachmentID(strings.TrimSuffix(parts[3], path.Ext(parts[3])))}
	return of, sds.ValidID(parts[1]) && sds.ValidID(parts[2]) && sds.ValidID(string(of.id))
}

func (p *pipeline) scannedAttachment(ctx context.Context, of attachment, version string, result table.Scanned) error {
	a, err := p.table.Attachment(ctx, of.company, of.sheet, of.id)
	if errors.Is(err, table.ErrNotFound) {
		return nil
	}
	if err != nil || a.Waiting || a.Object != version || a.Scan == result.Result {
		return err
	}
	return p.table.ScanAttachment(ctx, of.company, of.sheet, a, result.Result, table.Audit{Action: "attachment.searched", Target: string(of.sheet), At: p.now()})
}

// searched passes a file that was found clean, or that was uploaded without scanning. Any other fails its sheet.
func (p *pipeline) searched(ctx context.Context, in execution.Input, f sds.File) error {
	if f.Scan == sds.ScanNone || f.Scan == sds.ScanClean {
		return nil
	}
	result, err := p.table.Scanned(ctx, in.Company, f.Key, f.Version)
	if err != nil {
		return err
	}
	if result.Result == sds.ScanWaiting && f.Scan != sds.ScanWaiting {
		result.Result = f.Scan // the result itself is no longer kept
	}
	if result.Result == sds.ScanWaiting {
		if p.scanning {
			return fmt.Errorf("sheet %s: its file has not been scanned yet", in.Sheet)
		}
		result.Result = sds.ScanNone // scanning has been switched off
	}
	err = p.attempts().Searched(ctx, attempt(in), f, result.Result)
	switch {
	case err != nil:
		return err
	case result.Result == sds.ScanInfected:
		return &BadSheet{Code: ReasonMalware, Args: map[string]string{"threat": result.Threat}}
	case result.Result == sds.ScanFailed:
		return &BadSheet{Code: ReasonUnsearched}
	}
	return nil
}

// awaited reports whether the scan of a sheet's file is still pending.
func (p *pipeline) awaited(ctx context.Context, c sds.CompanyID, f sds.File) (bool, error) {
	if !p.scanning || f.Scan != sds.ScanWaiting {
		return false, nil
	}
	result, err := p.table.Scanned(ctx, c, f.Key, f.Version)
	return result.Result == sds.ScanWaiting, err
}
