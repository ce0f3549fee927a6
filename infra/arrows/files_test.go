package arrows

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// files returns the files that git tracks, with their content.
func files(t *testing.T, patterns ...string) map[string][]byte {
	t.Helper()
	command := exec.Command("git", append([]string{"ls-files", "-z", "--"}, patterns...)...)
	command.Dir = root
	listed, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]byte{}
	for _, name := range strings.Split(strings.TrimSuffix(string(listed), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		found[name] = content
	}
	if len(found) == 0 {
		t.Fatalf("no files match %v", patterns)
	}
	return found
}

// ban is a text that no file may contain. The patterns are assembled from parts, so
// that this file does not match itself.
type ban struct {
	what    *regexp.Regexp
	in      []string // folders and endings, as git reads them
	not     *regexp.Regexp
	because string
}

var bans = []ban{
	{
		what:    regexp.MustCompile(`(^|[^.\w/}])/(wo` + `rk|ro` + `ot|ho` + `me|Us` + `ers)/[\w.]`),
		because: "a path of one machine means nothing on another",
	},
	{
		what:    regexp.MustCompile(`https?://(regis` + `try|pro` + `xy|de` + `b|secu` + `rity)\.`),
		because: "where packages come from is for each machine to say",
	},
	{
		what: regexp.MustCompile(`ScanIn` + `put|ScanPag` + `inator|dynamodb:Sc` + `an|Table\([^)]*"Sc` + `an"`),
		in:   []string{"functions", "shared", "infra/blueprint"},
		// Tests may scan the whole of their own table.
		not:     regexp.MustCompile(`_test\.go$|/tabletest/`),
		because: "a scan reads every company's items, and costs more with each of them",
	},
	{
		what: regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX)\b`),
		in:   []string{"*.go", "*.ts", "*.tsx"}, because: "what is not done is not in the tree",
	},
}

func TestFilesContainNothingBanned(t *testing.T) {
	for _, b := range bans {
		for name, content := range files(t, b.in...) {
			if skipped(name) || b.not != nil && b.not.MatchString(name) || bytes.IndexByte(content[:min(len(content), 8000)], 0) >= 0 {
				continue
			}
			for number, line := range bytes.Split(content, []byte("\n")) {
				if found := b.what.Find(line); found != nil {
					t.Errorf("%s:%d contains %q: %s", name, number+1, found, b.because)
				}
			}
		}
	}
}

// skipped are test data, which quote foreign texts, and package lists.
func skipped(name string) bool {
	return strings.Contains(name, "testdata/") || strings.HasSuffix(name, "package-lock.json") || strings.HasSuffix(name, "go.sum")
}

func TestBans(t *testing.T) {
	for text, banned := range map[string]bool{
		"see /wo" + "rk/main/x": true, "/ro" + "ot/.cache": true, "${GITHUB}/ro" + "ot/x": false, "./wo" + "rk/x": false, "bucket/wo" + "rk/*": false,
		"https://regis" + "try.example/x": true, "https://example.com/regis" + "try": false,
		"&dynamodb.ScanIn" + "put{}": true, `grant.Table("GetItem", "Sc` + `an")`: true, "rows.Scan(&x)": false,
		"// TO" + "DO: later": true, "the TO" + "DOs of a person": false,
	} {
		found := false
		for _, b := range bans {
			found = found || b.what.MatchString(text)
		}
		if found != banned {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// A lock file contains versions and hashes; the download address comes from the
// installing user's registry.
func TestLockFilesNameNoAddresses(t *testing.T) {
	for name, content := range files(t, "*package-lock.json") {
		var lock struct {
			Packages map[string]struct{ Resolved, Integrity string }
		}
		if err := json.Unmarshal(content, &lock); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for path, p := range lock.Packages {
			if p.Resolved != "" {
				t.Errorf("%s: %s has the download address %s", name, path, p.Resolved)
			}
			if path != "" && p.Integrity == "" {
				t.Errorf("%s: %s has no hash", name, path)
			}
		}
	}
}

// Install scripts of dependencies are disabled wherever npm is called; npm then skips
// our own pre and post scripts as well, so none may exist.
func TestPackagesRunNothingWhenInstalled(t *testing.T) {
	settings := files(t, "*.npmrc")
	for name, content := range files(t, "*package.json") {
		if !strings.Contains(string(settings[filepath.Join(filepath.Dir(name), ".npmrc")]), "\nignore-scripts=true\n") {
			t.Errorf("%s: no .npmrc with ignore-scripts=true beside it", name)
		}
		var file struct{ Scripts map[string]string }
		if err := json.Unmarshal(content, &file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for script := range file.Scripts {
			for _, hook := range []string{"pre", "post"} {
				if _, ok := file.Scripts[strings.TrimPrefix(script, hook)]; ok && strings.HasPrefix(script, hook) {
					t.Errorf("%s: %s would never run", name, script)
				}
			}
		}
	}
	for name, content := range files(t, "Makefile", "infra/scripts", ".ci/run") {
		for number, line := range strings.Split(string(content), "\n") {
			if strings.Contains(line, "npm") && regexp.MustCompile(`\sci(\s|$)`).MatchString(line) && !strings.Contains(line, "--ignore-scripts") {
				t.Errorf("%s:%d runs install scripts of packages", name, number+1)
			}
		}
	}
}
