// Package compaction makes the snapshots from which instances start their catalog: it
// folds the log of a company's sheets into a new one when a catalog has requested it. A
// snapshot can be lost at any time; instances then read the table, and request one.
package compaction

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/files"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/trace"
	"anzen/shared/judgement/evaluate"
)

// Name is the function's name.
const Name = "catalog-compact"

// Every is how often the requests for snapshots are read, as an expression of
// EventBridge Scheduler.
const Every = "rate(1 minute)"

// Task is the function. A million sheets and their new snapshot need 2 GB.
var Task = grant.Task{
	Name: Name, Summary: "makes the requested snapshots of catalogs", Memory: 3008, Timeout: 15 * time.Minute, Concurrency: 1,
	Grants: append(grant.Catalog(), grant.Snapshots("PutObject")),
}

// New is the function, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	if name != Name {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	t := table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now)
	c := &compactor{
		table: t, snapshots: snapshots.Store{Requests: t, Objects: files.New(s3.NewFromConfig(cfg), env(grant.EnvCatalog))}, now: time.Now,
		log: trace.Logger(os.Stderr).With("function", name),
	}
	return handler.Called(c.run), nil
}

type compactor struct {
	table     *table.Table
	snapshots snapshots.Store
	now       func() time.Time
	log       *slog.Logger
}

// run makes the requested snapshots. A failure does not stop the others, and is retried
// by the next run.
func (c *compactor) run(ctx context.Context) error {
	companies, err := c.table.SnapshotRequests(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, company := range companies {
		began := c.now()
		err := catalog.Compact(ctx, c.table, c.snapshots, evaluate.Rules{}, company, c.now)
		if err == nil {
			err = c.table.SnapshotMade(ctx, company, began)
		}
		c.log.InfoContext(ctx, "snapshot", "company", company, "took", c.now().Sub(began), "made", err == nil)
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}
