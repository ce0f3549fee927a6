package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
)

// addQueues creates the queues with the functions that take their messages, and has Lambda keep the events
// there for which a function failed.
func (a *API) addQueues(b blueprint.Blueprint, c Config) {
	for _, q := range b.Queues {
		a.Queues[q.Name] = awssqs.NewQueue(a.Stack, str(title(q.Name)), &awssqs.QueueProps{
			QueueName: str(c.name(q.Name)), EnforceSSL: jsii.Bool(true), Encryption: awssqs.QueueEncryption_SQS_MANAGED,
			RetentionPeriod: duration(lostKept), VisibilityTimeout: duration(q.Pause),
			DeadLetterQueue: &awssqs.DeadLetterQueue{Queue: a.Lost, MaxReceiveCount: jsii.Number(float64(q.Attempts))},
		})
		awslambda.NewCfnEventSourceMapping(a.Stack, str(title(q.Name)+"Taken"), &awslambda.CfnEventSourceMappingProps{
			EventSourceArn: a.Queues[q.Name].QueueArn(), FunctionName: a.Live[q.Function].FunctionArn(), BatchSize: jsii.Number(1),
			FunctionResponseTypes: strs("ReportBatchItemFailures"),
			// The fewest that there are: what failed shall not take the place of what comes.
			ScalingConfig: &awslambda.CfnEventSourceMapping_ScalingConfigProperty{MaximumConcurrency: jsii.Number(2)},
		})
	}
	for _, name := range b.Asynchronous() {
		config := awslambda.NewCfnEventInvokeConfig(a.Stack, str(title(name)+"Failures"), &awslambda.CfnEventInvokeConfigProps{
			FunctionName: a.Functions[name].FunctionName(), Qualifier: str(grant.Alias),
			MaximumRetryAttempts: jsii.Number(blueprint.AsyncRetries), MaximumEventAgeInSeconds: jsii.Number(blueprint.AsyncAge.Seconds()),
			DestinationConfig: &awslambda.CfnEventInvokeConfig_DestinationConfigProperty{
				OnFailure: &awslambda.CfnEventInvokeConfig_OnFailureProperty{Destination: a.Queues[grant.FailedQueue].QueueArn()},
			},
		})
		// Lambda refuses a destination that does not exist.
		config.Node().AddDependency(a.Queues[grant.FailedQueue], a.Live[name])
	}
}
