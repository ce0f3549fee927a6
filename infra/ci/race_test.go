package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each test runs once, in what way ever: those of concurrent packages under the race detector, those that are too long for it,
// those of a part without parallel calls and those of other packages without.
func TestEachTestRunsOnceBesideTheRaceDetector(t *testing.T) {
	dir := t.TempDir()
	ran := filepath.Join(dir, "ran")
	note := "func note(t *testing.T) {\n\tf, _ := os.OpenFile(" + `"` + ran + `"` + ", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)\n\tdefer f.Close()\n\tf.WriteString(t.Name() + \"\\n\")\n}\n"
	for name, text := range map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.24\n",
		"one/one_test.go": "package one\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\n" + note +
			"func TestShort(t *testing.T) { note(t) }\n\nfunc TestLong(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip()\n\t}\n\tnote(t)\n}\n",
		"system/system_test.go": "package system\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\n" + note +
			"func TestManyCalls(t *testing.T) { note(t) }\n\nfunc TestOneCall(t *testing.T) { note(t) }\n",
		"other/other_test.go": "package other\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\n" + note + "func TestOther(t *testing.T) { note(t) }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := raced{module: dir, packages: []string{"./one"}, parts: map[string][]string{"./system": {"TestManyCalls"}}}
	n, err := raceTests(r, "-vet=off")(t.Context(), io.Discard)
	if err != nil || n != (count{passed: 4}) {
		t.Errorf("%v, %v", n, err)
	}
	if n, err = goTestsBut(r, "-vet=off")(t.Context(), io.Discard); err != nil || n != (count{passed: 1}) {
		t.Errorf("%v, %v", n, err)
	}
	raw, err := os.ReadFile(ran)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(string(raw))
	if slices.Sort(got); !slices.Equal(got, []string{"TestLong", "TestManyCalls", "TestOneCall", "TestOther", "TestShort"}) {
		t.Errorf("ran %q", got)
	}
}

// What starts goroutines is run under the race detector, whole or in part.
func TestPackagesWithGoroutinesRunUnderTheRaceDetector(t *testing.T) {
	excused := map[string]string{
		"infra/aws/stacks": "one goroutine that a channel waits for, and the CDK, which takes minutes to compile",
	}
	t.Chdir("../..")
	detected := map[string]bool{}
	for _, r := range []raced{concurrent, concurrentOfInfra} {
		listed, err := list(t.Context(), r.module, r.patterns()...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range listed {
			detected[p] = true
		}
	}
	all, err := listPackages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		started := ""
		tests := map[string]bool{}
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if startsGoroutines(parsed) {
				started = name
			}
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					tests[f.Name.Name] = true
				}
			}
		}
		_, excuse := excused[p.Dir]
		if started != "" && p.hasTests() && !detected[p.ImportPath] && !excuse {
			t.Errorf("%s starts goroutines in %s, and no test of it runs under the race detector: add it to sets.go", p.Dir, started)
		}
		if started == "" && excuse {
			t.Errorf("%s is excused and starts no goroutine", p.Dir)
		}
		for _, r := range []raced{concurrent, concurrentOfInfra} {
			for part, names := range r.parts {
				if len(names) == 0 {
					t.Errorf("%s: a part without tests", part)
				}
				for _, name := range names {
					if filepath.Join(r.module, part) == p.Dir && !tests[name] {
						t.Errorf("%s has no %s", part, name)
					}
				}
			}
		}
	}
}

// startsGoroutines looks for go statements and for calls like those of sync.WaitGroup.Go and errgroup.Group.Go.
func startsGoroutines(parsed *ast.File) bool {
	found := false
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if called, ok := n.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "Go" && len(n.Args) == 1 {
				found = true
			}
		}
		return !found
	})
	return found
}
