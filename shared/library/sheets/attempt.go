package sheets

import (
	"context"
	"errors"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Errors that end an attempt at a sheet's analysis, besides those of reading its PDF.
var (
	// ErrNotAwaited is returned where a sheet no longer waits for an attempt: it was removed,
	// its analysis has ended, or another attempt has replaced this one.
	ErrNotAwaited = errors.New("the sheet no longer waits for this analysis")
	// ErrSenderLeft refuses a file that arrived after its sheet was registered, through a
	// form of a user who has been removed since or may no longer upload.
	ErrSenderLeft = errors.New("the sender of the file may no longer upload")
)

// Attempt is one attempt at the analysis of a sheet.
type Attempt struct {
	Company sds.CompanyID
	Sheet   sds.SheetID
	Number  int
}

// AttemptStore is what attempts read and write.
type AttemptStore interface {
	reader
	writer
	People
	Sections(ctx context.Context, c sds.CompanyID, id sds.SheetID) ([]sds.Section, error)
	Upload(ctx context.Context, id sds.UploadID) (sds.Upload, bool, error)
	ScanOf(ctx context.Context, c sds.CompanyID, key, version string) (sds.Scan, error)
}

// Attempts writes the steps of sheets' analyses. A step applies to the current version of
// the sheet, as long as the sheet waits for the attempt.
type Attempts struct {
	Store AttemptStore
	// Scanning: the analysis of an upload waits for its malware scan.
	Scanning bool
	Now      func() time.Time
}

// maxSteps is how often a step is tried when the sheet is written concurrently.
const maxSteps = 5

// Sheet reads the sheet of an attempt; ErrNotAwaited where it does not wait for it.
func (t Attempts) Sheet(ctx context.Context, a Attempt) (sds.Sheet, error) {
	s, err := t.Store.Sheet(ctx, a.Company, a.Sheet)
	if errors.Is(err, write.ErrNotFound) || err == nil && (s.Attempt != a.Number || !s.Status.InProgress()) {
		return s, ErrNotAwaited
	}
	return s, err
}

// step writes the sheet record as changed by f, which is called again with the current
// record where another write came first.
func (t Attempts) step(ctx context.Context, a Attempt, action string, f func(*sds.Sheet) write.Sheet) (sds.Sheet, error) {
	return t.tryStep(ctx, a, action, func(s *sds.Sheet) (write.Sheet, error) { return f(s), nil })
}

func (t Attempts) tryStep(ctx context.Context, a Attempt, action string, f func(*sds.Sheet) (write.Sheet, error)) (sds.Sheet, error) {
	for try := 1; ; try++ {
		before, err := t.Sheet(ctx, a)
		if err != nil {
			return before, err
		}
		after := before
		w, err := f(&after)
		if err != nil {
			return before, err
		}
		after.UpdatedAt = t.Now()
		w.Before, w.After, w.Audit = &before, after, write.Audit{Action: action, Target: string(a.Sheet), At: t.Now()}
		after, err = t.Store.WriteSheet(ctx, a.Company, w)
		if errors.Is(err, write.ErrStale) && try < maxSteps {
			continue
		}
		return after, err
	}
}

// Enter sets a status of the analysis.
func (t Attempts) Enter(ctx context.Context, a Attempt, status sds.Status) (sds.Sheet, error) {
	return t.step(ctx, a, "sheet.status", func(s *sds.Sheet) write.Sheet {
		s.Status = status
		return write.Sheet{}
	})
}

// Pin records the version of the object that has arrived. The first one stays: the form
// can be submitted again while it is valid, which must not replace the file.
func (t Attempts) Pin(ctx context.Context, a Attempt, key, version string) (sds.Sheet, error) {
	return t.step(ctx, a, "sheet.file_arrived", func(s *sds.Sheet) write.Sheet {
		if s.File.Key == key && s.File.Version == "" {
			s.File.Version = version
			if t.Scanning {
				s.File.Scan, s.Reason = sds.ScanWaiting, string(CodeChecking)
			}
		}
		return write.Sheet{Analysis: write.AnalysisPromised} // anew: the wait for the file is over
	})
}

// Allowed returns ErrSenderLeft for the file of a sheet whose sender may no longer upload.
func (t Attempts) Allowed(ctx context.Context, c sds.CompanyID, s sds.Sheet) error {
	upload, ok, err := t.Store.Upload(ctx, s.UploadID)
	if err != nil || !ok {
		return err
	}
	by, err := t.Store.User(ctx, c, upload.By)
	if errors.Is(err, write.ErrNotFound) || err == nil && !(by.Active && by.Role.Has(access.SDSUpload)) {
		return ErrSenderLeft
	}
	return err
}

// Searched records the result of the malware scan of the sheet's file, after which the
// analysis continues.
func (t Attempts) Searched(ctx context.Context, a Attempt, f sds.File, found sds.Scan) error {
	_, err := t.step(ctx, a, "sheet.file_searched", func(s *sds.Sheet) write.Sheet {
		if s.File.Key == f.Key && s.File.Version == f.Version {
			s.File.Scan = found
		}
		s.Reason = ""
		return write.Sheet{Analysis: write.AnalysisPromised} // anew: the wait for the search is over
	})
	return err
}

// SearchedAgain records a scan result of the file of a sheet whose analysis has ended, on
// the version s of the sheet; write.ErrStale where it has changed since.
func (t Attempts) SearchedAgain(ctx context.Context, c sds.CompanyID, s sds.Sheet, found sds.Scan) error {
	after := s
	after.File.Scan, after.UpdatedAt = found, t.Now()
	_, err := t.Store.WriteSheet(ctx, c, write.Sheet{
		Before: &s, After: after, Audit: write.Audit{Action: "sheet.file_searched", Target: string(s.ID), At: t.Now()},
	})
	return err
}

// Assorted records the object that was found to be a PDF: its version, size in bytes and
// SHA-256.
func (t Attempts) Assorted(ctx context.Context, a Attempt, version string, size int64, digest string) error {
	_, err := t.step(ctx, a, "sheet.status", func(s *sds.Sheet) write.Sheet {
		s.Status = sds.StatusAssortDone
		s.File.Version, s.File.Size, s.File.SHA256 = version, size, digest
		return write.Sheet{}
	})
	return err
}

// Complete writes what was read in the sheet's PDF. Values that a user has confirmed,
// edited or deleted are kept.
func (t Attempts) Complete(ctx context.Context, a Attempt, r Reading) error {
	_, err := t.tryStep(ctx, a, "sheet.analysed", func(s *sds.Sheet) (write.Sheet, error) {
		had, err := t.Store.Sections(ctx, a.Company, a.Sheet) // after the record, so that a concurrent write makes this one stale
		if err != nil {
			return write.Sheet{}, err
		}
		return Analyzed(s, had, r, t.Now()), nil
	})
	return err
}

// Fail records that the sheet could not be analyzed: the code of the reason with the
// arguments of its text. It does nothing where the sheet does not wait for the attempt. The result of the file's malware scan is recorded
// as well, where no task of the analysis came to it: without it the file is closed, and another analysis is refused.
func (t Attempts) Fail(ctx context.Context, a Attempt, reason string, detail map[string]string) error {
	_, err := t.tryStep(ctx, a, "sheet.analysis_failed", func(s *sds.Sheet) (write.Sheet, error) {
		s.Status, s.Reason, s.ReasonDetail = sds.StatusImpossible, reason, detail
		var err error
		if s.File.Scan == sds.ScanWaiting {
			s.File.Scan, err = t.Store.ScanOf(ctx, a.Company, s.File.Key, s.File.Version)
		}
		return write.Sheet{Analysis: write.AnalysisEnded}, err
	})
	if errors.Is(err, ErrNotAwaited) {
		return nil
	}
	return err
}
