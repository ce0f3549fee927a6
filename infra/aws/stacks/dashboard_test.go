package stacks

import (
	"encoding/json"
	"strings"
	"testing"

	"anzen/shared/aws/metrics"
)

// There is one dashboard; it shows every alarm and every metric of the product's own.
func TestDashboard(t *testing.T) {
	d := made.one(t, "AWS::CloudWatch::Dashboard")
	body := made.text(d.in, d.Properties["DashboardBody"])
	if !json.Valid([]byte(body)) {
		t.Fatalf("no JSON: %s", body)
	}
	for _, r := range made.all("AWS::CloudWatch::Alarm") {
		if !strings.Contains(body, "${"+r.name()+".Arn}") {
			t.Errorf("%s is not shown", r.name())
		}
	}
	for _, name := range []string{metrics.Endings, metrics.StepTime, metrics.OldestWaits, metrics.CatalogLoad, metrics.ListTime, metrics.OverdueLists} {
		if !strings.Contains(body, name) {
			t.Errorf("%s is not shown", name)
		}
	}
}
