package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// bench runs the benchmarks of the packages that have some, and ends with how the
// cases of each compare: times of the first case are the measure of the others.
func bench(ctx context.Context, out io.Writer) (count, error) {
	listed, err := exec.CommandContext(ctx, "git", "grep", "-l", "^func Benchmark", "--", "*_test.go").Output()
	if err != nil { // also where nothing was found
		return count{}, fmt.Errorf("find the benchmarks: %w", err)
	}
	folders := map[string]bool{}
	command := []string{"go", "test", "-run", "^$", "-bench", ".", "-benchmem"}
	for _, file := range strings.Fields(string(listed)) {
		folder := "./" + file[:strings.LastIndex(file, "/")]
		if !folders[folder] {
			folders[folder] = true
			command = append(command, folder)
		}
	}
	var said strings.Builder
	if err := execute(ctx, io.MultiWriter(out, &said), nil, command...); err != nil {
		return count{}, err
	}
	found := measures(said.String())
	for _, line := range ratios(found) {
		fmt.Fprintln(out, line)
	}
	return count{passed: len(found)}, nil
}

// measure is the time that one case of a benchmark takes.
type measure struct {
	benchmark, name string
	nanoseconds     float64
}

// measures reads the lines of a benchmark: "BenchmarkList/50000-2  100  1203 ns/op ...".
func measures(said string) []measure {
	var all []measure
	for _, line := range strings.Split(said, "\n") {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") || fields[3] != "ns/op" {
			continue
		}
		took, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			continue
		}
		name := fields[0]
		if cores := strings.LastIndex(name, "-"); cores > 0 {
			name = name[:cores]
		}
		benchmark, part, _ := strings.Cut(name, "/")
		all = append(all, measure{benchmark, part, took})
	}
	return all
}

// ratios are a line for each case but the first of a benchmark.
func ratios(all []measure) []string {
	var lines []string
	first := map[string]measure{}
	for _, m := range all {
		base, known := first[m.benchmark]
		if !known {
			first[m.benchmark] = m
			continue
		}
		lines = append(lines, fmt.Sprintf("ratio %s: %s takes %.2f times as long as %s", m.benchmark, m.name, m.nanoseconds/base.nanoseconds, base.name))
	}
	return lines
}
