package stacks

import (
	"path/filepath"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3assets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/jsii-runtime-go"

	"anzen/functions/api/rest"
	"anzen/functions/rotation"
	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
)

// probed is the route that the rotation asks for through the edge: it needs no session and touches nothing.
const probed = "/openapi.json"

// rotationWindow is the time after its hour in which Secrets Manager begins a rotation.
const rotationWindow = "1h"

// addRotation has Secrets Manager change the origin secret by a schedule. The function reaches that secret, the firewall of the
// region and the distribution, and nothing else.
func (e *Edge) addRotation(b blueprint.Edge, c Config, a *App) {
	f := b.Rotation
	log := awslogs.NewLogGroup(e.Stack, str(stacknames.RotationLog), &awslogs.LogGroupProps{Retention: functionLogsKept, RemovalPolicy: awscdk.RemovalPolicy_DESTROY})
	distribution := e.Stack.FormatArn(&awscdk.ArnComponents{Service: str("cloudfront"), Region: str(""), Resource: str("distribution"), ResourceName: e.Distribution.DistributionId()})
	allow := func(resource *string, actions ...string) awsiam.PolicyStatement {
		return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{Actions: strs(actions...), Resources: &[]*string{resource}})
	}
	statements := []awsiam.PolicyStatement{
		allow(a.Data.Secret.SecretArn(), "secretsmanager:DescribeSecret", "secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue", "secretsmanager:UpdateSecretVersionStage"),
		allow(a.Data.Firewall.AttrArn(), "wafv2:GetWebACL", "wafv2:UpdateWebACL"),
		allow(distribution, "cloudfront:GetDistribution", "cloudfront:UpdateDistribution"),
		// CloudFront asks for them where a distribution with logs is changed ("Required permissions" of its standard logging).
		allow(a.Data.Logs.BucketArn(), "s3:GetBucketAcl", "s3:PutBucketAcl"),
		allow(log.LogGroupArn(), "logs:CreateLogStream", "logs:PutLogEvents"),
	}
	role := awsiam.NewRole(e.Stack, str("RotationRole"), &awsiam.RoleProps{
		Description: str("what " + f.Name + " may do"), AssumedBy: awsiam.NewServicePrincipal(str("lambda.amazonaws.com"), nil),
		InlinePolicies: &map[string]awsiam.PolicyDocument{"own": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &statements})},
	})
	function := awslambda.NewFunction(e.Stack, str("Rotation"), &awslambda.FunctionProps{
		FunctionName: str(c.name(f.Name)), Description: str(f.Summary), Runtime: awslambda.Runtime_PROVIDED_AL2023(), Architecture: awslambda.Architecture_ARM_64(), Handler: str(f.Name),
		Code: awslambda.Code_FromAsset(str(filepath.Join(c.Binaries, filepath.FromSlash(f.Package))), &awss3assets.AssetOptions{}),
		Role: role.WithoutPolicyUpdates(nil), MemorySize: jsii.Number(float64(f.Memory)), Timeout: duration(f.Timeout), LogGroup: log, LoggingFormat: awslambda.LoggingFormat_JSON,
		Environment: &map[string]*string{
			rotation.EnvFirewall: a.Data.Firewall.AttrArn(), rotation.EnvDistribution: e.Distribution.DistributionId(), rotation.EnvProbe: str(c.origin() + rest.Base + probed),
		},
	})
	caller := awslambda.NewCfnPermission(e.Stack, str("RotationPermission"), &awslambda.CfnPermissionProps{
		Action: str("lambda:InvokeFunction"), FunctionName: function.FunctionArn(), Principal: str("secretsmanager.amazonaws.com"), SourceAccount: awscdk.Aws_ACCOUNT_ID(), SourceArn: a.Data.Secret.SecretArn(),
	})
	schedule := awssecretsmanager.NewCfnRotationSchedule(e.Stack, str("RotationSchedule"), &awssecretsmanager.CfnRotationScheduleProps{
		SecretId: a.Data.Secret.SecretArn(), RotationLambdaArn: function.FunctionArn(),
		// Not while the first deployment is under way.
		RotateImmediatelyOnUpdate: jsii.Bool(false),
		RotationRules:             &awssecretsmanager.CfnRotationSchedule_RotationRulesProperty{ScheduleExpression: str(b.RotatedEvery), Duration: str(rotationWindow)},
	})
	schedule.AddResourceDependency(caller, str("Secrets Manager may call it"))
}
