// Package compaction makes the snapshots from which instances start their catalog: it
// folds the log of a company's sheets into a new one when a catalog has requested it. A
// snapshot can be lost at any time; instances then read the table, and request one.
//
//	catalog-compact   every minute, hands the companies that wait for a snapshot to the machine of compaction.asl.json
//	catalog-snapshot  makes the snapshot of one company
//	catalog-outcome   tells whether all of an execution were made: otherwise it fails in the end, which raises an alarm
//
// After a release with other rules all companies in use ask within hours. An execution makes snapshots of 500 companies at
// most, eight at a time, and each minute begins one: its history may have 25,000 events, of which a company takes 7, and 3 for
// each of at most 3 retries.
package compaction

import (
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/common/measure"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/files"
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
	Name    = "catalog-compact"
	Company = "catalog-snapshot"
	Outcome = "catalog-outcome"
)

// Machine is the name of the state machine.
const Machine = grant.CompactionMachine

// Definition is the state machine in the Amazon States Language, with ${catalog-snapshot} and ${catalog-outcome} for
// the functions.
//
//go:embed compaction.asl.json
var Definition string

// Every is how often the requests for snapshots are read, as an expression of
// EventBridge Scheduler.
const Every = "rate(1 minute)"

// Tasks are the functions. A million sheets and their new snapshot need 2 GB.
var Tasks = []grant.Task{
	{
		Name: Name, Summary: "starts the making of the requested snapshots of catalogs", Memory: 256, Timeout: time.Minute, Concurrency: 1,
		Grants: []grant.Grant{grant.Table("Query", "UpdateItem"), grant.StartCompaction()},
	},
	{
		Name: Company, Summary: "makes the snapshot of a company's catalog", Memory: 3008, Timeout: 15 * time.Minute, Concurrency: 8,
		Grants: append(grant.Catalog(), grant.Snapshots("PutObject")),
	},
	{Name: Outcome, Summary: "tells whether all snapshots of an execution were made", Memory: 256, Timeout: 30 * time.Second},
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	t := table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now)
	c := &compactor{
		table: t, snapshots: snapshots.Store{Requests: t, Objects: files.New(s3.NewFromConfig(cfg), env(grant.EnvCatalog))}, now: time.Now,
		machine: workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvCompaction)), log: trace.Logger(os.Stderr).With("function", name),
	}
	switch name {
	case Name:
		return handler.Called(c.start), nil
	case Company:
		return handler.Measured(name, handler.Of(c.company), measure.Of(env), c.log), nil
	case Outcome:
		return handler.Measured(name, handler.Of(outcome), measure.Of(env), c.log), nil
	}
	return nil, fmt.Errorf("there is no function %q", name)
}

type compactor struct {
	table     *table.Table
	snapshots snapshots.Store
	machine   *workflow.Machine
	now       func() time.Time
	log       *slog.Logger
}

// Batch is the state of an execution: the companies of which snapshots are made, and how each ended.
type Batch struct {
	Companies []Item `json:"companies"`
	Ended     []Item `json:"ended,omitempty"`
	Broken    bool   `json:"broken"` // of some company no snapshot was made
}

// Item is a company of an execution, and how it ended.
type Item struct {
	Company sds.CompanyID `json:"company"`
	Failed  bool          `json:"failed,omitempty"`
}

// atOnce is how many companies an execution has.
const atOnce = 500

// start starts an execution for the companies that wait. They are noted as begun after that: where it ends in between, they are
// handed over again, which makes a snapshot twice and does no harm.
func (c *compactor) start(ctx context.Context) error {
	companies, err := c.table.SnapshotRequests(ctx, atOnce)
	if err != nil || len(companies) == 0 {
		return err
	}
	var in Batch
	for _, company := range companies {
		in.Companies = append(in.Companies, Item{Company: company})
	}
	now := c.now()
	if _, err := c.machine.Start(ctx, fmt.Sprintf("%s-%d", Machine, now.UnixMilli()), in); err != nil {
		return err
	}
	return c.table.SnapshotsBegun(ctx, companies, now)
}

// company makes the snapshot of a company.
func (c *compactor) company(ctx context.Context, in Item) (Item, error) {
	began := c.now()
	err := catalog.Compact(ctx, c.table, c.snapshots, evaluate.Rules{}, in.Company, c.now)
	if err == nil {
		err = c.table.SnapshotMade(ctx, in.Company, began)
	}
	c.log.InfoContext(ctx, "snapshot", "company", in.Company, "took", c.now().Sub(began).Milliseconds(), "made", err == nil)
	return in, err
}

// outcome tells whether all snapshots were made. Those that were not are begun again in an hour.
func outcome(_ context.Context, in Batch) (Batch, error) {
	return Batch{Companies: []Item{}, Broken: slices.ContainsFunc(in.Ended, func(i Item) bool { return i.Failed })}, nil
}
