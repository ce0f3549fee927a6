package cloudwatch

import (
	"fmt"
	"math"
	"time"
)

// Alarm is the definition of an alarm as in CloudFormation (AWS::CloudWatch::Alarm).
type Alarm struct {
	AlarmName, AlarmDescription          string
	Namespace, MetricName                string
	Dimensions                           []Dimension
	Statistic, ExtendedStatistic         string
	Period, Threshold, EvaluationPeriods float64
	DatapointsToAlarm                    float64
	ComparisonOperator, TreatMissingData string
	Metrics                              []Query
}

// Dimension is a dimension of a metric with its value.
type Dimension struct{ Name, Value string }

// Query is a metric or an expression on others.
type Query struct {
	ID         string `json:"Id"`
	Expression string
	Period     float64
	ReturnData *bool
	MetricStat *struct {
		Metric struct {
			Namespace, MetricName string
			Dimensions            []Dimension
		}
		Period float64
		Stat   string
	}
}

// Fires reports whether the alarm is in the state ALARM at a time: of its last periods as many breach the threshold as
// it demands.
func (m *Metrics) Fires(a Alarm, now time.Time) (bool, error) {
	period := a.period()
	if period == 0 {
		return false, fmt.Errorf("alarm %s has no period", a.AlarmName)
	}
	demanded := a.DatapointsToAlarm
	if demanded == 0 {
		demanded = a.EvaluationPeriods
	}
	breaching := 0.0
	for n := range int(a.EvaluationPeriods) {
		to := now.Add(-time.Duration(n) * period)
		value, ok, err := m.value(a, to.Add(-period), to)
		if err != nil {
			return false, fmt.Errorf("alarm %s: %w", a.AlarmName, err)
		}
		breaches, err := a.breaches(value)
		if err != nil {
			return false, err
		}
		if ok && breaches || !ok && a.TreatMissingData == "breaching" {
			breaching++
		}
	}
	return breaching >= demanded, nil
}

func (a Alarm) period() time.Duration {
	seconds := a.Period
	for _, q := range a.Metrics {
		seconds = math.Max(seconds, q.Period)
		if q.MetricStat != nil {
			seconds = math.Max(seconds, q.MetricStat.Period)
		}
	}
	return time.Duration(seconds) * time.Second
}

func (a Alarm) breaches(value float64) (bool, error) {
	switch a.ComparisonOperator {
	case "GreaterThanThreshold":
		return value > a.Threshold, nil
	case "GreaterThanOrEqualToThreshold":
		return value >= a.Threshold, nil
	case "LessThanThreshold":
		return value < a.Threshold, nil
	case "LessThanOrEqualToThreshold":
		return value <= a.Threshold, nil
	}
	return false, fmt.Errorf("alarm %s: unknown operator %q", a.AlarmName, a.ComparisonOperator)
}

func named(all []Dimension) map[string]string {
	by := map[string]string{}
	for _, d := range all {
		by[d.Name] = d.Value
	}
	return by
}

// value is what the alarm watches, in a period.
func (m *Metrics) value(a Alarm, from, to time.Time) (float64, bool, error) {
	if len(a.Metrics) == 0 {
		stat := a.Statistic
		if stat == "" {
			stat = a.ExtendedStatistic
		}
		return m.statistic(a.Namespace, a.MetricName, named(a.Dimensions), stat, from, to)
	}
	values := map[string]optional{}
	var returned *Query
	for i := range a.Metrics {
		q := &a.Metrics[i]
		if q.MetricStat != nil {
			v, ok, err := m.statistic(q.MetricStat.Metric.Namespace, q.MetricStat.Metric.MetricName, named(q.MetricStat.Metric.Dimensions), q.MetricStat.Stat, from, to)
			if err != nil {
				return 0, false, err
			}
			values[q.ID] = optional{v, ok}
		}
		if q.ReturnData == nil || *q.ReturnData {
			returned = q
		}
	}
	if returned == nil {
		return 0, false, fmt.Errorf("no query returns data")
	}
	if returned.MetricStat != nil {
		return values[returned.ID].value, values[returned.ID].ok, nil
	}
	v, err := evaluate(returned.Expression, values)
	return v.value, v.ok, err
}
