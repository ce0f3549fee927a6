package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each test runs once, in what way ever: those of concurrent packages under the race detector, those that are too long for it
// and those of a part without parallel calls without.
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
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := raced{module: dir, packages: []string{"./..."}, parts: map[string][]string{"./system": {"TestManyCalls"}}}
	n, err := raceTests(r, "-vet=off")(t.Context(), io.Discard)
	if err != nil || n != (count{passed: 4}) {
		t.Errorf("%v, %v", n, err)
	}
	raw, err := os.ReadFile(ran)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(string(raw))
	if slices.Sort(got); !slices.Equal(got, []string{"TestLong", "TestManyCalls", "TestOneCall", "TestShort"}) {
		t.Errorf("ran %q", got)
	}
}
