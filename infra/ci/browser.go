package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Limits for the local stack to become ready, and to end.
const (
	readyWithin = 3 * time.Minute
	endWithin   = 15 * time.Second
)

// browsers is the number of browsers that run the tests in parallel, each with its own
// stack and so its own companies: tests in one browser never see data of the other.
const browsers = 2

// browser runs the browser tests against local stacks of their own: other ports and
// folders than those of a stack in use.
func browser(ctx context.Context, out io.Writer) (n count, err error) {
	folder, err := os.MkdirTemp("", "anzen")
	if err != nil {
		return n, fmt.Errorf("make a folder for the stacks: %w", err)
	}
	defer os.RemoveAll(folder)
	var addresses []string
	for i := range browsers {
		own := filepath.Join(folder, strconv.Itoa(i))
		if err := os.Mkdir(own, 0o700); err != nil {
			return n, fmt.Errorf("make a folder for a stack: %w", err)
		}
		ready, stop, startErr := startStack(ctx, filepath.Join(".build", "anzen"), own)
		if startErr != nil {
			return n, startErr
		}
		defer func() { err = errors.Join(err, stop()) }()
		fmt.Fprintf(out, "a stack is ready at %s\n", ready.URL)
		addresses = append(addresses, ready.URL)
	}
	return reported(func(report string) error {
		env := []string{"ANZEN_URL=" + strings.Join(addresses, ","), "PLAYWRIGHT_JSON_OUTPUT_NAME=" + report}
		return execute(ctx, out, env, "npm", "--prefix", "frontend", "run", "--silent", "e2e", "--", "--reporter=list,json")
	}, func(encoded []byte) (count, error) {
		var result struct {
			suite
			Stats struct{ Expected, Unexpected, Flaky int } // flaky: passed only on a retry
		}
		err := json.Unmarshal(encoded, &result)
		result.addFailures(ctx)
		return count{result.Stats.Expected, result.Stats.Unexpected + result.Stats.Flaky}, err
	})
}

// suite is a file of tests in Playwright's report, or a group of them.
type suite struct {
	Suites []suite
	Specs  []struct {
		File, Title string
		OK          bool
		Tests       []struct {
			Results []struct {
				Errors []struct {
					Message  string
					Location struct{ Line int }
				}
			}
		}
	}
}

func (s suite) addFailures(ctx context.Context) {
	for _, test := range s.Specs {
		if test.OK {
			continue
		}
		var reasons []string
		for _, t := range test.Tests {
			for _, r := range t.Results {
				for _, e := range r.Errors {
					reasons = append(reasons, fmt.Sprintf("line %d: %s", e.Location.Line, e.Message))
				}
			}
		}
		addFailure(ctx, test.File+": "+test.Title, strings.Join(reasons, "; "))
	}
	for _, part := range s.Suites {
		part.addFailures(ctx)
	}
}

// readiness is what a stack writes when it is ready.
type readiness struct {
	URL string `json:"url"`
}

// startStack starts the stack on free ports and waits until it is ready. stop ends it;
// errors include the stack's output.
func startStack(ctx context.Context, program, folder string) (readiness, func() error, error) {
	log := filepath.Join(folder, "console.log")
	console, err := os.Create(log)
	if err != nil {
		return readiness{}, nil, fmt.Errorf("create the stack's log: %w", err)
	}
	defer console.Close()
	data := filepath.Join(folder, "data")
	cmd := exec.Command(program)
	cmd.Stdout, cmd.Stderr = console, console
	cmd.Env = append(os.Environ(), "ANZEN_PORT=0", "ANZEN_DATA="+data)
	if err := cmd.Start(); err != nil {
		return readiness{}, nil, fmt.Errorf("start the stack: %w", err)
	}
	var exit error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		exit = cmd.Wait()
		addProcessorTime(ctx, cmd.ProcessState)
	}()
	stop := func() error {
		_ = cmd.Process.Signal(syscall.SIGINT)
		select {
		case <-ended:
			return nil
		case <-time.After(endWithin):
			return errors.Join(errors.New("the stack did not end"), cmd.Process.Kill())
		}
	}
	withOutput := func(what string, err error) error {
		text, _ := os.ReadFile(log)
		return fmt.Errorf("%s: %w\n%s", what, err, text)
	}
	within, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	var ready readiness
	for {
		select {
		case <-ended:
			return ready, nil, withOutput("the stack ended", errors.Join(exit, errors.New("it was not ready yet")))
		case <-within.Done():
			return ready, nil, withOutput("wait for the stack", errors.Join(within.Err(), stop()))
		case <-look.C:
			encoded, err := os.ReadFile(filepath.Join(data, "ready.json"))
			if err == nil && json.Unmarshal(encoded, &ready) == nil && ready.URL != "" {
				return ready, stop, nil
			}
		}
	}
}
