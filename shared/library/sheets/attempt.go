package sheets

import (
	"context"
	"errors"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// What ends an attempt at a sheet's analysis, beside what is read in its PDF.
var (
	// ErrNotAwaited is the answer where a sheet no longer waits for an attempt: it has been
	// removed, or has been finished, or another attempt has taken its place.
	ErrNotAwaited = errors.New("the sheet no longer waits for this analysis")
	// ErrSenderLeft refuses a file that came after its sheet was registered, by a form of
	// somebody who has been removed since, or may no longer send files.
	ErrSenderLeft = errors.New("who was allowed to send the file may no longer do so")
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
}

// Attempts takes sheets through their analysis. Each step is written on whatever version of
// the sheet is there, as long as the sheet waits for the attempt.
type Attempts struct {
	Store AttemptStore
	// Scanning: uploads are searched for malware, and wait for it.
	Scanning bool
	Now      func() time.Time
}

// maxSteps is how often a step is tried anew when somebody else writes the sheet at the
// same time.
const maxSteps = 5

// Sheet reads the sheet of an attempt that it still waits for, or ErrNotAwaited.
func (t Attempts) Sheet(ctx context.Context, a Attempt) (sds.Sheet, error) {
	s, err := t.Store.Sheet(ctx, a.Company, a.Sheet)
	if errors.Is(err, write.ErrNotFound) || err == nil && (s.Attempt != a.Number || !s.Status.InProgress()) {
		return s, ErrNotAwaited
	}
	return s, err
}

// step writes the sheet's record as f makes it.
func (t Attempts) step(ctx context.Context, a Attempt, action string, f func(*sds.Sheet) write.Sheet) (sds.Sheet, error) {
	for try := 1; ; try++ {
		before, err := t.Sheet(ctx, a)
		if err != nil {
			return before, err
		}
		after := before
		w := f(&after)
		after.UpdatedAt = t.Now()
		w.Before, w.After, w.Audit = &before, after, write.Audit{Action: action, Target: string(a.Sheet), At: t.Now()}
		after, err = t.Store.WriteSheet(ctx, a.Company, w)
		if errors.Is(err, write.ErrStale) && try < maxSteps {
			continue
		}
		return after, err
	}
}

// Enter moves the sheet to a status of the analysis.
func (t Attempts) Enter(ctx context.Context, a Attempt, status sds.Status) (sds.Sheet, error) {
	return t.step(ctx, a, "sheet.status", func(s *sds.Sheet) write.Sheet {
		s.Status = status
		return write.Sheet{}
	})
}

// Pin notes the version of the object that has come, unless another came before it: once
// it is known it never changes, though a form can be sent again for a while.
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

// Allowed answers ErrSenderLeft for the file of a sheet whose sender may no longer send files.
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

// Searched notes what the search for malware found in the sheet's file; the analysis goes on
// behind it.
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

// SearchedAgain notes what was found in the file of a sheet whose analysis has ended, as the
// sheet was read.
func (t Attempts) SearchedAgain(ctx context.Context, c sds.CompanyID, s sds.Sheet, found sds.Scan) error {
	after := s
	after.File.Scan, after.UpdatedAt = found, t.Now()
	_, err := t.Store.WriteSheet(ctx, c, write.Sheet{
		Before: &s, After: after, Audit: write.Audit{Action: "sheet.file_searched", Target: string(s.ID), At: t.Now()},
	})
	return err
}

// Assorted notes which file it was that was found to be a PDF.
func (t Attempts) Assorted(ctx context.Context, a Attempt, version string, size int64, digest string) error {
	_, err := t.step(ctx, a, "sheet.status", func(s *sds.Sheet) write.Sheet {
		s.Status = sds.StatusAssortDone
		s.File.Version, s.File.Size, s.File.SHA256 = version, size, digest
		return write.Sheet{}
	})
	return err
}

// Complete writes what was read in the sheet's PDF. What a person has confirmed, edited or
// deleted before stays as it is.
func (t Attempts) Complete(ctx context.Context, a Attempt, r Reading) error {
	had, err := t.Store.Sections(ctx, a.Company, a.Sheet)
	if err != nil {
		return err
	}
	_, err = t.step(ctx, a, "sheet.analysed", func(s *sds.Sheet) write.Sheet { return Analyzed(s, had, r, t.Now()) })
	return err
}

// Fail writes that the sheet could not be analyzed, and why: the code of a reason, with what
// its text names. Of a sheet that does not wait for it nothing is said.
func (t Attempts) Fail(ctx context.Context, a Attempt, reason string, detail map[string]string) error {
	_, err := t.step(ctx, a, "sheet.analysis_failed", func(s *sds.Sheet) write.Sheet {
		s.Status, s.Reason, s.ReasonDetail = sds.StatusImpossible, reason, detail
		return write.Sheet{Analysis: write.AnalysisEnded}
	})
	if errors.Is(err, ErrNotAwaited) {
		return nil
	}
	return err
}
