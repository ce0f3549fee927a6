package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// bench runs the benchmarks of all packages that have some, and compares the cases of
// each with its first case. It compares processor time where a benchmark reports it
// ("cpu-ms/sheet"), since that depends less on the machine's load than the clock; where
// a benchmark has compared itself with the first case in turns ("times-first"), that
// figure is used.
func bench(ctx context.Context, out io.Writer) (count, error) {
	listed, err := exec.CommandContext(ctx, "git", "grep", "-l", "^func Benchmark", "--", "*_test.go").Output()
	if err != nil { // also when nothing matches
		return count{}, fmt.Errorf("find the benchmarks: %w", err)
	}
	// The tests of a module are run from its folder.
	byModule := map[string][]string{}
	runs := [][]string{}
	test := []string{"test", "-run", "^$", "-bench", ".", "-benchmem"}
	seen := map[string]bool{}
	for _, file := range strings.Fields(string(listed)) {
		folder := "./" + file[:strings.LastIndex(file, "/")]
		if seen[folder] {
			continue
		}
		seen[folder] = true
		module := moduleOf(folder)
		inside, err := filepath.Rel(module, folder)
		if err != nil {
			return count{}, fmt.Errorf("find the benchmarks: %w", err)
		}
		byModule[module] = append(byModule[module], "./"+inside)
	}
	for _, module := range slices.Sorted(maps.Keys(byModule)) {
		runs = append(runs, slices.Concat([]string{"go", "-C", module}, test, byModule[module]))
	}
	var output strings.Builder
	for _, command := range runs {
		if err := execute(ctx, io.MultiWriter(out, &output), nil, command...); err != nil {
			return count{}, err
		}
	}
	found := measures(output.String())
	for _, line := range ratios(found) {
		fmt.Fprintln(out, line)
	}
	return count{passed: len(found)}, nil
}

// moduleOf returns the folder of the module that a folder belongs to.
func moduleOf(folder string) string {
	for folder = filepath.Clean(folder); folder != "."; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
	}
	return folder
}

// measure is the time of one case of a benchmark.
type measure struct {
	benchmark, name string
	clock           float64 // nanoseconds per operation
	processors      float64 // milliseconds per sheet; 0: not reported
	times           float64 // processor time relative to the first case; 0: not reported
}

// measures parses benchmark output: "BenchmarkList/50000-2  100  1203 ns/op  0.5 cpu-ms/sheet ...".
func measures(output string) []measure {
	var all []measure
	for _, line := range strings.Split(output, "\n") {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		m := measure{name: fields[0]}
		for i := 2; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				break
			}
			switch fields[i+1] {
			case "ns/op":
				m.clock = value
			case "cpu-ms/sheet":
				m.processors = value
			case "times-first":
				m.times = value
			}
		}
		if m.clock == 0 {
			continue
		}
		if cores := strings.LastIndex(m.name, "-"); cores > 0 {
			m.name = m.name[:cores]
		}
		m.benchmark, m.name, _ = strings.Cut(m.name, "/")
		all = append(all, m)
	}
	return all
}

// ratios formats a line for each case of a benchmark but the first.
func ratios(all []measure) []string {
	var lines []string
	first := map[string]measure{}
	for _, m := range all {
		base, known := first[m.benchmark]
		switch {
		case !known:
			first[m.benchmark] = m
		case m.times > 0:
			lines = append(lines, fmt.Sprintf("ratio %s: %s takes %.2f times as much processor time as %s, in turns", m.benchmark, m.name, m.times, base.name))
		case m.processors > 0 && base.processors > 0:
			lines = append(lines, fmt.Sprintf("ratio %s: %s takes %.2f times as much processor time as %s", m.benchmark, m.name, m.processors/base.processors, base.name))
		default:
			lines = append(lines, fmt.Sprintf("ratio %s: %s takes %.2f times as long as %s", m.benchmark, m.name, m.clock/base.clock, base.name))
		}
	}
	return lines
}
