package stacks

import (
	"fmt"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/interfaces/interfacesawscloudwatch"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
	"anzen/shared/aws/metrics"
)

// addDashboard creates the one dashboard of a stage, which people open first: what is wrong, then what customers notice
// (the API, lists, analyses), then what is behind it (steps, queues, throttles, mails).
func (a *API) addDashboard(b blueprint.Blueprint, c Config, alarms []interfacesawscloudwatch.IAlarmRef) {
	d := awscloudwatch.NewDashboard(a.Stack, str("Dashboard"), &awscloudwatch.DashboardProps{
		DashboardName: str(c.name("operations")), DefaultInterval: awscdk.Duration_Hours(jsii.Number(12)),
	})
	d.AddWidgets(awscloudwatch.NewAlarmStatusWidget(&awscloudwatch.AlarmStatusWidgetProps{
		Title: str("Alarms"), Alarms: &alarms, Width: jsii.Number(24), Height: jsii.Number(6),
	}))
	sum := &awscloudwatch.MetricOptions{Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_SUM()}
	most := &awscloudwatch.MetricOptions{Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_MAXIMUM()}
	latency := func(percent float64) awscloudwatch.IMetric {
		return a.Gateway.MetricLatency(&awscloudwatch.MetricOptions{
			Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_Percentile(&percent), Label: str(fmt.Sprintf("p%g", percent)),
		})
	}
	failed, waiting := []awscloudwatch.IMetric{}, []awscloudwatch.IMetric{a.own(metrics.OldestWaits, awscloudwatch.Stats_MAXIMUM(), nil)}
	for _, m := range b.Machines {
		failed = append(failed, a.Machines[m.Name].MetricFailed(sum), a.Machines[m.Name].MetricTimedOut(sum))
	}
	for _, q := range b.Queues {
		waiting = append(waiting, a.Queues[q.Name].MetricApproximateAgeOfOldestMessage(most))
	}
	d.AddWidgets(
		graph("API: requests and server errors", a.Gateway.MetricCount(sum), a.Gateway.MetricServerError(sum)),
		graph("API: latency, ms", latency(50), latency(95), latency(99)),
		graph("Lists of sheets by size of the company: p95, ms", a.search(metrics.ListTime, metrics.CompanySize, "p95")),
	)
	d.AddWidgets(
		graph("Analyses by ending", a.search(metrics.Endings, metrics.EndingReason, "Sum")),
		graph("Tasks: p95, ms", a.search(metrics.StepTime, metrics.Step, "p95")),
		graph("Waiting: oldest analysis, oldest failed event, s", waiting...),
	)
	d.AddWidgets(
		graph("Executions that failed or ran out of time", failed...),
		graph("Undeliverable events", a.Lost.MetricApproximateNumberOfMessagesVisible(most)),
		graph("Catalogs loaded: p90, ms", a.search(metrics.CatalogLoad, metrics.LoadedFrom, "p90")),
	)
	d.AddWidgets(
		graph("Throttles: functions, table", allThrottles(), a.things.data.Table.Metric(str("ReadThrottleEvents"), sum), a.things.data.Table.Metric(str("WriteThrottleEvents"), sum)),
		graph("Concurrent executions of functions", awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
			Namespace: str("AWS/Lambda"), MetricName: str("ConcurrentExecutions"), Period: duration(alarmPeriod), Statistic: awscloudwatch.Stats_MAXIMUM(),
		})),
		graph("Mails: rates of bounces and complaints", reputation("BounceRate"), reputation("ComplaintRate")),
		graph("Lists of laws past their revision rhythm", a.own(metrics.OverdueLists, awscloudwatch.Stats_MAXIMUM(), nil)),
	)
}

// graph is a third of the dashboard's width.
func graph(title string, of ...awscloudwatch.IMetric) awscloudwatch.IWidget {
	return awscloudwatch.NewGraphWidget(&awscloudwatch.GraphWidgetProps{Title: &title, Left: &of, Width: jsii.Number(8), Height: jsii.Number(6)})
}

// search is a metric of the product's own for every value of its dimension.
func (a *API) search(name, dimension, statistic string) awscloudwatch.IMetric {
	namespace := a.things.config.metrics()
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression:   str(fmt.Sprintf(`SEARCH('{"%s",%s} MetricName="%s"', '%s', %g)`, namespace, dimension, name, statistic, alarmPeriod.Seconds())),
		UsingMetrics: &map[string]awscloudwatch.IMetric{}, Label: str(" "), Period: duration(alarmPeriod),
	})
}
