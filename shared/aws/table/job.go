package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// NewJobID is the id of a job started at a time.
func NewJobID(at time.Time) job.ID { return job.ID(newULID(at)) }

// CodeJobsTooMany is the code of more unfinished jobs than a user may have.
const CodeJobsTooMany message.Code = "job.too_many"

// Job reads a job, ErrNotFound where there is none or it has expired.
func (t *Table) Job(ctx context.Context, c sds.CompanyID, id job.ID) (job.Job, error) {
	j, err := GetOr[job.Job](ctx, t, jobKey(c, id), ErrNotFound)
	if err == nil && j.TTL < t.now().Unix() {
		return job.Job{}, ErrNotFound
	}
	return j, err
}

// Jobs reads the jobs that a user started, the latest first.
func (t *Table) Jobs(ctx context.Context, c sds.CompanyID, by sds.UserID) ([]job.Job, error) {
	all, err := List[job.Job](ctx, t, jobs(c))
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(j job.Job) bool { return j.By != by || j.TTL < t.now().Unix() })
	slices.Reverse(all)
	return all, nil
}

// RunsOf reads the jobs that a periodic export has started, the latest first.
func (t *Table) RunsOf(ctx context.Context, c sds.CompanyID, id periodic.ID) ([]job.Job, error) {
	all, err := List[job.Job](ctx, t, jobs(c))
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(j job.Job) bool { return j.Setting != string(id) || j.TTL < t.now().Unix() })
	slices.Reverse(all)
	return all, nil
}

// StartJob adds a new job with its Waiting record, so that the sweep runs it if nothing else does.
func (x *Tx) StartJob(j job.Job) job.Job {
	now := x.table.now()
	j.Company, j.State, j.Attempt, j.Version, j.CreatedAt, j.UpdatedAt = x.company, job.Queued, 1, 1, now, now
	j.TTL = now.Add(job.RecordLasts).Unix()
	x.Create(jobKey(x.company, j.ID), j, ErrStale)
	x.Put(waitingKey(j), Waiting{j.Company, j.ID, j.Kind, j.Attempt, now})
	return j
}

// WriteJob adds a change of a job, ErrStale where it has changed since it was read; the
// result is the job as written. The Waiting record of an ended job is removed.
func (x *Tx) WriteJob(j job.Job) job.Job {
	read := j.Version
	j.Version, j.UpdatedAt = read+1, x.table.now()
	x.Replace(jobKey(x.company, j.ID), j, read)
	if j.State.Ended() {
		x.Remove(waitingKey(j))
	}
	return j
}

// ContinueJob adds another attempt of a job, which continues from its last checkpoint.
func (x *Tx) ContinueJob(j job.Job) job.Job {
	x.Remove(waitingKey(j))
	j.State, j.Attempt, j.Trouble, j.EndedAt = job.Queued, j.Attempt+1, nil, nil
	x.Put(waitingKey(j), Waiting{j.Company, j.ID, j.Kind, j.Attempt, x.table.now()})
	return x.WriteJob(j)
}

// SaveJob writes the progress of a job, every few seconds. There is no audit record besides
// those of its start and its end.
func (t *Table) SaveJob(ctx context.Context, j job.Job) (job.Job, error) {
	x := t.Begin(j.Company)
	x.audited = true
	j = x.WriteJob(j)
	return j, x.Commit(ctx)
}

// Waiting is a job that was started and has not ended.
type Waiting struct {
	Company sds.CompanyID `dynamodbav:"Company"`
	Job     job.ID        `dynamodbav:"Job"`
	Kind    job.Kind      `dynamodbav:"Kind"`
	Attempt int           `dynamodbav:"Attempt"`
	Since   time.Time     `dynamodbav:"Since"`
}

// AllWaiting reads the jobs of all companies that have not ended: only for the sweep.
func (t *Table) AllWaiting(ctx context.Context) ([]Waiting, error) {
	return List[Waiting](ctx, t, Partition{pk: waitingPK})
}

// WaitingOver removes an obsolete Waiting record. Where the job's end has removed it meanwhile, nothing is written, no audit
// record either.
func (t *Table) WaitingOver(ctx context.Context, w Waiting) error {
	x := t.Begin(w.Company).RemoveExisting(waitingKey(job.Job{Company: w.Company, ID: w.Job, Attempt: w.Attempt}), ErrNotFound)
	err := x.Audit(Audit{Action: "job.settled", Target: string(w.Job)}).Commit(ctx)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
