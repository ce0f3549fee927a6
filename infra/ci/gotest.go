package main

import (
	"bufio"
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

// readGoTests reads the lines, prints a line a package with the output of the
// tests that failed, and counts tests. A package that fails without a failed test
// (it does not compile, it crashed) counts as one. skipped are the tests, by their
// packages, that did not run.
func readGoTests(lines io.Reader, out io.Writer) (n count, skipped map[string][]string, err error) {
	skipped = map[string][]string{}
	said := map[string]*strings.Builder{} // by package and test
	failed := map[string]int{}
	note := func(key, text string) {
		if said[key] == nil {
			said[key] = &strings.Builder{}
		}
		said[key].WriteString(text)
	}
	tell := func(key string) {
		if s := said[key]; s != nil {
			fmt.Fprint(out, s)
		}
		delete(said, key)
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
			fmt.Fprint(out, line) // not from the tests: what the go command itself says
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
			delete(said, key)
		case e.Test != "" && e.Action == "skip":
			whole, _, _ := strings.Cut(e.Test, "/")
			skipped[e.Package] = append(skipped[e.Package], whole)
			delete(said, key)
		case e.Test != "" && e.Action == "fail":
			n.failed++
			failed[e.Package]++
			tell(key)
		case e.Action == "pass":
			fmt.Fprintf(out, "ok   %s (%.1fs)\n", e.Package, e.Elapsed)
			delete(said, key)
		case e.Action == "fail":
			if failed[e.Package] == 0 {
				n.failed++
			}
			tell(key)
			// A crash ends the package in the middle of a test.
			for other := range said {
				if strings.HasPrefix(other, e.Package+" ") {
					tell(other)
				}
			}
		}
	}
}
