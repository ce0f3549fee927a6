package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awswafv2"

	"anzen/infra/blueprint"
)

// limitSignIns limits how many passwords and codes one address enters at the user pool, whose
// API browsers call without the edge. The pool itself locks accounts, but one address could
// try a common password on many. Cognito answers a blocked request with ForbiddenException
// ("Associating an AWS WAF web ACL with a user pool" in its developer guide).
func (i *Identity) limitSignIns(p blueprint.UserPool, c Config) {
	acl := awswafv2.NewCfnWebACL(i.Stack, str("Firewall"), &awswafv2.CfnWebACLProps{
		Scope: str("REGIONAL"), DefaultAction: map[string]any{"allow": map[string]any{}}, VisibilityConfig: visibility(c.name("sign-in")),
		Rules: []any{map[string]any{
			"name": "answers", "priority": 0, "action": map[string]any{"block": map[string]any{}}, "visibilityConfig": visibility("answers"),
			"statement": map[string]any{"rateBasedStatement": map[string]any{
				"limit": p.AnswersAnAddress, "aggregateKeyType": "IP", "evaluationWindowSec": int(blueprint.AddressWindow.Seconds()),
				"scopeDownStatement": map[string]any{"byteMatchStatement": map[string]any{
					"fieldToMatch":         map[string]any{"singleHeader": map[string]any{"Name": "x-amz-target"}},
					"positionalConstraint": "EXACTLY", "searchString": "AWSCognitoIdentityProviderService.RespondToAuthChallenge",
					"textTransformations": []any{map[string]any{"priority": 0, "type": "NONE"}},
				}},
			}},
		}},
	})
	awswafv2.NewCfnWebACLAssociation(i.Stack, str("FirewallOfPool"), &awswafv2.CfnWebACLAssociationProps{
		ResourceArn: i.Pool.UserPoolArn(), WebAclArn: acl.AttrArn(),
	})
}
