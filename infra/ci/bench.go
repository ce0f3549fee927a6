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

// bench runs the benchmarks of the packages that have some, and ends with how the
// cases of each compare: times of the first case are the measure of the others. Where a
// benchmark reports the processors' time ("cpu-ms/sheet"), which hangs less on what else
// the machine does than the clock's, that is compared; where it has held itself against
// the first case in turns ("times-first"), what it says.
func bench(ctx context.Context, out io.Writer) (count, error) {
	listed, err := exec.CommandContext(ctx, "git", "grep", "-l", "^func Benchmark", "--", "*_test.go").Output()
	if err != nil { // also where nothing was found
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
	var said strings.Builder
	for _, command := range runs {
		if err := execute(ctx, io.MultiWriter(out, &said), nil, command...); err != nil {
			return count{}, err
		}
	}
	found := measures(said.String())
	for _, line := range ratios(found) {
		fmt.Fprintln(out, line)
	}
	return count{passed: len(found)}, nil
}

// moduleOf is the folder of the module that a folder belongs to.
func moduleOf(folder string) string {
	for folder = filepath.Clean(folder); folder != "."; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
	}
	return folder
}

// measure is the time that one case of a benchmark takes.
type measure struct {
	benchmark, name string
	clock           float64 // nanoseconds an operation
	processors      float64 // milliseconds a sheet; 0: not reported
	times           float64 // as much processor time as the first; 0: not reported
}

// measures reads the lines of a benchmark: "BenchmarkList/50000-2  100  1203 ns/op  0.5 cpu-ms/sheet ...".
func measures(said string) []measure {
	var all []measure
	for _, line := range strings.Split(said, "\n") {
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

// ratios are a line for each case but the first of a benchmark.
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
