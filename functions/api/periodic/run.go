package periodic

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/common/upkeep"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// RunRoute is the declaration of POST periodic_export/settings/{settingId}/run.
var RunRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/periodic_export/settings/{settingId}/run", ID: "runPeriodicExport", Tag: "periodic", Rule: rule,
	Summary: "Run a periodic export now, also a paused one, as a job of the caller; its recipients are mailed as usual",
	Status:  202, Creates: true, Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem"), grant.StartJob(job.Export)},
}

// RunInput names a setting.
type RunInput struct{ OfSetting }

// Run starts a periodic export now. A setting that must not run, such as one with a
// recipient who has left, is refused with the reason.
func Run(ctx context.Context, call *rest.Call, in *RunInput) (*rest.JobOutput, error) {
	s, err := call.Table.PeriodicSetting(ctx, call.CompanyID, in.Setting)
	if err != nil {
		return nil, err
	}
	users, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	// It runs with the permissions of the caller, whoever its owner is.
	as := s
	as.Owner = call.User
	switch why := as.Hold(call.Company, users); why {
	case "":
	case periodic.PlanEnded:
		return nil, message.New(message.PlanLimit, upkeep.ReasonCode(why))
	default:
		return nil, message.New(message.Conflict, upkeep.ReasonCode(why))
	}
	params, err := execution.OfSetting(s)
	if err != nil {
		return nil, err
	}
	return call.StartJob(ctx, rest.NewJob{
		Kind: job.Export, Params: params, Periodic: &s,
		With: func(x *table.Tx, j job.Job) { x.BeginPeriodic(s, call.Now(), j.ID) },
	})
}

// RunsRoute is the declaration of GET periodic_export/settings/{settingId}/runs.
var RunsRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/periodic_export/settings/{settingId}/runs", ID: "listPeriodicRuns", Tag: "periodic", Rule: rule,
	Summary: "The runs of a periodic export in the last thirty days, the latest first",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query")},
}

// RunsInput names a setting.
type RunsInput struct {
	OfSetting
	rest.Paged
}

// PeriodicRun is a run of a periodic export.
type PeriodicRun struct {
	Job       job.ID     `json:"job_id"`
	By        Person     `json:"by" doc:"the user with whose permissions it ran"`
	State     job.State  `json:"state" enum:"queued,running,done,failed,cancelled"`
	Trouble   string     `json:"trouble,omitempty" doc:"why it failed, for the user"`
	FileName  string     `json:"file_name,omitempty"`
	FileSize  int64      `json:"file_size,omitempty" doc:"bytes"`
	Expired   bool       `json:"expired" doc:"its file can no longer be downloaded"`
	Mine      bool       `json:"mine" doc:"the caller can open the job"`
	CreatedAt time.Time  `json:"created_at"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
}

// PeriodicRuns are runs.
type PeriodicRuns struct {
	Items []PeriodicRun `json:"items" nullable:"false"`
	Total int           `json:"total"`
	rest.PageView
}

// RunsOutput are runs.
type RunsOutput struct{ Body PeriodicRuns }

// Runs reads the runs of a periodic export.
func Runs(ctx context.Context, call *rest.Call, in *RunsInput) (*RunsOutput, error) {
	if _, err := call.Table.PeriodicSetting(ctx, call.CompanyID, in.Setting); err != nil {
		return nil, err
	}
	found, err := call.Table.RunsOf(ctx, call.CompanyID, in.Setting)
	if err != nil {
		return nil, err
	}
	of, err := people(ctx, call)
	if err != nil {
		return nil, err
	}
	out := &RunsOutput{PeriodicRuns{Items: []PeriodicRun{}, Total: len(found)}}
	found, out.Body.PageView = rest.PageOf(in.Paged, found)
	for _, j := range found {
		out.Body.Items = append(out.Body.Items, runOf(call, j, of))
	}
	return out, nil
}

func runOf(call *rest.Call, j job.Job, people map[sds.UserID]company.User) PeriodicRun {
	r := PeriodicRun{Job: j.ID, By: Person{ID: j.By}, State: j.State, Expired: j.Expired(call.Now()), Mine: j.By == call.User, CreatedAt: j.CreatedAt, EndedAt: j.EndedAt}
	if u, ok := people[j.By]; ok {
		r.By = person(u)
	}
	for _, reader := range j.Readers {
		r.Mine = r.Mine || reader == call.User
	}
	if j.Trouble != nil {
		r.Trouble = j.Trouble.Text(call.Lang)
	}
	if j.Result != nil {
		r.FileName, r.FileSize = j.Result.Name, j.Result.Size
	}
	return r
}
