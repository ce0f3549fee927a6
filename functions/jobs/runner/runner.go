// Package runner runs long work: a kind of job does its work in steps, each from
// where the last one stopped, and the runner does what is the same for all kinds:
// progress, cancelling, the starter's rights, failing, going on after a crash.
// Every step is one call of the kind's function by its state machine.
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

	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/judgement/evaluate"
)

// Runner does one kind of job.
type Runner interface {
	// Step goes on from the job's checkpoint while Work has room, and tells whether
	// there is more to do. It may be cut off at any place and called again with the
	// last checkpoint that was saved, so what it does between two must be repeatable.
	// A *Refused ends the job with its message; any other error is tried again.
	Step(ctx context.Context, w *Work) (more bool, err error)
	// Ended is called when the job is about to be written as ended in w.Job.State: to
	// clear away what it no longer needs, to tell people. It may be called again.
	Ended(ctx context.Context, w *Work) error
}

// Kind is the declaration of a kind of job. Each has a function and a state
// machine of its own, and so its own rights.
type Kind struct {
	Name    job.Kind
	Summary string
	Memory  int           // MB
	Timeout time.Duration // of one step; at most 15 minutes, and twice StepTakes at least
	// Grants are beside those of the frame.
	Grants []grant.Grant
	// ByMachine: it goes on whatever becomes of the rights of who started it.
	ByMachine bool
	// Needs is what the starter must still be permitted when a step runs.
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

// Services are what jobs work with. Those that give access to a resource name it; a kind is
// given those of them that its grants name.
type Services struct {
	Table   *table.Table     `grant:"table"`
	Catalog *catalog.Catalog `grant:"bucket/catalog"`
	Sheets  *files.Bucket    `grant:"bucket/sheets/*"` // the uploaded PDFs
	Files   *files.Bucket    `grant:"bucket/work/*"`   // what jobs make and keep for a while
	// Snapshots are the catalog's, Schedules those of periodic exports.
	Snapshots *files.Bucket    `grant:"bucket/catalog/*"`
	Schedules *scheduler.Group `grant:"schedules/periodic-exports"`
	Users     *idp.Pool        `grant:"pool"`
	Mail      *mailer.Mailer   `grant:"mail"`
	AppURL    string
	Now       func() time.Time
	// StepTakes is how long a step goes on before it hands over to the next one.
	StepTakes time.Duration
	Log       *slog.Logger
}

// StepTakes is how long a step goes on on AWS.
const StepTakes = time.Minute

// NewServices connects a function with AWS.
func NewServices(cfg aws.Config, env func(string) string) *Services {
	t := table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now)
	store := s3.NewFromConfig(cfg)
	s := &Services{
		Table: t, Catalog: catalog.New(t, time.Now, evaluate.Rules{}.Options(t, time.Now)), Sheets: files.New(store, env(grant.EnvSheets)), Files: files.New(store, env(grant.EnvWork)),
		Snapshots: files.New(store, env(grant.EnvCatalog)),
		Schedules: scheduler.New(awsscheduler.NewFromConfig(cfg), env(grant.EnvPeriodicGroup), env(grant.EnvPeriodicRole), env(grant.EnvPeriodicTarget)),
		Users:     idp.New(cognitoidentityprovider.NewFromConfig(cfg), env(grant.EnvUserPool)),
		Mail:      mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)), AppURL: env(grant.EnvAppURL),
		Now: time.Now, StepTakes: StepTakes, Log: slog.New(slog.NewJSONHandler(os.Stderr, nil)),
	}
	if env(grant.EnvCatalog) != "" {
		s.Catalog = catalog.New(t, time.Now, evaluate.Rules{}.Options(t, time.Now), catalog.WithSnapshots(snapshots.Store{Requests: t, Objects: s.Snapshots}))
	}
	return s
}

// The codes of messages that the frame itself ends a job with.
const (
	CodeInternal message.Code = "job.internal"
	CodeNoRights message.Code = "job.no_rights"
)

// Refused ends a job with a message to who started it: trying again would not help.
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
	return handler.Of((&function{k, s, k.New(s)}).run)
}

// For are the services that a kind is given.
func (s *Services) For(k Kind) *Services {
	granted, _ := grant.Restrict(*s, k.Task().Grants)
	return &granted
}

type function struct {
	kind     Kind
	services *Services
	runner   Runner
}

// run does one step.
func (f *function) run(ctx context.Context, in execution.Input) (execution.Input, error) {
	out := execution.Input{Company: in.Company, Job: in.Job, Attempt: in.Attempt}
	j, err := f.services.Table.Job(ctx, in.Company, in.Job)
	if errors.Is(err, table.ErrNotFound) || err == nil && (j.State.Ended() || j.Attempt != in.Attempt || j.Kind != f.kind.Name) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	w := &Work{Services: f.services, Job: j, began: time.Now()}
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

// after is what follows from an error of a step.
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

// identify reads who started the job as they are now: rights that were taken
// meanwhile end it.
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

// end writes that the job has ended.
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
