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
	"syscall"
	"time"
)

// How long the local stack may take to be ready, and to end.
const (
	readyWithin = 3 * time.Minute
	endWithin   = 15 * time.Second
)

// browser runs the browser tests against a local stack of their own: other ports
// and another folder than the one somebody works with.
func browser(ctx context.Context, out io.Writer) (n count, err error) {
	folder, err := os.MkdirTemp("", "anzen")
	if err != nil {
		return n, fmt.Errorf("make a folder for the stack: %w", err)
	}
	defer os.RemoveAll(folder)
	ready, stop, err := startStack(ctx, filepath.Join(".build", "anzen"), folder)
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	fmt.Fprintf(out, "the stack is ready at %s\n", ready.URL)
	return reported(func(report string) error {
		env := []string{"ANZEN_URL=" + ready.URL, "ANZEN_READY=" + ready.file, "PLAYWRIGHT_JSON_OUTPUT_NAME=" + report}
		return execute(ctx, out, env, "npm", "--prefix", "frontend", "run", "--silent", "e2e", "--", "--reporter=list,json")
	}, func(encoded []byte) (count, error) {
		var result struct {
			Stats struct{ Expected, Unexpected, Flaky int } // flaky: passed when tried again
		}
		err := json.Unmarshal(encoded, &result)
		return count{result.Stats.Expected + result.Stats.Flaky, result.Stats.Unexpected}, err
	})
}

// readiness is what a stack writes when it can be used.
type readiness struct {
	URL  string `json:"url"`
	file string
}

// startStack starts the stack on free ports and waits until it is ready. stop ends
// it; the error tells what it said where that matters.
func startStack(ctx context.Context, program, folder string) (readiness, func() error, error) {
	log := filepath.Join(folder, "console.log")
	console, err := os.Create(log)
	if err != nil {
		return readiness{}, nil, fmt.Errorf("keep what the stack says: %w", err)
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
	go func() { exit = cmd.Wait(); close(ended) }()
	stop := func() error {
		_ = cmd.Process.Signal(syscall.SIGINT)
		select {
		case <-ended:
			return nil
		case <-time.After(endWithin):
			return errors.Join(errors.New("the stack did not end"), cmd.Process.Kill())
		}
	}
	said := func(what string, err error) error {
		text, _ := os.ReadFile(log)
		return fmt.Errorf("%s: %w\n%s", what, err, text)
	}
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	ready := readiness{file: filepath.Join(data, "ready.json")}
	for {
		select {
		case <-ended:
			return ready, nil, said("the stack ended", errors.Join(exit, errors.New("it was not ready yet")))
		case <-ctx.Done():
			return ready, nil, said("wait for the stack", errors.Join(ctx.Err(), stop()))
		case <-look.C:
			encoded, err := os.ReadFile(ready.file)
			if err == nil && json.Unmarshal(encoded, &ready) == nil && ready.URL != "" {
				return ready, stop, nil
			}
		}
	}
}
