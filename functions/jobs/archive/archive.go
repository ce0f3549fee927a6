// Package archive makes archives in steps for the kinds of job whose result is a ZIP of
// many files. The archive is a multipart upload: a part is at least 5 MB of whole files,
// and only one part is in memory. The state is stored after each part, so an interrupted
// job resumes after the last one, and the archive is the same to the byte as long as the
// files are the same. Files that are missing are listed in a text file in the archive.
package archive

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"anzen/functions/jobs/runner"
	"anzen/shared/aws/files"
	"anzen/shared/catalog"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
	"anzen/shared/formats/archive"
)

// File is a file planned for the archive.
type File struct {
	Sheet    sds.SheetID `json:"Sheet"`
	Title    string      `json:"Title"` // the sheet's name
	Key      string      `json:"Key"`
	Version  string      `json:"Version"` // of the object, where there is one
	Size     int64       `json:"Size"`    // estimated where it is not known beforehand
	Name     string      `json:"Name"`    // in the archive; empty: the sheet has no such file
	Modified time.Time   `json:"Modified"`
}

// Source provides the files.
type Source interface {
	// Plan adds the files of some sheets, in their order, and those sheets that have none; it
	// refuses more than an archive holds. It is called once for each sheet: later changes
	// do not change the plan.
	Plan(ctx context.Context, w *runner.Work, page catalog.Page, to *Plan) error
	// Open prepares the contents of the next files, in their order.
	Open(ctx context.Context, w *runner.Work, next []File) (Contents, error)
	// Missing is the list of files missing from the archive, as a text file.
	Missing(lang string, missing []File) (name string, list []byte)
	// FileName is the name under which the archive is saved.
	FileName(j job.Job) string
}

// Contents are the contents of some files.
type Contents interface {
	// Size is the largest size of file i in bytes.
	Size(i int) int64
	// ReadInto reads file i and returns its size; negative: the file is missing.
	ReadInto(ctx context.Context, i int, into []byte) (int, error)
}

// Archive makes the archive of a source.
type Archive struct {
	Source  Source
	Sheets  selection.Selection
	Lang    string       // "ja" or "en": of the list of what is missing
	Missing message.Code // of the note that files are missing, with {count} and {file}
}

// state is how far the archive is written. It is stored in an object, being too large
// for the job's record, after each part.
type state struct {
	Upload  string          `json:"Upload"`
	Parts   []files.Part    `json:"Parts"`
	Entries []archive.Entry `json:"Entries"`
	Size    int64           `json:"Size"`
	Next    int             `json:"Next"`    // of the plan
	Missing []int           `json:"Missing"` // of the plan
	Whole   bool            `json:"Whole"`   // the last part is written
}

const (
	resultName  = "result.zip"
	contentType = "application/zip"
	planName    = "plan.json"
	stateName   = "state.json"
	// maxObject is larger than any plan or state: the most files of an archive, and
	// all sheets of a company without one.
	maxObject = 64 << 20
)

// Step continues the archive, as runner.Runner.
func (b Archive) Step(ctx context.Context, w *runner.Work) (bool, error) {
	var plan []File
	there, err := load(ctx, w, planName, &plan)
	if err != nil {
		return false, err
	}
	var at state
	if there {
		if _, err = load(ctx, w, stateName, &at); err != nil {
			return false, err
		}
	} else {
		if plan, err = b.plan(ctx, w); err != nil {
			return false, err
		}
		if err := save(ctx, w, planName, plan); err != nil {
			return false, err
		}
	}
	more, err := b.goOn(ctx, w, plan, &at)
	if files.Gone(err) { // the upload has expired: from the beginning
		if err := w.Files.Delete(ctx, w.Key(stateName)); err != nil {
			return false, err
		}
		return true, nil
	}
	return more, err
}

// Clear deletes the plan and the state when the job is about to end.
func Clear(ctx context.Context, w *runner.Work) error {
	if w.Job.State == job.Failed { // it can be retried
		return nil
	}
	var at state
	if _, err := load(ctx, w, stateName, &at); err != nil {
		return err
	}
	if w.Job.State == job.Cancelled && at.Upload != "" {
		if err := w.Files.DropParts(ctx, w.Key(resultName), at.Upload); err != nil {
			return err
		}
	}
	for _, name := range []string{stateName, planName} {
		if err := w.Files.Delete(ctx, w.Key(name)); err != nil {
			return err
		}
	}
	return nil
}

func load(ctx context.Context, w *runner.Work, name string, into any) (bool, error) {
	body, err := w.Files.ReadIfThere(ctx, w.Key(name), maxObject)
	if err != nil || body == nil {
		return false, err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return false, fmt.Errorf("read %s of job %s: %w", name, w.Job.ID, err)
	}
	return true, nil
}

func save(ctx context.Context, w *runner.Work, name string, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write %s of job %s: %w", name, w.Job.ID, err)
	}
	return w.Files.Write(ctx, w.Key(name), "application/json", body)
}
