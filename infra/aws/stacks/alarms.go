package stacks

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssnssubscriptions"
	"github.com/aws/aws-cdk-go/awscdk/v2/interfaces/interfacesawscloudwatch"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
	"anzen/shared/aws/metrics"
)

// severity is how soon an operator has to look.
type severity string

const (
	urgent severity = "Urgent" // customers cannot work, or something may be lost
	soon   severity = "Soon"   // in working hours
	// taken is of alarms that notify nobody: they take a release back, and whoever deploys sees that.
	taken severity = "Release"
)

// alarm is one condition that operators are notified of.
type alarm struct {
	id       string
	severity severity
	// page is the runbook's page of it, in the folder Runbook; several alarms may share one.
	page string
	// description states the fault.
	description string
	metric      awscloudwatch.IMetric
	threshold   float64
	periods     float64 // of five minutes
}

// The alarms that take a new version of the API's functions back. A tenth of the requests of a quiet stage are a few in five
// minutes, so they go off where something is wrong in two of five minutes.
const (
	releaseErrors, releaseLatency = "ReleaseErrors", "ReleaseLatency"
	releasePeriod                 = time.Minute
	releasePeriods, releaseWrong  = 5.0, 2.0
)

// Runbook is the folder of the pages that alarms lead to, from the project's root: page.md in English, page.ja.md in
// Japanese.
const Runbook = "infra/runbook"

// Text is the alarm's description, which is in its mails: "Urgent: what is wrong. Runbook: where to read on".
func (x alarm) text() string {
	return string(x.severity) + ": " + x.description + ". Runbook: " + Runbook + "/" + x.page + ".md"
}

const alarmPeriod = 5 * time.Minute

// addAlarms creates a topic per severity and the alarms that publish to it, the urgent ones first.
func (a *API) addAlarms(b blueprint.Blueprint, c Config) []interfacesawscloudwatch.IAlarmRef {
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
	a.addScans(b, c, topics[soon])
	all := a.alarms(b)
	slices.SortStableFunc(all, func(x, y alarm) int { return strings.Compare(string(y.severity), string(x.severity)) })
	created := make([]interfacesawscloudwatch.IAlarmRef, 0, len(all))
	for _, x := range all {
		made := awscloudwatch.NewAlarm(a.Stack, str(x.id+"Alarm"), &awscloudwatch.AlarmProps{
			AlarmName: str(c.name(x.id)), AlarmDescription: str(x.text()), Metric: x.metric,
			Threshold: &x.threshold, EvaluationPeriods: &x.periods, DatapointsToAlarm: x.demanded(),
			ComparisonOperator: awscloudwatch.ComparisonOperator_GREATER_THAN_THRESHOLD, TreatMissingData: awscloudwatch.TreatMissingData_NOT_BREACHING,
		})
		if topic := topics[x.severity]; topic != nil {
			made.AddAlarmAction(awscloudwatchactions.NewSnsAction(topic))
			made.AddOkAction(awscloudwatchactions.NewSnsAction(topic))
		}
		created = append(created, made)
	}
	return created
}

// demanded is how many of the alarm's periods have to be wrong; nil: all.
func (x alarm) demanded() *float64 {
	if x.severity == taken {
		return jsii.Number(releaseWrong)
	}
	return nil
}

func (a *API) alarms(b blueprint.Blueprint) []alarm {
	sum := &awscloudwatch.MetricOptions{Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM()}
	most := &awscloudwatch.MetricOptions{Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_MAXIMUM()}
	all := []alarm{
		{"ServerErrors", urgent, "server-errors", "the API answers with 5xx", a.Gateway.MetricServerError(sum), 5, 1},
		{"Latency", soon, "latency", "the slowest hundredth of requests takes over 5 s", a.Gateway.MetricLatency(&awscloudwatch.MetricOptions{
			Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_Percentile(jsii.Number(99)),
		}), 5000, 3},
		{"Throttles", soon, "throttles", "functions are refused for want of concurrency", allThrottles(), 10, 2},
		{"LostEvents", urgent, "lost-events", "events could not be delivered", a.Lost.MetricApproximateNumberOfMessagesVisible(most), 0, 1},
		{"ReadThrottles", soon, "table-throttles", "the table refuses to read", a.things.data.Table.Metric(str("ReadThrottleEvents"), sum), 10, 2},
		{"WriteThrottles", soon, "table-throttles", "the table refuses to write", a.things.data.Table.Metric(str("WriteThrottleEvents"), sum), 10, 2},
		{"AnalysisWait", soon, "analysis-wait", "an analysis that could run has been waiting for over an hour", a.own(metrics.OldestWaits, awscloudwatch.Stats_MAXIMUM(), nil), time.Hour.Seconds(), 3},
		{"ListLatency", soon, "list-latency", "one list of sheets in twenty takes over 3 s", a.own(metrics.ListTime, awscloudwatch.Stats_Percentile(jsii.Number(95)), nil), 3000, 3},
		{"CatalogLoads", soon, "catalog-loads", "loading a company's sheets takes over 10 s", a.own(metrics.CatalogLoad, awscloudwatch.Stats_Percentile(jsii.Number(90)), nil), 10_000, 3},
		{"OverdueLists", soon, "overdue-lists", "lists of laws are past their revision rhythm: their verdicts say so", awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
			Namespace: str(a.things.config.metrics()), MetricName: str(metrics.OverdueLists), Period: duration(24 * time.Hour), Statistic: awscloudwatch.Stats_MAXIMUM(), // measured once a night
		}), 0, 1},
		// Amazon SES reviews an account from 5 % and 0.1 % on.
		{"MailBounces", soon, "mail-reputation", "over 4 % of mails bounce", reputation("BounceRate"), 0.04, 1},
		{"MailComplaints", urgent, "mail-reputation", "over 0.08 % of mails are marked as spam", reputation("ComplaintRate"), 0.0008, 1},
	}
	if a.application != nil {
		slowest := awscloudwatch.Stats_Percentile(jsii.Number(99))
		all = append(
			all,
			alarm{releaseErrors, taken, "release", "the API answers with 5xx in two of five minutes", a.Gateway.MetricServerError(&awscloudwatch.MetricOptions{
				Period: duration(releasePeriod), Statistic: awscloudwatch.Stats_SUM(),
			}), 0, releasePeriods},
			alarm{releaseLatency, taken, "release", "the slowest hundredth of requests takes over 5 s in two of five minutes", a.Gateway.MetricLatency(&awscloudwatch.MetricOptions{
				Period: duration(releasePeriod), Statistic: slowest,
			}), 5000, releasePeriods},
		)
	}
	all = append(all, a.things.data.backupAlarms()...)
	for _, q := range b.Queues {
		all = append(all, alarm{title(q.Name), soon, "failed-events", "a function has failed for an event, three times within minutes", a.Queues[q.Name].MetricNumberOfMessagesSent(sum), 0, 1})
		all = append(all, alarm{title(q.Name) + "Wait", soon, "failed-events", "events wait for over an hour for their function to succeed", a.Queues[q.Name].MetricApproximateAgeOfOldestMessage(most), time.Hour.Seconds(), 1})
	}
	for _, e := range badEnds {
		all = append(all, alarm{e.alarm, urgent, e.page, e.description, a.things.config.matched(e.rule), 0, 1})
	}
	return append(append(all, a.endingAlarms(b)...), a.errorAlarms(b)...)
}

// own is a metric of the product's own.
func (a *API) own(name string, statistic *string, dimensions *map[string]*string) awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: str(a.things.config.metrics()), MetricName: &name, DimensionsMap: dimensions, Period: duration(alarmPeriod), Statistic: statistic,
	})
}

// reputation is a rate of the account's mails, as Amazon SES judges it.
func reputation(rate string) awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: str("AWS/SES"), MetricName: str("Reputation." + rate), Period: duration(time.Hour), Statistic: awscloudwatch.Stats_MAXIMUM(),
	})
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
			return a.own(m.Endings.Metric, awscloudwatch.Stats_SUM(), dimensions)
		}
		used := map[string]awscloudwatch.IMetric{"total": metric(nil)}
		var counts []string
		for i, reason := range m.Endings.Faults {
			id := "fault" + strconv.Itoa(i)
			used[id] = metric(&map[string]*string{m.Endings.Dimension: &reason})
			counts = append(counts, "FILL("+id+", 0)")
		}
		faults, reasons := strings.Join(counts, " + "), strings.Join(m.Endings.Faults, ", ")
		share := awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
			// One or two of few say nothing yet.
			Expression: str("IF(" + faults + " >= 3, 100 * (" + faults + ") / total, 0)"), Period: duration(alarmPeriod), Label: str("% " + reasons),
			UsingMetrics: &used,
		})
		all = append(all, alarm{title(m.Name) + "Faults", urgent, "analysis-faults", "over 5 % of what " + m.Name + " ends by our own fault (" + reasons + ")", share, 5, 1})
	}
	return all
}

// errorAlarms watch the functions whose failures show nowhere else. Those of routes show as 5xx; those that are called without
// waiting have their event in the queue of failed events once three calls have failed; tasks have their machine fail, or are counted
// by how it ends. What remains is called by the user pool, by the queue, and by machines that end well whatever fails.
func (a *API) errorAlarms(b blueprint.Blueprint) []alarm {
	elsewhere := map[string]bool{}
	for _, r := range slices.Concat(b.Routes, b.Endpoints) {
		elsewhere[r.ID] = true
	}
	for _, name := range b.Asynchronous() {
		elsewhere[name] = true
	}
	for _, m := range b.Machines {
		for _, name := range m.Functions {
			elsewhere[name] = elsewhere[name] || m.Endings != nil || !m.EndsWell()
		}
	}
	sum := &awscloudwatch.MetricOptions{Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM()}
	var all []alarm
	for _, f := range b.Functions {
		if !elsewhere[f.Name] {
			all = append(all, alarm{title(f.Name) + "Errors", soon, "function-errors", f.Name + " fails", a.Functions[f.Name].MetricErrors(sum), 3, 1})
		}
	}
	// Secrets Manager repeats a step that fails, and the old secret holds.
	return append(all, alarm{title(b.Edge.Rotation.Name) + "Errors", soon, "function-errors", b.Edge.Rotation.Name + " fails: the origin secret stays as it is", awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: str("AWS/Lambda"), MetricName: str("Errors"), Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM(),
		DimensionsMap: &map[string]*string{"FunctionName": str(a.things.config.name(b.Edge.Rotation.Name))},
	}), 0, 1})
}

// allThrottles is the sum of the throttles of all functions.
func allThrottles() awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: str("AWS/Lambda"), MetricName: str("Throttles"), Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM(),
	})
}
