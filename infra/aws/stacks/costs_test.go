package stacks

import (
	"maps"
	"slices"
	"testing"

	"anzen/functions/api/apitest/prices"
)

// mostFixed is what a stage may cost a month in USD by list prices while nobody uses it: two thirds are the firewalls of the edge and of
// the region, without which the edge, the gateway behind it or the sign-in could be overrun.
const mostFixed = 25.0

// idle is how many metrics of the product's own a stage that nobody uses has: the sweep's OldestAnalysis, every minute. (A metric is
// billed by the hours in which it is measured; OverdueLists is measured once a day.)
const idle = 1

// free is what an account gets of a resource for nothing, each month and for good (CloudWatch's free tier). A second stage
// in the account pays for its own.
var free = map[string]int{"cloudwatch.alarm": 10, "cloudwatch.dashboard": 3, "cloudwatch.metric": 10}

// TestFixedCost prints, with -v, what the resources of a stage cost a month while nobody uses
// it: those of the templates that have a price by themselves. What is used has the prices of
// functions/api (TestCostOfAThousandSheets).
func TestFixedCost(t *testing.T) {
	counts := map[string]int{"cloudwatch.metric": idle}
	for _, alarm := range made.all("AWS::CloudWatch::Alarm") {
		counts["cloudwatch.alarm"] += max(1, len(metricsOf(alarm)))
	}
	for _, acl := range made.all("AWS::WAFv2::WebACL") {
		rules, _ := acl.Properties["Rules"].([]any)
		counts["waf.acl"]++
		counts["waf.rule"] += len(rules)
	}
	for kind, key := range map[string]string{"AWS::CloudWatch::Dashboard": "cloudwatch.dashboard", "AWS::SecretsManager::Secret": "secrets.secret", "AWS::KMS::Key": "kms.key"} {
		counts[key] = len(made.all(kind))
	}
	total, list := 0.0, 0.0
	t.Logf("%-22s %6s %6s %9s", "resource", "number", "free", "USD")
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		given := min(free[key], counts[key])
		usd := float64(counts[key]-given) * prices.Of(key)
		total += usd
		list += float64(counts[key]) * prices.Of(key)
		t.Logf("%-22s %6d %6d %9.2f", key, counts[key], given, usd)
	}
	t.Logf("%-22s %6s %6s %9.2f a month, by prices of %s (without the free tier %.2f)", "together", "", "", total, prices.AsOf(), list)
	if counts["cloudwatch.alarm"] == 0 || counts["waf.acl"] == 0 {
		t.Error("the templates' resources are not counted")
	}
	if list > mostFixed {
		t.Errorf("a stage that nobody uses costs %.2f USD a month, at most %.0f", list, mostFixed)
	}
}

// metricsOf are the names of the metrics that an alarm reads.
func metricsOf(alarm *resource) (names []string) {
	if name, ok := alarm.Properties["MetricName"].(string); ok {
		return []string{name}
	}
	queries, _ := alarm.Properties["Metrics"].([]any)
	for _, q := range queries {
		stat, _ := q.(map[string]any)["MetricStat"].(map[string]any)
		metric, _ := stat["Metric"].(map[string]any)
		if name, ok := metric["MetricName"].(string); ok {
			names = append(names, name)
		}
	}
	return names
}
