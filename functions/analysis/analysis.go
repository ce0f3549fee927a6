package analysis

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/analysis/execution"
	"anzen/functions/common/measure"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/files"
	"anzen/shared/aws/metrics"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/trace"
	"anzen/shared/library/sheets"
	"anzen/shared/reader"
	"anzen/shared/reader/ocr"
)

// pipeline has the tasks and their dependencies.
type pipeline struct {
	table   *table.Table
	sheets  *files.Bucket
	work    *files.Bucket
	machine *workflow.Machine
	reader  func() *reader.Reader
	engine  ocr.Engine // of the recognition task
	// scanning: uploads wait for a malware scan.
	scanning bool
	counted  metrics.Namespaced
	now      func() time.Time
	log      *slog.Logger
}

// New is the function of a task, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	p := &pipeline{
		table:    table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now),
		sheets:   files.New(s3.NewFromConfig(cfg), env(grant.EnvSheets)),
		work:     files.New(s3.NewFromConfig(cfg), env(grant.EnvWork)),
		machine:  workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvAnalysis)),
		scanning: env(grant.EnvMalware) != "",
		counted:  measure.Of(env),
		reader:   shared,
		now:      time.Now,
		log:      trace.Logger(os.Stderr).With("function", name),
	}
	switch name {
	case TaskStart:
		return handler.Taking(p.start), nil
	case TaskScanned:
		return handler.Taking(p.scanned), nil
	case TaskSweep:
		return handler.Called(p.sweep), nil
	case TaskAssort:
		return p.measured(name, handler.Of(p.step(p.assort))), nil
	case TaskFirstCheck:
		return p.measured(name, handler.Of(p.step(p.firstCheck))), nil
	case TaskRecognise:
		p.engine = engineOf(cfg, env)
		return p.measured(name, handler.Of(p.step(p.recognise))), nil
	case TaskSecondCheck:
		return p.measured(name, handler.Of(p.step(p.secondCheck))), nil
	case TaskFail:
		return p.measured(name, handler.Of(p.fail)), nil
	}
	return nil, fmt.Errorf("there is no task %q", name)
}

func (p *pipeline) measured(name string, h lambda.Handler) lambda.Handler {
	return handler.Measured(name, h, p.counted, p.log)
}

// The metric of how analyses end, by reason: "analyzed", or the code of the message that says why not.
const (
	Endings        = metrics.Endings
	EndingReason   = metrics.EndingReason
	EndingAnalyzed = "analyzed"
)

// ended counts the end of an analysis. A task that is called again counts again: the metric is for shares, not for
// accounts.
func (p *pipeline) ended(ctx context.Context, reason string) {
	if err := p.counted.Count(ctx, Endings, EndingReason, reason); err != nil {
		p.log.WarnContext(ctx, "ending not counted", "reason", reason, "cause", err.Error())
	}
}

// Superseded ends an execution without a failure: its sheet has been removed or
// completed, or another attempt has replaced it.
type Superseded struct{}

func (*Superseded) Error() string { return "the sheet no longer waits for this analysis" }

// attempts is the use case of analysis attempts.
func (p *pipeline) attempts() sheets.Attempts {
	return sheets.Attempts{Store: p.table, Scanning: p.scanning, Now: p.now}
}

// attempt is the attempt of an execution.
func attempt(in execution.Input) sheets.Attempt {
	return sheets.Attempt{Company: in.Company, Sheet: in.Sheet, Number: in.Attempt}
}
