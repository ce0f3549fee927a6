// Package metrics counts what operators watch, as lines of a function's log in CloudWatch's embedded metric format: CloudWatch
// makes metrics of them, without a call and without a permission.
package metrics

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Namespaced counts in a namespace of CloudWatch.
type Namespaced struct {
	Namespace string
	Out       io.Writer
	Now       func() time.Time
}

// Count counts one thing by a dimension, and in total. Without a namespace nothing is counted.
func (n Namespaced) Count(metric, dimension, value string) error {
	if n.Namespace == "" {
		return nil
	}
	line, err := json.Marshal(map[string]any{
		"_aws": map[string]any{
			"Timestamp": n.Now().UnixMilli(),
			"CloudWatchMetrics": []any{map[string]any{
				"Namespace": n.Namespace, "Dimensions": [][]string{{dimension}, {}}, "Metrics": []any{map[string]string{"Name": metric, "Unit": "Count"}},
			}},
		},
		dimension: value, metric: 1,
	})
	if err == nil {
		_, err = n.Out.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("count %s: %w", metric, err)
	}
	return nil
}
