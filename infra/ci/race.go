package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// goTests runs Go tests in a module and counts each, subtests too.
func goTests(module string, arguments ...string) func(context.Context, io.Writer) (count, error) {
	return func(ctx context.Context, out io.Writer) (count, error) {
		n, _, err := runGoTests(ctx, out, module, arguments...)
		return n, err
	}
}

// frugal makes Go collect garbage rarely while there is memory: what ends soon spends a tenth of
// its time on it otherwise. Set variables have precedence.
func frugal() (env []string) {
	for name, value := range map[string]string{"GOGC": "800", "GOMEMLIMIT": "2GiB"} {
		if os.Getenv(name) == "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func runGoTests(ctx context.Context, out io.Writer, module string, arguments ...string) (count, map[string][]string, error) {
	lines, write := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := executeIn(ctx, write, module, frugal(), append([]string{"go", "test", "-json", "-timeout", "20m"}, arguments...)...)
		ended <- errors.Join(err, write.Close())
	}()
	n, skipped, err := readGoTests(lines, out)
	return n, skipped, errors.Join(err, <-ended)
}

// goTestsBut runs the tests of a module's packages except those matching the patterns.
func goTestsBut(module string, patterns []string, flags ...string) func(context.Context, io.Writer) (count, error) {
	return func(ctx context.Context, out io.Writer) (count, error) {
		all, err := list(ctx, module, "./...")
		if err != nil {
			return count{}, err
		}
		left, err := list(ctx, module, patterns...)
		if err != nil {
			return count{}, err
		}
		rest := slices.DeleteFunc(all, func(p string) bool { return slices.Contains(left, p) })
		return goTests(module, slices.Concat(flags, rest)...)(ctx, out)
	}
}

func list(ctx context.Context, module string, patterns ...string) ([]string, error) {
	listed, err := exec.CommandContext(ctx, "go", slices.Concat([]string{"-C", module, "list"}, patterns)...).Output()
	if err != nil {
		return nil, fmt.Errorf("list the packages of %s: %w", module, err)
	}
	return strings.Fields(string(listed)), nil
}

// raceTests runs the tests of packages under the race detector, and those too long for it
// (testing.Short) without, so that each runs once.
func raceTests(module string, patterns []string, flags ...string) func(context.Context, io.Writer) (count, error) {
	return func(ctx context.Context, out io.Writer) (count, error) {
		n, skipped, err := runGoTests(ctx, out, module, slices.Concat(flags, []string{"-race", "-short"}, patterns)...)
		if len(skipped) == 0 {
			return n, err
		}
		fmt.Fprintln(out, "without the race detector, those that were skipped")
		long, longErr := goTests(module, slices.Concat(flags, longTests(skipped))...)(ctx, out)
		return count{n.passed + long.passed, n.failed + long.failed}, errors.Join(err, longErr)
	}
}

// longTests returns the arguments of go test that run the skipped tests.
func longTests(skipped map[string][]string) []string {
	names := slices.Sorted(maps.Keys(skipped))
	tests := slices.Concat(slices.Collect(maps.Values(skipped))...)
	slices.Sort(tests)
	return append([]string{"-run", "^(" + strings.Join(slices.Compact(tests), "|") + ")$"}, names...)
}
