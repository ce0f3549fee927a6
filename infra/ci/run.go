package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// execute runs a program until its end; when ctx ends the program is terminated, and
// killed if it does not end.
func execute(ctx context.Context, out io.Writer, env []string, argv ...string) error {
	return executeIn(ctx, out, ".", env, argv...)
}

// executeIn is execute in a folder.
func executeIn(ctx context.Context, out io.Writer, folder string, env []string, argv ...string) error {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = folder
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(os.Environ(), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	addProcessorTime(ctx, cmd.ProcessState)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
	}
	return nil
}

// command is a check that counts as one.
func command(name string, argv ...string) check { return check{name: name, run: in(".", argv...)} }

// in runs a command in a folder, and counts as one.
func in(folder string, argv ...string) func(context.Context, io.Writer) (count, error) {
	return func(ctx context.Context, out io.Writer) (count, error) {
		if err := executeIn(ctx, out, folder, nil, argv...); err != nil {
			return count{}, err
		}
		return count{passed: 1}, nil
	}
}

// inModules is a check that runs a command in each of the two modules.
func inModules(name string, argv ...string) check {
	return check{name: name, run: func(ctx context.Context, out io.Writer) (n count, err error) {
		for _, folder := range modules {
			if err := executeIn(ctx, out, folder, frugal(), argv...); err != nil {
				return n, err
			}
			n.passed++
		}
		return n, nil
	}}
}

// gofumpt checks the files that git tracks.
func gofumpt(ctx context.Context, out io.Writer) (count, error) {
	files, err := exec.CommandContext(ctx, "git", "ls-files", "*.go").Output()
	if err != nil {
		return count{}, fmt.Errorf("list the files: %w", err)
	}
	return formatted(strings.Fields(string(files)))(ctx, out)
}

// formatted checks that gofumpt would change none of the files; it lists the others.
func formatted(files []string) func(context.Context, io.Writer) (count, error) {
	return func(ctx context.Context, out io.Writer) (count, error) {
		var found bytes.Buffer
		if err := execute(ctx, &found, nil, append([]string{tool("gofumpt"), "-l"}, files...)...); err != nil {
			return count{}, fmt.Errorf("%w\n%s", err, &found)
		}
		if found.Len() > 0 {
			return count{}, fmt.Errorf("not formatted:\n%s", &found)
		}
		fmt.Fprintf(out, "%d files are formatted\n", len(files))
		return count{passed: 1}, nil
	}
}

// vitest runs unit tests of the dashboard: "test" runs all, other words are arguments of
// vitest.
func vitest(words ...string) func(context.Context, io.Writer) (count, error) {
	command := []string{"npm", "--prefix", dashboard, "test", "--silent", "--"}
	folder := "."
	if words[0] != "test" {
		command, folder = append([]string{"npx", "--no-install", "vitest"}, words...), dashboard
	}
	return func(ctx context.Context, out io.Writer) (count, error) {
		return reported(func(report string) error {
			return executeIn(ctx, out, folder, nil, slices.Concat(command, []string{"--reporter=default", "--reporter=json", "--outputFile.json=" + report})...)
		}, func(encoded []byte) (count, error) {
			var result struct {
				NumPassedTests, NumFailedTests int
				NumFailedTestSuites            int
				TestResults                    []struct {
					AssertionResults []struct {
						FullName, Status string
						FailureMessages  []string
					}
				}
			}
			err := json.Unmarshal(encoded, &result)
			for _, file := range result.TestResults {
				for _, test := range file.AssertionResults {
					if test.Status == "failed" {
						addFailure(ctx, test.FullName, strings.Join(test.FailureMessages, "; "))
					}
				}
			}
			return count{result.NumPassedTests, max(result.NumFailedTests, min(result.NumFailedTestSuites, 1))}, err
		})
	}
}

// reported runs something that writes a report, and reads the report even if it failed.
func reported(run func(report string) error, read func([]byte) (count, error)) (count, error) {
	folder, err := os.MkdirTemp("", "report")
	if err != nil {
		return count{}, fmt.Errorf("make a folder for the report: %w", err)
	}
	defer os.RemoveAll(folder)
	report := filepath.Join(folder, "report.json")
	ran := run(report)
	encoded, err := os.ReadFile(report)
	if err != nil {
		return count{}, errors.Join(ran, fmt.Errorf("there is no report: %w", err))
	}
	n, err := read(encoded)
	return n, errors.Join(ran, err)
}
