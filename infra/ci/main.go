// Command ci runs the checks of the project, reports each, and ends with a summary: "N passed, N
// failed". Independent checks run in parallel: the dashboard's checks and the browser beside Go's,
// as none keeps all processors busy throughout.
//
//	ci changed  the checks needed by the files changed since the branch main
//	ci test     all tests: Go with the CDK, the dashboard, the browser
//	ci lint     formatting, linters with vet, types
//	ci e2e      the browser tests alone
//	ci templates  the templates by the schemas of their resources
//	ci bench    the benchmarks, with a comparison of their cases
//	ci ci       all of these, with the race detector, the templates and what is known of weaknesses in components
//
// It expects what `make setup`, `make setup-test` and `make tools` install.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(os.Args) != 2 || os.Args[1] != "changed" && sets[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: ci changed|test|lint|templates|e2e|bench|ci")
		os.Exit(2)
	}
	var total count
	var err error
	if os.Args[1] == "changed" {
		total, err = runChanged(ctx, os.Stdout)
	} else {
		total = runAll(ctx, sets[os.Args[1]], os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || total.failed > 0 {
		stop()
		os.Exit(1)
	}
}

// count is how many tests passed and failed.
type count struct{ passed, failed int }

func (c count) plus(d count) count { return count{c.passed + d.passed, c.failed + d.failed} }

func (c count) String() string { return fmt.Sprintf("%d passed, %d failed", c.passed, c.failed) }

// check is one thing to run.
type check struct {
	name string
	run  func(ctx context.Context, out io.Writer) (count, error)
	// why lists the reasons it runs; empty: always.
	why []string
}

// lane is checks run in sequence, stage is lanes run in parallel.
type (
	lane  []check
	stage []lane
)

// alone is a stage of one lane.
func alone(checks ...check) stage { return stage{checks} }

// result is the outcome of a check.
type result struct {
	line     string
	failures []string // the names of its tests that failed, or its own
	count
}

// runAll runs every check, also after a failure, and prints the sum.
func runAll(ctx context.Context, stages []stage, out io.Writer) count {
	var total count
	var lines, failures []string
	started := time.Now()
	for _, s := range stages {
		for _, r := range runStage(ctx, s, out) {
			total.passed += r.passed
			total.failed += r.failed
			lines = append(lines, r.line)
			failures = append(failures, r.failures...)
		}
	}
	fmt.Fprintln(out)
	for _, l := range lines {
		fmt.Fprintln(out, l)
	}
	fmt.Fprintf(out, "%-28s %s\n", "all", time.Since(started).Round(time.Second))
	for _, f := range failures {
		fmt.Fprintf(out, "failed: %s\n", f)
	}
	fmt.Fprintln(out, total)
	return total
}

// runStage runs the lanes of a stage. With several lanes a check's output is printed
// whole when it ends.
func runStage(ctx context.Context, s stage, out io.Writer) []result {
	s = slices.DeleteFunc(slices.Clone(s), func(l lane) bool { return len(l) == 0 })
	results := make([][]result, len(s))
	var printing sync.Mutex
	var group sync.WaitGroup
	for i, l := range s {
		group.Go(func() {
			for _, c := range l {
				if len(s) == 1 {
					results[i] = append(results[i], runOne(ctx, c, out))
					continue
				}
				var output bytes.Buffer
				results[i] = append(results[i], runOne(ctx, c, &output))
				printing.Lock()
				_, _ = output.WriteTo(out) // the reader of the output is gone
				printing.Unlock()
			}
		})
	}
	group.Wait()
	return slices.Concat(results...)
}

func runOne(ctx context.Context, c check, out io.Writer) result {
	fmt.Fprintf(out, "\n== %s\n", c.name)
	for _, line := range c.why {
		fmt.Fprintf(out, "   for %s\n", line)
	}
	started := time.Now()
	var r record
	n, err := c.run(context.WithValue(ctx, recordKey{}, &r), out)
	if err != nil {
		fmt.Fprintf(out, "%s: %v\n", c.name, err)
		// A check that ended without counting failures failed as a whole.
		n.failed = max(n.failed, 1)
	}
	elapsed := time.Since(started).Round(time.Second)
	if n.failed > 0 && len(r.failures) == 0 {
		r.failures = []string{c.name}
	}
	return result{fmt.Sprintf("%-28s %s (%s, processors %s)", c.name, n, elapsed, r.used.Round(time.Second)), r.failures, n}
}
