package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/lambda/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"anzen/functions/analysis"
	"anzen/functions/grant"
	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
)

// local is the stage of the local stack, whose address and credentials `make ops` takes from its folder.
const local = "local"

// world is a deployed stage.
type world struct {
	of       string // the stage
	table    *table.Table
	analyses *workflow.Machine
	lambda   *lambda.Client
	sqs      *sqs.Client
	s3       *s3.Client
	logs     *cloudwatchlogs.Client
}

// connect finds a stage by the credentials of the environment.
func connect(ctx context.Context, stage string) (*world, error) {
	if stage == local && os.Getenv("AWS_ENDPOINT_URL") == "" {
		return nil, errors.New("no local stack has run in .local: start one with `make dev`, name the folder of a running one with ANZEN_DATA=, or a stage of AWS with STAGE=")
	}
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRegion(blueprint.Region))
	if err != nil {
		return nil, fmt.Errorf("the credentials of the environment: %w", err)
	}
	return connectBy(ctx, cfg, stage)
}

// connectBy finds a stage. The names of its resources are in the environment of the function that starts analyses.
func connectBy(ctx context.Context, cfg aws.Config, stage string) (*world, error) {
	w := &world{of: stage, lambda: lambda.NewFromConfig(cfg), sqs: sqs.NewFromConfig(cfg), s3: s3.NewFromConfig(cfg, inPath), logs: cloudwatchlogs.NewFromConfig(cfg)}
	env, err := w.environment(ctx, analysis.TaskStart)
	if err != nil {
		return nil, fmt.Errorf("there is no stage %q for these credentials; is it deployed, or does `make dev` run? %w", stage, err)
	}
	w.table = table.New(dynamodb.NewFromConfig(cfg), env[grant.EnvTable], time.Now)
	w.analyses = workflow.New(sfn.NewFromConfig(cfg), env[grant.EnvAnalysis])
	return w, nil
}

// inPath has the names of buckets in paths where another address than AWS's is used: the local stack has no name for each.
func inPath(o *s3.Options) { o.UsePathStyle = o.BaseEndpoint != nil }

// environment is that of a function, which has the names of the resources that it uses.
func (w *world) environment(ctx context.Context, function string) (map[string]string, error) {
	_, env, err := w.function(ctx, function)
	return env, err
}

// function is the name of a function on the stage, with its environment. A function that others refer to has the name that follows from
// the blueprint's; CloudFormation names the rest, and they are found by what they run and for which stage.
func (w *world) function(ctx context.Context, function string) (name string, env map[string]string, err error) {
	name = w.name(function)
	f, err := w.lambda.GetFunctionConfiguration(ctx, &lambda.GetFunctionConfigurationInput{FunctionName: &name})
	var missing *types.ResourceNotFoundException
	switch {
	case err == nil:
		return name, variables(f.Environment), nil
	case !errors.As(err, &missing) || w.of == local:
		return "", nil, fmt.Errorf("read the configuration of %s: %w", function, err)
	}
	pages := lambda.NewListFunctionsPaginator(w.lambda, &lambda.ListFunctionsInput{})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return "", nil, fmt.Errorf("list the functions: %w", err)
		}
		for _, f := range page.Functions {
			if env := variables(f.Environment); env[grant.EnvMetrics] == stacknames.Metrics(w.of) && runs(f) == function {
				return aws.ToString(f.FunctionName), env, nil
			}
		}
	}
	return "", nil, fmt.Errorf("stage %q has no function %s", w.of, function)
}

func variables(env *types.EnvironmentResponse) map[string]string {
	if env == nil {
		return nil
	}
	return env.Variables
}

// runs is the function in the binary that a function of AWS Lambda runs.
func runs(f types.FunctionConfiguration) string {
	if c := f.ImageConfigResponse; c != nil && c.ImageConfig != nil && len(c.ImageConfig.Command) > 0 {
		return c.ImageConfig.Command[0]
	}
	return aws.ToString(f.Handler)
}

// name is the name of a resource of the stage.
func (w *world) name(name string) string { return stacknames.Stage(w.of, name) }
