package metrics_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"anzen/shared/aws/metrics"
)

// The line is what CloudWatch's specification of the embedded metric format demands.
func TestCount(t *testing.T) {
	var out bytes.Buffer
	n := metrics.Namespaced{Namespace: "anzen-test", Out: &out, Now: func() time.Time { return time.UnixMilli(1790000000123) }}
	if err := n.Count(t.Context(), "Endings", "Reason", "analysis.internal"); err != nil {
		t.Fatal(err)
	}
	var got any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil || out.Bytes()[out.Len()-1] != '\n' {
		t.Fatalf("%q %v", out.String(), err)
	}
	want := map[string]any{
		"_aws": map[string]any{"Timestamp": 1790000000123.0, "CloudWatchMetrics": []any{map[string]any{
			"Namespace": "anzen-test", "Dimensions": []any{[]any{"Reason"}, []any{}}, "Metrics": []any{map[string]any{"Name": "Endings", "Unit": "Count"}},
		}}},
		"Reason": "analysis.internal", "Endings": 1.0,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNothingIsCountedWithoutANamespace(t *testing.T) {
	var out bytes.Buffer
	if err := (metrics.Namespaced{Out: &out}).Count(t.Context(), "Endings", "Reason", "a"); err != nil || out.Len() != 0 {
		t.Errorf("%q %v", out.String(), err)
	}
}
