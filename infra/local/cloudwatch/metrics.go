// Package cloudwatch stands in for CloudWatch's metrics and alarms: it takes values as services report them and as functions
// write them into their logs (embedded metric format), and evaluates alarms by the definitions that are deployed, so that a
// test can show that a fault sets off its alarm.
package cloudwatch

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Metrics are the values of metrics. The zero value is empty.
type Metrics struct {
	mu     sync.Mutex
	points map[string][]point
}

type point struct {
	at    time.Time
	value float64
}

func key(namespace, name string, dimensions map[string]string) string {
	parts := []string{namespace, name}
	for _, d := range slices.Sorted(maps.Keys(dimensions)) {
		parts = append(parts, d+"="+dimensions[d])
	}
	return strings.Join(parts, "|")
}

// Put adds a value.
func (m *Metrics) Put(at time.Time, namespace, name string, dimensions map[string]string, value float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.points == nil {
		m.points = map[string][]point{}
	}
	k := key(namespace, name, dimensions)
	m.points[k] = append(m.points[k], point{at, value})
}

// Log adds the values in lines of a log at the given time; lines without values are passed over.
func (m *Metrics) Log(at time.Time, lines []byte) error {
	for _, line := range strings.Split(string(lines), "\n") {
		var members map[string]any
		var embedded struct {
			AWS struct {
				CloudWatchMetrics []struct {
					Namespace  string
					Dimensions [][]string
					Metrics    []struct{ Name string }
				}
			} `json:"_aws"`
		}
		if json.Unmarshal([]byte(line), &members) != nil || json.Unmarshal([]byte(line), &embedded) != nil {
			continue
		}
		for _, d := range embedded.AWS.CloudWatchMetrics {
			for _, of := range d.Metrics {
				value, ok := members[of.Name].(float64)
				if !ok {
					return fmt.Errorf("the line has no value of %s: %s", of.Name, line)
				}
				for _, names := range d.Dimensions {
					dimensions := map[string]string{}
					for _, name := range names {
						dimensions[name] = fmt.Sprint(members[name])
					}
					m.Put(at, d.Namespace, of.Name, dimensions, value)
				}
			}
		}
	}
	return nil
}

// statistic is the statistic of a metric in a period, with false where there is no value.
func (m *Metrics) statistic(namespace, name string, dimensions map[string]string, stat string, from, to time.Time) (float64, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var values []float64
	for _, p := range m.points[key(namespace, name, dimensions)] {
		if !p.at.Before(from) && p.at.Before(to) {
			values = append(values, p.value)
		}
	}
	if len(values) == 0 {
		return 0, false, nil
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	switch stat {
	case "Sum":
		return sum, true, nil
	case "Average":
		return sum / float64(len(values)), true, nil
	case "Maximum":
		return slices.Max(values), true, nil
	case "Minimum":
		return slices.Min(values), true, nil
	case "SampleCount":
		return float64(len(values)), true, nil
	}
	percent, err := strconv.ParseFloat(strings.TrimPrefix(stat, "p"), 64)
	if err != nil {
		return 0, false, fmt.Errorf("unknown statistic %q", stat)
	}
	slices.Sort(values)
	return values[max(int(math.Ceil(percent/100*float64(len(values))))-1, 0)], true, nil
}
