// Package jobs has the kinds of job, each with its function and its state machine made
// from job.asl.json, and the sweep, which starts jobs whose start failed. Each kind is in
// a package of its own; what they have in common is in package runner.
package jobs

import (
	_ "embed"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/functions/jobs/checklist"
	"anzen/functions/jobs/closing"
	"anzen/functions/jobs/createsimple"
	"anzen/functions/jobs/deletion"
	"anzen/functions/jobs/export"
	"anzen/functions/jobs/patch"
	"anzen/functions/jobs/reanalysis"
	"anzen/functions/jobs/restoration"
	"anzen/functions/jobs/runner"
	"anzen/functions/jobs/zip"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/job"
	"anzen/shared/domain/trace"
)

// Kinds are all kinds of job.
func Kinds() []runner.Kind {
	return []runner.Kind{export.Kind, checklist.Kind, zip.Kind, createsimple.Kind, patch.Kind, deletion.Kind, restoration.Kind, reanalysis.Kind, closing.Kind}
}

//go:embed job.asl.json
var definition string

// Definition is the state machine of a kind in the Amazon States Language, with
// ${job-kind} for the function.
func Definition(k runner.Kind) string {
	return strings.ReplaceAll(definition, "${function}", "${"+k.FunctionName()+"}")
}

// The sweep's name, and how often it runs, as an expression of EventBridge Scheduler.
const (
	Sweep      = "jobs-sweep"
	SweepEvery = "rate(1 minute)"
)

// SweepTask is the sweep's function.
func SweepTask() grant.Task {
	t := grant.Task{
		Name: Sweep, Summary: "starts jobs that should have started", Memory: 256, Timeout: time.Minute, Concurrency: 1,
		Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "DeleteItem")},
	}
	for _, k := range Kinds() {
		t.Grants = append(t.Grants, grant.StartJob(k.Name))
	}
	return t
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	if name == Sweep {
		s := &sweeper{
			table:    table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now),
			machines: map[job.Kind]*workflow.Machine{}, now: time.Now, log: trace.Logger(os.Stderr),
		}
		for _, k := range Kinds() {
			s.machines[k.Name] = workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvJob(k.Name)))
		}
		return handler.Called(s.sweep), nil
	}
	for _, k := range Kinds() {
		if k.FunctionName() == name {
			return runner.New(k, runner.NewServices(cfg, env)), nil
		}
	}
	return nil, fmt.Errorf("there is no function %q", name)
}
