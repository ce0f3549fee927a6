package stacks

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awseventstargets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsscheduler"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsschedulertargets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsstepfunctions"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
)

// addMachine creates a state machine that may invoke only its own functions.
func (a *API) addMachine(m blueprint.Machine) {
	id := title(m.Name)
	definition := m.Definition
	var functions []*string
	for _, name := range m.Functions {
		arn := a.Live[name].FunctionArn()
		definition = strings.ReplaceAll(definition, "${"+name+"}", *arn)
		functions = append(functions, arn)
	}
	role := awsiam.NewRole(a.Stack, str(id+"MachineRole"), &awsiam.RoleProps{
		Description: str("what the state machine " + m.Name + " may do"), AssumedBy: inThisAccount("states.amazonaws.com"),
		InlinePolicies: &map[string]awsiam.PolicyDocument{"own": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{
			Statements: &[]awsiam.PolicyStatement{
				awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{Actions: strs("lambda:InvokeFunction"), Resources: &functions}),
			},
		})},
	})
	a.Machines[m.Name] = awsstepfunctions.NewStateMachine(a.Stack, str(id+"Machine"), &awsstepfunctions.StateMachineProps{
		StateMachineName: str(a.things.machineName(m.Name)), StateMachineType: awsstepfunctions.StateMachineType_STANDARD,
		DefinitionBody: awsstepfunctions.DefinitionBody_FromString(&definition), Role: role, TracingEnabled: jsii.Bool(true),
		Logs: &awsstepfunctions.LogOptions{
			Level: awsstepfunctions.LogLevel_ALL, IncludeExecutionData: jsii.Bool(false),
			Destination: awslogs.NewLogGroup(a.Stack, str(id+"MachineLog"), &awslogs.LogGroupProps{
				// The prefix keeps the log delivery policy below its size limit.
				LogGroupName: str("/aws/vendedlogs/states/" + a.things.machineName(m.Name)),
				Retention:    functionLogsKept, RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
			}),
		},
	})
	except(role, exception{"IAM5", "deliveries of logs and traces have no resources to name; the construct adds these rights", []string{"Resource::*"}})
}

// badEnds are how executions end that should not, each with its rule, and its alarm.
var badEnds = []struct{ alarm, rule, status, page, description string }{
	{machinesFailed, "machines-failed", "FAILED", "machine-failed", "executions of a state machine failed: nobody was notified why"},
	{machinesTimedOut, "machines-timed-out", "TIMED_OUT", "machine-timed-out", "executions of a state machine ran out of time"},
}

const machinesFailed, machinesTimedOut = "MachinesFailed", "MachinesTimedOut"

// watchMachines has the events of executions that failed or ran out of time kept in a log, by a rule each. Their alarms watch the
// rules: Step Functions has metrics of each machine alone, and an alarm costs by the metrics that it reads.
func (a *API) watchMachines(c Config) {
	log := awslogs.NewLogGroup(a.Stack, str("BadEnds"), &awslogs.LogGroupProps{
		LogGroupName: str("/aws/events/" + c.name("executions")), Retention: functionLogsKept, RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	deliver := func(action string, conditions map[string]any) {
		log.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
			Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(str("events.amazonaws.com"), nil), awsiam.NewServicePrincipal(str("delivery.logs.amazonaws.com"), nil)},
			Actions:    strs(action), Resources: &[]*string{log.LogGroupArn()}, Conditions: &conditions,
		}))
	}
	deliver("logs:CreateLogStream", map[string]any{}) // EventBridge names no rule with it
	deliver("logs:PutLogEvents", map[string]any{"ArnLike": map[string]any{"aws:SourceArn": a.Stack.FormatArn(&awscdk.ArnComponents{
		Service: str("events"), Resource: str("rule"), ResourceName: str(c.name("machines-*")),
	})}})
	var machines []*string
	for _, name := range slices.Sorted(maps.Keys(a.Machines)) {
		machines = append(machines, a.Machines[name].StateMachineArn())
	}
	for _, e := range badEnds {
		awsevents.NewCfnRule(a.Stack, str(title(e.rule)+"Rule"), &awsevents.CfnRuleProps{
			Name: str(c.name(e.rule)), State: str("ENABLED"),
			EventPattern: map[string]any{
				"source": []string{"aws.states"}, "detail-type": []string{"Step Functions Execution Status Change"},
				"detail": map[string]any{"status": []string{e.status}, "stateMachineArn": machines},
			},
			Targets: []any{map[string]any{"id": "log", "arn": a.Stack.FormatArn(&awscdk.ArnComponents{
				Service: str("logs"), Resource: str("log-group"), ResourceName: log.LogGroupName(), ArnFormat: awscdk.ArnFormat_COLON_RESOURCE_NAME,
			})}},
		})
	}
}

// matched is how many events a rule of ours has sent to its target.
func (c Config) matched(rule string) awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: str("AWS/Events"), MetricName: str("Invocations"), Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM(),
		DimensionsMap: &map[string]*string{"RuleName": str(c.name(rule))},
	})
}

// lostKept is how long undeliverable events are kept, the longest that SQS keeps any.
const lostKept = 14 * 24 * time.Hour

// Retries of an event that Lambda does not accept, before it goes to the dead-letter queue. What a function fails
// for goes another way: see addQueues.
const (
	deliveryAttempts = 24
	deliveryAge      = 6 * time.Hour
)

// addEvents connects events of the bus and schedules to functions. Undeliverable events
// are kept for two weeks and raise an alarm.
func (a *API) addEvents(b blueprint.Blueprint, c Config) {
	a.Lost = awssqs.NewQueue(a.Stack, str("LostEvents"), &awssqs.QueueProps{
		QueueName: str(c.name(blueprint.LostEvents)), EnforceSSL: jsii.Bool(true), Encryption: awssqs.QueueEncryption_SQS_MANAGED, RetentionPeriod: duration(lostKept),
	})
	except(a.Lost, exception{rule: "SQS3", because: "it is itself where events go that could not be delivered"})
	for _, r := range b.Rules {
		pattern := &awsevents.EventPattern{Source: strs(r.Source), DetailType: strs(r.DetailType)}
		if detail := r.Of(func(name string) any { return a.things.data.Buckets[name].BucketName() }, c.mailSet()); detail != nil {
			pattern.Detail = &detail
		}
		awsevents.NewRule(a.Stack, str(title(r.Name)+"Rule"), &awsevents.RuleProps{
			RuleName: str(c.name(r.Name)), EventPattern: pattern,
			Targets: &[]awsevents.IRuleTarget{awseventstargets.NewLambdaFunction(a.Live[r.Function], &awseventstargets.LambdaFunctionProps{
				DeadLetterQueue: a.Lost, RetryAttempts: jsii.Number(deliveryAttempts), MaxEventAge: duration(deliveryAge),
			})},
		})
	}
	for _, g := range b.Groups {
		awsscheduler.NewScheduleGroup(a.Stack, str(title(g.Name)+"Schedules"), &awsscheduler.ScheduleGroupProps{
			// They are made anew from their records, and would call a function that is gone.
			ScheduleGroupName: str(a.things.groupName(g.Name)), RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
		})
		awsiam.NewRole(a.Stack, str(title(g.Name)+"SchedulesRole"), &awsiam.RoleProps{
			RoleName: str(a.things.groupName(g.Name)), Description: str("what the schedules of " + g.Name + " may do"), AssumedBy: inThisAccount("scheduler.amazonaws.com"),
			InlinePolicies: &map[string]awsiam.PolicyDocument{"own": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{
				Statements: &[]awsiam.PolicyStatement{awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
					Actions: strs("lambda:InvokeFunction"), Resources: &[]*string{a.Live[g.Function].FunctionArn()},
				})},
			})},
		})
	}
	for _, s := range b.Schedules {
		// The construct's default role could invoke every version of the function.
		role := awsiam.NewRole(a.Stack, str(title(s.Name)+"ScheduleRole"), &awsiam.RoleProps{
			Description: str("what the schedule " + s.Name + " may do"),
			AssumedBy:   inThisAccount("scheduler.amazonaws.com"),
			InlinePolicies: &map[string]awsiam.PolicyDocument{"own": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{
				Statements: &[]awsiam.PolicyStatement{
					awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
						Actions: strs("lambda:InvokeFunction"), Resources: &[]*string{a.Live[s.Function].FunctionArn()},
					}),
					awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{Actions: strs("sqs:SendMessage"), Resources: &[]*string{a.Lost.QueueArn()}}),
				},
			})},
		})
		awsscheduler.NewSchedule(a.Stack, str(title(s.Name)+"Schedule"), &awsscheduler.ScheduleProps{
			ScheduleName: str(c.name(s.Name)),
			Schedule:     awsscheduler.ScheduleExpression_Expression(str(s.Expression), awscdk.TimeZone_Of(str(s.Timezone))),
			Target: awsschedulertargets.NewLambdaInvoke(a.Live[s.Function], &awsschedulertargets.ScheduleTargetBaseProps{
				Role: role.WithoutPolicyUpdates(nil), DeadLetterQueue: a.Lost, RetryAttempts: jsii.Number(deliveryAttempts), MaxEventAge: duration(deliveryAge),
			}),
		})
	}
}

// inThisAccount is the principal of a service that acts for this account: for others it cannot be
// made to use our roles.
func inThisAccount(service string) awsiam.IPrincipal {
	return awsiam.NewServicePrincipal(str(service), &awsiam.ServicePrincipalOpts{
		Conditions: &map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": awscdk.Aws_ACCOUNT_ID()}},
	})
}
