// Package worklist is what jobs have in common that change the sheets of a list one by one:
// the list, which was stored when the job was requested, the progress through it, and the
// sheets that could not be changed. Each of those is in a CSV file, the result of the job,
// with the reason; the first of them are in the job's record.
package worklist

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// CodeGone refuses a job whose list is no longer kept.
const CodeGone message.Code = "worklist.gone"

// Together is how many sheets are changed in a part.
const Together = 100

// maxBytes bounds the stored lists: an id, or a sheet with its name and the reason, a line.
const maxBytes = 256 << 20

// Of reads the list of a job.
func Of(ctx context.Context, w *runner.Work, id job.ID) ([]sds.SheetID, error) {
	data, err := w.Files.ReadIfThere(ctx, execution.PlanKey(job.Job{ID: id, Company: w.Job.Company}), maxBytes)
	if err != nil {
		return nil, err
	}
	if data == nil {
		return nil, runner.Refuse(CodeGone, nil)
	}
	var list execution.Worklist
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("read the list: %w", err)
	}
	return list.Sheets, nil
}

// Actor is the job's starter, who acts.
func Actor(w *runner.Work, address string) sheets.Actor {
	return sheets.Actor{Principal: w.Principal, Settings: w.Company, Address: address, Trace: w.Trace(), Now: w.Now()}
}

// checkpoint is the progress through a list.
type checkpoint struct {
	Next int `json:"next"`
}

// Each changes the sheets of a list from the checkpoint, a part at a time. Change may be called
// again for a part, and returns the sheets that it could not change.
func Each(ctx context.Context, w *runner.Work, list []sds.SheetID, change func([]sds.SheetID) ([]sheets.Left, error)) (more bool, err error) {
	var at checkpoint
	if err := w.Checkpoint(&at); err != nil {
		return false, err
	}
	for at.Next < len(list) {
		end := min(at.Next+Together, len(list))
		left, err := change(list[at.Next:end])
		if err != nil {
			return false, err
		}
		if err := Keep(ctx, w, left); err != nil {
			return false, err
		}
		at.Next = end
		if err := w.Save(ctx, at.Next, len(list), at); err != nil {
			return false, err
		}
		if !w.HasTime() {
			return true, nil
		}
	}
	return false, nil
}

const leftObject = "left.json"

// Keep adds sheets that could not be changed to those of the job, each once; the job's next
// write contains the first of them.
func Keep(ctx context.Context, w *runner.Work, left []sheets.Left) error {
	if len(left) == 0 {
		return nil
	}
	all, err := kept(ctx, w)
	if err != nil {
		return err
	}
	at := make(map[sds.SheetID]int, len(all))
	for i := range all {
		at[all[i].Sheet] = i
	}
	for _, l := range left {
		one := job.Left{Sheet: l.Sheet, Name: l.Name, Why: job.Trouble{Code: l.Code, Args: l.Args}}
		if i, again := at[l.Sheet]; again {
			all[i] = one
		} else {
			all = append(all, one)
		}
	}
	data, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("encode the sheets that are left: %w", err)
	}
	w.Job.LeftTotal, w.Job.Left = len(all), slices.Clone(all[:min(len(all), job.MostLeft)])
	return w.Files.Write(ctx, w.Key(leftObject), "application/json", data)
}

func kept(ctx context.Context, w *runner.Work) (all []job.Left, err error) {
	data, err := w.Files.ReadIfThere(ctx, w.Key(leftObject), maxBytes)
	if err != nil || data == nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("read the sheets that are left: %w", err)
	}
	return all, nil
}

// Report is called when a job ends: where sheets could not be changed, their list is its result,
// and the note says how many there are.
func Report(ctx context.Context, w *runner.Work, note message.Code) error {
	w.Job.Notes = slices.DeleteFunc(w.Job.Notes, func(n job.Trouble) bool { return n.Code == note })
	all, err := kept(ctx, w)
	if err != nil || len(all) == 0 {
		return err
	}
	w.Note(note, map[string]string{"count": strconv.Itoa(len(all))})
	w.Job.LeftTotal, w.Job.Left = len(all), all[:min(len(all), job.MostLeft)]
	w.Job.Result, err = write(ctx, w, all)
	return err
}
