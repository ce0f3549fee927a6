package stacks

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscodedeploy"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsstepfunctions"
	"github.com/aws/jsii-runtime-go"

	"anzen/functions/api/rest"
	"anzen/functions/rotation"
	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
)

// API is everything that runs.
type API struct {
	Stack     awscdk.Stack
	Groups    []awscdk.NestedStack
	Functions map[string]awslambda.Function // by their names in the blueprint
	Live      map[string]awslambda.Alias    // by which each is called
	Gateway   awsapigateway.SpecRestApi
	Machines  map[string]awsstepfunctions.StateMachine
	Lost      awssqs.Queue            // undeliverable events
	Queues    map[string]awssqs.Queue // by their names in the blueprint
	things    *things
	// application is what CodeDeploy releases; nil where new versions get all calls at once.
	application awscodedeploy.LambdaApplication
}

// gatewayTimeout is how long API Gateway waits for a function, at most.
const gatewayTimeout = 29 * time.Second

func newAPI(s awscdk.Stack, b blueprint.Blueprint, c Config, d *Data, i *Identity) *API {
	a := &API{
		Stack: s, Functions: map[string]awslambda.Function{}, Live: map[string]awslambda.Alias{}, Machines: map[string]awsstepfunctions.StateMachine{}, Queues: map[string]awssqs.Queue{},
		things: &things{stack: s, config: c, table: b.Table, data: d, identity: i, groups: map[string]string{}},
	}
	for _, g := range b.Groups {
		a.things.groups[g.Name] = g.Function
		a.things.fixed = append(a.things.fixed, g.Function)
	}
	for _, t := range b.Pool.Triggers {
		a.things.fixed = append(a.things.fixed, t.Function)
	}
	// What calls functions again refers to them, in other groups.
	a.things.fixed = append(a.things.fixed, b.Asynchronous()...)
	if c.Release != ReleaseAtOnce {
		a.application = awscodedeploy.NewLambdaApplication(s, str("Releases"), &awscodedeploy.LambdaApplicationProps{ApplicationName: str(c.name("functions"))})
	}
	a.addTenant(b.Tenant, c)
	a.addFunctions(b, c)
	a.addTriggers(b.Pool)
	a.addGateway(b, c)
	for _, m := range b.Machines {
		a.addMachine(m)
	}
	addMails(s, c)
	a.addEvents(b, c)
	a.addQueues(b, c)
	a.watchMachines(c)
	a.addDashboard(b, c, a.addAlarms(b, c))
	return a
}

// addTriggers lets the user pool call its triggers.
func (a *API) addTriggers(p blueprint.UserPool) {
	done := map[string]bool{}
	for _, t := range p.Triggers {
		if done[t.Function] {
			continue
		}
		done[t.Function] = true
		awslambda.NewCfnPermission(a.Stack, str(title(t.Function)+"Permission"), &awslambda.CfnPermissionProps{
			Action: str("lambda:InvokeFunction"), FunctionName: a.Live[t.Function].FunctionArn(), Principal: str("cognito-idp.amazonaws.com"),
			SourceArn: a.things.identity.Pool.UserPoolArn(),
		})
	}
}

// addFunctions creates a nested stack per group: a stack holds 500 resources at most,
// and a function is up to six, with its role, log, version, alias and release.
func (a *API) addFunctions(b blueprint.Blueprint, c Config) {
	groups := map[string][]blueprint.Function{}
	for _, f := range b.Functions {
		groups[f.Group] = append(groups[f.Group], f)
	}
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		nested := awscdk.NewNestedStack(a.Stack, str("Functions"+title(name)), &awscdk.NestedStackProps{Description: str("Anzen: functions of " + name)})
		a.Groups = append(a.Groups, nested)
		assets := map[string]awslambda.Code{}
		for _, f := range groups[name] {
			a.Functions[f.Name] = a.things.newFunction(nested, f, a.things.code(assets, f.Package))
		}
		a.addReleases(nested, b, c, groups[name])
	}
}

// addGateway creates the REST API, since a web application firewall cannot protect an
// HTTP API. It accepts 10 MB at most and passes 6 MB to a function, which itself
// enforces each route's limit.
func (a *API) addGateway(b blueprint.Blueprint, c Config) {
	log := awslogs.NewLogGroup(a.Stack, str(stacknames.AccessLog), &awslogs.LogGroupProps{Retention: accessLogsKept, RemovalPolicy: awscdk.RemovalPolicy_RETAIN})
	a.Gateway = awsapigateway.NewSpecRestApi(a.Stack, str("Gateway"), &awsapigateway.SpecRestApiProps{
		RestApiName: str(c.name("api")), ApiDefinition: awsapigateway.ApiDefinition_FromInline(a.definition(b.Routes, b.Endpoints, b.Functions, b.Refusals)),
		EndpointTypes: &[]awsapigateway.EndpointType{awsapigateway.EndpointType_REGIONAL}, CloudWatchRole: jsii.Bool(false),
		MinCompressionSize: awscdk.Size_Bytes(jsii.Number(blueprint.CompressedFrom)),
		DeployOptions: &awsapigateway.StageOptions{
			StageName: str(c.Stage), TracingEnabled: jsii.Bool(true),
			// Metrics of each method cost more than everything else of a small stage, and no alarm needs them.
			MetricsEnabled: jsii.Bool(false), LoggingLevel: awsapigateway.MethodLoggingLevel_ERROR,
			ThrottlingRateLimit: jsii.Number(blueprint.RequestRate), ThrottlingBurstLimit: jsii.Number(blueprint.RequestBurst),
			AccessLogDestination: awsapigateway.NewLogGroupLogDestination(log), AccessLogFormat: awsapigateway.AccessLogFormat_Custom(str(blueprint.AccessLogFormat)),
		},
	})
	except(a.Gateway, exception{rule: "APIG2", because: "each function checks its typed input against the API's document, and answers which field is wrong"})
	for _, r := range slices.Concat(b.Routes, b.Endpoints) {
		awslambda.NewCfnPermission(a.Stack, str(title(r.ID)+"Permission"), &awslambda.CfnPermissionProps{
			Action: str("lambda:InvokeFunction"), FunctionName: a.Live[r.ID].FunctionArn(), Principal: str("apigateway.amazonaws.com"),
			SourceArn: a.Gateway.ArnForExecuteApi(str(r.Method), str(anyParameter(resourcePath(r))), str(c.Stage)),
		})
	}
	protect(a.Stack, "FirewallOfStage", a.Gateway.DeploymentStage().StageArn(), a.things.data)
}

// resourcePath is the path of a route's resource in the gateway, where none ends with a slash: a request
// with one reaches the resource without.
func resourcePath(r rest.Route) string { return strings.TrimSuffix(r.FullPath(), "/") }

// anyParameter replaces each parameter of a path by a star, as in ARNs.
func anyParameter(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if strings.HasPrefix(p, "{") {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// originHeader carries the secret from the edge to the firewall of the gateway.
const originHeader = rotation.Header

func visibility(metric string) map[string]any {
	// Sampled requests would expose the secret and users' tokens.
	return map[string]any{"cloudWatchMetricsEnabled": true, "sampledRequestsEnabled": false, "metricName": metric}
}

// host is the gateway's own host name.
func (a *API) host() string {
	return fmt.Sprintf("%s.execute-api.%s.amazonaws.com", *a.Gateway.RestApiId(), blueprint.Region)
}
