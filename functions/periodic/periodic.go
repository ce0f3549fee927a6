// Package periodic starts periodic exports when they are due.
//
//	periodic-run    called by the schedule of a setting: starts the export as a job
//	periodic-sweep  every minute: aligns schedules with records whose alignment failed
//
// A setting's record is authoritative. The run reads it, the company and the users: a
// setting that must not run is disabled, and the company's administrators are notified.
package periodic

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	awsscheduler "github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/common/upkeep"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/job"
	"anzen/shared/domain/trace"
)

// The names of the functions.
const (
	Run   = "periodic-run"
	Sweep = "periodic-sweep"
)

// SweepEvery is how often the sweep runs, as an expression of EventBridge Scheduler.
const SweepEvery = "rate(1 minute)"

// Tasks are the functions.
var Tasks = []grant.Task{
	{
		Name: Run, Summary: "starts a periodic export that is due", Memory: 256, Timeout: time.Minute,
		Grants: append(grant.Periodic(), grant.Table("GetItem", "Query", "PutItem", "DeleteItem"), grant.Mail(), grant.StartJob(job.Export)),
	},
	{
		Name: Sweep, Summary: "aligns the schedules of periodic exports with their records", Memory: 256, Timeout: time.Minute, Concurrency: 1,
		Grants: append(grant.Periodic(), grant.Table("GetItem", "Query", "PutItem", "DeleteItem"), grant.Mail()),
	},
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	w := &worker{
		Services: upkeep.Services{
			Table:     table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now),
			Schedules: scheduler.New(awsscheduler.NewFromConfig(cfg), env(grant.EnvPeriodicGroup), env(grant.EnvPeriodicRole), env(grant.EnvPeriodicTarget)),
			Mail:      mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)), AppURL: env(grant.EnvAppURL),
		},
		exports: workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvJob(job.Export))),
		now:     time.Now, log: trace.Logger(os.Stderr).With("function", name),
	}
	switch name {
	case Run:
		return handler.Taking(w.run), nil
	case Sweep:
		return handler.Called(w.sweep), nil
	}
	return nil, fmt.Errorf("there is no function %q", name)
}

type worker struct {
	upkeep.Services
	exports *workflow.Machine
	now     func() time.Time
	log     *slog.Logger
}
