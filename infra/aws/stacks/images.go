package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awseventstargets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"

	"anzen/infra/blueprint"
)

// addScans mails the operators when a scan of an image finds severe known weaknesses. The repository of the CDK, in which the
// images of the functions are, scans them when they are pushed, once the registry is told to (the page of infra/aws); every
// deployment pushes one that has changed.
func (a *API) addScans(b blueprint.Blueprint, c Config, topic awssns.ITopic) {
	for _, f := range b.Functions {
		if !f.Image {
			continue
		}
		some := []any{map[string]any{"numeric": []any{">", 0}}}
		awsevents.NewRule(a.Stack, str("ImageScanRule"), &awsevents.RuleProps{
			RuleName: str(c.name("image-scanned")), EventPattern: &awsevents.EventPattern{
				Source: strs("aws.ecr"), DetailType: strs("ECR Image Scan"),
				Detail: &map[string]any{"scan-status": strs("COMPLETE"), "$or": []any{
					map[string]any{"finding-severity-counts": map[string]any{"CRITICAL": some}},
					map[string]any{"finding-severity-counts": map[string]any{"HIGH": some}},
				}},
			},
			Targets: &[]awsevents.IRuleTarget{awseventstargets.NewSnsTopic(topic, &awseventstargets.SnsTopicProps{
				Message: awsevents.RuleTargetInput_FromText(str("Soon: the image " + *awsevents.EventField_FromPath(str("$.detail.repository-name")) + " " + *awsevents.EventField_FromPath(str("$.detail.image-digest")) +
					" has severe known weaknesses: " + *awsevents.EventField_FromPath(str("$.detail.finding-severity-counts")) +
					". Name Debian's newest digest in the Dockerfile and deploy, which takes its repairs; time frames: go doc anzen/infra/security.")),
				DeadLetterQueue: a.Lost,
			})},
		})
		return
	}
}
