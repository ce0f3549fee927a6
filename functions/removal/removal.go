// Package removal purges deleted sheets some weeks after their deletion (table.RemovedKept):
// the file, the attachments and all records except the one of the deletion. Until then they
// are hidden, and kept in case of a mistake. It also sweeps uploads that belong to no sheet,
// a day after their form was issued.
package removal

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
	"anzen/shared/domain/sds"
	"anzen/shared/domain/trace"
)

// Name is the name of the function that purges sheets.
const Name = "sheets-purge"

// Every is how often each runs, as an expression of EventBridge Scheduler.
const Every = "rate(1 hour)"

// Tasks are the functions.
var Tasks = []grant.Task{purgeTask, uploadsTask}

var purgeTask = grant.Task{
	Name: Name, Summary: "purges sheets that were deleted some weeks ago", Memory: 512, Timeout: 15 * time.Minute, Concurrency: 1,
	Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"), grant.Sheets("DeleteObject")},
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	p := &purger{
		table: table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now), sheets: files.New(s3.NewFromConfig(cfg), env(grant.EnvSheets)),
		now: time.Now, log: trace.Logger(os.Stderr).With("function", name),
	}
	switch name {
	case Name:
		return handler.Called(p.run), nil
	case Uploads:
		return handler.Called(p.sweep), nil
	}
	return nil, fmt.Errorf("there is no function %q", name)
}

type purger struct {
	table  *table.Table
	sheets *files.Bucket
	now    func() time.Time
	log    *slog.Logger
}

const (
	atOnce = 100
	// oneTakes is longer than purging one sheet takes; with less time left the next run continues.
	oneTakes = 20 * time.Second
)

// run purges the sheets that are due. A failure does not stop the others, and is retried by
// the next run.
func (p *purger) run(ctx context.Context) error {
	var failed []error
	for {
		due, err := p.table.RemovedBefore(ctx, p.now().Add(-table.RemovedKept), int32(atOnce+len(failed)))
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		if len(due) <= len(failed) {
			return errors.Join(failed...)
		}
		failed = nil
		for _, r := range due {
			if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < oneTakes {
				return errors.Join(failed...)
			}
			if err := p.purge(ctx, r); err != nil {
				failed = append(failed, fmt.Errorf("sheet %s: %w", r.Sheet, err))
			}
		}
		p.log.InfoContext(ctx, "purged", "sheets", len(due)-len(failed), "failed", len(failed))
	}
}

// purge removes a sheet's objects before the records that refer to them.
func (p *purger) purge(ctx context.Context, r table.Removed) error {
	records, err := p.table.VersionRecords(ctx, r.Company, []sds.SheetID{r.Sheet})
	if err != nil {
		return err
	}
	attached, err := p.table.Attachments(ctx, r.Company, r.Sheet)
	if err != nil {
		return err
	}
	var keys []string
	for _, a := range attached {
		keys = append(keys, a.Key)
	}
	for _, s := range records {
		if s.DeletedAt == nil { // it is in use again
			keys = nil
			break
		}
		for _, f := range append(s.Former, s.File) {
			keys = append(keys, f.Key)
		}
	}
	for _, key := range keys {
		if key == "" { // of a sheet that was imported as data
			continue
		}
		if err := p.sheets.Delete(ctx, key); err != nil {
			return err
		}
	}
	return p.table.Purge(ctx, r, table.Audit{Action: "sheet.purged", Target: string(r.Sheet)})
}
