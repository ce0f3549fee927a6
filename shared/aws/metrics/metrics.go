// Package metrics counts and measures what operators watch, as lines of a function's log in CloudWatch's embedded metric
// format: CloudWatch makes metrics of them, without a call and without a permission. A line has the id of its request, too.
package metrics

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"time"

	"anzen/shared/domain/trace"
)

// The metrics of the product, each with its dimension. CloudWatch bills each value of a dimension for the hours in which it
// occurs, so there are few.
const (
	Endings      = "Endings"  // of analyses
	EndingReason = "Reason"   // "analyzed", or the code of the message that says why not
	StepTime     = "StepTime" // of a task of a state machine, in ms
	Step         = "Step"
	OldestWaits  = "OldestAnalysis" // how long the oldest analysis has been waiting that could run, in s
	CatalogLoad  = "CatalogLoad"    // until a company's sheets are in memory, in ms
	LoadedFrom   = "From"           // "snapshot", "table"
	ListTime     = "ListTime"       // of a page of the list of sheets, in ms
	CompanySize  = "CompanySize"    // by Size
	OverdueLists = "OverdueLists"   // lists of laws past their revision rhythm, once a night
)

// The units of metrics.
const (
	Count        = "Count"
	Milliseconds = "Milliseconds"
	Seconds      = "Seconds"
)

// Size is the class of a company by its sheets.
func Size(sheets int) string {
	switch {
	case sheets < 1000:
		return "under-1000"
	case sheets < 10_000:
		return "under-10000"
	}
	return "from-10000"
}

// Namespaced counts in a namespace of CloudWatch.
type Namespaced struct {
	Namespace string
	Out       io.Writer
	Now       func() time.Time
}

// Sample is one value of a metric.
type Sample struct {
	Metric, Unit string
	Value        float64
	// Dimension and Of are the metric's dimension with its value; empty: it has none.
	Dimension, Of string
	// Total has the value counted without the dimension as well.
	Total bool
	// Also are further members of the line, for people who search the log.
	Also map[string]string
}

// Count counts one thing by a dimension, and in total.
func (n Namespaced) Count(ctx context.Context, metric, dimension, value string) error {
	return n.Put(ctx, Sample{Metric: metric, Unit: Count, Value: 1, Dimension: dimension, Of: value, Total: true})
}

// Put writes a value. Without a namespace nothing is written.
func (n Namespaced) Put(ctx context.Context, s Sample) error {
	if n.Namespace == "" {
		return nil
	}
	dimensions := [][]string{}
	members := map[string]any{}
	if s.Dimension != "" {
		dimensions, members[s.Dimension] = append(dimensions, []string{s.Dimension}), s.Of
	}
	if s.Dimension == "" || s.Total {
		dimensions = append(dimensions, []string{})
	}
	for name, value := range s.Also {
		members[name] = value
	}
	if id := trace.ID(ctx); id != "" {
		members[trace.Field] = id
	}
	maps.Copy(members, map[string]any{
		"_aws": map[string]any{
			"Timestamp": n.Now().UnixMilli(),
			"CloudWatchMetrics": []any{map[string]any{
				"Namespace": n.Namespace, "Dimensions": dimensions, "Metrics": []any{map[string]string{"Name": s.Metric, "Unit": s.Unit}},
			}},
		},
		s.Metric: s.Value,
	})
	line, err := json.Marshal(members)
	if err == nil {
		_, err = n.Out.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("measure %s: %w", s.Metric, err)
	}
	return nil
}
