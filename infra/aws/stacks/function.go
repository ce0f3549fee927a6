package stacks

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecrassets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3assets"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"anzen/functions/grant"
	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
)

const (
	functionLogsKept = awslogs.RetentionDays_THREE_MONTHS
	accessLogsKept   = awslogs.RetentionDays_ONE_YEAR
)

// things resolves the blueprint's names to deployed resources.
type things struct {
	stack    awscdk.Stack
	config   Config
	table    blueprint.Table
	data     *Data
	identity *Identity
	groups   map[string]string // functions by the groups of schedules that call them
	fixed    []string          // functions with fixed names
}

// machineName is the name of a state machine. It is fixed, because functions and
// machines refer to one another: ARNs taken as attributes would be a circular
// dependency.
func (t *things) machineName(name string) string { return t.config.name(name) }

func (t *things) machineARN(name string) *string {
	return t.stack.FormatArn(&awscdk.ArnComponents{
		Service: str("states"), Resource: str("stateMachine"), ResourceName: str(t.machineName(name)), ArnFormat: awscdk.ArnFormat_COLON_RESOURCE_NAME,
	})
}

// groupName is the name of a group of schedules. It is fixed like a machine's, and so
// are its role's and its function's: functions that create schedules refer to all
// three.
func (t *things) groupName(name string) string { return t.config.name(name) }

func (t *things) groupRole(name string) *string { return t.roleARN(name) }

// roleARN is the ARN of a role, whose name is fixed.
func (t *things) roleARN(name string) *string {
	return t.stack.FormatArn(&awscdk.ArnComponents{Service: str("iam"), Region: str(""), Resource: str("role"), ResourceName: str(t.groupName(name))})
}

// queueARN is the ARN of a queue, whose name is fixed: functions of all groups send to it.
func (t *things) queueARN(name string) *string {
	return t.stack.FormatArn(&awscdk.ArnComponents{Service: str("sqs"), Resource: str(t.config.name(name))})
}

// functionARN is the ARN of a function with a fixed name, as it is called: by its alias.
func (t *things) functionARN(name string) *string { return t.config.functionARN(t.stack, name) }

func (c Config) functionARN(s awscdk.Stack, name string) *string {
	return s.FormatArn(&awscdk.ArnComponents{
		Service: str("lambda"), Resource: str("function"), ResourceName: str(c.name(name) + ":" + grant.Alias), ArnFormat: awscdk.ArnFormat_COLON_RESOURCE_NAME,
	})
}

// arns are the ARNs of a resource in a grant.
func (t *things) arns(r grant.Resource) []*string {
	kind, name, _ := strings.Cut(string(r), "/")
	switch kind {
	case "table":
		return []*string{t.data.Table.TableArn()}
	case "bucket":
		bucket, objects, below := strings.Cut(name, "/")
		b, ok := t.data.Buckets[bucket]
		switch {
		case ok && below:
			return []*string{b.ArnForObjects(&objects)}
		case ok:
			return []*string{b.BucketArn()}
		}
	case "machine":
		return []*string{t.machineARN(name)}
	case "schedules":
		return []*string{t.stack.FormatArn(&awscdk.ArnComponents{Service: str("scheduler"), Resource: str("schedule"), ResourceName: str(t.groupName(name) + "/*")})}
	case "schedules-role":
		return []*string{t.groupRole(name)}
	case "role":
		return []*string{t.roleARN(name)}
	case "queue":
		return []*string{t.queueARN(name)}
	case "function":
		return []*string{t.functionARN(name)}
	case "pool":
		return []*string{t.identity.Pool.UserPoolArn()}
	case "textract":
		return []*string{str("*")}
	case "mail":
		return []*string{
			t.stack.FormatArn(&awscdk.ArnComponents{Service: str("ses"), Resource: str("identity"), ResourceName: str(t.config.sender())}),
			t.stack.FormatArn(&awscdk.ArnComponents{Service: str("ses"), Resource: str("configuration-set"), ResourceName: str(t.config.mailSet())}),
		}
	}
	panic(fmt.Sprintf("stacks: nothing is deployed for the resource %q", r))
}

// value is the content of an environment variable.
func (t *things) value(v blueprint.Value) *string {
	kind, name, _ := strings.Cut(string(v), "/")
	switch {
	case v == blueprint.TableName:
		return t.data.Table.TableName()
	case v == blueprint.UserPoolID:
		return t.identity.Pool.UserPoolId()
	case v == blueprint.UserPoolClient:
		return t.identity.Client.UserPoolClientId()
	case v == blueprint.UserPoolAdminClient:
		return t.identity.Admin.UserPoolClientId()
	case v == blueprint.MailFrom:
		return str(t.config.Mail)
	case v == blueprint.MailSet:
		return str(t.config.mailSet())
	case v == blueprint.OperatorMail:
		return str(t.config.operator())
	case v == blueprint.AppURL:
		return str(t.config.origin())
	case v == blueprint.Metrics:
		return str(t.config.metrics())
	case kind == "bucket" && t.data.Buckets[name] != nil:
		return t.data.Buckets[name].BucketName()
	case kind == "machine":
		return t.machineARN(name)
	case kind == "schedules":
		return str(t.groupName(name))
	case kind == "role":
		return t.roleARN(name)
	case kind == "schedules-role":
		return t.groupRole(name)
	case kind == "schedules-target":
		return t.functionARN(t.groups[name])
	case kind == "text":
		return &name
	}
	panic(fmt.Sprintf("stacks: nothing is deployed for the value %q", v))
}

// originSecret is a reference that CloudFormation resolves while deploying: no template
// contains the secret.
func (t *things) originSecret() *string { return t.data.Secret.SecretValue().UnsafeUnwrap() }

// statements are the policy of a function: the blueprint's statements, and writing its
// own log.
func (t *things) statements(f blueprint.Function, log awslogs.LogGroup) []awsiam.PolicyStatement {
	var all []awsiam.PolicyStatement
	for _, s := range f.Statements() {
		resources := t.arns(s.Resource)
		all = append(all, awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
			Actions: strs(s.Actions...), Resources: &resources, Conditions: t.conditions(s.Resource),
		}))
	}
	return append(all, awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: strs("logs:CreateLogStream", "logs:PutLogEvents"), Resources: &[]*string{log.LogGroupArn()},
	}))
}

// conditions narrow a statement beyond its resource: mail is sent from the product's address
// alone, though the identity is of its whole domain, and a role for schedules is passed to
// EventBridge Scheduler alone.
func (t *things) conditions(r grant.Resource) *map[string]any {
	equals := func(key, value string) *map[string]any {
		return &map[string]any{"StringEquals": map[string]any{key: value}}
	}
	switch kind, _, _ := strings.Cut(string(r), "/"); kind {
	case "mail":
		return equals("ses:FromAddress", t.config.Mail)
	case "schedules-role":
		return equals("iam:PassedToService", "scheduler.amazonaws.com")
	}
	return nil
}

// objects are the object wildcards in the policy of a function, as cdk-nag writes them.
func (t *things) objects(f blueprint.Function) []string {
	var all []string
	for _, s := range f.Statements() {
		kind, name, _ := strings.Cut(string(s.Resource), "/")
		bucket, objects, below := strings.Cut(name, "/")
		if kind == "bucket" && below {
			id := t.data.Stack.GetLogicalId(t.data.Buckets[bucket].Node().DefaultChild().(awscdk.CfnElement))
			all = append(all, "Resource::<"+*id+".Arn>/"+objects)
		}
	}
	return all
}

// schedules are the wildcards over schedule groups, as cdk-nag writes them.
func (t *things) schedules(f blueprint.Function) []string {
	var all []string
	for _, s := range f.Statements() {
		if kind, name, _ := strings.Cut(string(s.Resource), "/"); kind == "schedules" {
			account := "<AWS::AccountId>"
			if t.config.Account != "" {
				account = t.config.Account
			}
			all = append(all, "Resource::arn:aws:scheduler:"+blueprint.Region+":"+account+":schedule/"+t.groupName(name)+"/*")
		}
	}
	return all
}

// newFunction creates three resources: the role with its policy, the log, the function.
func (t *things) newFunction(scope constructs.Construct, f blueprint.Function, code awslambda.Code) awslambda.Function {
	id := title(f.Name)
	log := awslogs.NewLogGroup(scope, str(stacknames.FunctionLog(f.Name)), &awslogs.LogGroupProps{Retention: functionLogsKept, RemovalPolicy: awscdk.RemovalPolicy_DESTROY})
	statements := t.statements(f, log)
	own := &awsiam.RoleProps{
		Description: str("what " + f.Name + " may do"), AssumedBy: awsiam.NewServicePrincipal(str("lambda.amazonaws.com"), nil),
		InlinePolicies: &map[string]awsiam.PolicyDocument{"own": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &statements})},
	}
	if f.Narrowed() {
		own.Path = str(t.config.readers())
	}
	role := awsiam.NewRole(scope, str(id+"Role"), own)
	if slices.ContainsFunc(f.Grants, func(g grant.Grant) bool { return g.Resource == grant.Textract }) {
		except(role, exception{"IAM5", "Amazon Textract has no resources to name", []string{"Resource::*"}})
	}
	if slices.ContainsFunc(f.Grants, func(g grant.Grant) bool { return g.Resource == grant.PeriodicSchedules }) {
		except(role, exception{"IAM5", "schedules are named while people work; the border is their group", t.schedules(f)})
	}
	if objects := t.objects(f); objects != nil {
		except(role, exception{"IAM5", "the keys of objects are made of ids while people work; the border is the bucket", objects})
	}
	env := map[string]*string{}
	for name, v := range f.Env {
		env[name] = t.value(v)
	}
	props := &awslambda.FunctionProps{
		CurrentVersionOptions: &awslambda.VersionOptions{RemovalPolicy: awscdk.RemovalPolicy_DESTROY},
		Description:           str(f.Summary), Runtime: awslambda.Runtime_PROVIDED_AL2023(), Architecture: awslambda.Architecture_ARM_64(),
		// The runtime passes it to the binary as _HANDLER.
		Handler: str(f.Name), Code: code,
		// No construct may widen the role later.
		Role:       role.WithoutPolicyUpdates(nil),
		MemorySize: jsii.Number(float64(f.Memory)), Timeout: duration(f.Timeout), Environment: &env,
		LogGroup: log, LoggingFormat: awslambda.LoggingFormat_JSON,
	}
	if slices.Contains(t.fixed, f.Name) {
		props.FunctionName = str(t.config.name(f.Name))
	}
	if f.Isolated {
		props.TenancyConfig = awslambda.TenancyConfig_PER_TENANT()
	}
	if f.Concurrency > 0 {
		props.ReservedConcurrentExecutions = jsii.Number(float64(f.Concurrency))
	}
	if f.Image {
		return t.newImageFunction(scope, f, props)
	}
	return awslambda.NewFunction(scope, &id, props)
}

// newImageFunction creates a function from a container image, which Docker builds while deploying; synthesis
// needs no Docker.
func (t *things) newImageFunction(scope constructs.Construct, f blueprint.Function, p *awslambda.FunctionProps) awslambda.Function {
	folder := filepath.Join(t.config.Binaries, filepath.FromSlash(f.Package))
	return awslambda.NewDockerImageFunction(scope, str(title(f.Name)), &awslambda.DockerImageFunctionProps{
		Code: awslambda.DockerImageCode_FromImageAsset(&folder, &awslambda.AssetImageCodeProps{
			Cmd: strs(f.Name), Platform: awsecrassets.Platform_LINUX_ARM64(),
		}),
		CurrentVersionOptions: p.CurrentVersionOptions,
		Description:           p.Description, Architecture: p.Architecture, Role: p.Role, MemorySize: p.MemorySize, Timeout: p.Timeout,
		Environment: p.Environment, LogGroup: p.LogGroup, LoggingFormat: p.LoggingFormat, ReservedConcurrentExecutions: p.ReservedConcurrentExecutions,
	})
}

// dockerfile builds the image from the binary beside it; it is not part of the binary's zip.
const dockerfile = "Dockerfile"

// code creates one asset per binary and stack: the CDK refuses to share one between
// stacks.
func (t *things) code(assets map[string]awslambda.Code, binary string) awslambda.Code {
	if assets[binary] == nil {
		assets[binary] = awslambda.Code_FromAsset(str(filepath.Join(t.config.Binaries, filepath.FromSlash(binary))), &awss3assets.AssetOptions{Exclude: strs(dockerfile)})
	}
	return assets[binary]
}
