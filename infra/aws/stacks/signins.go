package stacks

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awswafv2"

	"anzen/functions/rotation"
	"anzen/infra/blueprint"
)

// newRegional is the one firewall of the region, in front of the gateway and of the user pool: each costs as much as
// the rules of both.
//
// The gateway admits only requests that came through our own edge, by its secret; clients' addresses cannot be
// checked there, as all are CloudFront's. Which of the two a request is for tells its host: the gateway routes by it, so
// none reaches the API with another. During a rotation the rule admits two values (anzen/functions/rotation).
//
// At the user pool, whose API browsers call without the edge, it limits how many passwords and codes one address enters.
// The pool itself locks accounts, but one address could try a common password on many. Cognito answers a blocked
// request with ForbiddenException ("Associating an AWS WAF web ACL with a user pool" in its developer guide).
func newRegional(s awscdk.Stack, p blueprint.UserPool, secret awssecretsmanager.Secret, c Config) awswafv2.CfnWebACL {
	header := func(name, position, text string) map[string]any {
		return map[string]any{"byteMatchStatement": map[string]any{
			"fieldToMatch":         map[string]any{"singleHeader": map[string]any{"Name": strings.ToLower(name)}},
			"positionalConstraint": position, "searchString": text,
			"textTransformations": []any{map[string]any{"priority": 0, "type": transformation(name)}},
		}}
	}
	block := map[string]any{"block": map[string]any{}}
	return awswafv2.NewCfnWebACL(s, str("Firewall"), &awswafv2.CfnWebACLProps{
		Scope: str("REGIONAL"), DefaultAction: map[string]any{"allow": map[string]any{}}, VisibilityConfig: visibility(c.name("region")),
		Rules: []any{
			map[string]any{
				"name": rotation.Rule, "priority": 0, "action": block, "visibilityConfig": visibility("origin"),
				"statement": map[string]any{"andStatement": map[string]any{"statements": []any{
					header("host", "CONTAINS", gatewayHost),
					map[string]any{"notStatement": map[string]any{"statement": header(originHeader, "EXACTLY", *secret.SecretValue().UnsafeUnwrap())}},
				}}},
			},
			map[string]any{
				"name": "answers", "priority": 1, "action": block, "visibilityConfig": visibility("answers"),
				"statement": map[string]any{"rateBasedStatement": map[string]any{
					"limit": p.AnswersAnAddress, "aggregateKeyType": "IP", "evaluationWindowSec": int(blueprint.AddressWindow.Seconds()),
					"scopeDownStatement": header("x-amz-target", "EXACTLY", "AWSCognitoIdentityProviderService.RespondToAuthChallenge"),
				}},
			},
		},
	})
}

// gatewayHost is a part of every API Gateway's host name.
const gatewayHost = ".execute-api."

// transformation: hosts are compared in lower case.
func transformation(header string) string {
	if header == "host" {
		return "LOWERCASE"
	}
	return "NONE"
}

// protect puts the firewall of the region before a resource.
func protect(s awscdk.Stack, id string, arn *string, d *Data) {
	awswafv2.NewCfnWebACLAssociation(s, &id, &awswafv2.CfnWebACLAssociationProps{ResourceArn: arn, WebAclArn: d.Firewall.AttrArn()})
}
