// Command checks runs the checks of the project one after the other, says how
// each went, and ends with a line that sums up: "N passed, N failed".
//
//	checks test   all tests: Go with the CDK, the dashboard, the browser
//	checks lint   formatting, vet, linters, types
//	checks e2e    the browser tests alone
//	checks bench  the benchmarks, and how their cases compare
//	checks ci     all of these, with the race detector, the templates and reports on known weaknesses
//
// It expects what `make setup`, `make setup-test` and `make tools` install.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(os.Args) != 2 || sets[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: checks test|lint|e2e|bench|ci")
		os.Exit(2)
	}
	if total := runAll(ctx, sets[os.Args[1]], os.Stdout); total.failed > 0 {
		stop()
		os.Exit(1)
	}
}

// count is how many tests passed and failed.
type count struct{ passed, failed int }

func (c count) String() string { return fmt.Sprintf("%d passed, %d failed", c.passed, c.failed) }

// check is one thing that is run.
type check struct {
	name string
	run  func(ctx context.Context, out io.Writer) (count, error)
	// report is only printed: it never fails.
	report bool
}

// runAll runs every check, also after one failed, and prints the sum.
func runAll(ctx context.Context, checks []check, out io.Writer) count {
	var total count
	var lines []string
	for _, c := range checks {
		fmt.Fprintf(out, "\n== %s\n", c.name)
		started := time.Now()
		n, err := c.run(ctx, out)
		if err != nil {
			fmt.Fprintf(out, "%s: %v\n", c.name, err)
			// What broke off before it could count failures failed as a whole.
			n.failed = max(n.failed, 1)
		}
		how := n.String()
		if c.report {
			n, how = count{}, "a report"
		}
		total.passed += n.passed
		total.failed += n.failed
		lines = append(lines, fmt.Sprintf("%-28s %s (%s)", c.name, how, time.Since(started).Round(time.Second)))
	}
	fmt.Fprintln(out)
	for _, l := range lines {
		fmt.Fprintln(out, l)
	}
	fmt.Fprintln(out, total)
	return total
}
