package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscodedeploy"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/interfaces/interfacesawscloudwatch"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
)

// How new versions get the calls of a stage.
const (
	// ReleaseCanary gives a new version a tenth of the calls, and all after five minutes without an alarm.
	ReleaseCanary = "canary"
	// ReleaseAtOnce gives a new version all calls.
	ReleaseAtOnce = "at-once"
)

// release says which alarms take a new version of a function back, by their ids. Of a route these are errors and latency of
// the API, of a machine's task the failures of machines; other functions have none, and are released at once: they run a
// few times an hour, so that a tenth of their calls would show nothing in five minutes.
func release(b blueprint.Blueprint, name string) (alarms []string) {
	for _, r := range append(b.Routes, b.Endpoints...) {
		if r.ID == name {
			return []string{releaseErrors, releaseLatency}
		}
	}
	for _, m := range b.Machines {
		for _, f := range m.Functions {
			if f != name {
				continue
			}
			alarms = append(alarms, machinesFailed)
			if m.Endings != nil {
				alarms = append(alarms, title(m.Name)+"Faults")
			}
		}
	}
	return alarms
}

// addReleases gives each function of a group's stack its newest version and the alias that points to it. CodeDeploy moves the
// alias where alarms tell whether the new version works.
//
// A deployment group releases one function at a time, so there is one a function; all are of one application. Old versions are
// deleted once nothing points to them: a release is 1.5 GB of code, of the 75 GB that an account has.
func (a *API) addReleases(scope constructs.Construct, b blueprint.Blueprint, c Config, all []blueprint.Function) {
	role := a.newReleaseRole(scope, b, c, all)
	for _, f := range all {
		id := title(f.Name)
		alias := awslambda.NewAlias(scope, str(id+"Live"), &awslambda.AliasProps{AliasName: str(grant.Alias), Version: a.Functions[f.Name].CurrentVersion()})
		a.Live[f.Name] = alias
		alarms := release(b, f.Name)
		if role == nil || alarms == nil {
			continue
		}
		var watched []interfacesawscloudwatch.IAlarmRef
		for _, name := range alarms {
			// By name: alarms watch the gateway, which refers to the aliases.
			watched = append(watched, awscloudwatch.Alarm_FromAlarmName(scope, str(id+name), str(c.name(name))))
		}
		awscodedeploy.NewLambdaDeploymentGroup(scope, str(id+"Release"), &awscodedeploy.LambdaDeploymentGroupProps{
			// CloudFormation's own name would begin with that of the nested stack, and CodeDeploy takes 100 letters.
			DeploymentGroupName: str(c.name(f.Group + "." + f.Name)),
			Application:         a.application, Alias: alias, Alarms: &watched, DeploymentConfig: awscodedeploy.LambdaDeploymentConfig_CANARY_10PERCENT_5MINUTES(),
			AutoRollback: &awscodedeploy.AutoRollbackConfig{FailedDeployment: jsii.Bool(true), StoppedDeployment: jsii.Bool(true), DeploymentInAlarm: jsii.Bool(true)},
			Role:         role.WithoutPolicyUpdates(nil),
		})
	}
}

// newReleaseRole is what CodeDeploy may do: move the aliases of the stack's functions, and read their alarms; nil where nothing is
// released step by step.
func (a *API) newReleaseRole(scope constructs.Construct, b blueprint.Blueprint, c Config, all []blueprint.Function) awsiam.Role {
	functions, aliases, alarms, known := []*string{}, []*string{}, []*string{}, map[string]bool{}
	for _, f := range all {
		watched := release(b, f.Name)
		if watched != nil {
			functions = append(functions, a.Functions[f.Name].FunctionArn())
			aliases = append(aliases, awscdk.Fn_Join(str(":"), &[]*string{a.Functions[f.Name].FunctionArn(), str(grant.Alias)}))
		}
		for _, name := range watched {
			if !known[name] {
				known[name] = true
				alarms = append(alarms, a.Stack.FormatArn(&awscdk.ArnComponents{
					Service: str("cloudwatch"), Resource: str("alarm"), ResourceName: str(c.name(name)), ArnFormat: awscdk.ArnFormat_COLON_RESOURCE_NAME,
				}))
			}
		}
	}
	if a.application == nil || len(functions) == 0 {
		return nil
	}
	allow := func(resources []*string, actions ...string) awsiam.PolicyStatement {
		return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{Actions: strs(actions...), Resources: &resources})
	}
	return awsiam.NewRole(scope, str("ReleaseRole"), &awsiam.RoleProps{
		Description: str("how CodeDeploy releases the functions of a group"), AssumedBy: inThisAccount("codedeploy.amazonaws.com"),
		InlinePolicies: &map[string]awsiam.PolicyDocument{"own": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &[]awsiam.PolicyStatement{
			allow(functions, "lambda:GetAlias", "lambda:UpdateAlias"), allow(aliases, "lambda:GetProvisionedConcurrencyConfig"), allow(alarms, "cloudwatch:DescribeAlarms"),
		}})},
	})
}
