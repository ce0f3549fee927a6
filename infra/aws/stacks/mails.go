package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsses"
	"github.com/aws/jsii-runtime-go"
)

// addMails creates the configuration set of the stage's mails: Amazon SES publishes their bounces and complaints to
// the event bus. The account's list of suppressed addresses does not apply to them: the product keeps its own marks,
// which administrators lift.
func addMails(s awscdk.Stack, c Config) {
	set := awsses.NewConfigurationSet(s, str("Mails"), &awsses.ConfigurationSetProps{
		ConfigurationSetName: str(c.mailSet()), ReputationMetrics: jsii.Bool(true), DisableSuppressionList: jsii.Bool(true),
	})
	set.AddEventDestination(str("Returned"), &awsses.ConfigurationSetEventDestinationOptions{
		Destination: awsses.EventDestination_EventBus(awsevents.EventBus_FromEventBusName(s, str("DefaultBus"), str("default"))),
		Events:      &[]awsses.EmailSendingEvent{awsses.EmailSendingEvent_BOUNCE, awsses.EmailSendingEvent_COMPLAINT},
	})
}
