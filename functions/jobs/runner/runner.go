// Package runner runs jobs: a kind of job does its work in steps, each from the last
// checkpoint, and the runner does what is the same for all kinds: progress, cancelling,
// the starter's permission, failures, resuming after a crash. Every step is one call of
// the kind's function by its state machine.
package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	awsscheduler "github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/common/measure"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/metrics"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/trace"
	"anzen/shared/judgement/evaluate"
)

// Runner runs one kind of job.
type Runner interface {
	// Step continues from the job's checkpoint while Work.HasTime, and reports whether
	// there is more to do. It may be interrupted anywhere and called again with the last
	// saved checkpoint, so what it does between two must be idempotent. A *Refused ends
	// the job with its message; any other error is retried.
	Step(ctx context.Context, w *Work) (more bool, err error)
	// Ended is called before the job is written as ended in w.Job.State: to delete working
	// objects, to notify people. It may be called again.
	Ended(ctx context.Context, w *Work) error
}

// Kind is the declaration of a kind of job. Each has its own function and state
// machine, and so its own rights on AWS.
type Kind struct {
	Name    job.Kind
	Summary string
	Memory  int           // MB
	Timeout time.Duration // of one step; at most 15 minutes, and twice StepTakes at least
	// Grants are added to those that every kind needs.
	Grants []grant.Grant
	// ByMachine: it runs regardless of the starter's permissions.
	ByMachine bool
	// Needs is the permission that the starter must have at each step.
	Needs access.Permission
	New   func(*Services) Runner
}

// FunctionName is the name of the kind's function.
func (k Kind) FunctionName() string { return "job-" + string(k.Name) }

// Task is the kind's function with all it may touch.
func (k Kind) Task() grant.Task {
	grants := append([]grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "DeleteItem")}, k.Grants...)
	return grant.Task{Name: k.FunctionName(), Summary: k.Summary, Memory: k.Memory, Timeout: k.Timeout, Grants: grants}
}

// Services are the dependencies of jobs. Those that give access to a resource name it in a
// tag; a kind gets only those that its grants name.
type Services struct {
	Table   *table.Table     `grant:"table"`
	Catalog *catalog.Catalog `grant:"bucket/catalog"`
	Sheets  *files.Bucket    `grant:"bucket/sheets/*"` // the uploaded PDFs
	Files   *files.Bucket    `grant:"bucket/work/*"`   // results and working objects of jobs
	// Snapshots are the catalog's, Schedules those of periodic exports.
	Snapshots *files.Bucket     `grant:"bucket/catalog/*"`
	Schedules *scheduler.Group  `grant:"schedules/periodic-exports"`
	Analysis  *workflow.Machine `grant:"machine/analysis"`
	Users     *idp.Pool         `grant:"pool"`
	Mail      *mailer.Mailer    `grant:"mail"`
	AppURL    string
	Now       func() time.Time
	// StepTakes is how long a step runs before the next one takes over.
	StepTakes time.Duration
	// Wait waits for work that others do.
	Wait    func(context.Context, time.Duration)
	Metrics metrics.Namespaced
	Log     *slog.Logger
}

// StepTakes is how long a step runs on AWS.
const StepTakes = time.Minute

// NewServices connects a function to AWS.
func NewServices(cfg aws.Config, env func(string) string) *Services {
	t := table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now)
	store := s3.NewFromConfig(cfg)
	s := &Services{
		Table: t, Catalog: catalog.New(t, time.Now, evaluate.Rules{}.Options(t, time.Now)), Sheets: files.New(store, env(grant.EnvSheets)), Files: files.New(store, env(grant.EnvWork)),
		Snapshots: files.New(store, env(grant.EnvCatalog)),
		Schedules: scheduler.New(awsscheduler.NewFromConfig(cfg), env(grant.EnvPeriodicGroup), env(grant.EnvPeriodicRole), env(grant.EnvPeriodicTarget)),
		Analysis:  workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvAnalysis)),
		Users:     idp.New(cognitoidentityprovider.NewFromConfig(cfg), env(grant.EnvUserPool)).For(env(grant.EnvUserPoolClient)),
		Mail:      mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)), AppURL: env(grant.EnvAppURL),
		Now: time.Now, StepTakes: StepTakes, Wait: wait, Log: trace.Logger(os.Stderr),
		Metrics: measure.Of(env),
	}
	if env(grant.EnvCatalog) != "" {
		s.Catalog = catalog.New(t, time.Now, evaluate.Rules{}.Options(t, time.Now), measure.Loads(s.Metrics, s.Log), catalog.WithSnapshots(snapshots.Store{Requests: t, Objects: s.Snapshots}))
	}
	return s
}

// wait blocks for d or until the context is done.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// The errors with which the runner itself ends a job.
const (
	CodeInternal message.Code = "job.internal"
	CodeNoRights message.Code = "job.no_rights"
)

// Refused ends a job with a message to its starter: a retry would not help.
type Refused struct{ Trouble job.Trouble }

// Refuse is a refusal with its message.
func Refuse(code message.Code, args map[string]string) error {
	return &Refused{job.Trouble{Code: code, Args: args}}
}

func (r *Refused) Error() string { return fmt.Sprintf("refused: %s", r.Trouble.Code) }

// errStopped ends a step because the job is to be cancelled; errSuperseded because
// another run has taken over.
var (
	errStopped    = errors.New("the job is to be cancelled")
	errSuperseded = errors.New("another run has taken over")
)

// New is the function of a kind.
func New(k Kind, s *Services) lambda.Handler {
	s = s.For(k)
	return handler.Measured(k.FunctionName(), handler.Of((&function{k, s, k.New(s)}).run), s.Metrics, s.Log)
}

// For are the services that a kind's grants name.
func (s *Services) For(k Kind) *Services {
	granted, _ := grant.Restrict(*s, k.Task().Grants)
	return &granted
}

type function struct {
	kind     Kind
	services *Services
	runner   Runner
}

// run runs one step.
func (f *function) run(ctx context.Context, in execution.Input) (execution.Input, error) {
	out := execution.Input{Company: in.Company, Job: in.Job, Attempt: in.Attempt, Trace: in.Trace}
	j, err := f.services.Table.Job(ctx, in.Company, in.Job)
	if errors.Is(err, table.ErrNotFound) || err == nil && (j.State.Ended() || j.Attempt != in.Attempt || j.Kind != f.kind.Name) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	w := &Work{Services: f.services, Job: j, trace: in.Trace, began: time.Now()}
	switch err := f.step(ctx, w, in); {
	case err == nil:
		out.More = w.more
		return out, nil
	case errors.Is(err, errSuperseded):
		return out, nil
	default:
		return out, err
	}
}

func (f *function) step(ctx context.Context, w *Work, in execution.Input) error {
	if in.Error != nil {
		f.services.Log.ErrorContext(ctx, "job failed", "kind", w.Job.Kind, "job", w.Job.ID, "error", in.Error.Error, "cause", in.Error.Cause)
		return f.end(ctx, w, job.Failed, &job.Trouble{Code: CodeInternal})
	}
	if w.Job.Stop {
		return f.end(ctx, w, job.Cancelled, nil)
	}
	if err := f.identify(ctx, w); err != nil {
		return f.after(ctx, w, err)
	}
	if w.Job.State == job.Queued {
		w.Job.State = job.Running
		if err := w.write(ctx); err != nil {
			return f.after(ctx, w, err)
		}
	}
	more, err := f.runner.Step(ctx, w)
	if err != nil {
		return f.after(ctx, w, err)
	}
	if w.more = more; more {
		return nil
	}
	return f.end(ctx, w, job.Done, nil)
}

// after handles an error of a step: a cancelled or refused job ends, any other error is returned.
func (f *function) after(ctx context.Context, w *Work, err error) error {
	var refused *Refused
	switch {
	case errors.Is(err, errStopped):
		return f.end(ctx, w, job.Cancelled, nil)
	case errors.As(err, &refused):
		return f.end(ctx, w, job.Failed, &refused.Trouble)
	}
	return err
}

// identify reads the starter's current role: a job whose starter has lost the permission
// is refused.
func (f *function) identify(ctx context.Context, w *Work) error {
	person, found, err := f.services.Table.Person(ctx, w.Job.Company, w.Job.By)
	if err != nil {
		return err
	}
	if found {
		w.Principal, w.Company = person.Principal(), person.Company
	}
	active := found && person.User.Active && person.Company.Active
	if f.kind.ByMachine || active && (f.kind.Needs == "" || w.Principal.Role.Has(f.kind.Needs)) {
		return nil
	}
	return Refuse(CodeNoRights, nil)
}

// end writes the job as ended.
func (f *function) end(ctx context.Context, w *Work, state job.State, trouble *job.Trouble) error {
	now := f.services.Now()
	w.Job.State, w.Job.Trouble, w.Job.EndedAt, w.more = state, trouble, &now, false
	if state != job.Done {
		w.Job.Result = nil
	}
	if err := f.runner.Ended(ctx, w); err != nil {
		return fmt.Errorf("end job %s: %w", w.Job.ID, err)
	}
	return w.finish(ctx)
}
