package stacks

import (
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssnssubscriptions"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
)

// severity is how soon an operator has to look.
type severity string

const (
	urgent severity = "Urgent" // customers cannot work, or something may be lost
	soon   severity = "Soon"   // in working hours
)

// alarm is one condition that operators are notified of.
type alarm struct {
	id       string
	severity severity
	// description states the fault and where to look.
	description string
	metric      awscloudwatch.IMetric
	threshold   float64
	periods     float64 // of five minutes
}

const alarmPeriod = 5 * time.Minute

// addAlarms creates a topic per severity and the alarms that publish to it.
func (a *API) addAlarms(b blueprint.Blueprint, c Config) {
	topics := map[severity]awssns.Topic{}
	for _, s := range []severity{urgent, soon} {
		topics[s] = awssns.NewTopic(a.Stack, str(string(s)), &awssns.TopicProps{
			TopicName: str(c.name("alarms-" + string(s))), DisplayName: str("Anzen " + c.Stage), EnforceSSL: jsii.Bool(true),
		})
		// The policy that demands TLS replaces a topic's default policy, which allows alarms
		// to publish.
		topics[s].AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
			Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(str("cloudwatch.amazonaws.com"), nil)},
			Actions:    strs("sns:Publish"), Resources: &[]*string{topics[s].TopicArn()},
			Conditions: &map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": awscdk.Aws_ACCOUNT_ID()}},
		}))
		if c.Alarms != NoAlarms {
			topics[s].AddSubscription(awssnssubscriptions.NewEmailSubscription(&c.Alarms, nil))
		}
	}
	for _, x := range a.alarms(b) {
		made := awscloudwatch.NewAlarm(a.Stack, str(x.id+"Alarm"), &awscloudwatch.AlarmProps{
			AlarmName: str(c.name(x.id)), AlarmDescription: str(string(x.severity) + ": " + x.description), Metric: x.metric,
			Threshold: &x.threshold, EvaluationPeriods: &x.periods,
			ComparisonOperator: awscloudwatch.ComparisonOperator_GREATER_THAN_THRESHOLD, TreatMissingData: awscloudwatch.TreatMissingData_NOT_BREACHING,
		})
		made.AddAlarmAction(awscloudwatchactions.NewSnsAction(topics[x.severity]))
		made.AddOkAction(awscloudwatchactions.NewSnsAction(topics[x.severity]))
	}
}

func (a *API) alarms(b blueprint.Blueprint) []alarm {
	sum := &awscloudwatch.MetricOptions{Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM()}
	all := []alarm{
		{"ServerErrors", urgent, "the API answers with 5xx: look at the access log for the operation, then at that function's log", a.Gateway.MetricServerError(sum), 5, 1},
		{"Latency", soon, "the slowest hundredth of requests takes over 5 s: look at the access log for the operation", a.Gateway.MetricLatency(&awscloudwatch.MetricOptions{
			Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_Percentile(jsii.Number(99)),
		}), 5000, 3},
		{"Throttles", soon, "functions are refused for want of concurrency: raise the account's limit or the function's", allThrottles(), 10, 2},
		{"LostEvents", urgent, "events could not be delivered: see what failed, then send them from the queue again", a.Lost.MetricApproximateNumberOfMessagesVisible(&awscloudwatch.MetricOptions{
			Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_MAXIMUM(),
		}), 0, 1},
		{"ReadThrottles", soon, "the table refuses to read: look for a partition that is read too often", a.things.data.Table.Metric(str("ReadThrottleEvents"), sum), 10, 2},
		{"WriteThrottles", soon, "the table refuses to write: look for a partition that is written too often", a.things.data.Table.Metric(str("WriteThrottleEvents"), sum), 10, 2},
	}
	for _, q := range b.Queues {
		all = append(all, alarm{title(q.Name) + "Wait", soon, "events wait for over an hour for their function to succeed: look at the log of " + q.Function, a.Queues[q.Name].MetricApproximateAgeOfOldestMessage(&awscloudwatch.MetricOptions{
			Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_MAXIMUM(),
		}), time.Hour.Seconds(), 1})
	}
	for _, m := range b.Machines {
		id, machine := title(m.Name), a.Machines[m.Name]
		all = append(
			all,
			alarm{id + "Failed", urgent, "executions of the state machine " + m.Name + " failed: nobody was notified why a sheet could not be read", machine.MetricFailed(sum), 0, 1},
			alarm{id + "TimedOut", urgent, "executions of the state machine " + m.Name + " ran out of time", machine.MetricTimedOut(sum), 0, 1},
		)
	}
	return append(append(all, a.endingAlarms(b)...), a.errorAlarms(b)...)
}

// endingAlarms watch the share of executions that end by our own fault: a function that is retried, and a failure
// that is caught, show nowhere else.
func (a *API) endingAlarms(b blueprint.Blueprint) []alarm {
	var all []alarm
	for _, m := range b.Machines {
		if m.Endings == nil {
			continue
		}
		metric := func(dimensions *map[string]*string) awscloudwatch.IMetric {
			return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
				Namespace: str(a.things.config.metrics()), MetricName: str(m.Endings.Metric), DimensionsMap: dimensions,
				Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM(),
			})
		}
		share := awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
			// One or two of few say nothing yet.
			Expression: str("IF(FILL(faults, 0) >= 3, 100 * faults / total, 0)"), Period: duration(alarmPeriod), Label: str("% " + m.Endings.Fault),
			UsingMetrics: &map[string]awscloudwatch.IMetric{
				"faults": metric(&map[string]*string{m.Endings.Dimension: &m.Endings.Fault}), "total": metric(nil),
			},
		})
		all = append(all, alarm{title(m.Name) + "Faults", urgent, "over 5 % of what " + m.Name + " ends by our own fault (" + m.Endings.Fault + "): look at the logs of its functions", share, 5, 1})
	}
	return all
}

// errorAlarms watch the functions without a route, whose failures show as 5xx. Of functions that run once an hour or
// a day, and of those that they start, each error counts.
func (a *API) errorAlarms(b blueprint.Blueprint) []alarm {
	elsewhere, rare := map[string]bool{}, map[string]bool{}
	for _, r := range slices.Concat(b.Routes, b.Endpoints) {
		elsewhere[r.ID] = true
	}
	for _, m := range b.Machines {
		for _, name := range m.Functions {
			elsewhere[name] = elsewhere[name] || m.Endings != nil
		}
	}
	for _, s := range b.Schedules {
		rare[s.Function] = !strings.Contains(s.Expression, "minute")
	}
	sum := &awscloudwatch.MetricOptions{Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM()}
	var all []alarm
	for _, f := range b.Functions {
		if elsewhere[f.Name] {
			continue
		}
		most := 3.0
		if rare[f.Name] {
			most = 0
		}
		all = append(all, alarm{title(f.Name) + "Errors", soon, f.Name + " fails: look at its log", a.Functions[f.Name].MetricErrors(sum), most, 1})
	}
	return all
}

// allThrottles is the sum of the throttles of all functions.
func allThrottles() awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: str("AWS/Lambda"), MetricName: str("Throttles"), Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM(),
	})
}
