package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestReadGoTests(t *testing.T) {
	for _, c := range []struct {
		name   string
		lines  string
		want   count
		prints []string
		hides  []string
		names  []string
	}{
		{
			name: "passed, failed and skipped",
			lines: `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"quiet\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB/x","Output":"loud\n"}
{"Action":"fail","Package":"p","Test":"TestB/x"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"skip","Package":"p","Test":"TestC"}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"fail","Package":"p","Elapsed":0.1}
{"Action":"pass","Package":"q","Elapsed":1.25}
`,
			want: count{1, 2}, prints: []string{"loud", "FAIL", "ok   q (1.2s)"}, hides: []string{"quiet"}, names: []string{"p TestB/x: loud", "p TestB"},
		},
		{
			name: "does not compile",
			lines: `{"Action":"build-output","ImportPath":"p","Output":"p.go:1: undefined: x\n"}
{"Action":"build-fail","ImportPath":"p"}
{"Action":"fail","Package":"p","Elapsed":0}
`,
			want: count{0, 1}, prints: []string{"undefined: x"}, names: []string{"p"},
		},
		{
			name: "crashes",
			lines: `{"Action":"output","Package":"p","Test":"TestA","Output":"panic: no\n"}
{"Action":"fail","Package":"p"}
`,
			want: count{0, 1}, prints: []string{"panic: no"}, names: []string{"p"},
		},
		{name: "the go command itself", lines: "go: no such module\n", prints: []string{"no such module"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			var r record
			got, _, err := readGoTests(context.WithValue(t.Context(), recordKey{}, &r), strings.NewReader(c.lines), &out)
			if err != nil || got != c.want || !slices.Equal(r.failures, c.names) {
				t.Errorf("%v, %q, %v", got, r.failures, err)
			}
			for _, s := range c.prints {
				if !strings.Contains(out.String(), s) {
					t.Errorf("%q is not in %q", s, out.String())
				}
			}
			for _, s := range c.hides {
				if strings.Contains(out.String(), s) {
					t.Errorf("%q is in %q", s, out.String())
				}
			}
		})
	}
}

// Tests that the race detector's run skips for their length are listed, so that they
// run without it.
func TestLongTestsRunWithoutTheRaceDetector(t *testing.T) {
	_, skipped, err := readGoTests(t.Context(), strings.NewReader(`{"Action":"skip","Package":"p","Test":"TestLong"}
{"Action":"skip","Package":"q","Test":"TestSome/long"}
{"Action":"pass","Package":"q","Test":"TestSome"}
{"Action":"skip","Package":"q","Test":"TestLong"}
`), io.Discard)
	if got := longTests(skipped); err != nil || !slices.Equal(got, []string{"-run", "^(TestLong|TestSome)$", "p", "q"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestRunAllSumsUp(t *testing.T) {
	run := func(n count, err error) func(context.Context, io.Writer) (count, error) {
		return func(context.Context, io.Writer) (count, error) { return n, err }
	}
	var out bytes.Buffer
	got := runAll(t.Context(), []stage{alone(
		check{name: "a", run: func(ctx context.Context, _ io.Writer) (count, error) {
			addFailure(ctx, "one of four", "\x1b[31mnot\x1b[39m\n  found\n")
			return count{3, 1}, nil
		}},
		check{name: "b", run: run(count{}, errors.New("broke off"))},
	), {nil, {{name: "d", run: run(count{passed: 2}, nil)}}}}, &out)
	if want := (count{5, 2}); got != want || !strings.HasSuffix(out.String(), "\nfailed: one of four: not found\nfailed: b\n5 passed, 2 failed\n") || !strings.Contains(out.String(), "broke off") {
		t.Errorf("%v: %s", got, out.String())
	}
}

// Lanes run in parallel, and each check's output is printed whole.
func TestLanesRunSideBySide(t *testing.T) {
	there, done := make(chan struct{}), make(chan struct{})
	var out bytes.Buffer
	got := runAll(t.Context(), []stage{{
		{{name: "slow", run: func(_ context.Context, out io.Writer) (count, error) {
			_, _ = io.WriteString(out, "slow begins\n")
			close(there) // ends only when the other lane runs
			<-done
			_, _ = io.WriteString(out, "slow ends\n")
			return count{passed: 1}, nil
		}}},
		{{name: "quick", why: []string{"a.go"}, run: func(_ context.Context, out io.Writer) (count, error) {
			<-there
			_, _ = io.WriteString(out, "quick\n")
			return count{passed: 1}, nil
		}}, {name: "next", run: func(context.Context, io.Writer) (count, error) {
			close(done)
			return count{passed: 1}, nil
		}}},
	}, alone(check{name: "last", run: func(_ context.Context, out io.Writer) (count, error) {
		_, _ = io.WriteString(out, "after all\n")
		return count{passed: 1}, nil
	}})}, &out)
	output := out.String()
	if got != (count{passed: 4}) || !strings.Contains(output, "== slow\nslow begins\nslow ends\n") || !strings.Contains(output, "== quick\n   for a.go\nquick\n") {
		t.Errorf("%v: %s", got, output)
	}
	if strings.Index(output, "after all") < strings.Index(output, "slow ends") || !strings.HasSuffix(output, "\n4 passed, 0 failed\n") {
		t.Errorf("%s", output)
	}
}

func TestReportedReadsTheReportOfWhatFailed(t *testing.T) {
	read := func(encoded []byte) (count, error) { return count{passed: len(encoded)}, nil }
	failed := errors.New("two tests failed")
	n, err := reported(func(report string) error { return errors.Join(os.WriteFile(report, []byte("four"), 0o600), failed) }, read)
	if n.passed != 4 || !errors.Is(err, failed) {
		t.Errorf("%v, %v", n, err)
	}
	if _, err := reported(func(string) error { return nil }, read); err == nil {
		t.Error("no report, but no error")
	}
}

func TestFailuresInPlaywrightsReport(t *testing.T) {
	var report suite
	err := json.Unmarshal([]byte(`{"suites":[{"specs":[{"file":"a.spec.ts","title":"signs in","ok":true}],
		"suites":[{"specs":[{"file":"a.spec.ts","title":"uploads","ok":false,
		"tests":[{"results":[{"errors":[{"message":"Error: not visible\n\nLocator: x","location":{"line":7}}]}]}]}]}]}],"stats":{"expected":1,"unexpected":1}}`), &report)
	if err != nil {
		t.Fatal(err)
	}
	var r record
	report.addFailures(context.WithValue(t.Context(), recordKey{}, &r))
	if !slices.Equal(r.failures, []string{"a.spec.ts: uploads: line 7: Error: not visible Locator: x"}) {
		t.Errorf("%q", r.failures)
	}
}

// script stands in for the stack's program.
func script(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "stack")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestStartStack(t *testing.T) {
	program := script(t, `mkdir -p "$ANZEN_DATA"
echo '{"url":"http://127.0.0.1:'$ANZEN_PORT'1"}' > "$ANZEN_DATA/ready.json"
exec sleep 60
`)
	ready, stop, err := startStack(t.Context(), program, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if ready.URL != "http://127.0.0.1:01" {
		t.Errorf("ready at %s", ready.URL)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

func TestStartStackReportsWhyItEnded(t *testing.T) {
	_, _, err := startStack(t.Context(), script(t, "echo the port is taken; exit 1\n"), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "the port is taken") {
		t.Errorf("error: %v", err)
	}
}

func TestRatios(t *testing.T) {
	got := ratios(measures(`goos: linux
BenchmarkList/50000-2         	     100	    1200 ns/op	      16 B/op	       1 allocs/op
BenchmarkList/1000000-2       	      10	   24000.5 ns/op
BenchmarkParse-2              	  100000	      12.50 ns/op
BenchmarkBroken-2
BenchmarkRead/bare-2  	       2	  60 ns/op	  10.00 cpu-ms/sheet	   3.5 sheets/s	  0 B/op
BenchmarkRead/pages-2 	       1	 600 ns/op	  14.00 cpu-ms/sheet	   3.5 sheets/s	  0 B/op
BenchmarkRead/whole-2 	       1	 600 ns/op	  14.00 cpu-ms/sheet	   1.25 times-first	  0 B/op
PASS
`))
	want := []string{
		"ratio BenchmarkList: 1000000 takes 20.00 times as long as 50000",
		"ratio BenchmarkRead: pages takes 1.40 times as much processor time as bare",
		"ratio BenchmarkRead: whole takes 1.25 times as much processor time as bare, in turns",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Nothing runs twice in a set, and the browser tests wait for the build of the stack.
func TestSetsRunEachCheckOnce(t *testing.T) {
	for name, stages := range sets {
		seen := map[string]int{} // its stage, from 1
		for i, s := range stages {
			for _, l := range s {
				for _, c := range l {
					if seen[c.name] > 0 {
						t.Errorf("%s runs %s twice", name, c.name)
					}
					seen[c.name] = i + 1
				}
			}
		}
		if at := seen["dashboard: browser tests"]; at > 0 && (seen["build"] == 0 || seen["build"] > at) {
			t.Errorf("%s runs the browser tests without a build before", name)
		}
		for _, each := range []string{"Go tests", "Go tests of infra", "dashboard: unit tests", "dashboard: types", "dashboard: browser tests"} {
			if (name == "test" || name == "ci") && seen[each] == 0 {
				t.Errorf("%s leaves %s out", name, each)
			}
		}
		for _, each := range []string{"gofumpt", "golangci-lint", "dashboard: types", "dashboard: lint"} {
			if (name == "lint" || name == "ci") && seen[each] == 0 {
				t.Errorf("%s leaves %s out", name, each)
			}
		}
	}
}

// What a check costs is the time of its processes and theirs, not how long it waited for them.
func TestProcessorTimeOfACheck(t *testing.T) {
	busy := "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"
	for name, script := range map[string]string{"its own": busy, "of a child": "sh -c '" + busy + "'; true"} {
		var r record
		ctx := context.WithValue(t.Context(), recordKey{}, &r)
		if err := execute(ctx, io.Discard, nil, "sh", "-c", script); err != nil {
			t.Fatal(err)
		}
		if r.used <= 0 {
			t.Errorf("%s: no processor time", name)
		}
	}
}

// A test for the race detector that was renamed would not run at all.
func TestRacedTestsExist(t *testing.T) {
	for folder, names := range concurrentOfInfra.parts {
		files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		var source bytes.Buffer
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
		for _, name := range names {
			if !strings.Contains(source.String(), "\nfunc "+name+"(") {
				t.Errorf("%s has no %s", folder, name)
			}
		}
	}
}
