// Package jobs is the API of the jobs that users have started: progress, result, cancel
// and retry.
package jobs

import (
	"context"
	"slices"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
)

// OfJob is embedded in the inputs of a job's routes.
type OfJob struct {
	rest.OfCompany
	Job job.ID `path:"jobId" maxLength:"36" doc:"the job"`
}

// JobView is a job in an answer.
type JobView struct {
	ID       job.ID    `json:"id"`
	Kind     job.Kind  `json:"kind"`
	State    job.State `json:"state" enum:"queued,running,done,failed,cancelled"`
	Stopping bool      `json:"stopping" doc:"it is to be cancelled"`
	Done     int       `json:"done" doc:"items processed of total"`
	Total    int       `json:"total" doc:"0 while it is not known"`
	// Trouble is why it failed, Notes are notes about the result.
	Trouble   *JobText   `json:"trouble,omitempty"`
	Notes     []JobText  `json:"notes"`
	LeftTotal int        `json:"left_total,omitempty" doc:"sheets that it could not change; the file lists them"`
	Left      []LeftView `json:"left,omitempty" doc:"the first of them"`
	CanUndo   bool       `json:"can_undo,omitempty" doc:"undoJob takes back what it has done"`
	File      *JobFile   `json:"file,omitempty"`
	CreatedAt time.Time  `json:"created_at"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
	Version   int64      `json:"version"`
}

// LeftView is a sheet that a job could not change, with the reason.
type LeftView struct {
	ID   sds.SheetID `json:"id"`
	Name string      `json:"name"`
	JobText
}

// JobText is a message to the starter.
type JobText struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// JobFile is the result of a job.
type JobFile struct {
	Name      string    `json:"name"`
	Size      int64     `json:"size" doc:"bytes"`
	ExpiresAt time.Time `json:"expires_at"`
	URL       string    `json:"url,omitempty" doc:"signed, for five minutes; only of getJob, where the file has not expired"`
}

func view(call *rest.Call, j job.Job) JobView {
	v := JobView{
		ID: j.ID, Kind: j.Kind, State: j.State, Stopping: j.Stop && !j.State.Ended(), Done: j.Done, Total: j.Total,
		CreatedAt: j.CreatedAt, EndedAt: j.EndedAt, Version: j.Version, LeftTotal: j.LeftTotal,
		CanUndo: j.By == call.User && j.Undoable(call.Now()) && call.Role.Has(access.SDSDelete),
	}
	for _, l := range j.Left {
		v.Left = append(v.Left, LeftView{l.Sheet, l.Name, JobText{string(l.Why.Code), l.Why.Text(call.Lang)}})
	}
	if j.Trouble != nil {
		v.Trouble = &JobText{string(j.Trouble.Code), j.Trouble.Text(call.Lang)}
	}
	for _, n := range j.Notes {
		v.Notes = append(v.Notes, JobText{string(n.Code), n.Text(call.Lang)})
	}
	if j.Result != nil && j.EndedAt != nil && mayFetch(call, j) {
		v.File = &JobFile{Name: j.Result.Name, Size: j.Result.Size, ExpiresAt: j.EndedAt.Add(job.ResultLasts)}
	}
	return v
}

// linkLasts is how long the signed link to a result is valid.
const linkLasts = 5 * time.Minute

// mayFetch reports whether the caller may download the job's result.
func mayFetch(call *rest.Call, j job.Job) bool {
	if slices.Contains(j.Readers, call.User) {
		return true
	}
	needs := execution.Permission(j.Kind)
	return slices.Contains(job.Kinds, j.Kind) && (needs == "" || call.Role.Has(needs))
}

// own reads a job that the caller started; table.ErrNotFound for other users' jobs.
func own(ctx context.Context, call *rest.Call, id job.ID) (job.Job, error) {
	j, err := call.Table.Job(ctx, call.CompanyID, id)
	if err == nil && j.By != call.User {
		return job.Job{}, table.ErrNotFound
	}
	return j, err
}

// readable reads a job that the caller started, or of whose result they are a reader.
func readable(ctx context.Context, call *rest.Call, id job.ID) (job.Job, error) {
	j, err := call.Table.Job(ctx, call.CompanyID, id)
	if err == nil && j.By != call.User && !slices.Contains(j.Readers, call.User) {
		return job.Job{}, table.ErrNotFound
	}
	return j, err
}
