package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs/types"

	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
)

// The logs that are no function's.
const (
	accessLog = "access" // of the gateway
	allLogs   = "all"    // of the stage
)

// Queries of CloudWatch Logs Insights. A call that times out or crashes has no line of ours: Lambda's report tells it, in logs as JSON
// alone. The cause has ids and a stack, so that each would be a group of its own.
const (
	slowOperations = `stats count(*) as requests, pct(took, 50) as p50, pct(took, 95) as p95, pct(took, 99) as p99, max(took) as slowest by operation | sort p99 desc`

	failedRequests = `filter status >= 500 | stats count(*) as requests, max(took) as slowest by operation, status, error | sort requests desc`

	failedCalls = `filter level = 'ERROR' or @message like /errorMessage|Task timed out|Runtime exited|"status": ?"(timeout|error|failure)"/` +
		` | stats count(*) as lines by @log, function, operation, msg, error, record.status | sort lines desc | limit 50`
)

// latency prints how long the answers of each operation took, in ms.
func latency(ctx context.Context, o *operation) error { return o.show(ctx, accessLog, slowOperations) }

// failures prints the requests that were answered with 5xx by operation, and the errors in the logs of functions.
func failures(ctx context.Context, o *operation) error {
	o.print("requests answered with 5xx:\n")
	if err := o.show(ctx, accessLog, failedRequests); err != nil {
		return err
	}
	o.print("\nerrors of functions:\n")
	return o.show(ctx, allLogs, failedCalls)
}

// logs prints the result of a query over a log. The query is read from the input where it is no argument, as it has quotation marks.
func logs(ctx context.Context, o *operation) error {
	if len(o.args) == 2 {
		return o.show(ctx, o.args[0], o.args[1])
	}
	query, err := io.ReadAll(o.in)
	if err != nil {
		return fmt.Errorf("read the query: %w", err)
	}
	if strings.TrimSpace(string(query)) == "" {
		return misunderstood("logs: the query is empty")
	}
	return o.show(ctx, o.args[0], strings.TrimSpace(string(query)))
}

// isLog reports whether there is such a log.
func isLog(name string) bool {
	b := blueprint.New()
	_, isFunction := b.Function(name)
	return isFunction || slices.Contains([]string{accessLog, allLogs, b.Edge.Rotation.Name}, name)
}

// groups are the log groups of a log: the prefixes of their names, for all of a stage, or their names.
func (w *world) groups(ctx context.Context, log string) (prefix string, names []string, err error) {
	switch {
	case log == accessLog:
		return stacknames.AccessLogs(w.of), nil, nil
	case log == allLogs:
		return stacknames.Stage(w.of, ""), nil, nil
	case w.of == local: // whose functions write into one
		return "", []string{stacknames.Stage(w.of, "functions")}, nil
	}
	part := "-" + stacknames.FunctionLog(log)
	if log == blueprint.New().Edge.Rotation.Name {
		part = "-" + stacknames.RotationLog
	}
	found, err := w.logs.DescribeLogGroups(ctx, &cloudwatchlogs.DescribeLogGroupsInput{LogGroupNamePattern: &part})
	if err != nil {
		return "", nil, fmt.Errorf("find the log of %s: %w", log, err)
	}
	for _, g := range found.LogGroups {
		if name := aws.ToString(g.LogGroupName); strings.HasPrefix(name, stacknames.Stage(w.of, "")) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "", nil, fmt.Errorf("stage %q has no log of %s", w.of, log)
	}
	return "", names, nil
}

// show prints the result of a query since o.since.
func (o *operation) show(ctx context.Context, log, query string) error {
	prefix, names, err := o.groups(ctx, log)
	if err != nil {
		return err
	}
	if prefix != "" {
		query = "SOURCE logGroups(namePrefix: ['" + prefix + "']) | " + query
	}
	rows, err := o.search(ctx, query, names, o.since, o.now())
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		o.print("nothing since %s\n", o.since.In(japan).Format(time.RFC3339))
		return nil
	}
	var columns []string
	for _, r := range rows {
		for _, f := range r {
			if name := aws.ToString(f.Field); name != "@ptr" && !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
		}
	}
	table := tabwriter.NewWriter(o.out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, strings.Join(columns, "\t"))
	for _, r := range rows {
		cells := make([]string, len(columns))
		for _, f := range r {
			if i := slices.Index(columns, aws.ToString(f.Field)); i >= 0 {
				cells[i] = strings.Join(strings.Fields(aws.ToString(f.Value)), " ")
			}
		}
		_, _ = fmt.Fprintln(table, strings.Join(cells, "\t"))
	}
	return table.Flush()
}

// betweenLooks is the pause between two looks whether a query has ended.
const betweenLooks = 500 * time.Millisecond

// search runs a query of CloudWatch Logs Insights to its end.
func (w *world) search(ctx context.Context, query string, groups []string, from, to time.Time) ([][]types.ResultField, error) {
	started, err := w.logs.StartQuery(ctx, &cloudwatchlogs.StartQueryInput{
		QueryString: &query, LogGroupNames: groups, StartTime: aws.Int64(from.Unix()), EndTime: aws.Int64(to.Unix()),
	})
	if err != nil {
		return nil, fmt.Errorf("start the query %q: %w", query, err)
	}
	for {
		result, err := w.logs.GetQueryResults(ctx, &cloudwatchlogs.GetQueryResultsInput{QueryId: started.QueryId})
		if err != nil {
			return nil, fmt.Errorf("read the result of the query %q: %w", query, err)
		}
		switch result.Status {
		case types.QueryStatusComplete:
			return result.Results, nil
		case types.QueryStatusScheduled, types.QueryStatusRunning:
		default:
			return nil, fmt.Errorf("the query %q ended as %s", query, result.Status)
		}
		select {
		case <-time.After(betweenLooks):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
