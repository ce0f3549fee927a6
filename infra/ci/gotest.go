package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// event is a line of `go test -json`.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// readGoTests reads the lines, prints a line per package with the output of failed
// tests, and counts tests. A package that fails without a failed test (it does not
// compile, it crashed) counts as one. skipped are the tests that did not run, by
// package.
func readGoTests(ctx context.Context, lines io.Reader, out io.Writer) (n count, skipped map[string][]string, err error) {
	skipped = map[string][]string{}
	outputs := map[string]*strings.Builder{} // by package and test
	failed := map[string]int{}
	note := func(key, text string) {
		if outputs[key] == nil {
			outputs[key] = &strings.Builder{}
		}
		outputs[key].WriteString(text)
	}
	flush := func(key string) (text string) {
		if s := outputs[key]; s != nil {
			text = s.String()
		}
		fmt.Fprint(out, text)
		delete(outputs, key)
		return text
	}
	scan := bufio.NewReader(lines)
	for {
		line, err := scan.ReadString('\n')
		if err == io.EOF && line == "" {
			return n, skipped, nil
		}
		if err != nil && err != io.EOF {
			return n, skipped, fmt.Errorf("read the tests' results: %w", err)
		}
		var e event
		if json.Unmarshal([]byte(line), &e) != nil {
			fmt.Fprint(out, line) // not from a test: output of the go command itself
			continue
		}
		key := e.Package + " " + e.Test
		switch {
		case e.Action == "build-output":
			fmt.Fprint(out, e.Output)
		case e.Action == "output":
			note(key, e.Output)
		case e.Test != "" && e.Action == "pass":
			n.passed++
			delete(outputs, key)
		case e.Test != "" && e.Action == "skip":
			whole, _, _ := strings.Cut(e.Test, "/")
			skipped[e.Package] = append(skipped[e.Package], whole)
			delete(outputs, key)
		case e.Test != "" && e.Action == "fail":
			n.failed++
			failed[e.Package]++
			addFailure(ctx, key, flush(key))
		case e.Action == "pass":
			fmt.Fprintf(out, "ok   %s (%.1fs)\n", e.Package, e.Elapsed)
			delete(outputs, key)
		case e.Action == "fail":
			if failed[e.Package] == 0 {
				n.failed++
				addFailure(ctx, e.Package, "")
			}
			flush(key)
			// A crash ends the package in the middle of a test.
			for other := range outputs {
				if strings.HasPrefix(other, e.Package+" ") {
					flush(other)
				}
			}
		}
	}
}
