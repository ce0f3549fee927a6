// Package nightly is the nightly run of checklists: it looks at the checklists of each
// company, notes what they find, and notifies people of what is new since the night before.
//
//	nightly-start    at night: starts the machine of nightly.asl.json, once a night
//	nightly-plan     which companies are looked at, some at a time
//	nightly-company  looks at the checklists of one company
//
// Where neither sheets nor regulations nor checklists have changed, nothing can have
// changed in what is found, and nothing is done. What is found is written only where it
// is another than before, so the same run again, or one that was cut off anywhere and is
// begun anew, comes to the same end. A company that fails keeps no other; the machine
// fails in the end, which an alarm tells.
package nightly

import (
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/files"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/evaluate"
)

// The names of the functions.
const (
	Start   = "nightly-start"
	Plan    = "nightly-plan"
	Company = "nightly-company"
)

// Nightly is when the run begins, as EventBridge Scheduler says it, in Tokyo.
const Nightly = "cron(0 2 * * ? *)"

// Definition is the state machine in the Amazon States Language. The functions stand in
// it as ${nightly-plan} and ${nightly-company}.
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
		Name: Plan, Summary: "tells which companies have checklists to be checked", Memory: 256, Timeout: time.Minute,
		Grants: []grant.Grant{grant.Table("Query")},
	},
	{
		Name: Company, Summary: "checks the checklists of a company and tells what is new", Memory: 3538, Timeout: 15 * time.Minute, Concurrency: 4,
		Grants: append(grant.Catalog(), grant.Table("PutItem", "ConditionCheckItem"), grant.Snapshots("PutObject", "DeleteObject"), grant.Mail()),
	},
}

// New is the function with the name, connected with AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	t := table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now)
	w := &worker{
		table: t, mail: mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)), appURL: env(grant.EnvAppURL),
		now: time.Now, log: slog.New(slog.NewJSONHandler(os.Stderr, nil)).With("function", name), workers: runtime.GOMAXPROCS(0),
		machine: workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvNightly)),
	}
	if bucket := env(grant.EnvCatalog); bucket != "" {
		w.bucket = files.New(s3.NewFromConfig(cfg), bucket)
		w.catalog = catalog.New(t, time.Now, catalog.WithChecks(w.rules), catalog.WithSnapshots(snapshots.Store{Requests: t, Objects: w.bucket}))
	}
	switch name {
	case Start:
		return handler.Called(w.start), nil
	case Plan:
		return handler.Of(w.plan), nil
	case Company:
		return handler.Of(w.company), nil
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

// start starts the night's run. Called again, it finds that it was started.
func (w *worker) start(ctx context.Context) error {
	_, err := w.machine.Start(ctx, "nightly-"+w.today(), Night{})
	return err
}

// Night is the state of the machine: the companies that are looked at next, and which
// have failed.
type Night struct {
	Companies []Item        `json:"companies"`
	After     sds.CompanyID `json:"after"` // the last of those that were planned
	More      bool          `json:"more"`
	Broken    bool          `json:"broken"` // some company has failed
	Failed    []Item        `json:"failed,omitempty"`
}

// Item is a company of the run, and how it ended.
type Item struct {
	Company sds.CompanyID `json:"company"`
	Failed  bool          `json:"failed,omitempty"`
}

// atOnce is how many companies stand in the machine's state at a time.
const atOnce = 1000

// plan answers the companies that come next.
func (w *worker) plan(ctx context.Context, in Night) (Night, error) {
	all, err := w.table.AllChecked(ctx)
	if err != nil {
		return Night{}, err
	}
	out := Night{Companies: []Item{}, After: in.After, Broken: in.Broken}
	for _, i := range in.Failed {
		out.Broken = out.Broken || i.Failed
	}
	var companies []sds.CompanyID
	for _, c := range all {
		if c.Company > in.After {
			companies = append(companies, c.Company)
		}
	}
	slices.Sort(companies)
	for _, c := range slices.Compact(companies) {
		if len(out.Companies) == atOnce {
			break
		}
		out.Companies, out.After = append(out.Companies, Item{Company: c}), c
	}
	out.More = len(out.Companies) > 0
	return out, nil
}
