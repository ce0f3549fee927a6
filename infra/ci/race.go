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
		err := executeIn(ctx, write, module, frugal(), append([]string{"go", "test", "-json", "-timeout", "60m"}, arguments...)...)
		ended <- errors.Join(err, write.Close())
	}()
	n, skipped, err := readGoTests(ctx, lines, out)
	return n, skipped, errors.Join(err, <-ended)
}

// goTestsBut runs the tests of a module's packages except those of the race detector.
func goTestsBut(r raced, flags ...string) func(context.Context, io.Writer) (count, error) {
	return func(ctx context.Context, out io.Writer) (count, error) {
		rest, err := listBut(ctx, r.module, []string{"./..."}, r.patterns())
		if err != nil {
			return count{}, err
		}
		return goTests(r.module, slices.Concat(flags, rest)...)(ctx, out)
	}
}

// listBut lists the packages of the patterns without those of the others.
func listBut(ctx context.Context, module string, patterns, others []string) ([]string, error) {
	all, err := list(ctx, module, patterns...)
	if err != nil || len(others) == 0 {
		return all, err
	}
	left, err := list(ctx, module, others...)
	return slices.DeleteFunc(all, func(p string) bool { return slices.Contains(left, p) }), err
}

func list(ctx context.Context, module string, patterns ...string) ([]string, error) {
	listed, err := exec.CommandContext(ctx, "go", slices.Concat([]string{"-C", module, "list"}, patterns)...).Output()
	if err != nil {
		return nil, fmt.Errorf("list the packages of %s: %w", module, err)
	}
	return strings.Fields(string(listed)), nil
}

// raced are the tests of a module for the race detector, under which they take several times as long.
type raced struct {
	module string
	// packages are patterns of the packages where goroutines share data.
	packages []string
	// parts are the packages of which only some tests run calls in parallel, with their names.
	parts map[string][]string
}

// patterns are those of all packages, whole or in part.
func (r raced) patterns() []string {
	return slices.AppendSeq(slices.Clone(r.packages), maps.Keys(r.parts))
}

// raceTests runs the tests of packages under the race detector, and those too long for it
// (testing.Short) or without parallel calls without, so that each runs once.
func raceTests(r raced, flags ...string) func(context.Context, io.Writer) (count, error) {
	return func(ctx context.Context, out io.Writer) (count, error) {
		parts := slices.Sorted(maps.Keys(r.parts))
		whole, err := listBut(ctx, r.module, r.packages, parts)
		if err != nil {
			return count{}, err
		}
		detecting := slices.Concat(flags, []string{"-race", "-short"})
		total, skipped, err := runGoTests(ctx, out, r.module, slices.Concat(detecting, whole)...)
		for _, p := range parts {
			names := only(r.parts[p])
			n, long, partErr := runGoTests(ctx, out, r.module, slices.Concat(detecting, []string{"-run", names, p})...)
			maps.Copy(skipped, long)
			rest, restErr := goTests(r.module, slices.Concat(flags, []string{"-skip", names, p})...)(ctx, out)
			total, err = total.plus(n).plus(rest), errors.Join(err, partErr, restErr)
		}
		if len(skipped) == 0 {
			return total, err
		}
		fmt.Fprintln(out, "without the race detector, those that were skipped")
		long, longErr := goTests(r.module, slices.Concat(flags, longTests(skipped))...)(ctx, out)
		return total.plus(long), errors.Join(err, longErr)
	}
}

// only is the pattern of go test for the tests of these names.
func only(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

// longTests returns the arguments of go test that run the skipped tests.
func longTests(skipped map[string][]string) []string {
	names := slices.Sorted(maps.Keys(skipped))
	tests := slices.Concat(slices.Collect(maps.Values(skipped))...)
	slices.Sort(tests)
	return append([]string{"-run", only(slices.Compact(tests))}, names...)
}
