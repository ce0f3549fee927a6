package cloudwatch_test

import (
	"testing"
	"time"

	"anzen/infra/local/cloudwatch"
)

var now = time.Date(2026, 11, 24, 3, 0, 0, 0, time.UTC)

func TestAlarmNeedsAllItsPeriods(t *testing.T) {
	var m cloudwatch.Metrics
	a := cloudwatch.Alarm{Namespace: "n", MetricName: "Errors", Statistic: "Sum", Period: 300, EvaluationPeriods: 2, Threshold: 3, ComparisonOperator: "GreaterThanThreshold", TreatMissingData: "notBreaching"}
	check := func(want bool) {
		t.Helper()
		if got, err := m.Fires(a, now); err != nil || got != want {
			t.Errorf("%v %v", got, err)
		}
	}
	check(false)
	for range 4 {
		m.Put(now.Add(-time.Minute), "n", "Errors", nil, 1)
	}
	check(false)
	for range 4 {
		m.Put(now.Add(-6*time.Minute), "n", "Errors", map[string]string{"of": "another"}, 1)
	}
	check(false)
	m.Put(now.Add(-6*time.Minute), "n", "Errors", nil, 4)
	check(true)
	a.Statistic, a.ExtendedStatistic = "", "p99"
	check(false)
	a.TreatMissingData, a.MetricName = "breaching", "absent"
	check(true)
}

func TestExpressionOnALog(t *testing.T) {
	line := func(reason string) []byte {
		return []byte(`{"level":"INFO"}` + "\nno JSON\n" + `{"_aws":{"CloudWatchMetrics":[{"Namespace":"n","Dimensions":[["Reason"],[]],"Metrics":[{"Name":"Endings"}]}]},"Reason":"` + reason + `","Endings":1}` + "\n")
	}
	no := false
	stat := func(id string, of ...cloudwatch.Dimension) cloudwatch.Query {
		q := cloudwatch.Query{ID: id, ReturnData: &no}
		q.MetricStat = new(struct {
			Metric struct {
				Namespace, MetricName string
				Dimensions            []cloudwatch.Dimension
			}
			Period float64
			Stat   string
		})
		q.MetricStat.Metric.Namespace, q.MetricStat.Metric.MetricName, q.MetricStat.Metric.Dimensions = "n", "Endings", of
		q.MetricStat.Period, q.MetricStat.Stat = 300, "Sum"
		return q
	}
	a := cloudwatch.Alarm{
		EvaluationPeriods: 1, Threshold: 50, ComparisonOperator: "GreaterThanThreshold",
		Metrics: []cloudwatch.Query{{ID: "e", Expression: "IF(FILL(faults, 0) >= 3, 100 * faults / total, 0)"}, stat("faults", cloudwatch.Dimension{Name: "Reason", Value: "bad"}), stat("total")},
	}
	var m cloudwatch.Metrics
	for i, want := range []bool{false, false, true} {
		if err := m.Log(now.Add(-time.Second), line("bad")); err != nil {
			t.Fatal(err)
		}
		if got, err := m.Fires(a, now); err != nil || got != want {
			t.Errorf("%d: %v %v", i, got, err)
		}
	}
	for range 3 {
		if err := m.Log(now.Add(-time.Second), line("good")); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := m.Fires(a, now); err != nil || got {
		t.Errorf("half of them: %v %v", got, err)
	}
	a.Metrics[0].Expression = "SEARCH(faults)"
	if _, err := m.Fires(a, now); err == nil {
		t.Error("an unknown function is evaluated")
	}
}
