package stacks

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
)

// readers is the path of the roles of functions that may assume the role of a company. Their names are CloudFormation's, which
// shortens them at will.
func (c Config) readers() string { return "/" + c.name("readers") + "/" }

// addTenant creates the role that the functions of reading routes assume: it reaches the keys of the company in its session's tag
// alone. Only functions of routes that read get it, and only with that tag and no other.
func (a *API) addTenant(r blueprint.TenantRole, c Config) {
	var statements []awsiam.PolicyStatement
	for _, s := range r.Statements {
		statements = append(statements, awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
			Actions: strs(s.Actions...), Resources: &[]*string{a.things.data.Table.TableArn()},
			Conditions: &map[string]any{
				"ForAllValues:StringLike": map[string]any{"dynamodb:LeadingKeys": s.LeadingKeys},
				// ForAllValues holds of no keys, too.
				"Null": map[string]any{"dynamodb:LeadingKeys": "false"},
			},
		}))
	}
	functions := a.Stack.FormatArn(&awscdk.ArnComponents{Service: str("iam"), Region: str(""), Resource: str("role"), ResourceName: str(strings.TrimPrefix(c.readers(), "/") + "*")})
	awsiam.NewRole(a.Stack, str("TenantRole"), &awsiam.RoleProps{
		RoleName: str(c.name(r.Name)), Description: str("what functions may do in the name of one company"),
		AssumedBy: awsiam.NewSessionTagsPrincipal(awsiam.NewPrincipalWithConditions(awsiam.NewAccountRootPrincipal(), &map[string]any{
			"ArnLike":                   map[string]any{"aws:PrincipalArn": functions},
			"Null":                      map[string]any{"aws:RequestTag/" + r.Tag: "false"},
			"ForAllValues:StringEquals": map[string]any{"aws:TagKeys": []string{r.Tag}},
		})),
		InlinePolicies: &map[string]awsiam.PolicyDocument{"own": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &statements, Minimize: jsii.Bool(false)})},
	})
}
