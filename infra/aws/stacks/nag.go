package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdklabs/cdk-nag-go/cdknag/v2"
)

// exception is a rule of cdk-nag that does not apply here, with the reason.
type exception struct {
	rule    string
	because string
	applies []string // the findings of the rule that it excuses; all where empty
}

// addNag has cdk-nag check every resource; a finding without an exception fails the
// synthesis.
func addNag(app awscdk.App) {
	awscdk.Aspects_Of(app).Add(cdknag.NewAwsSolutionsChecks(nil), nil)
}

// except excuses a construct and its children.
func except(c constructs.IConstruct, exceptions ...exception) {
	for _, e := range exceptions {
		s := &cdknag.NagPackSuppression{Id: str("AwsSolutions-" + e.rule), Reason: str(e.because)}
		if e.applies != nil {
			applies := make([]any, len(e.applies))
			for i, x := range e.applies {
				applies[i] = x
			}
			s.AppliesTo = &applies
		}
		cdknag.NagSuppressions_AddResourceSuppressions(c, &[]*cdknag.NagPackSuppression{s}, jsii.Bool(true))
	}
}
