// Package zip puts the PDFs of sheets into an archive, which goes to the bucket part
// by part: a part is at least 5 MB of whole files, and no more than one part is in
// memory. What has been written is kept after each part, so a job that was cut off
// goes on behind the last one, and the archive becomes the same to the byte.
package zip

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"anzen/functions/jobs/frame"
	"anzen/functions/jobs/selected"
	"anzen/functions/jobs/told"
	"anzen/shared/access"
	"anzen/shared/archive"
	"anzen/shared/files"
	"anzen/shared/grant"
	"anzen/shared/job"
	"anzen/shared/message"
	"anzen/shared/plan"
	"anzen/shared/sds"
	"anzen/shared/table"
)

// MaxFiles is how many PDFs an archive has at most, and Quota how many archives a
// company has a month (specification, section 9).
const (
	MaxFiles = 3000
	Quota    = 10
)

// The codes with which a download is refused.
const (
	CodeOption   message.Code = "option." + message.Code(plan.FeatureBulkDownload)
	CodeTooMany  message.Code = "download.too_many"
	CodeMissing  message.Code = "download.missing"
	CodeSlotLost message.Code = "download.slot_lost"
)

// Params is what a job of the kind is started with.
type Params struct {
	Sheets selected.Selection
	Lang   string // "ja" or "en": of the list of what is missing
	// Month and Slot are the job's place in the company's quota.
	Month string
	Slot  int
}

// Kind is the declaration of the kind.
var Kind = frame.Kind{
	Name: job.ZIP, Summary: "puts PDFs into an archive", Memory: 1769, Timeout: 10 * time.Minute, Needs: access.SDSDownload,
	Grants: append(grant.Catalog(), grant.Sheets("GetObject", "GetObjectVersion"), grant.SheetsList(),
		grant.Work("GetObject", "PutObject", "DeleteObject", "AbortMultipartUpload"), grant.WorkList(), grant.Mail()),
	New: func(*frame.Services) frame.Runner { return runner{} },
}

type runner struct{}

// planned is a file that is to be in the archive.
type planned struct {
	Sheet        sds.SheetID
	Title        string // the sheet's name
	Key, Version string
	Size         int64
	Name         string // in the archive
	Modified     time.Time
}

// state is what of the archive is there. It lies in an object, being too large for
// the job's record, and is written after each part.
type state struct {
	Upload  string
	Parts   []files.Part
	Entries []archive.Entry
	Size    int64
	Next    int   // of the plan
	Missing []int // of the plan
	Whole   bool  // the last part is there
}

const (
	planName  = "plan.json"
	stateName = "state.json"
	// maxObject is more than a plan or a state can be, of MaxFiles and as many sheets
	// without a PDF as a company has.
	maxObject = 64 << 20
)

func (runner) Step(ctx context.Context, w *frame.Work) (bool, error) {
	var p Params
	if err := w.Params(&p); err != nil {
		return false, err
	}
	if err := p.permitted(ctx, w); err != nil {
		return false, err
	}
	var plan []planned
	there, err := load(ctx, w, planName, &plan)
	if err != nil {
		return false, err
	}
	var at state
	if there {
		if _, err = load(ctx, w, stateName, &at); err != nil {
			return false, err
		}
	} else if plan, err = p.plan(ctx, w); err != nil {
		return false, err
	}
	more, err := p.goOn(ctx, w, plan, &at)
	if files.Gone(err) { // it waited so long that its parts were cleared away: from the beginning
		if err := w.Files.Delete(ctx, w.Key(stateName)); err != nil {
			return false, err
		}
		return true, nil
	}
	return more, err
}

// permitted holds that the company has the option still and the job its place in the quota.
func (p *Params) permitted(ctx context.Context, w *frame.Work) error {
	if !w.Of.Has(plan.FeatureBulkDownload) {
		return frame.Refuse(CodeOption, nil)
	}
	slot, err := w.Table.SlotOf(ctx, w.Job.Company, p.Month, p.Slot)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	if slot.Job != w.Job.ID {
		return frame.Refuse(CodeSlotLost, nil)
	}
	return nil
}

func load(ctx context.Context, w *frame.Work, name string, into any) (bool, error) {
	body, err := w.Files.ReadIfThere(ctx, w.Key(name), maxObject)
	if err != nil || body == nil {
		return false, err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return false, fmt.Errorf("read %s of job %s: %w", name, w.Job.ID, err)
	}
	return true, nil
}

func save(ctx context.Context, w *frame.Work, name string, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write %s of job %s: %w", name, w.Job.ID, err)
	}
	return w.Files.Write(ctx, w.Key(name), "application/json", body)
}

// Ended clears away what only the making needed, and mails the starter.
func (runner) Ended(ctx context.Context, w *frame.Work) error {
	var p Params
	if err := w.Params(&p); err != nil {
		return err
	}
	if w.Job.State != job.Failed { // a failed one may go on
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
	}
	return told.Mail(ctx, w, fileName(w.Job))
}
