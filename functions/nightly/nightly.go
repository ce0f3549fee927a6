// Package nightly is the nightly run of checklists: it evaluates the checklists of each
// company, stores what they find, and notifies people of new hits. It compares announced
// changes of the laws with all sheets too, and notifies administrators of each change once,
// before it comes into force.
//
//	nightly-start    starts the machine of nightly.asl.json, once a night, and measures how many lists are past their rhythm
//	nightly-plan     lists the companies to evaluate, some at a time
//	nightly-company  evaluates the checklists of one company
//	nightly-next     starts the execution of the companies after those of this one
//
// An execution evaluates some companies and starts the next one: its history may have 25,000 events.
//
// A company where neither sheets nor regulations nor checklists have changed is skipped.
// Results are written only where they have changed, so a repeated run, or one that was
// interrupted anywhere and started again, has the same result. A company that fails does
// not stop the others; the machine fails in the end, which raises an alarm.
package nightly

import (
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/common/measure"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/files"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/trace"
	"anzen/shared/judgement/evaluate"
)

// The names of the functions.
const (
	Start   = "nightly-start"
	Plan    = "nightly-plan"
	Company = "nightly-company"
	Next    = "nightly-next"
)

// Nightly is when the run begins, as an expression of EventBridge Scheduler, in Tokyo.
const Nightly = "cron(0 2 * * ? *)"

// Definition is the state machine in the Amazon States Language, with ${nightly-plan},
// ${nightly-company} and ${nightly-next} for the functions.
//
//go:embed nightly.asl.json
var Definition string

// Tasks are the functions. A company of 50,000 sheets with 100 checklists needs two
// processors to be done in seconds.
var Tasks = []grant.Task{
	{
		Name: Start, Summary: "starts the nightly run of checklists", Memory: 256, Timeout: 30 * time.Second, Concurrency: 1,
		Grants: []grant.Grant{grant.StartNightly()},
	},
	{
		Name: Plan, Summary: "lists the companies to check", Memory: 256, Timeout: time.Minute,
		Grants: []grant.Grant{grant.Table("Query")},
	},
	{
		Name: Next, Summary: "starts the checks of the companies that follow", Memory: 256, Timeout: 30 * time.Second,
		Grants: []grant.Grant{grant.StartNightly()},
	},
	{
		Name: Company, Summary: "checks the checklists of a company, and what announced changes of laws bring for its sheets, and notifies people of what is new", Memory: 3538, Timeout: 15 * time.Minute, Concurrency: 4,
		Grants: append(grant.Catalog(), grant.Table("PutItem", "ConditionCheckItem"), grant.Snapshots("PutObject", "DeleteObject"), grant.Mail()),
	},
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	t := table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now)
	m := measure.Of(env)
	w := &worker{
		table: t, mail: mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)), appURL: env(grant.EnvAppURL),
		now: time.Now, log: trace.Logger(os.Stderr).With("function", name), workers: runtime.GOMAXPROCS(0),
		machine: workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvNightly)),
	}
	if bucket := env(grant.EnvCatalog); bucket != "" {
		w.bucket = files.New(s3.NewFromConfig(cfg), bucket)
		w.catalog = catalog.New(t, time.Now, catalog.WithChecks(w.rules), measure.Loads(m, w.log), catalog.WithSnapshots(snapshots.Store{Requests: t, Objects: w.bucket}))
	}
	switch name {
	case Start:
		return handler.Called(func(ctx context.Context) error {
			measure.Put(ctx, m, w.log, w.overdue())
			return w.start(ctx)
		}), nil
	case Plan:
		return handler.Measured(name, handler.Of(w.plan), m, w.log), nil
	case Next:
		return handler.Measured(name, handler.Of(w.next), m, w.log), nil
	case Company:
		return handler.Measured(name, handler.Of(w.company), m, w.log), nil
	}
	return nil, fmt.Errorf("there is no function %q", name)
}

type worker struct {
	table   *table.Table
	catalog *catalog.Catalog
	rules   evaluate.Rules
	bucket  *files.Bucket
	mail    *mailer.Mailer
	machine *workflow.Machine
	appURL  string
	workers int
	now     func() time.Time
	log     *slog.Logger
}

// today is the day in Japan.
func (w *worker) today() string { return sds.Day(w.now()).Format(time.DateOnly) }

// start starts the night's run; called again, it has no effect.
func (w *worker) start(ctx context.Context) error {
	return w.begin(ctx, Night{Day: w.today(), Part: 1})
}

// begin starts the execution of a part, once.
func (w *worker) begin(ctx context.Context, in Night) error {
	name := "nightly-" + in.Day
	if in.Part > 1 {
		name += fmt.Sprintf("-%d", in.Part)
	}
	_, err := w.machine.Start(ctx, name, in)
	return err
}

// Night is the state of an execution of the machine: the companies to evaluate, and which of them have failed.
type Night struct {
	Day       string        `json:"day"`   // the day in Japan on which the run began
	Part      int           `json:"part"`  // of the night's executions, from 1
	After     sds.CompanyID `json:"after"` // the last company of the parts before
	Companies []Item        `json:"companies"`
	Failed    []Item        `json:"failed,omitempty"`
	Broken    bool          `json:"broken"` // some company has failed
	// More is false: executions of the definition in which one had all companies read it, and end.
	More bool `json:"more"`
}

// Item is a company of the run, and how it ended.
type Item struct {
	Company sds.CompanyID `json:"company"`
	Failed  bool          `json:"failed,omitempty"`
}

// atOnce is how many companies an execution has. A company takes 7 events of its history, and 3 for each of
// at most 5 retries; waiting for throttled functions adds some thousands.
const atOnce = 500

// plan lists the companies of an execution.
func (w *worker) plan(ctx context.Context, in Night) (Night, error) {
	in.Companies = []Item{}
	companies, err := w.table.CompaniesAfter(ctx, in.After, atOnce)
	if err != nil {
		return Night{}, err
	}
	for _, c := range companies {
		in.Companies = append(in.Companies, Item{Company: c})
	}
	return in, nil
}

// next starts the following execution, where more companies may follow, and tells whether a company of this one has
// failed. Called again, it has no effect.
func (w *worker) next(ctx context.Context, in Night) (Night, error) {
	out := Night{Day: in.Day, Part: in.Part, After: in.After, Companies: []Item{}}
	for _, i := range in.Failed {
		out.Broken = out.Broken || i.Failed
	}
	if len(in.Companies) == atOnce {
		follows := Night{Day: in.Day, Part: in.Part + 1, After: in.Companies[atOnce-1].Company}
		if err := w.begin(ctx, follows); err != nil {
			return Night{}, err
		}
	}
	return out, nil
}
